"""Intersecting neighbours on the CPU place: pairs as columns, a bitmap a thread, the nest."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from edgewise import engine
from edgewise.adjacency import Array, frozen
from edgewise.kernels.cpu import intersect, neighborhoods
from edgewise.places import cpu
from edgewise.places.gang import SMALL, together

if TYPE_CHECKING:
    from edgewise.graph import Graph
    from edgewise.program.binding import Bound

CHUNK = 256
"""Pairs a thread takes at a time; fewer where there are few."""
METHODS = {
    None: intersect.AUTO,
    "merge": intersect.MERGE,
    "search": intersect.SEARCH,
    "bitmap": intersect.BITMAP,
}


def intersected(
    graph: Graph,
    first: Array,
    second: Array,
    method: str | None,
    asked: Bound,
    known: tuple[str, ...],
    lists: bool,
) -> tuple[Array, Array, Array]:
    """How many neighbours each pair has in common; where they begin in a list, and that list."""
    n, pairs, kind = graph.num_vertices, len(first), graph.vertex_dtype
    first, second = (frozen(np.require(ends, kind, ["C"])) for ends in (first, second))
    threads = engine.threads_worth(pairs + graph.num_arcs if pairs > 1 else 0)
    chunk = max(1, min(CHUNK, pairs // (8 * threads)))
    words = 0 if method in ("merge", "search") else (n + 31) // 32
    cpu.reserve(
        4 * words * threads + pairs * kind.itemsize, f"common neighbours of {pairs:,} pairs"
    )
    marks = np.zeros((threads, words), np.uint32)
    counts, starts, common = np.empty(pairs, kind), np.zeros(1, np.int64), np.empty(0, kind)
    rows = (graph.out_offsets, graph.out_neighbors)

    def each_pair(fills: bool) -> None:
        kernel = neighborhoods.intersection(
            asked.functors[0], known, asked.names, graph.has_multi_edges, fills
        )
        arguments = (METHODS[method], chunk, first, second, *rows, marks, counts, starts, common)
        brief = pairs + graph.num_arcs < SMALL
        together(kernel, (*arguments, asked.values), threads, brief=brief)

    each_pair(False)
    if lists:
        starts = np.zeros(pairs + 1, np.int64)
        np.cumsum(counts, out=starts[1:])
        cpu.reserve(kind.itemsize * int(starts[-1]), f"{int(starts[-1]):,} common neighbours")
        common = np.empty(int(starts[-1]), kind)
        each_pair(True)
    return counts, starts, common
