"""Operators on frontiers: advance along arcs, keep some members, do something to each.

What an operator does is said by plain functions, which take by name what the loop has (`u`, `v`,
`e`, `weight`, `degree`: positions and numbers) and what the caller gives: arrays, in the order of
positions, which they may write in place, and numbers. docs/functors.md says what they may contain.

>>> import edgewise as ew
>>> import numpy as np
>>> def closer(u, v, depth):
...     return ew.lower(depth, v, depth[u] + 1)
>>> g = ew.generate.path(4)
>>> depth = np.full(g.num_vertices, 99)
>>> depth[0] = 0
>>> front = ew.VertexFrontier.of(g, [0])
>>> while front:
...     front = ew.advance(front, closer, depth=depth)
>>> depth.tolist()
[0, 1, 2, 3]
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypeVar, final

from edgewise import check, engine
from edgewise.errors import FunctorError
from edgewise.frontier import EdgeFrontier, Frontier, VertexFrontier
from edgewise.program.binding import OWN, Bound, Role, bound
from edgewise.program.kinds import Function
from edgewise.schedule.controllers import Controller
from edgewise.schedule.operators import options
from edgewise.schedule.record import recording
from edgewise.schedule.rules import REASONS
from edgewise.schedule.schedule import Schedule
from edgewise.schedule.trace import Trace

if TYPE_CHECKING:
    from edgewise.places.cpu_operators import Visits

F = TypeVar("F", bound=Frontier)
Functor = Callable[..., Any]

ARC = ("u", "v", "e", "weight", "degree")
"""What a functor of an advance may ask for; from edges also `via`, the arc that led to u."""
VERTEX = ("v", "degree")
EDGE = ("u", "v", "e", "weight", "degree")
FRONTIER = check.Instance(
    "an edgewise.VertexFrontier or an edgewise.EdgeFrontier",
    "edgewise.VertexFrontier",
    "edgewise.EdgeFrontier",
)
MAYBE, WALKED = check.Maybe(Function()), {"schedule": check.PINNED, "controller": check.CONTROLLER}
OWN["advance"] = ("frontier", "cond", "apply", "open", "to", "exact", "schedule", "controller")
OWN["traverse"] = ("frontier", "cond", "apply", "open", "rounds", "schedule", "controller")
OWN["filter"], OWN["compute"] = ("frontier", "keep", "exact"), ("frontier", "apply")


@final
@dataclass(frozen=True, slots=True, repr=False)
class Traversal:
    """What a traversal left: a trace, and a frontier, empty unless the rounds were limited."""

    frontier: Frontier
    trace: Trace

    def __repr__(self) -> str:
        return f"Traversal: {self.trace.brief}, left with {self.frontier!r}"


@check.accepts(
    frontier=FRONTIER, cond=MAYBE, apply=MAYBE, open=MAYBE,
    to=check.Choice("vertices", "edges"), exact=check.Flag(), **WALKED,
)  # fmt: skip
def advance(
    frontier: Frontier,
    cond: Functor | None = None,
    apply: Functor | None = None,
    *,
    open: Functor | None = None,
    to: str = "vertices",
    exact: bool = True,
    schedule: str | Schedule | None = None,
    controller: Controller | None = None,
    **arrays: Any,
) -> Any:
    """Visit the out-arcs of the members; where `cond` holds, their heads make the next frontier.

    From an edge frontier, the out-arcs of the members' heads are visited. `cond` may be left out:
    every arc passes. `apply` runs for each arc that passed. An arc is visited only while `open(v)`
    holds of its head; then a pull may stop early, and is tried. `to="edges"`: the next frontier is
    of the arcs that passed. With `exact=False` a member may be listed as often as it was found.

    >>> import edgewise as ew
    >>> g = ew.from_edges([("a", "b"), ("a", "c"), ("b", "d"), ("c", "d")])
    >>> ew.advance(ew.VertexFrontier.of(g, ["b", "c"])).vertices().tolist()
    ['d']
    >>> ew.advance(ew.VertexFrontier.of(g, ["a"]), lambda v, least: v >= least, least=2)
    VertexFrontier: 1 of 4, as list
    """
    begin = perf_counter()
    given = _functors("advance", frontier, cond, apply, open, arrays)
    if not frontier:
        return _nothing("advance", frontier, to, begin)
    vertices = to == "vertices" and isinstance(frontier, VertexFrontier)
    words = "" if schedule is None else str(schedule)
    chooser, choices = options(
        "advance", words, vertices, open is not None, frontier.form, controller
    )
    visits = _visits(frontier, given, to == "edges", exact, choices, 1)
    _run("advance", given, visits.run, chooser)
    _note("advance", frontier, visits, begin)
    return visits.found()


@check.accepts(
    frontier=FRONTIER, cond=Function(), apply=MAYBE, open=MAYBE, rounds=check.Integer(0), **WALKED
)
def traverse(
    frontier: Frontier,
    cond: Functor,
    apply: Functor | None = None,
    *,
    open: Functor | None = None,
    rounds: int = engine.FOREVER,
    schedule: str | Schedule | None = None,
    controller: Controller | None = None,
    **arrays: Any,
) -> Traversal:
    """Advance until nothing is found, or for so many rounds, in one compiled loop.

    The same as a loop over `advance`, from vertices to vertices or from edges to edges, but a round
    costs microseconds less, and many threads stay together.

    >>> import edgewise as ew
    >>> import numpy as np
    >>> g = ew.generate.path(5)
    >>> depth = np.array([0, 9, 9, 9, 9])
    >>> front = ew.VertexFrontier.of(g, [0])
    >>> ew.traverse(front, lambda u, v, depth: ew.lower(depth, v, depth[u] + 1), depth=depth)
    Traversal: 5 rounds in ..., left with VertexFrontier: 0 of 5, as list
    >>> depth.tolist()
    [0, 1, 2, 3, 4]
    """
    begin = perf_counter()
    given = _functors("traverse", frontier, cond, apply, open, arrays)
    if not frontier or rounds == 0:
        return Traversal(frontier, engine.nothing("traverse"))
    vertices = isinstance(frontier, VertexFrontier)
    words = "" if schedule is None else str(schedule)
    chooser, choices = options("traverse", words, vertices, open is not None, "list", controller)
    visits = _visits(frontier, given, not vertices, True, choices, rounds)
    _run("traverse", given, visits.run, chooser)
    _note("traverse", frontier, visits, begin)
    return Traversal(visits.found(), _trace(visits))


@check.accepts(frontier=FRONTIER, keep=Function(), exact=check.Flag())
def filter(frontier: F, keep: Functor, *, exact: bool = True, **arrays: Any) -> F:
    """The members of which `keep` holds, each once, in the order of the frontier.

    `keep` may ask for `v` and `degree` of a vertex; for `e`, `u`, `v`, `weight` and `degree` (that
    of u) of an edge. With `exact=False` members that a list holds twice are culled where that costs
    next to nothing; some may remain.

    >>> import edgewise as ew
    >>> g = ew.generate.star(5)
    >>> ew.filter(ew.VertexFrontier.all(g), lambda v, degree: degree > 1).vertices().tolist()
    [0]
    """
    begin = perf_counter()
    given = _member_functor("filter", "keep", frontier, keep, arrays)
    if not frontier:
        return type(frontier).none(frontier.graph)
    found = _run("filter", given, _each, given, frontier, True, exact)
    calls = recording()
    if calls is not None:
        calls.add("filter", "", frontier.size, 0, 0, found.size, perf_counter() - begin)
    return found  # type: ignore[no-any-return]


@check.accepts(frontier=FRONTIER, apply=Function())
def compute(frontier: Frontier, apply: Functor, **arrays: Any) -> None:
    """Do something to every member, in no order; what is written is written in place.

    `apply` may ask for what `keep` of a filter may. A member that a list holds twice has it done to
    it twice.

    >>> import edgewise as ew
    >>> import numpy as np
    >>> def halve(v, share, degree):
    ...     share[v] = 1 / degree
    >>> share = np.zeros(3)
    >>> ew.compute(ew.VertexFrontier.all(ew.generate.path(3)), halve, share=share)
    >>> share.tolist()
    [1.0, 0.5, 1.0]
    """
    begin = perf_counter()
    given = _member_functor("compute", "apply", frontier, apply, arrays)
    if not frontier:
        return
    _run("compute", given, _each, given, frontier, False, False)
    calls = recording()
    if calls is not None:
        calls.add("compute", "", frontier.size, 0, 0, 0, perf_counter() - begin)


def _functors(
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


def _member_functor(
    where: str, role: str, frontier: Frontier, function: Functor, arrays: dict[str, Any]
) -> Bound:
    known = EDGE if isinstance(frontier, EdgeFrontier) else VERTEX
    return bound(where, (Role(role, function, known),), arrays, _sizes(frontier))


def _sizes(frontier: Frontier) -> dict[str, int]:
    """How many there are of what arrays are read at."""
    n, m = frontier.graph.num_vertices, frontier.graph.num_arcs
    return {"u": n, "v": n, "e": m, "via": m}


def _visits(
    frontier: Frontier,
    given: Bound,
    to_edges: bool,
    exact: bool,
    choices: list[Schedule],
    rounds: int,
) -> Visits:
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


def _each(given: Bound, frontier: Frontier, filters: bool, exact: bool) -> Frontier:
    from edgewise.places.cpu_operators import members

    return members(given.functors[0], given.names, given.values, frontier, filters, exact)


@final
@dataclass(frozen=True, slots=True)
class _Named:
    """What a refusal of the compiler is about."""

    name: str


def _run(where: str, given: Bound, run: Callable[..., Any], *arguments: Any) -> Any:
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


def _nothing(where: str, frontier: Frontier, to: str, begin: float) -> Frontier:
    """From nobody nothing is found."""
    calls = recording()
    if calls is not None:
        calls.add(where, "", 0, 0, 0, 0, perf_counter() - begin)
    kind = VertexFrontier if to == "vertices" else EdgeFrontier
    return kind.none(frontier.graph)


def _note(where: str, frontier: Frontier, visits: Visits, begin: float) -> None:
    """A row for whoever keeps a record."""
    calls = recording()
    if calls is None:
        return
    trace, size = _trace(visits), frontier.size
    rows = list(trace)
    last = rows[-1]
    how = ", ".join(trace.schedules)
    why = last["why"] if len(rows) == 1 else f"{trace.rounds:,} rounds"
    degrees, walked = (sum(row[name] for row in rows) for name in ("out_degrees", "walked"))
    calls.add(where, how, size, degrees, walked, last["found"], perf_counter() - begin, why)


def _trace(visits: Visits) -> Trace:
    """The rounds of one call."""
    from edgewise.kernels.cpu import board
    from edgewise.places.cpu_loop import tick

    rows = visits.trace[: visits.state[board.ROWS]]
    rounds = int(visits.state[board.ROUND])
    return Trace("traverse", rows, REASONS, visits.seconds, tick(), rounds)
