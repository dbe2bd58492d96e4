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

from time import perf_counter
from typing import Any

from edgewise import check
from edgewise.frontier import EdgeFrontier, Frontier, VertexFrontier, nobody
from edgewise.operators.given import FRONTIER
from edgewise.operators.visiting import (
    MAYBE,
    Functor,
    entered,
    functors,
    noted,
    place_of,
    visits_of,
)
from edgewise.program.binding import OWN
from edgewise.schedule.controllers import Controller
from edgewise.schedule.operators import options
from edgewise.schedule.record import note
from edgewise.schedule.schedule import Schedule

OWN["advance"] = ("frontier", "cond", "apply", "open", "to", "exact", "schedule", "controller",
                  "device")  # fmt: skip


@check.accepts(
    frontier=FRONTIER, cond=MAYBE, apply=MAYBE, open=MAYBE,
    to=check.Choice("vertices", "edges"), exact=check.Flag(),
    schedule=check.PINNED, controller=check.CONTROLLER, device=check.DEVICE,
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
    device: str | None = None,
    **arrays: Any,
) -> Any:
    """Visit the out-arcs of the members; where `cond` holds, their heads make the next frontier.

    From an edge frontier, the out-arcs of the members' heads are visited. `cond` may be left out:
    every arc passes. `apply` runs for each arc that passed. An arc is visited only while `open(v)`
    holds of its head; then a pull may stop early, and is tried. `to="edges"`: the next frontier is
    of the arcs that passed. With `exact=False` a member may be listed as often as it was found.
    `device` says where it runs: "cpu", "cuda", "cuda:1", "auto"; without it, where arrays of a
    device are, or a frontier that was found there.

    >>> import edgewise as ew
    >>> g = ew.from_edges([("a", "b"), ("a", "c"), ("b", "d"), ("c", "d")])
    >>> ew.advance(ew.VertexFrontier.of(g, ["b", "c"])).vertices().tolist()
    ['d']
    >>> ew.advance(ew.VertexFrontier.of(g, ["a"]), lambda v, least: v >= least, least=2)
    VertexFrontier: 1 of 4, as list
    """
    begin = perf_counter()
    given = functors("advance", frontier, cond, apply, open, arrays)
    if nobody(frontier):
        return _nothing("advance", frontier, to, begin)
    place = place_of("advance", device, frontier, given)
    vertices = to == "vertices" and isinstance(frontier, VertexFrontier)
    words = "" if schedule is None else str(schedule)
    chooser, choices = options(
        "advance", words, vertices, open is not None, frontier.form, controller
    )
    visits = visits_of("advance", frontier, given, to == "edges", exact, choices, 1, place)
    entered("advance", given, visits.run, chooser)
    noted("advance", frontier, visits, begin)
    return visits.found()


def _nothing(where: str, frontier: Frontier, to: str, begin: float) -> Frontier:
    """From nobody nothing is found."""
    note(where, begin, 0)
    kind = VertexFrontier if to == "vertices" else EdgeFrontier
    return kind.none(frontier.graph)
