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
from edgewise.frontier import Frontier, nobody
from edgewise.operators.given import FRONTIER
from edgewise.operators.visiting import Functor, each, entered, member_functor, place_of
from edgewise.program.binding import OWN
from edgewise.program.kinds import Function
from edgewise.schedule.record import note, recording

F = TypeVar("F", bound=Frontier)
OWN["filter"] = ("frontier", "keep", "exact", "device")


@check.accepts(frontier=FRONTIER, keep=Function(), exact=check.Flag(), device=check.DEVICE)
def filter(
    frontier: F, keep: Functor, *, exact: bool = True, device: str | None = None, **arrays: Any
) -> F:
    """The members of which `keep` holds, each once, in the order of the frontier.

    `keep` may ask for `v` and `degree` of a vertex; for `e`, `u`, `v`, `weight` and `degree` (that
    of u) of an edge. With `exact=False` members that a list holds twice are culled where that costs
    next to nothing; some may remain. `device` is as for `advance`.

    >>> import edgewise as ew
    >>> g = ew.generate.star(5)
    >>> ew.filter(ew.VertexFrontier.all(g), lambda v, degree: degree > 1).vertices().tolist()
    [0]
    """
    begin = perf_counter()
    given = member_functor("filter", "keep", frontier, keep, arrays)
    if nobody(frontier):
        return type(frontier).none(frontier.graph)
    place = place_of("filter", device, frontier, given)
    found = entered("filter", given, each, "filter", given, frontier, True, exact, place)
    if recording() is not None:
        note("filter", begin, frontier.size, found=found.size)
    return found  # type: ignore[no-any-return]
