"""Operators on the CPU place: their arrays, the nest they enter, the frontier that comes out."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter
from typing import TYPE_CHECKING, Any, final

import numpy as np

from edgewise import engine
from edgewise.adjacency import Array, frozen
from edgewise.frontier import EdgeFrontier, Frontier, VertexFrontier, counted
from edgewise.kernels.cpu import board as b
from edgewise.kernels.cpu import operator_nests as nests
from edgewise.kernels.cpu.balance_group import LONG
from edgewise.kernels.cpu.balance_local import CHUNK
from edgewise.kernels.cpu.forms import ALL, BITMAP, LIST
from edgewise.kernels.cpu.members import HISTORY
from edgewise.kernels.cpu.nests import no_weights
from edgewise.kernels.cpu.queue import BUFFER
from edgewise.places.cpu_loop import TRACE_ROWS, in_nests, tick
from edgewise.places.gang import Rounds, together
from edgewise.schedule.controllers import Controller
from edgewise.schedule.schedule import Schedule

if TYPE_CHECKING:
    from edgewise.graph import Graph

FORMS = {"list": LIST, "bitmap": BITMAP, "all": ALL}
NO_WEIGHTS, NO_ARCS, NO_BITS = no_weights(), np.empty(0, np.int64), np.empty(0, np.uint64)


@final
class Visits:
    """An advance, or many: the state of its rounds."""

    def __init__(
        self,
        what: nests.Visit,
        frontier: Frontier,
        values: tuple[Any, ...],
        options: Sequence[Schedule],
        rounds: int,
    ) -> None:
        self.what, self.graph, self.options = what, frontier.graph, list(options)
        self.rounds, self.seconds = rounds, 0.0
        pulls = any(one.direction == "pull" for one in options)
        pushes = any(one.direction == "push" for one in options)
        out = frontier.degree_sum
        whole = rounds > 1 or not pushes
        g = self.graph
        self.work = g.num_vertices + g.num_arcs if whole else frontier.size + out
        self.threads = engine.threads_worth(self.work)
        self._begin(frontier, out, pulls)
        self._fill(frontier, out, pulls)
        self._lend(values, pulls)

    def _begin(self, frontier: Frontier, out: int, pulls: bool) -> None:
        """What is known of the first frontier."""
        state = self.state = np.zeros(b.STATE_WORDS, np.int64)
        state[b.ACTIVE], state[b.OUT] = frontier.size, out
        state[b.FORM], state[b.UNTOUCHED] = FORMS[frontier.form], self.graph.num_arcs
        if pulls and isinstance(frontier, VertexFrontier):
            state[b.IN] = frontier.in_degree_sum
        self.stats = np.zeros((self.threads, b.STATS_WORDS), np.int64)
        self.facts = np.zeros(b.FACTS_WORDS)
        self.facts[b.F_OPTIONS] = len(self.options)
        self.trace = np.zeros((min(self.rounds, TRACE_ROWS), b.TRACE_WORDS), np.int64)

    def _fill(self, frontier: Frontier, out: int, pulls: bool) -> None:
        """Room for this frontier and the next, as lists and as bitmaps."""
        g, what, threads = self.graph, self.what, self.threads
        entering = g.num_arcs if what.from_edges else g.num_vertices
        leaving = g.num_arcs if what.to_edges else g.num_vertices
        members, length = _listed(frontier, entering, self.rounds > 1)
        most = leaving if self.rounds > 1 else min(out, leaving) if what.exact else out
        self.lists = (members, np.empty(most + 1, np.int64))
        words = -(-entering // 64)
        bits = frontier.words().copy() if frontier.form == "bitmap" else np.empty(words, np.uint64)
        self.bits = (bits, np.empty(words, np.uint64))
        self.claims = _claims(-(-leaving // 64) if what.exact else 0, self.rounds)
        self.local = np.empty((threads, BUFFER), np.int64)
        self.room = np.empty(self._scratch(max(length, entering), out), np.int64)
        self.room[0] = 0

    def _scratch(self, members: int, out: int) -> int:
        """Numbers that the walks keep beside: long lists, chunks, sums of degrees."""
        g, many = self.graph, 2 * CHUNK * self.threads + 1
        long = g.num_arcs if self.what.from_edges else max(g.num_arcs, out) // LONG
        scans = any(one.balance == "edge" for one in self.options)
        return max(many, long + 2, members + 2 + self.threads if scans else 0)

    def _lend(self, values: tuple[Any, ...], pulls: bool) -> None:
        """The graph's arrays, and those that only some functors ask for."""
        g, what = self.graph, self.what
        universe = g.out_neighbors if what.from_edges else g.out_offsets[:-1]
        weights, inward = NO_WEIGHTS, NO_WEIGHTS
        if what.weighted:
            assert g.out_weights is not None
            weights = g.out_weights
            inward = g.in_weights if pulls and g.in_weights is not None else weights[:0]
        arcs = g.in_arcs if pulls and what.numbered else NO_ARCS
        entering = (g.in_offsets, g.in_neighbors) if pulls else (
            g.out_offsets[:0], g.out_neighbors[:0]
        )  # fmt: skip
        self.fields = (universe, weights, inward, arcs, self.claims, values)
        self.rows_of_graph = (g.out_offsets, g.out_neighbors, *entering)

    @property
    def seconds_a_tick(self) -> float:
        """How long a tick of the trace's clock takes."""
        return tick()

    def run(self, controller: Controller) -> None:
        """The rounds."""
        in_nests(self, controller, self.rounds)

    def enter(
        self,
        balances: tuple[str | None, str | None],
        rule: Any,
        options: Sequence[Schedule],
        memory: Array,
        most: int,
    ) -> None:
        kernel = nests.visit(self.what, balances, rule)
        codes = np.array([one.code for one in options], np.int64)
        arguments = (
            *self.rows_of_graph, self.fields, self.lists, self.bits, self.local, self.room,
            self.stats, self.state, codes, self.facts, memory, self.trace, most,
        )  # fmt: skip
        begin = perf_counter()
        brief = self.threads == 1 and self.work < engine.ALONE and self.rounds == 1
        counted = None if brief else Rounds("rounds of operators", self.state, b.ROUND)
        together(kernel, arguments, self.threads, brief=brief, rounds=counted)
        self.seconds += perf_counter() - begin

    def found(self) -> Frontier:
        """The frontier that the last round left."""
        state, kind = self.state, EdgeFrontier if self.what.to_edges else VertexFrontier
        turn, size = int(state[b.TURN]), int(state[b.ACTIVE])
        if state[b.FORM] == BITMAP:
            made: Frontier = kind(self.graph, bitmap=self.bits[turn])
        else:
            made = kind(self.graph, members=_trimmed(self.lists[turn], size))
        return counted(made, size, int(state[b.OUT]))


