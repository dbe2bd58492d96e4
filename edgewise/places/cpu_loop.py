"""A loop on the CPU place: its arrays, its nests, and the rounds between two looks of the host."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from time import perf_counter
from typing import TYPE_CHECKING, Any, Protocol, final

import numpy as np

from edgewise.adjacency import Array
from edgewise.kernels.cpu import board as b
from edgewise.kernels.cpu import nests
from edgewise.kernels.cpu.balance_group import LONG
from edgewise.kernels.cpu.balance_local import CHUNK
from edgewise.kernels.cpu.clock import now
from edgewise.kernels.cpu.queue import BUFFER
from edgewise.places.gang import Rounds, is_small, together
from edgewise.schedule import rules
from edgewise.schedule.controllers import Controller
from edgewise.schedule.schedule import Schedule

if TYPE_CHECKING:
    from edgewise.graph import Graph
    from edgewise.program.vertex import VertexProgram

TRACE_ROWS = 1 << 14
BRIEF = 1 << 10
"""So many rounds on a small graph are over before anybody wants to stop them."""


@cache
def tick() -> float:
    """The seconds that a tick of the kernels' clock takes, measured once over two milliseconds."""
    first, begin = now(), perf_counter()
    while perf_counter() - begin < 2e-3:
        pass
    last, end = now(), perf_counter()
    return (end - begin) / max(1, int(last - first))


