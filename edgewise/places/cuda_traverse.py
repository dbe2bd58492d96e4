"""A traversal on a device: all its rounds in the persistent loop of programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, final

import numpy as np

from edgewise import progress
from edgewise.adjacency import Array
from edgewise.frontier import EdgeFrontier, Frontier, VertexFrontier, found_there
from edgewise.kernels.cpu import board as b
from edgewise.kernels.cuda import operator_nests as nests
from edgewise.places.cpu_loop import TRACE_ROWS, in_nests
from edgewise.places.cuda_loop import PASSED, SLICE, TICKS, Board
from edgewise.places.handed import Handed
from edgewise.places.held import Held, desk
from edgewise.schedule.controllers import Controller
from edgewise.schedule.schedule import Schedule

if TYPE_CHECKING:
    from edgewise.places.device import Device, Stopwatch
    from edgewise.program.binding import Bound

FORMS = ("list", "bitmap", "all")


@final
class Rounds:
    """The state of a traversal, and how to advance it."""

    def __init__(
        self,
        frontier: Frontier,
        given: Bound,
        options: Sequence[Schedule],
        rounds: int,
        device: Device,
    ) -> None:
        self.graph, self.given, self.options = frontier.graph, given, list(options)
        self.rounds, self.device, self.seconds = rounds, device, 0.0
        self.edges = isinstance(frontier, EdgeFrontier)
        self.desk = desk(self.graph, device)
        self.pulls = any(one.direction == "pull" for one in options)
        self.evenly = any(one.balance == "edge" for one in options)
        self.weighted = self.graph.is_weighted and given.takes("weight")
        self.board = Board(device)
        self.state, self.facts = self.board.part("state"), self.board.part("facts")
        self.trace = np.zeros((min(rounds, TRACE_ROWS), b.TRACE_WORDS), np.int64)
        self.rows_there = device.empty(self.trace.shape, np.int64)
        self._begin(frontier)
        self._fill(frontier)

    def _begin(self, frontier: Frontier) -> None:
        """What is known of the first frontier."""
        state = self.state
        state[b.ACTIVE], state[b.OUT] = frontier.size, frontier.degree_sum
        state[b.UNTOUCHED], self.facts[b.F_OPTIONS] = self.graph.num_arcs, len(self.options)
        if self.pulls and isinstance(frontier, VertexFrontier):
            state[b.IN] = frontier.in_degree_sum

    def _fill(self, frontier: Frontier) -> None:
        """Room for this frontier and the next, as lists and as bitmaps."""
        device, at, universe = self.device, self.desk, self.desk.universes[self.edges]
        words = -(-universe // 32)
        self.lists = device.empty((2, universe + 1, 4), at.there.arc_type)
        self.bits = device.empty((2, words), np.uint32)
        self.claims = device.zeros((2, words), np.uint32)
        self.starts = None
        held = at.held(frontier, self.edges)
        if held.form == "list" and (self.evenly or held.size > universe):
            held = Held(device, "bitmap", at.marked(held, self.edges), held.narrow, count=held.size)
        if held.form == "list":
            self.lists[0, : held.size] = held.array[: held.size]
        elif held.form == "bitmap":
            self.bits[0] = held.array[:words]
        self.state[b.FORM] = FORMS.index(held.form)
        if held.form == "bitmap" and frontier.form == "list":
            self._recount(frontier)

    def _recount(self, frontier: Frontier) -> None:
        """Who stood in a list twice is in a bitmap once."""
        once = frontier.unique()
        self.state[b.ACTIVE], self.state[b.OUT] = once.size, once.degree_sum

    def run(self, controller: Controller) -> None:
        """The rounds."""
        self.handed = Handed("traverse", self.given, self.device)
        try:
            in_nests(self, controller, self.rounds)
        finally:
            self.handed.give_back()

    @property
    def seconds_a_tick(self) -> float:
        """How long a tick of the trace's clock took, measured while the loop ran."""
        return int(self.state[PASSED]) * 1e-9 / max(1, int(self.state[TICKS]))

    def enter(
        self,
        balances: tuple[str | None, str | None],
        rule: Any,
        options: Sequence[Schedule],
        memory: Array,
        most: int,
    ) -> None:
        threads, functors, edges = self.device.threads, self.given.functors, self.edges
        numbered = any(one is not None and "e" in one.parameters for one in functors)
        what = nests.Visit(functors, self.handed.words, edges, edges, numbered, True)
        types = self.desk.types(self.weighted, self.pulls)
        kernel = self.device.kernel(nests.loop(what, balances, rule, types, threads), "loop")
        self.board.part("options")[: len(options)] = [one.code for one in options]
        self.board.part("memory")[: len(memory)] = memory
        blocks = kernel.resident(threads)
        if edges and balances[0] == "edge" and self.starts is None:
            universe = self.desk.universes[True]
            self.starts = self.device.empty(universe + 1 + blocks, np.uint64)
        watch, told, state = self.device.stopwatch(), 0, self.state
        with progress.stage("rounds of traverse", 0) as advance:
            while state[b.ACTIVE] > 0 and state[b.ROUND] < most:
                self._launch(kernel, blocks, threads, most, numbered, watch)
                advance(int(state[b.ROUND]) - told)
                told = int(state[b.ROUND])
        memory[:] = self.board.part("memory")[: len(memory)]
        self.seconds += watch.seconds

    def _launch(
        self, kernel: Any, blocks: int, threads: int, most: int, numbered: bool, watch: Stopwatch
    ) -> None:
        """Rounds until a slice of time is over."""
        row, there, board = int(self.state[b.ROWS]), self.desk.there, self.board
        board.part("counters")[:] = 0
        board.send()
        inward = self.pulls
        kernel.launch(
            blocks,
            threads,
            (
                there.offsets, there.heads,
                there.in_offsets if inward else None, there.in_heads if inward else None,
                there.weights if self.weighted else None,
                there.in_weights if self.weighted and inward else None,
                there.in_arcs if inward and numbered else None,
                *self.desk.sizes, self.starts, None, None, None, None,
                self.lists, self.bits, self.claims,
                board.on_device("counters"), board.on_device("counters")[32:].view(np.uint32),
                board.on_device("state"), board.on_device("facts"), board.on_device("memory"),
                board.on_device("options"), self.rows_there, board.on_device("known"),
                np.int64(len(self.trace)), np.int64(most), np.int64(SLICE), *self.handed.values,
            ),
            together=True,
            watch=watch,
        )  # fmt: skip
        board.fetch()
        last = int(self.state[b.ROWS])
        if last > row:
            self.trace[row:last] = self.device.download(self.rows_there[row:last])

    def found(self) -> Frontier:
        """The frontier that the last round left."""
        turn, size, out = (int(self.state[at]) for at in (b.TURN, b.ACTIVE, b.OUT))
        form = FORMS[int(self.state[b.FORM])]
        kind = EdgeFrontier if self.edges else VertexFrontier
        kept = self.bits[turn] if form == "bitmap" else self.lists[turn]
        if form == "list" and 2 * size < len(kept):
            kept, rows = self.desk.rows(size), kept
            kept[:size] = rows[:size]
        held = Held(self.device, form, kept, self.desk.narrow, count=size, out=out)
        return found_there(kind, self.graph, held)
