"""Operators on a device: launches that nobody waits for, and frontiers that stay where they are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, final

import numpy as np

from edgewise.frontier import EdgeFrontier, Frontier, VertexFrontier, found_there
from edgewise.kernels.cpu import board as b
from edgewise.kernels.cuda import operator_nests as nests
from edgewise.places.handed import Handed
from edgewise.places.held import WALKED, Desk, Held, desk
from edgewise.schedule.controllers import Controller
from edgewise.schedule.record import recording
from edgewise.schedule.schedule import Schedule

if TYPE_CHECKING:
    from edgewise.places.device import Device
    from edgewise.program.binding import Bound

TILE = 4
"""Members that a thread of a filter takes at a time; members.cuh has the same."""


@final
class Step:
    """One advance."""

    def __init__(
        self,
        frontier: Frontier,
        given: Bound,
        to_edges: bool,
        exact: bool,
        options: Sequence[Schedule],
        device: Device,
    ) -> None:
        self.frontier, self.graph, self.given = frontier, frontier.graph, given
        self.options, self.device = list(options), device
        self.from_edges, self.to_edges = isinstance(frontier, EdgeFrontier), to_edges
        self.exact, self.desk = exact, desk(frontier.graph, device)
        self.weighted = self.graph.is_weighted and given.takes("weight")
        self.seconds, self.seconds_a_tick = 0.0, 1e-9

    def run(self, controller: Controller) -> None:
        """Launch it; what is found stays on the device."""
        option, why = self._chosen(controller)
        self.handed = Handed("advance", self.given, self.device)
        watch = None
        if recording() is not None:
            watch = self.device.stopwatch()
            watch.start()
        if option.direction == "push":
            self.left = self._pushed(option.balance)
        else:
            self.left = self._pulled(option.balance)
        if watch is not None:
            watch.stop()
            self._note(option, why, watch.seconds)
        self.handed.give_back()

    def found(self) -> Frontier:
        """What was found."""
        kind = EdgeFrontier if self.to_edges else VertexFrontier
        return found_there(kind, self.graph, self.left)

    def _chosen(self, controller: Controller) -> tuple[Schedule, int]:
        """The option that the controller takes, by facts of the frontier; and why."""
        if len(self.options) == 1 and recording() is None:
            return self.options[0], 0
        memory = controller.memory()
        front, g, facts = self.frontier, self.graph, np.zeros(b.FACTS_WORDS)
        facts[b.F_ACTIVE], facts[b.F_OUT] = front.size, front.degree_sum
        facts[b.F_UNTOUCHED], facts[b.F_VERTICES] = g.num_arcs, g.num_vertices
        facts[b.F_ARCS], facts[b.F_OPTIONS] = g.num_arcs, len(self.options)
        pulls = any(one.direction == "pull" for one in self.options)
        if pulls and isinstance(front, VertexFrontier) and type(controller).__name__ != "Auto":
            facts[b.F_IN] = front.in_degree_sum
        choice = int(controller.rule(facts, memory))
        return self.options[choice], int(memory[0])

    def _kernel(self, name: str, push: str | None, pull: str | None) -> Any:
        """A kernel of the nest for this call; found again for calls alike."""
        functors = self.given.functors
        key = (name, functors, self.handed.words, self.from_edges, self.to_edges, self.exact,
               self.weighted, push, pull)  # fmt: skip
        kernel = self.desk.known.get(key)
        if kernel is None:
            numbered = any(one is not None and "e" in one.parameters for one in functors)
            exact = self.exact or pull is not None
            what = nests.Visit(
                functors, self.handed.words, self.from_edges, self.to_edges, numbered, exact
            )
            types = self.desk.types(self.weighted)
            nest = nests.advance(what, push, pull, types, self.device.threads)
            kernel = self.desk.known[key] = self.device.kernel(nest, name)
        return kernel

    def _pushed(self, balance: str) -> Held:
        desk, device, there = self.desk, self.device, self.desk.there
        held = desk.held(self.frontier, self.from_edges)
        kernel, threads = self._kernel("push_once", balance, None), device.threads
        blocks, placed = kernel.resident(threads), (None, None)
        if balance == "edge":
            held = desk.listed(held, self.from_edges)
            placed = self._placed(held, blocks)
        universe = desk.universes[self.to_edges]
        room = universe if self.exact else self.frontier.degree_sum
        rows, counter = desk.rows(room), desk.counter()
        claims = desk.claims(self.to_edges) if self.exact else None
        bits = claims.arguments() if claims else (None, None, None, None, np.int64(0))
        kernel.launch(
            blocks,
            threads,
            (
                there.offsets, there.heads, there.weights if self.weighted else None, *desk.sizes,
                *held.arguments(), *placed, rows, counter, *bits, *self.handed.values,
            ),
        )  # fmt: skip
        if claims:
            claims.taken(rows, counter, np.int64(0))
        return Held(device, "list", rows, desk.narrow, counter, once=self.exact)

    def _placed(self, held: Held, blocks: int) -> tuple[Any, Any]:
        """Where the arcs of each member begin, and, in the last of the sums, how many they are."""
        device = self.device
        starts = device.empty(len(held.array), np.uint64)
        sums = device.empty(blocks + 1, np.uint64)
        rows, _, counter, count = held.arguments()
        for name, more in (("sum_shares", ()), ("place_shares", (starts,))):
            given = (rows, counter, count, sums, *more)
            self.desk.launch(name, self.from_edges, given, blocks)
        return starts, sums

    def _pulled(self, balance: str) -> Held:
        desk, there, threads = self.desk, self.desk.there, self.device.threads
        held = desk.held(self.frontier, False)
        bits, fresh, counter = desk.marked(held, False), desk.bits(False), desk.counter()
        kernel = self._kernel("pull_once", None, balance)
        numbered = any(one is not None and "e" in one.parameters for one in self.given.functors)
        kernel.launch(
            kernel.resident(threads),
            threads,
            (
                there.offsets, there.in_offsets, there.in_heads,
                there.in_weights if self.weighted else None, there.in_arcs if numbered else None,
                *desk.sizes, bits, fresh, counter, *self.handed.values,
            ),
        )  # fmt: skip
        return Held(self.device, "bitmap", fresh, desk.narrow, counter)

    def _note(self, option: Schedule, why: int, seconds: float) -> None:
        """The row of a trace."""
        self.trace = np.zeros((1, b.TRACE_WORDS), np.int64)
        self.state = np.zeros(b.STATE_WORDS, np.int64)
        row, front = self.trace[0], self.frontier
        row[b.T_CODE], row[b.T_ACTIVE], row[b.T_OUT] = option.code, front.size, front.degree_sum
        row[b.T_WALKED] = int(self.device.download(self.left.counter)[WALKED])
        row[b.T_TICKS], row[b.T_WHY], row[b.T_FOUND] = int(seconds * 1e9), why, self.left.size
        self.state[b.ROWS] = self.state[b.ROUND] = 1
        self.seconds = seconds


def members(
    where: str, frontier: Frontier, given: Bound, filters: bool, exact: bool, device: Device
) -> Frontier:
    """Hand every member to the functor; those that it keeps."""
    at, edges = desk(frontier.graph, device), isinstance(frontier, EdgeFrontier)
    handed, held = Handed(where, given, device), at.held(frontier, edges)
    listed = held.form == "list"
    culls = nests.NOBODY
    if filters and listed and not held.once:
        culls = nests.CLAIMS if exact else nests.HISTORY
    weighted = edges and frontier.graph.is_weighted and given.takes("weight")
    kernel = _members(at, given, handed, edges, filters, culls, weighted)
    rows, fresh, counter = None, None, at.counter() if filters else None
    told, epoch, seen = None, np.int64(0), (None, None, None, None, np.int64(0))
    if filters and listed:
        rows = at.rows(len(held.array))
        told, epoch = at.told(-(-len(held.array) // (TILE * device.threads)))
    elif filters:
        fresh = at.bits(edges)
    claims = at.claims(edges) if culls == nests.CLAIMS else None
    there, threads = at.there, device.threads
    kernel.launch(
        kernel.resident(threads),
        threads,
        (
            there.offsets, there.heads, there.weights if weighted else None, *at.sizes,
            *held.arguments(), rows, fresh, counter, told, epoch,
            *(claims.arguments() if claims else seen), *handed.values,
        ),
    )  # fmt: skip
    if claims:
        claims.taken(held.array, held.counter if held.known is None else None,
                     np.int64(held.known or 0))  # fmt: skip
    handed.give_back()
    if not filters:
        return frontier
    left = Held(device, "list" if listed else "bitmap", rows if listed else fresh, at.narrow,
                counter, once=culls != nests.HISTORY)  # fmt: skip
    return found_there(type(frontier), frontier.graph, left)


def _members(
    at: Desk, given: Bound, handed: Handed, edges: bool, filters: bool, culls: int, weighted: bool
) -> Any:
    """The kernel of a filter or a compute; found again for calls alike."""
    functor = given.functors[0]
    key = ("every", functor, handed.words, edges, filters, culls, weighted)
    kernel = at.known.get(key)
    if kernel is None:
        assert functor is not None
        nest = nests.members(
            functor, handed.words, edges, filters, culls, at.types(weighted), at.device.threads
        )
        kernel = at.known[key] = at.device.kernel(nest, "every")
    return kernel
