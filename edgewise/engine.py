"""The engine: ask the controller, run the nest, record, until nobody is active.

>>> import edgewise as ew
>>> import numpy as np
>>> reach = ew.VertexProgram("reach", value=np.int8, combine=ew.MAX, message=lambda sent: sent)
>>> g = ew.from_edges([(0, 1), (1, 2), (3, 2)])
>>> result = ew.run(reach, g, start={0: 1}, initial=0)
>>> result.values.tolist(), result.trace.rounds
([1, 1, 1, 0], 3)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, final

import numpy as np

from edgewise import check
from edgewise.adjacency import Array
from edgewise.errors import ArgumentTypeError, ScheduleError
from edgewise.places import cpu
from edgewise.program.vertex import VertexProgram
from edgewise.schedule import rules
from edgewise.schedule.controllers import Auto, Controller
from edgewise.schedule.legal import allowed
from edgewise.schedule.plan import Plan
from edgewise.schedule.schedule import Schedule, pinned
from edgewise.schedule.trace import Trace

if TYPE_CHECKING:
    from edgewise.graph import Graph


ALONE = 1 << 16
"""Vertices and arcs below which a run stays on the caller's thread."""


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
)
def run(
    program: VertexProgram,
    graph: Graph,
    *,
    start: Mapping[Any, Any] | Array | None = None,
    initial: Any = None,
    schedule: str | Schedule | None = None,
    controller: Controller | None = None,
    rounds: int = (1 << 62),
    **arguments: Any,
) -> Run:
    """Run a vertex program until nobody is active.

    `start` is what vertices are told at first: a mapping from ids, or an array with a number a
    vertex. `initial` is every vertex's value before that; the monoid's identity, if not given.
    `schedule` pins some or all of a schedule's words, `controller` picks among what is left.
    `rounds` ends the run after so many; all are synchronous then.
    Further arguments go to the program's functions by name; arrays are in the order of positions.

    >>> import edgewise as ew
    >>> import numpy as np
    >>> far = ew.VertexProgram("far", value=np.int64, combine=ew.MIN, message=lambda sent: sent + 1)
    >>> ew.run(far, ew.generate.path(3), start={0: 0}).values.tolist()
    [0, 1, 2]
    """
    values = _initial(program, graph, initial)
    buffer = _started(program, graph, start, initial)
    quiet = program.combine.identity(program.value) if program.residual else values
    members = np.flatnonzero(buffer != quiet).astype(np.int64)
    sent = values.copy() if program.residual else values
    loop = execute(
        program, graph, (values, buffer, sent), members, schedule, controller, rounds, arguments,
        counted=rounds < 1 << 62,
    )  # fmt: skip
    return Run(graph, graph.vertex_ids.in_caller_order(values), trace_of(loop, program))


def execute(
    program: VertexProgram,
    graph: Graph,
    fields: tuple[Array, ...],
    members: Array | None,
    schedule: str | Schedule | None,
    controller: Controller | None,
    rounds: int = (1 << 62),
    arguments: dict[str, Any] | None = None,
    counted: bool = False,
) -> Any:
    """The loop, run to its end on arrays in the order of positions; see `run`.

    `counted`: what a round is matters, so all are synchronous.
    """
    from edgewise.places.cpu_loop import CpuLoop

    given = wanted(program, arguments or {})
    threads = threads_for(graph)
    plan = Plan("cpu", threads)
    legal = allowed(program, plan, schedule)
    if counted:
        legal = _synchronous(legal, schedule)
    chosen = controller or Auto()
    if isinstance(chosen, Auto):
        chosen = chosen.fitted(program.laws)
    options = chosen.options(legal)
    pulls = any(one.direction == "pull" for one in options)
    in_edges = pulls or graph.has_in_edges
    family = "uniform" if len(fields) == 1 else "relax"
    loop = CpuLoop(program, graph, options, given, threads, in_edges, family)
    if loop.family == "relax":
        sent = fields[2] if program.residual else fields[0]
        fields = (*fields[:2], sent, *_weights(graph, in_edges))
    loop.fill(fields, members)
    loop.run(chosen, rounds)
    return loop


def _synchronous(legal: tuple[Schedule, ...], words: Any) -> tuple[Schedule, ...]:
    found = tuple(one for one in legal if one.synchrony == "sync")
    if not found:
        raise ScheduleError(f"schedule={words!r}: rounds can be counted only where they are 'sync'")
    return found


def in_order(
    program: VertexProgram,
    graph: Graph,
    best: Array,
    members: Array,
    delta: float | None,
    limit: Any,
    arguments: dict[str, Any] | None = None,
) -> Any:
    """The loop of an ordered program, least first, run to its end on what vertices know best."""
    from edgewise.places.cpu_ordered import OrderedLoop

    given = wanted(program, arguments or {})
    width = width_of_bins(graph, best.dtype) if delta is None else delta
    loop = OrderedLoop(program, graph, best, width, limit, threads_for(graph), given)
    loop.run(members)
    return loop


def width_of_bins(graph: Graph, kind: np.dtype[Any]) -> float:
    """A width for bins of distances: about the lightest of a usual vertex's arcs."""
    most = float((graph.weight_range or (1, 1))[1])
    degree = max(1.0, graph.num_arcs / max(1, graph.num_vertices))
    width = most / 2 / degree
    return width if kind.kind == "f" else max(1.0, width)


def threads_for(graph: Graph) -> int:
    """How many threads a run on this graph is worth."""
    return 1 if graph.num_vertices + graph.num_arcs < ALONE else cpu.threads()


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


def nothing(program: str, seconds: float = 0.0) -> Trace:
    """The trace of a run in which nothing ran."""
    return Trace(program, np.empty((0, 8), np.int64), {}, seconds, 0.0)


def trace_of(loop: Any, program: Any) -> Trace:
    """What the loop wrote down."""
    return Trace(
        program.name, loop.rows(), rules.REASONS, loop.seconds, loop.seconds_a_tick, loop.rounds
    )


def _initial(program: VertexProgram, graph: Graph, initial: Any) -> Array:
    value = program.combine.identity(program.value) if initial is None else initial
    return np.full(graph.num_vertices, value, program.value)


def _started(program: VertexProgram, graph: Graph, start: Any, initial: Any) -> Array:
    buffer = _initial(program, graph, initial)
    if program.residual:
        buffer[:] = program.combine.identity(program.value)
    if isinstance(start, Mapping):
        places = graph.vertex_ids.positions(list(start))
        buffer[places] = list(start.values())
    elif start is not None:
        given = np.asarray(start, program.value)
        order = graph.vertex_ids.order
        buffer[:] = given if order is None else given[order]
    return buffer


def wanted(program: Any, arguments: dict[str, Any]) -> dict[str, Any]:
    """The run's own arguments, by name in order; refuses what is missing or too much."""
    wanted = program.arguments()
    for name in sorted(set(arguments) ^ wanted):
        problem = "needs the argument" if name in wanted else "has no use for the argument"
        raise ArgumentTypeError(f"run(): {program.name} {problem} {name!r}")
    return {name: arguments[name] for name in sorted(arguments)}


def _weights(graph: Graph, in_edges: bool) -> tuple[Array, Array]:
    none = np.ones(1, np.int32)
    if graph.out_weights is None:
        return none, none
    inward = graph.in_weights if in_edges else graph.out_weights[:0]
    assert inward is not None
    return graph.out_weights, inward
