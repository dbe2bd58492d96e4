"""Something done to every member of a frontier.

>>> import edgewise as ew
>>> import numpy as np
>>> def double(v, price):
...     price[v] *= 2
>>> price = np.array([1.0, 2.0, 3.0])
>>> ew.compute(ew.VertexFrontier.of(ew.generate.path(3), [0, 2]), double, price=price)
>>> price.tolist()
[2.0, 2.0, 6.0]
"""

from __future__ import annotations

from time import perf_counter
from typing import Any

from edgewise import check
from edgewise.frontier import Frontier, nobody
from edgewise.operators.given import FRONTIER
from edgewise.operators.visiting import Functor, each, entered, member_functor, place_of
from edgewise.program.binding import OWN
from edgewise.program.kinds import Function
from edgewise.schedule.record import note, recording

OWN["compute"] = ("frontier", "apply", "device")


@check.accepts(frontier=FRONTIER, apply=Function(), device=check.DEVICE)
def compute(
    frontier: Frontier, apply: Functor, *, device: str | None = None, **arrays: Any
) -> None:
    """Do something to every member, in no order; what is written is written in place.

    `apply` may ask for what `keep` of a filter may. A member that a list holds twice has it done to
    it twice. `device` is as for `advance`.

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
    given = member_functor("compute", "apply", frontier, apply, arrays)
    if nobody(frontier):
        return
    place = place_of("compute", device, frontier, given)
    entered("compute", given, each, "compute", given, frontier, False, False, place)
    if recording() is not None:
        note("compute", begin, frontier.size)
