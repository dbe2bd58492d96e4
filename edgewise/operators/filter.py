"""Some members of a frontier.

>>> import edgewise as ew
>>> g = ew.generate.path(5)
>>> ew.filter(ew.VertexFrontier.all(g), lambda v, degree: degree == 1).vertices().tolist()
[0, 4]
"""

from __future__ import annotations

from time import perf_counter
from typing import Any, TypeVar

from edgewise import check
from edgewise.frontier import Frontier
from edgewise.operators.given import FRONTIER
from edgewise.operators.visiting import Functor, each, entered, member_functor
from edgewise.program.binding import OWN
from edgewise.program.kinds import Function
from edgewise.schedule.record import note

F = TypeVar("F", bound=Frontier)
OWN["filter"] = ("frontier", "keep", "exact")


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
    given = member_functor("filter", "keep", frontier, keep, arrays)
    if not frontier:
        return type(frontier).none(frontier.graph)
    found = entered("filter", given, each, given, frontier, True, exact)
    note("filter", begin, frontier.size, found=found.size)
    return found  # type: ignore[no-any-return]
