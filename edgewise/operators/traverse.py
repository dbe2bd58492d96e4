"""Advance, round after round, in one compiled loop.

>>> import edgewise as ew
>>> import numpy as np
>>> label = np.arange(6)
>>> g = ew.from_edges([(0, 1), (1, 2), (3, 4)], directed=False, num_vertices=6)
>>> def least(u, v, label):
...     return ew.lower(label, v, label[u])
>>> _ = ew.traverse(ew.VertexFrontier.all(g), least, label=label)
>>> label.tolist()
[0, 0, 0, 3, 3, 5]
"""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import Any, final

from edgewise import check, engine
from edgewise.frontier import Frontier, VertexFrontier
from edgewise.operators.given import FRONTIER
from edgewise.operators.visiting import (
    MAYBE,
    Functor,
    entered,
    functors,
    noted,
    place_of,
    trace_of,
    visits_of,
)
from edgewise.program.binding import OWN
from edgewise.program.kinds import Function
from edgewise.schedule.controllers import Controller
from edgewise.schedule.operators import options
from edgewise.schedule.schedule import Schedule
from edgewise.schedule.trace import Trace

OWN["traverse"] = ("frontier", "cond", "apply", "open", "rounds", "schedule", "controller",
                   "device")  # fmt: skip


@final
@dataclass(frozen=True, slots=True, repr=False)
class Traversal:
    """What a traversal left: a trace, and a frontier, empty unless the rounds were limited."""

    frontier: Frontier
    trace: Trace

    def __repr__(self) -> str:
        return f"Traversal: {self.trace.brief}, left with {self.frontier!r}"


@check.accepts(
    frontier=FRONTIER,
    cond=Function(),
    apply=MAYBE,
    open=MAYBE,
    rounds=check.Integer(0),
    schedule=check.PINNED,
    controller=check.CONTROLLER,
    device=check.DEVICE,
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
    device: str | None = None,
    **arrays: Any,
) -> Traversal:
    """Advance until nothing is found, or for so many rounds, in one compiled loop.

    The same as a loop over `advance`, from vertices to vertices or from edges to edges, but a round
    costs microseconds less, and many threads stay together. `device` is as for `advance`; on a
    device one launch runs all rounds.

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
    given = functors("traverse", frontier, cond, apply, open, arrays)
    if not frontier or rounds == 0:
        return Traversal(frontier, engine.nothing("traverse"))
    vertices = isinstance(frontier, VertexFrontier)
    place = place_of("traverse", device, frontier, given)
    words = "" if schedule is None else str(schedule)
    chooser, choices = options("traverse", words, vertices, open is not None, "list", controller)
    visits = visits_of("traverse", frontier, given, not vertices, True, choices, rounds, place)
    entered("traverse", given, visits.run, chooser)
    noted("traverse", frontier, visits, begin)
    return Traversal(visits.found(), trace_of(visits))
