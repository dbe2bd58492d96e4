"""The loop of ordered programs on a device: its arrays, and the launches that run its rounds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, final

import numpy as np

from edgewise import progress
from edgewise.adjacency import Array
from edgewise.kernels.cpu import board as b
from edgewise.kernels.cuda import nests
from edgewise.kernels.cuda import ordered_nests as o
from edgewise.places import cuda_loop
from edgewise.places.cpu_loop import TRACE_ROWS
from edgewise.places.cpu_ordered import CODE
from edgewise.places.resident import resident

if TYPE_CHECKING:
    from edgewise.graph import Graph
    from edgewise.places.device import Device, Stopwatch
    from edgewise.program.vertex import VertexProgram

NOTHING = (1 << 64) - 1
"""Above every key."""
FEW = 16
"""Up to so many members are written one by one."""
TALLIES = slice(o.KNOWN_WORDS, o.KNOWN_WORDS + o.TALLY_WORDS)
PILES = slice(TALLIES.stop, TALLIES.stop + o.PILE_WORDS)
ARRIVED = PILES.stop


def ordered(
    program: VertexProgram,
    graph: Graph,
    best: Array,
    members: Array,
    delta: float | None,
    limit: Any,
    arguments: dict[str, Any],
    device: Device,
) -> CudaOrderedLoop:
    """The loop, run to its end: `best` is what vertices know at first, and then the answer."""
    loop = CudaOrderedLoop(program, graph, best, delta, limit, arguments, device)
    loop.run(members)
    return loop


def key(number: Any) -> int:
    """A number as an unsigned one of 64 bits, in the same order."""
    kind = np.dtype(number.dtype)
    if kind.kind == "u":
        return int(number)
    if kind.kind == "i":
        return int(number) + (1 << 63)
    bits = int(number.view(f"u{kind.itemsize}"))
    top: int = 1 << 8 * kind.itemsize - 1
    return 2 * top - 1 - bits if bits & top else bits | top


@final
class CudaOrderedLoop:
    """One run of an ordered program: what is near speaks, then the threshold moves."""

    def __init__(
        self,
        program: VertexProgram,
        graph: Graph,
        best: Array,
        delta: float | None,
        limit: Any,
        arguments: dict[str, Any],
        device: Device,
    ) -> None:
        self.program, self.graph, self.device = program, graph, device
        self.best, self.limit, self.delta = best, best.dtype.type(limit), delta
        self.arguments = {
            name: device.upload(one) if np.ndim(one) else np.asarray(one)[()]
            for name, one in arguments.items()
        }
        self.known = np.zeros(ARRIVED + 1, np.int64)
        self.trace = np.zeros((TRACE_ROWS, b.TRACE_WORDS), np.int64)
        self.seconds = 0.0

    def run(self, members: Array) -> None:
        """From these vertices until nobody has anything left to tell."""
        if not len(members):
            return
        self._fill(members)
        there = resident(self.graph, self.device)
        nest = o.ordered(
            self.program, there.types(self.graph.is_weighted, False), nests.words(self.arguments),
            self.device.threads,
        )  # fmt: skip
        kernel, watch, told = self.device.kernel(nest, "ordered"), self.device.stopwatch(), 0
        with progress.stage(f"steps of {self.program.name}", 0) as advance:
            while self.known[o.BEYOND] or self.known[o.NEAR]:
                self._launch(kernel, there, watch)
                advance(self.rounds - told)
                told = self.rounds
        self.seconds += watch.seconds
        self.best[...] = self.device.download(self.value[1])

    def rows(self) -> Array:
        """The trace so far."""
        return self.trace[: self.known[o.ROWS]].copy()

    @property
    def rounds(self) -> int:
        """How many rounds were done."""
        return int(self.known[o.ROUND])

    @property
    def seconds_a_tick(self) -> float:
        """How long a tick of the trace's clock took, measured while the loop ran."""
        return int(self.known[o.PASSED]) * 1e-9 / max(1, int(self.known[o.TICKED]))

    def _fill(self, members: Array) -> None:
        """The arrays of the device; everybody on the pile, from where the first round takes him."""
        from edgewise.engine import width_of_bins

        device, n, kind = self.device, self.graph.num_vertices, self.graph.vertex_dtype
        nothing = self.program.combine.identity(self.best.dtype)
        self.value = device.full(n, nothing, self.best.dtype), self._best(members, nothing)
        self.tolds = device.empty(n, self.best.dtype)
        self.lists = device.empty((2, n, 4), resident(self.graph, device).arc_type)
        self.piles = device.empty((2, n), kind)
        self.claims = device.zeros((2, -(-n // 32)), np.uint32)
        self.board = device.empty(len(self.known), np.int64)
        self.rows_there = device.empty((TRACE_ROWS, b.TRACE_WORDS), np.int64)
        device.store(self.piles[0, : len(members)], members.astype(kind))
        words, width = self.known.view(np.uint64), self.delta
        words[PILES][o.PILE_LEAST :: o.PILE_WORDS // 3] = NOTHING
        words[o.BEYOND], words[o.LEAST] = len(members), key(self.best[members].min())
        if width is None:
            width = width_of_bins(self.graph, self.best.dtype)
        self.known[o.WIDTH : o.WIDTH + 1].view(np.float64)[0] = width

    def _best(self, members: Array, nothing: Any) -> Any:
        """What vertices know at first; only members know anything."""
        if len(members) > FEW:
            return self.device.upload(self.best)
        best = self.device.full(len(self.best), nothing, self.best.dtype)
        for place in members.tolist():
            self.device.store(best[place : place + 1], self.best[place : place + 1])
        return best

    def _launch(self, kernel: Any, there: Any, watch: Stopwatch) -> None:
        """Rounds until a slice of time is over."""
        row, threads, board = int(self.known[o.ROWS]), self.device.threads, self.board
        self.known[ARRIVED] = self.known[o.DONE] = 0
        self.device.store(board, self.known)
        kernel.launch(
            kernel.resident(threads),
            threads,
            (
                there.offsets, there.heads, there.weights if self.graph.is_weighted else None,
                np.int32(self.graph.num_vertices), *self.value, self.lists, self.tolds,
                self.piles, self.claims, board[ARRIVED:].view(np.uint32), board[TALLIES],
                board[PILES], board[: o.KNOWN_WORDS], self.rows_there, np.int64(TRACE_ROWS),
                np.int64(CODE), np.int64(self.delta is None), np.int64(cuda_loop.SLICE), self.limit,
                *self.arguments.values(),
            ),
            together=True,
            watch=watch,
        )  # fmt: skip
        self.known[:] = self.device.download(board)
        last = int(self.known[o.ROWS])
        if last > row:
            self.trace[row:last] = self.device.download(self.rows_there[row:last])
