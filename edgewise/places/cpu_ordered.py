"""The loop of ordered programs on the CPU place: its bins, and more room when they run short."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter
from typing import TYPE_CHECKING, Any, final

import numpy as np

from edgewise.adjacency import Array
from edgewise.kernels.cpu import bins, nests
from edgewise.kernels.cpu import board as b
from edgewise.places.cpu_loop import TRACE_ROWS, tick
from edgewise.places.gang import Rounds, is_small, together
from edgewise.schedule.schedule import Schedule

if TYPE_CHECKING:
    from edgewise.graph import Graph
    from edgewise.program.vertex import VertexProgram

CODE = Schedule("push", "buckets", "async", "group").code


@final
class OrderedLoop:
    """One run of an ordered program: least first, bin after bin."""

    def __init__(
        self,
        program: VertexProgram,
        graph: Graph,
        best: Array,
        delta: float,
        limit: Any,
        threads: int,
        arguments: dict[str, Any] | None = None,
    ) -> None:
        self.program, self.graph, self.threads = program, graph, threads
        self.best, self.limit = best, best.dtype.type(limit)
        self.value = np.full_like(best, program.combine.identity(best.dtype))
        self.arguments, self.delta = arguments or {}, delta
        real = best.dtype.kind == "f"
        self.step: Any = 1.0 / delta if real else max(1, int(delta)).bit_length() - 1
        self.state = np.zeros(b.STATE_WORDS, np.int64)
        self.stats = np.zeros((threads, b.STATS_WORDS), np.int64)
        self.trace = np.zeros((TRACE_ROWS, b.TRACE_WORDS), np.int64)
        self.seconds, self.seconds_a_tick = 0.0, tick()

    def run(self, members: Array) -> None:
        """From these vertices until nobody has anything left to tell."""
        rows = (self.graph.num_arcs + 4 * self.graph.num_vertices) // bins.BLOCK
        rows += self.threads * bins.BINS + 16
        while len(members):
            self._enter(members, rows)
            if not self.state[bins.SHORT]:
                return
            members = np.flatnonzero(self.best < self.value)
            rows *= 2

    def rows(self) -> Array:
        """The trace so far."""
        return self.trace[: self.state[b.ROWS]].copy()

    @property
    def rounds(self) -> int:
        """How many bins were emptied."""
        return int(self.state[b.ROUND])

    def _enter(self, members: Sequence[Any] | Array, rows: int) -> None:
        g, threads = self.graph, self.threads
        pool = np.empty((rows, bins.BLOCK), g.vertex_dtype)
        links, work = np.empty(rows, np.int64), np.empty((rows, 2), np.int64)
        heads = np.full((threads, bins.BINS), bins.NOTHING, np.int64)
        fills = np.zeros((threads, bins.BINS), np.int64)
        self.state[[bins.USED, bins.SHORT]] = 0
        self._begin(np.asarray(members), pool, links, heads, fills)
        weights = np.ones(1, np.int32) if g.out_weights is None else g.out_weights
        arguments = (
            *(g.out_offsets, g.out_neighbors, weights, self.value, self.best),
            *(tuple(self.arguments.values()), self.limit, self.step),
            *(pool, links, heads, fills, work, self.stats, self.state, self.trace, CODE),
        )
        kernel = nests.ordered(
            self.program, tuple(self.arguments), g.is_weighted, self.best.dtype.kind == "f"
        )
        rounds = Rounds(f"bins of {self.program.name}", self.state, b.ROUND)
        begin = perf_counter()
        together(kernel, arguments, threads, brief=is_small(g), rounds=rounds)
        self.seconds += perf_counter() - begin

    def _begin(self, members: Array, pool: Array, links: Array, heads: Array, fills: Array) -> None:
        """Everybody into the bin beyond the window, from where the first round bins them."""
        blocks = -(-len(members) // bins.BLOCK)
        pool[:blocks].reshape(-1)[: len(members)] = members
        links[:blocks] = np.arange(blocks) - 1
        heads[0, bins.FAR] = blocks - 1
        fills[0, bins.FAR] = len(members) - (blocks - 1) * bins.BLOCK
        self.state[bins.USED], self.state[27] = blocks, bins.FAR
