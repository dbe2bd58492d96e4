"""The engine: ask the controller, run the nest, record, until nobody is active.

>>> import edgewise as ew
>>> import numpy as np
>>> reach = ew.VertexProgram("reach", value=np.int8, combine=ew.MAX, message=lambda sent: sent)
>>> g = ew.from_edges([(0, 1), (1, 2), (3, 2)])
>>> result = ew.run(reach, g, start={0: 1}, initial=0)
>>> result.values.tolist()
[1, 1, 1, 0]
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, final

import numpy as np

from edgewise import check, starting
from edgewise.adjacency import Array
from edgewise.errors import ArgumentTypeError, FunctorError, ScheduleError
from edgewise.places import choice, cpu
from edgewise.program.vertex import VertexProgram
from edgewise.schedule import rules
from edgewise.schedule.controllers import Auto, Controller
from edgewise.schedule.legal import allowed, why_not
from edgewise.schedule.plan import Plan
from edgewise.schedule.schedule import Schedule, pinned
from edgewise.schedule.trace import Trace

if TYPE_CHECKING:
    from edgewise.graph import Graph


FOREVER = 1 << 62
OWN = {
    "run": ("start", "initial", "schedule", "controller", "rounds", "device"),
    "sweep": ("start", "rounds", "weighted", "device"),
}
"""What the functions that run programs take themselves."""
NO_ARCS = np.empty(0, np.int64)
ALONE = 1 << 16
"""Vertices and arcs below which a run is one thread's."""
LIGHT = {"uniform": 4, "bins": 2, "sweep": 2, "components": 4, "betweenness": 2}
"""How many times as many it takes in loops that do little with each (docs/decisions/0017)."""


@final
@dataclass(frozen=True, slots=True, repr=False)
class Run:
    """What a run left: a value a vertex in the caller's order, and the trace."""

    graph: Graph
    values: Array
    trace: Trace

    def __repr__(self) -> str:
        return f"Run of {self.trace.program}: {len(self.values):,} values; {self.trace!r}"


@check.accepts(
    program=check.Instance("an edgewise.VertexProgram", "edgewise.VertexProgram"),
    graph=check.GRAPH,
    rounds=check.Integer(0),
    schedule=check.PINNED,
    controller=check.CONTROLLER,
    device=check.DEVICE,
)
def run(
    program: VertexProgram,
    graph: Graph,
    *,
    start: Mapping[Any, Any] | Array | None = None,
    initial: Any = None,
    schedule: str | Schedule | None = None,
    controller: Controller | None = None,
    rounds: int = FOREVER,
    device: str | None = None,
    **arguments: Any,
) -> Run:
    """Run a vertex program until nobody is active, or for so many rounds.

    `start` is what vertices are told at first: a mapping from ids, one number for all, or an array
    in the caller's order. `initial` is every vertex's value before that, and what the others are
    told; the monoid's identity, if not given. `schedule` pins some or all of a schedule's words,
    `controller` picks among what is left. Where `rounds` are counted, all are synchronous. `device`
    says where it runs: "cpu", "cuda", "cuda:1", "auto". Further
    arguments go to the program's functions by name; arrays among them are in the order of
    positions.

    >>> import edgewise as ew
    >>> import numpy as np
    >>> far = ew.VertexProgram("far", value=np.int64, combine=ew.MIN, message=lambda sent: sent + 1)
    >>> ew.run(far, ew.generate.path(3), start={0: 0}).values.tolist()
    [0, 1, 2]
    """
    given, nothing = wanted("run", program, arguments), program.combine.identity(program.value)
    known = (graph, initial, nothing, program.value)
    values = starting.numbers("run", "initial", *known)
    others = nothing if program.residual or initial is None else values
    buffer = starting.numbers("run", "start", graph, start, others, program.value)
    members = starting.members(program, values, buffer, given)
    if by_bins(schedule):
        _refuse_with_bins(program, schedule, controller, initial, rounds)
        loop = in_order(program, graph, buffer, members, None, nothing, given, device)
        values = buffer
    else:
        fields = (values, buffer, values.copy() if program.residual else values)
        counted = rounds < FOREVER
        loop = execute(
            program, graph, fields, members, schedule, controller, rounds, given, counted, device
        )
    return Run(graph, graph.vertex_ids.in_caller_order(values), trace_of(loop, program))


