"""Connected components on the CPU place: trees linked, then numbered."""

from __future__ import annotations

from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

from edgewise import engine
from edgewise.adjacency import Array
from edgewise.kernels.cpu import components as kernels
from edgewise.places import cpu
from edgewise.places.gang import is_small, together
from edgewise.schedule.trace import Trace

if TYPE_CHECKING:
    from edgewise.graph import Graph

METHODS = {"afforest": kernels.afforest, "shiloach-vishkin": kernels.shiloach_vishkin}


def linked(graph: Graph, method: str) -> tuple[Array, int, Trace]:
    """Components by number, in the caller's order: by their first vertex there; and how many."""
    threads, n, kind = (
        engine.threads_for(graph, "components"),
        graph.num_vertices,
        graph.vertex_dtype,
    )
    root, names, labels = np.empty(n, kind), np.empty(n, kind), np.empty(n, kind)
    counts, both = np.zeros(threads, np.int64), graph.is_directed
    rows = (graph.out_offsets, graph.out_neighbors)
    inward = (graph.in_offsets, graph.in_neighbors) if both else rows
    begin = perf_counter()
    arguments = (*rows, *inward, both, root, np.zeros(8, np.int64), counts, names, labels)
    together(METHODS[method], arguments, threads, brief=is_small(graph))
    trace = engine.nothing(method, perf_counter() - begin)
    count = int(counts.sum())
    return _by_caller(graph, labels, count), count, trace


def named(graph: Graph, root: Array) -> tuple[Array, int]:
    """The same from the lowest vertex of everybody's component."""
    first, labels = cpu.aside(partial(np.unique, return_inverse=True), root)
    return _by_caller(graph, labels.astype(root.dtype, copy=False), len(first)), len(first)


def _by_caller(graph: Graph, labels: Array, count: int) -> Array:
    """Numbers by position become numbers by the caller's order."""
    if graph.vertex_ids.order is None:
        return labels
    labels = graph.vertex_ids.in_caller_order(labels)
    first = np.empty(count, np.int64)
    first[labels[::-1]] = np.arange(len(labels) - 1, -1, -1)
    number = np.empty(count, labels.dtype)
    number[np.argsort(first)] = np.arange(count)
    renamed: Array = number[labels]
    return renamed
