"""Connected components on the CPU place: trees linked, then numbered."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

from edgewise import engine
from edgewise.adjacency import Array
from edgewise.kernels.cpu import components as kernels
from edgewise.places.gang import is_small, together
from edgewise.schedule.trace import Trace

if TYPE_CHECKING:
    from edgewise.graph import Graph

METHODS = {"afforest": kernels.afforest, "shiloach-vishkin": kernels.shiloach_vishkin}


def linked(graph: Graph, method: str) -> tuple[Array, Trace]:
    """The smallest vertex of every vertex's component."""
    root = np.empty(graph.num_vertices, graph.vertex_dtype)
    both = graph.is_directed
    inward = (
        (graph.in_offsets, graph.in_neighbors) if both else (graph.out_offsets, graph.out_neighbors)
    )
    begin = perf_counter()
    arguments = (graph.out_offsets, graph.out_neighbors, *inward, both, root, np.zeros(8, np.int64))
    together(METHODS[method], arguments, engine.threads_for(graph), brief=is_small(graph))
    return root, engine.nothing(method, perf_counter() - begin)


def numbered(graph: Graph, root: Array) -> tuple[Array, int]:
    """Components by number, in the caller's order: by their first vertex there."""
    order = graph.vertex_ids.order
    if order is not None:
        moved = np.empty_like(root)
        moved[order] = order[root]
        root = _to_first(moved)
    threads = engine.threads_for(graph)
    counts, names = np.zeros(threads, np.int64), np.empty_like(root)
    labels = np.empty_like(root)
    together(kernels.number, (root, counts, names, labels), threads, brief=is_small(graph))
    return labels, int(counts.sum())


def _to_first(root: Array) -> Array:
    """Roots that are their component's first vertex, from roots that are any vertex of it."""
    first = np.full(len(root), len(root), root.dtype)
    np.minimum.at(first, root, np.arange(len(root), dtype=root.dtype))
    return first[root]
