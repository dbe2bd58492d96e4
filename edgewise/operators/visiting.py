"""What operators that run functors share: their functors bound, the nest entered, a row noted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from time import perf_counter
from typing import Any, final

from edgewise import check, engine
from edgewise.errors import ArgumentError, FunctorError
from edgewise.frontier import EdgeFrontier, Frontier, held_of
from edgewise.places import choice
from edgewise.program.binding import Bound, Role, bound, on_device
from edgewise.program.kinds import Function
from edgewise.schedule.record import recording
from edgewise.schedule.rules import REASONS
from edgewise.schedule.schedule import Schedule
from edgewise.schedule.trace import Trace

Functor = Callable[..., Any]
ARC = ("u", "v", "e", "weight", "degree")
"""What a functor of an advance may ask for; from edges also `via`, the arc that led to u."""
VERTEX = ("v", "degree")
EDGE = ("u", "v", "e", "weight", "degree")
MAYBE = check.Maybe(Function())


def functors(
    where: str,
    frontier: Frontier,
    cond: Functor | None,
    apply: Functor | None,
    open: Functor | None,
    arrays: dict[str, Any],
) -> Bound:
    edges = isinstance(frontier, EdgeFrontier)
    known = (*ARC, "via") if edges else ARC
    roles = (Role("cond", cond, known), Role("apply", apply, known), Role("open", open, ("v",)))
    return bound(where, roles, arrays, _sizes(frontier))


def member_functor(
    where: str, role: str, frontier: Frontier, function: Functor, arrays: dict[str, Any]
) -> Bound:
    known = EDGE if isinstance(frontier, EdgeFrontier) else VERTEX
    return bound(where, (Role(role, function, known),), arrays, _sizes(frontier))


def _sizes(frontier: Frontier) -> dict[str, int]:
    """How many there are of what arrays are read at."""
    g = frontier.graph
    n, m = g.num_vertices, g.num_arcs
    return {"u": n, "v": n, "e": m, "via": m}


def place_of(where: str, device: str | None, frontier: Frontier, given: Bound) -> Any:
    """Where a call runs: what it says; else where its arrays are, or its frontier is."""
    there = [value for value in given.values if on_device(value)]
    if device is None and there:
        return choice.gpu(getattr(getattr(there[0], "device", None), "id", 0))
    held = held_of(frontier)
    if device is None and held is not None:
        return held.device
    place = choice.of(device)
    if place is choice.HOST and there:
        name = next(n for n, v in zip(given.names, given.values, strict=True) if on_device(v))
        raise ArgumentError(
            f"{where}(): device={device!r}, but {name} lies on a device: take device='cuda', or "
            f"hand over cupy.asnumpy({name})"
        )
    return place


def visits_of(
    where: str,
    frontier: Frontier,
    given: Bound,
    to_edges: bool,
    exact: bool,
    choices: list[Schedule],
    rounds: int,
    place: Any = choice.HOST,
) -> Any:
    """An advance or a traversal: the state of its rounds, where it runs."""
    if place is not choice.HOST:
        if where == "advance":
            from edgewise.places.cuda_operators import Step

            return Step(frontier, given, to_edges, exact, choices, place)
        from edgewise.places.cuda_traverse import Rounds

        return Rounds(frontier, given, choices, rounds, place)
    from edgewise.places.cpu_operators import Visits

    weighted = frontier.graph.is_weighted and given.takes("weight")
    from_edges = isinstance(frontier, EdgeFrontier)
    what = _what(given.functors, given.names, from_edges, to_edges, weighted, exact)
    return Visits(what, frontier, given.values, choices, rounds)


@lru_cache(maxsize=512)
def _what(
    functors: tuple[Any, ...],
    names: tuple[str, ...],
    from_edges: bool,
    to_edges: bool,
    weighted: bool,
    exact: bool,
) -> Any:
    """What is compiled for a call, made once for all calls alike."""
    from edgewise.kernels.cpu.operator_nests import Visit

    numbered = any(one is not None and "e" in one.parameters for one in functors)
    cond, apply, opened = functors
    return Visit(cond, apply, opened, names, from_edges, to_edges, weighted, numbered, exact)


def each(
    where: str, given: Bound, frontier: Frontier, filters: bool, exact: bool, place: Any
) -> Frontier:
    """Hand every member to the functor; those that it keeps."""
    if place is not choice.HOST:
        from edgewise.places import cuda_operators

        return cuda_operators.members(where, frontier, given, filters, exact, place)
    from edgewise.places.cpu_operators import members

    return members(given.functors[0], given.names, given.values, frontier, filters, exact)


@final
@dataclass(frozen=True, slots=True)
class _Named:
    """What a refusal of the compiler is about."""

    name: str


def entered(where: str, given: Bound, run: Callable[..., Any], *arguments: Any) -> Any:
    """Enter the nest; what the compiler says of a functor is said in our words."""
    try:
        return run(*arguments)
    except FunctorError:
        raise
    except Exception as problem:
        if type(problem).__module__.partition(".")[0] != "numba":
            raise
        names = [one.function.__name__ for one in given.functors if one is not None]
        with engine.told_plainly(_Named(f"{where}() with {', '.join(names)}")):
            raise


def noted(where: str, frontier: Frontier, visits: Any, begin: float) -> None:
    """A row for whoever keeps a record."""
    calls = recording()
    if calls is None:
        return
    trace, size = trace_of(visits), frontier.size
    rows = list(trace)
    last = rows[-1]
    how = ", ".join(trace.schedules)
    why = last["why"] if len(rows) == 1 else f"{trace.rounds:,} rounds"
    degrees, walked = (sum(row[name] for row in rows) for name in ("out_degrees", "walked"))
    calls.add(where, how, size, degrees, walked, last["found"], perf_counter() - begin, why)


def trace_of(visits: Any) -> Trace:
    """The rounds of one call."""
    from edgewise.kernels.cpu import board

    rows = visits.trace[: visits.state[board.ROWS]]
    rounds = int(visits.state[board.ROUND])
    return Trace("traverse", rows, REASONS, visits.seconds, visits.seconds_a_tick, rounds)