@final
class CpuLoop:
    """One run's state, and how to advance it."""

    def __init__(
        self,
        program: VertexProgram,
        graph: Graph,
        options: Sequence[Schedule],
        arguments: dict[str, Any],
        threads: int,
        in_edges: bool,
        family: str,
    ) -> None:
        self.program, self.graph, self.options = program, graph, list(options)
        self.threads, self.arguments, self.family = threads, arguments, family
        self.in_edges = in_edges
        n, m = graph.num_vertices, graph.num_arcs
        kind, words = graph.vertex_dtype, -(-n // 64)
        self.lists, self.bits = np.empty((2, n + 1), kind), np.empty((2, words), np.uint64)
        self.local = np.empty((threads, BUFFER), kind)
        scans = any(one.balance == "edge" for one in options)
        scratch = max(m // LONG + 2, 2 * CHUNK * threads + 1, (n + 2 + threads) if scans else 0)
        self.room = np.zeros(scratch, np.int64)
        self.stats = np.zeros((threads, b.STATS_WORDS), np.int64)
        self.state, self.facts = (
            np.zeros(b.STATE_WORDS, np.int64),
            np.zeros(b.FACTS_WORDS + b.SAMPLES),
        )
        self.trace = np.zeros((TRACE_ROWS, b.TRACE_WORDS), np.int64)
        self.state[b.UNTOUCHED], self.facts[b.F_OPTIONS] = m, len(self.options)
        self.seconds = 0.0

    def fill(self, fields: tuple[Array, ...], members: Array | None) -> None:
        """The vertices' fields, and who is active at first (None: whoever turns out to be)."""
        state, graph = self.state, self.graph
        self.fields = (*fields, self._beside())
        if members is None:
            state[b.ACTIVE], state[b.OUT] = graph.num_vertices, graph.num_arcs
            state[b.IN], state[b.FORM] = graph.num_arcs, 2
            return
        self.lists[0, : len(members)] = members
        state[b.ACTIVE] = len(members)
        offsets = graph.out_offsets
        state[b.OUT] = int((offsets[members + 1] - offsets[members]).sum())
        if self.in_edges:
            offsets = graph.in_offsets
            state[b.IN] = int((offsets[members + 1] - offsets[members]).sum())

    def _beside(self) -> Any:
        """The family's last field: the run's arguments, or who may still be reached."""
        if self.family == "relax":
            return tuple(self.arguments.values())
        n = self.graph.num_vertices
        words = np.full(-(-n // 64), ~np.uint64(0))
        if n % 64:
            words[-1] = (1 << n % 64) - 1
        return words

    def go_on(self, most: int) -> None:
        """More rounds, as the controller of before has it, until `most` were done in all."""
        self.run(self.controller, most)

    @property
    def active(self) -> int:
        """How many vertices have something to tell."""
        return int(self.state[b.ACTIVE])

    def run(self, controller: Controller, most: int) -> None:
        """Rounds until nobody is active or `most` were done."""
        self.controller = controller
        in_nests(self, controller, most)

    def rows(self) -> Array:
        """The trace so far."""
        return self.trace[: self.state[b.ROWS]].copy()

    @property
    def rounds(self) -> int:
        """How many rounds were done."""
        return int(self.state[b.ROUND])

    @property
    def seconds_a_tick(self) -> float:
        """How long a tick of the trace's clock takes."""
        return tick()

    def enter(
        self,
        balances: tuple[str | None, str | None],
        rule: Any,
        options: Sequence[Schedule],
        memory: Array,
        most: int,
    ) -> None:
        g = self.graph
        weighted = g.is_weighted and self.family != "uniform"
        kernel = nests.loop(
            self.program, self.family, balances, rule, tuple(self.arguments), weighted
        )
        inward = (
            (g.in_offsets, g.in_neighbors)
            if self.in_edges
            else (g.out_offsets[:0], g.out_neighbors[:0])
        )
        codes = np.array([one.code for one in options], np.int64)
        arguments = (
            *(g.out_offsets, g.out_neighbors, *inward, self.fields, self.lists, self.bits),
            *(self.local, self.room, self.stats, self.state, codes, self.facts, memory),
            self.trace,
        )
        begin = perf_counter()
        if self.threads == 1 and is_small(g):
            soon = min(most, self.rounds + BRIEF)
            together(kernel, (*arguments, soon), 1, brief=True)
        if self.active and self.rounds < most:
            rounds = Rounds(f"rounds of {self.program.name}", self.state, b.ROUND)
            together(kernel, (*arguments, most), self.threads, rounds=rounds)
        self.seconds += perf_counter() - begin


class Walked(Protocol):
    """A loop whose rounds are entered, one nest at a time."""

    options: list[Schedule]
    graph: Graph
    state: Array
    facts: Array
    trace: Array

    def enter(
        self,
        balances: tuple[str | None, str | None],
        rule: Any,
        options: Sequence[Schedule],
        memory: Array,
        most: int,
    ) -> None: ...


def in_nests(loop: Walked, controller: Controller, most: int) -> None:
    """Rounds until nobody is active or `most` were done: in one nest, or in another each round."""
    memory, state, facts = controller.memory(), loop.state, loop.facts
    balances = balances_of(loop.options)
    if balances is not None:
        loop.enter(balances, controller.rule, loop.options, memory, most)
        return
    while state[b.ACTIVE] > 0 and state[b.ROUND] < most:
        _tell(loop)
        choice = controller.rule(facts, memory)
        one = [loop.options[choice]]
        single = balances_of(one)
        assert single is not None
        row = int(state[b.ROWS])
        loop.enter(single, rules.fixed, one, np.zeros(8), int(state[b.ROUND]) + 1)
        facts[b.F_OPTION], facts[b.F_BEFORE] = choice, facts[b.F_ACTIVE]
        if row < len(loop.trace):
            loop.trace[row, b.T_WHY] = memory[0]


def balances_of(options: Sequence[Schedule]) -> tuple[str | None, str | None] | None:
    """The balance of pushes and that of pulls, where one nest can have all options."""
    pushes = {one.balance for one in options if one.direction == "push"}
    pulls = {one.balance for one in options if one.direction == "pull"}
    if len(pushes) > 1 or len(pulls) > 1:
        return None
    return next(iter(pushes), None), next(iter(pulls), None)


def _tell(loop: Walked) -> None:
    """The facts of a round, as the compiled loop tells them."""
    s, facts = loop.state, loop.facts
    facts[b.F_ROUND], facts[b.F_ACTIVE] = s[b.ROUND], s[b.ACTIVE]
    facts[b.F_OUT], facts[b.F_IN], facts[b.F_UNTOUCHED] = s[b.OUT], s[b.IN], s[b.UNTOUCHED]
    facts[b.F_VERTICES], facts[b.F_ARCS] = loop.graph.num_vertices, loop.graph.num_arcs
