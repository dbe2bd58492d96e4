"""Dependencies of one source after another on the CPU place, summed up for betweenness."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any, final

import numpy as np

from edgewise import engine
from edgewise.adjacency import Array
from edgewise.algorithms.bfs import hops
from edgewise.algorithms.sssp import lengths
from edgewise.errors import GraphError
from edgewise.kernels.cpu import brandes, nests
from edgewise.places import cpu
from edgewise.places.gang import is_small, together

if TYPE_CHECKING:
    from edgewise.graph import Graph


@final
class Dependencies:
    """What every vertex got so far, and the arrays that each source uses anew."""

    def __init__(self, graph: Graph, endpoints: bool) -> None:
        n = graph.num_vertices
        self.graph, self.endpoints = graph, float(endpoints)
        rows = (1 if graph.is_weighted else 2, n)
        self.scores, self.paths, self.ratio = np.zeros(n), np.zeros(rows), np.zeros(rows)
        self.order = np.empty(n, graph.vertex_dtype)
        self.threads, self.seconds = engine.threads_for(graph, "betweenness"), 0.0

    @property
    def totals(self) -> Array:
        """What every vertex got."""
        return self.scores

    def add(self, sources: Array, advance: Callable[[int], Any]) -> None:
        """Add what the paths from these sources bring; `advance` hears of each that is done."""
        for source in sources.tolist():
            self._add(source)
            advance(1)

    def _add(self, source: int) -> None:
        begin = perf_counter()
        g, members = self.graph, np.array([source])
        distance = lengths(g, members) if g.is_weighted else hops(g, members)
        order, starts = self._levels(distance)
        self.paths[0, source] = 1.0
        none = np.ones(1, np.int32)
        weights, in_weights = (g.out_weights, g.in_weights) if g.is_weighted else (none, none)
        arguments = (
            *(g.out_offsets, g.out_neighbors, weights, g.in_offsets, g.in_neighbors, in_weights),
            *(distance, order, starts, self.paths, self.ratio, self.scores, self.endpoints),
        )
        together(nests.brandes(g.is_weighted), arguments, self.threads, brief=is_small(g))
        self.scores[source] += self.endpoints * (len(order) - 1)
        self.seconds += perf_counter() - begin

    def _levels(self, distance: Array) -> tuple[Array, Array]:
        """The reached vertices by distance, and where each distance begins."""
        if self.graph.is_weighted:
            refuse_lost_weights(self.graph, distance[np.isfinite(distance)].max(initial=0))
            return _by_length(distance)
        depth = int(distance.max(initial=0)) + 1
        spans = cpu.spans(len(distance), 1 << 15)
        counts = np.zeros((len(spans), depth), np.int64)
        cpu.each(
            brandes.count_levels, [(*s, distance, c) for s, c in zip(spans, counts, strict=True)]
        )
        totals = counts.sum(axis=0)
        starts = np.concatenate(([0], np.cumsum(totals)))
        cursors = starts[:-1] + np.cumsum(counts, axis=0) - counts
        tasks = [(*s, distance, c, self.order) for s, c in zip(spans, cursors, strict=True)]
        cpu.each(brandes.place_levels, tasks)
        return self.order[: starts[-1]], starts


def refuse_lost_weights(graph: Graph, longest: Any) -> None:
    """Refuse weights so small that adding one to the longest distance changes nothing."""
    least = longest.dtype.type((graph.weight_range or (1, 1))[0])
    if longest + least == longest:
        raise GraphError(
            f"betweenness(): a weight of {least} is lost beside a distance of {longest}: scale "
            "the weights, or give them as float64 or integers"
        )


def _by_length(distance: Array) -> tuple[Array, Array]:
    """As levels, where every length is a level of its own."""
    reached = np.flatnonzero((distance >= 0) & np.isfinite(distance))
    order = reached[cpu.aside(partial(np.argsort, kind="stable"), distance[reached])]
    sorted_lengths = distance[order]
    changes = np.flatnonzero(sorted_lengths[1:] != sorted_lengths[:-1]) + 1
    return order, np.concatenate(([0], changes, [len(order)]))