def execute(
    program: VertexProgram,
    graph: Graph,
    fields: tuple[Array, ...],
    members: Array | None,
    schedule: str | Schedule | None,
    controller: Controller | None,
    rounds: int = FOREVER,
    arguments: dict[str, Any] | None = None,
    counted: bool = False,
    device: str | None = None,
) -> Any:
    """The loop, run to its end on arrays in the order of positions; see `run`.

    `counted`: what a round is matters, so all are synchronous.
    """
    given, place = arguments or {}, choice.of(device)
    family = "uniform" if len(fields) == 1 else "relax"
    plan = Plan("cpu", threads_for(graph, family)) if place is choice.HOST else Plan("cuda")
    if controller is None:
        chosen, options = unasked(program, plan, schedule, counted)
    else:
        chosen = controller
        if isinstance(controller, Auto):
            chosen = controller.fitted(program.laws, plan.place)
        options = _options(program, plan, schedule, chosen, counted)
    pulls = any(one.direction == "pull" for one in options)
    in_edges = pulls or graph.has_in_edges
    loop = _loop(program, graph, options, given, place, plan.threads, in_edges, family)
    if place is choice.HOST and family == "relax":
        sent = fields[2] if program.residual else fields[0]
        fields = (*fields[:2], sent, *_weights(graph, in_edges))
        arcs = graph.in_arcs if pulls and program.reads_arcs else NO_ARCS
        fields = (*fields, arcs)
    loop.fill(fields, members)
    with told_plainly(program):
        loop.run(chosen, rounds)
    return loop


def _loop(
    program: VertexProgram,
    graph: Graph,
    options: list[Schedule],
    given: dict[str, Any],
    place: Any,
    threads: int,
    in_edges: bool,
    family: str,
) -> Any:
    """The loop of the place that the call runs on."""
    if place is choice.HOST:
        from edgewise.places.cpu_loop import CpuLoop

        return CpuLoop(program, graph, options, given, threads, in_edges, family)
    from edgewise.places.cuda_loop import CudaLoop

    return CudaLoop(program, graph, options, given, place, in_edges, family)


def _synchronous(legal: tuple[Schedule, ...], words: Any) -> tuple[Schedule, ...]:
    found = tuple(one for one in legal if one.synchrony == "sync")
    if not found:
        raise ScheduleError(f"schedule={words!r}: rounds can be counted only where they are 'sync'")
    return found


@lru_cache(maxsize=1024)
def unasked(
    program: VertexProgram, plan: Plan, schedule: str | Schedule | None, counted: bool
) -> tuple[Controller, list[Schedule]]:
    """Who picks where nobody was named, and among what: the same in every run of a program."""
    chosen = Auto().fitted(program.laws, plan.place)
    return chosen, _options(program, plan, schedule, chosen, counted)


def _options(
    program: VertexProgram,
    plan: Plan,
    schedule: str | Schedule | None,
    controller: Controller,
    counted: bool,
) -> list[Schedule]:
    """What the controller switches between; refuses what is not legal, naming the law."""
    legal = allowed(program, plan, schedule)
    if counted:
        legal = _synchronous(legal, schedule)
    rounds = [one for one in legal if one.frontier != "buckets"]
    options = list(controller.options(rounds)) if rounds else []
    for one in options:
        if one not in rounds:
            bins = "bins follow no controller; pin schedule='buckets'"
            left = "rounds are counted" if schedule is None else f"{schedule!r} is pinned"
            why = why_not(one, program.laws, plan)
            why = why or (bins if one.frontier == "buckets" else left)
            raise ScheduleError(
                f"controller={check.shown(controller)}: {str(one)!r} is not legal for "
                f"{program.name}: {why}"
            )
    if not options:
        raise ScheduleError(
            f"controller={check.shown(controller)} finds nothing to run {program.name} by: "
            f"schedule={schedule!r} leaves it no schedule"
        )
    return options


def by_bins(schedule: str | Schedule | None) -> bool:
    """Whether bins by priority are pinned."""
    return "buckets" in str(schedule or "")


def _refuse_with_bins(
    program: VertexProgram, schedule: Any, controller: Any, initial: Any, rounds: int
) -> None:
    """The loop of bins goes to its end, nearest first: it has no use for some arguments."""
    allowed(program, Plan("cpu"), schedule)
    given = {"controller": controller, "initial": initial}
    given["rounds"] = None if rounds == FOREVER else rounds
    for name, value in given.items():
        if value is not None:
            check.refuse("run", name, value, "none with schedule='buckets'")


@contextmanager
def told_plainly(program: Any) -> Iterator[None]:
    """Say in our words what the compiler says of a program's functions."""
    try:
        yield
    except Exception as problem:
        if type(problem).__module__.split(".")[0] != "numba":
            raise
        lines = [line.strip() for line in str(problem).splitlines() if line.strip()]
        wanted = [line for line in lines if not line.startswith(("Failed in", "During: "))]
        raise FunctorError(
            f"{program.name}: the compiler refuses one of its functions: {' '.join(wanted[:3])}"
        ) from problem


