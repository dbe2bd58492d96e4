"""Contracting a graph on the CPU place: labels made dense, arcs by the labels of their ends."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from edgewise.adjacency import Array, index_type
from edgewise.kernels.cpu import contract as kernels
from edgewise.places import cpu
from edgewise.places.cpu_sweep import pieces
from edgewise.rows import NOTHING, raw

if TYPE_CHECKING:
    from edgewise.graph import Graph


def dense(labels: Array) -> tuple[Array, Array]:
    """Every label as its place among those that occur, ascending; and these."""
    n = len(labels)
    if labels.dtype.kind not in "iu" or not n or labels.min() < 0 or labels.max() > 4 * n:
        names, places = cpu.aside(partial(np.unique, return_inverse=True), labels)
        return places.astype(index_type(len(names))), names
    seen = np.zeros(int(labels.max()) + 1, np.int8)
    cpu.each(kernels.mark, [(*span, labels, seen) for span in cpu.spans(n)])
    names = np.flatnonzero(seen).astype(labels.dtype)
    if len(names) == len(seen):
        return labels.astype(index_type(len(names)), copy=False), names
    place = np.cumsum(seen, dtype=index_type(len(names)))
    place -= 1
    return place[labels], names


def between(
    graph: Graph, places: Array, weights: Array | None, drops: bool
) -> tuple[Array, Array, Array | None]:
    """Tails, heads and weights of all edges by the places of their ends' labels; each edge once."""
    once, rows = not graph.is_directed, (graph.out_offsets, graph.out_neighbors)
    spans = list(pairwise(pieces(graph.out_offsets).tolist()))
    taken = cpu.each(kernels.count, [(*span, *rows, places, once, drops) for span in spans])
    first = np.concatenate(([0], np.cumsum(taken))).astype(np.int64)
    size, kind = int(first[-1]), places.dtype
    cpu.reserve(size * (2 * kind.itemsize + 8), f"{size:,} edges between supervertices")
    tails, heads = np.empty(size, kind), np.empty(size, kind)
    given = NOTHING if weights is None else raw(weights)
    carried = np.empty(0 if weights is None else size, given.dtype)
    tasks = [
        (*span, *rows, given, places, once, drops, first[k], tails, heads, carried)
        for k, span in enumerate(spans)
    ]
    cpu.each(kernels.place, tasks)
    return tails, heads, None if weights is None else carried.view(weights.dtype)
