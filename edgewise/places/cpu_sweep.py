"""The loop of sweeps on the CPU place: rows cut into pieces by arcs, rounds until settled."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Any, final

import numpy as np

from edgewise.adjacency import Array
from edgewise.kernels.cpu import board as b
from edgewise.kernels.cpu import nests
from edgewise.places.cpu_loop import BRIEF, TRACE_ROWS, tick
from edgewise.places.gang import Rounds, is_small, together
from edgewise.schedule.schedule import Schedule

if TYPE_CHECKING:
    from edgewise.graph import Graph
    from edgewise.program.sweep import SweepProgram

PIECE = 1 << 15
SETTLED = 2
CODE = Schedule("pull", "all", "sync", "edge").code


@final
class SweepLoop:
    """One run of a sweep."""

    def __init__(
        self, program: SweepProgram, graph: Graph, arguments: dict[str, Any], threads: int
    ) -> None:
        self.program, self.graph, self.arguments = program, graph, arguments
        self.threads = threads
        self.state = np.zeros(b.STATE_WORDS, np.int64)
        self.trace = np.zeros((TRACE_ROWS, b.TRACE_WORDS), np.int64)
        self.shared = np.zeros(8, program.value if program.value.kind == "f" else np.float64)
        self.cuts = pieces(graph.in_offsets)
        self.sums = np.zeros((len(self.cuts) - 1, 2))
        self.seconds, self.seconds_a_tick = 0.0, tick()

    def run(self, values: Array, weighted: bool, most: int) -> None:
        """Rounds until settled or `most` were done."""
        g = self.graph
        weights = g.in_weights if weighted else np.ones(1, np.int32)
        both = np.empty((2, len(values)), values.dtype)
        arguments = (
            *(g.in_offsets, g.in_neighbors, weights, values, both),
            *(tuple(self.arguments.values()), self.shared, self.cuts, self.sums, self.state),
            *(self.trace, CODE, most),
        )
        kernel = nests.sweep(self.program, tuple(self.arguments), weighted)
        brief = most < BRIEF and is_small(g)
        rounds = Rounds(f"rounds of {self.program.name}", self.state, b.ROUND)
        begin = perf_counter()
        together(kernel, arguments, self.threads, brief=brief, rounds=rounds)
        self.seconds += perf_counter() - begin

    def rows(self) -> Array:
        """The trace so far."""
        return self.trace[: self.state[b.ROWS]].copy()

    @property
    def rounds(self) -> int:
        """How many rounds were done."""
        return int(self.state[b.ROUND])

    @property
    def settled(self) -> bool:
        """Whether the program itself found that it was done."""
        return bool(self.state[b.DONE] == SETTLED)


def pieces(offsets: Array) -> Array:
    """Where to cut rows, so that each piece has about as many arcs and vertices; from 0 to n."""
    n = len(offsets) - 1
    total = int(offsets[-1]) + n
    count = max(1, total // PIECE)
    wanted = np.arange(1, count) * total // count
    work = _Work(offsets)
    inner = [work.row_at(int(share)) for share in wanted]
    return np.unique(np.array([0, *inner, n], np.int64)) if n else np.zeros(1, np.int64)


@final
class _Work:
    """Arcs and vertices before a row, as something to search in."""

    def __init__(self, offsets: Array) -> None:
        self._offsets = offsets

    def row_at(self, share: int) -> int:
        """The first row with that much before it."""
        low, high = 0, len(self._offsets) - 1
        while low < high:
            middle = (low + high) // 2
            if int(self._offsets[middle]) + middle < share:
                low = middle + 1
            else:
                high = middle
        return low