def in_order(
    program: VertexProgram,
    graph: Graph,
    best: Array,
    members: Array,
    delta: float | None,
    limit: Any,
    arguments: dict[str, Any] | None = None,
    device: str | None = None,
) -> Any:
    """The loop of an ordered program, least first, run to its end on what vertices know best."""
    from edgewise.places.cpu_ordered import OrderedLoop

    place = choice.of(device)
    if not isinstance(place, choice.Host):
        from edgewise.places.cuda_ordered import ordered

        return ordered(program, graph, best, members, delta, limit, arguments or {}, place)

    width = width_of_bins(graph, best.dtype) if delta is None else delta
    loop = OrderedLoop(program, graph, best, width, limit, threads_for(graph, "bins"), arguments)
    with told_plainly(program):
        loop.run(members)
    return loop


def width_of_bins(graph: Graph, kind: np.dtype[Any]) -> float:
    """A width for bins of distances: about the lightest of a usual vertex's arcs."""
    most = float((graph.weight_range or (1, 1))[1])
    degree = max(1.0, graph.num_arcs / max(1, graph.num_vertices))
    width = most / 2 / degree
    return width or 1.0 if kind.kind == "f" else max(1.0, width)


def threads_for(graph: Graph, kind: str = "") -> int:
    """How many threads a run on this graph is worth, in a loop of this kind."""
    return threads_worth((graph.num_vertices + graph.num_arcs) // LIGHT.get(kind, 1))


def threads_worth(amount: int) -> int:
    """How many threads so many vertices and arcs are worth."""
    return 1 if amount < ALONE else cpu.threads()


def is_hasty(
    program: VertexProgram, schedule: str | Schedule | None, controller: Controller | None
) -> bool:
    """Whether some round may be asynchronous."""
    if controller is None:
        return "async" in str(schedule)
    legal = allowed(program, Plan("cpu"), schedule)
    return any(one.synchrony == "async" for one in controller.options(legal))


def only(known: str, schedule: str | Schedule | None, program: str) -> None:
    """Refuse to pin anything but the one schedule that a loop knows."""
    said = pinned(str(schedule or ""))
    one = Schedule.parse(known)
    for axis, word in said.items():
        if getattr(one, axis) != word:
            raise ScheduleError(
                f"schedule={schedule!r} is not legal for {program}: it is {known!r}"
            )


def nothing(program: str, seconds: float = 0.0, device: str = "cpu") -> Trace:
    """The trace of a run without rounds, or in which nothing ran."""
    return Trace(program, np.empty((0, 8), np.int64), {}, seconds, 0.0, device=device)


def trace_of(loop: Any, program: Any) -> Trace:
    """What the loop wrote down."""
    place = getattr(loop, "device", choice.HOST)
    return Trace(
        program.name, loop.rows(), rules.REASONS, loop.seconds, loop.seconds_a_tick, loop.rounds,
        place.name,
    )  # fmt: skip


def wanted(where: str, program: Any, arguments: dict[str, Any]) -> dict[str, Any]:
    """The run's own arguments, by name in order: numbers, or arrays of numbers."""
    wanted = program.arguments()
    for name in sorted(set(arguments) - wanted):
        near = difflib.get_close_matches(name, [*wanted, *OWN[where]], 1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise ArgumentTypeError(f"{where}(): {program.name} has no argument {name!r}{hint}")
    for name in sorted(wanted - set(arguments)):
        raise ArgumentTypeError(f"{where}(): {program.name} needs the argument {name!r}")
    return {name: _number(where, name, arguments[name]) for name in sorted(arguments)}


def _number(where: str, name: str, given: Any) -> Any:
    try:
        many = np.asarray(given)
    except (TypeError, ValueError):
        many = np.array(given, object)
    if many.dtype.kind not in "biuf" or many.dtype == np.float16 or many.dtype.itemsize > 8:
        check.refuse(where, name, given, "a number or an array of numbers")
    if many.ndim:
        return many
    return many[()] if isinstance(given, np.ndarray) else given


def _weights(graph: Graph, in_edges: bool) -> tuple[Array, Array]:
    none = np.ones(1, np.int32)
    if graph.out_weights is None:
        return none, none
    inward = graph.in_weights if in_edges else graph.out_weights[:0]
    assert inward is not None
    return graph.out_weights, inward