def _trimmed(listed: Array, size: int) -> Array:
    """What was filled, and no more kept alive than twice that."""
    return listed[:size] if 2 * size >= len(listed) else listed[:size].copy()


def _listed(frontier: Frontier, universe: int, kept: bool) -> tuple[Array, int]:
    """The members as the nest takes them, and how many; room for them where they are no list."""
    if frontier.form != "list":
        return np.empty(universe + 1, np.int64), universe
    members = frontier.positions()
    length = len(members)
    if kept:
        room = np.empty(max(universe, length) + 1, np.int64)
        room[:length] = members
        return room, length
    return np.require(members, np.int64, ["C", "W"]), length


def _claims(words: int, rounds: int) -> tuple[Array, Array]:
    """A bit for each member that a round found, and for each of the round before."""
    now = np.zeros(words, np.uint64)
    return now, np.zeros(words, np.uint64) if rounds > 1 else NO_BITS


def members(
    functor: Any,
    names: tuple[str, ...],
    values: tuple[Any, ...],
    frontier: Frontier,
    filters: bool,
    exact: bool,
) -> Frontier:
    """Hand every member to the functor; those that it keeps."""
    g: Graph = frontier.graph
    edges, size = isinstance(frontier, EdgeFrontier), frontier.size
    weighted = edges and g.is_weighted and "weight" in functor.parameters
    kernel = nests.members(functor, names, edges, weighted, filters, exact)
    listed = frontier.form == "list"
    positions = frozen(np.require(frontier.positions(), np.int64, ["C"]) if listed else NO_ARCS)
    bits = frozen(NO_BITS if listed else frontier.words())
    words = -(-frontier.universe // 64) if listed and filters else 0
    threads = engine.threads_worth(size + len(bits))
    kept = np.empty(size if listed and filters else 0, np.int64)
    fresh = np.empty(len(bits) if filters else 0, np.uint64)
    stats = np.zeros((threads, b.STATS_WORDS), np.int64)
    history = np.full((threads if words and not exact else 0, HISTORY), -1)
    together(
        kernel,
        (
            LIST if listed else BITMAP, positions, len(positions), bits, fresh, kept,
            np.zeros(words, np.uint64), history, stats, g.out_offsets, g.out_neighbors,
            g.out_weights if weighted else NO_WEIGHTS, values,
        ),
        threads,
        brief=threads == 1 and size + len(bits) < engine.ALONE,
    )  # fmt: skip
    if not filters:
        return frontier
    found, kind = int(stats[:, b.FOUND].sum()), type(frontier)
    made = kind(g, members=_trimmed(kept, found)) if listed else kind(g, bitmap=fresh)
    return counted(made, found)
