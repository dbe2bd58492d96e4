"""Neighbours to a number: what a monoid makes of something that every neighbour gives.

>>> import edgewise as ew
>>> g = ew.from_edges([(0, 1, 5), (0, 2, 3), (1, 2, 9)])
>>> ew.reduce_neighbors(g, lambda weight: weight, ew.MIN, value=int)
array([                  3,                   9, 9223372036854775807])
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np

from edgewise import check, engine
from edgewise.adjacency import Array
from edgewise.frontier import VertexFrontier
from edgewise.operators.given import listed
from edgewise.operators.visiting import place_of
from edgewise.places import choice
from edgewise.program.binding import OWN, Bound, Role, bound
from edgewise.program.kinds import Function, NumberType
from edgewise.program.monoids import Monoid
from edgewise.schedule.record import note, recording

if TYPE_CHECKING:
    from edgewise.graph import Graph

GATHER, SETTLED = ("u", "v", "e", "weight", "degree"), ("value",)
"""What `gather` and `settled` may ask of the loop."""
OWN["reduce_neighbors"] = ("direction", "value", "settled", "device")


@check.accepts(
    members=check.Instance(
        "an edgewise.VertexFrontier or an edgewise.Graph",
        "edgewise.VertexFrontier",
        "edgewise.Graph",
    ),
    gather=Function(),
    combine=check.Instance("a monoid, such as ew.SUM", "edgewise.Monoid"),
    direction=check.Choice("out", "in"),
    value=NumberType(),
    settled=check.Maybe(Function()),
    device=check.DEVICE,
)
def reduce_neighbors(
    members: VertexFrontier | Graph,
    gather: Callable[..., Any],
    combine: Monoid,
    *,
    direction: str = "out",
    value: Any = np.float64,
    settled: Callable[..., Any] | None = None,
    device: str | None = None,
    **arguments: Any,
) -> Array:
    """For every member, what its neighbours give, combined; one number each.

    `gather` takes what it wants by name: the member `u`, its neighbour `v`, the arc `e` (its place
    among the out-arcs), its `weight` (1 without weights), `degree` (how many arcs u has in this
    direction), and arguments of this call; arrays among those are in the order of positions.
    `combine` makes one of all, in the type `value`, from its identity on: that is what a member
    without neighbours has. `direction="in"` looks at in-neighbours. `settled(value)` may say that
    nothing can change a number any more; the rest of the list is then not read.

    The numbers come in the order of the frontier's members; of a whole graph, in the order of
    positions. Long lists are cut in pieces at fixed places, where the monoid is associative, and
    the pieces combined in order: sums of reals come out alike on any number of threads. `device` is
    as for `advance`; where an array of the call lies on a device, the numbers stay there.

    >>> import edgewise as ew
    >>> import numpy as np
    >>> g = ew.from_edges([("a", "b"), ("a", "c"), ("b", "c")])
    >>> size = np.array([1.0, 10.0, 100.0])
    >>> ew.reduce_neighbors(g, lambda v, size: size[v], ew.SUM, size=size)
    array([110., 100.,   0.])
    >>> f = ew.VertexFrontier.of(g, ["c", "a"])
    >>> ew.reduce_neighbors(f, lambda v, size: size[v], ew.SUM, size=size, direction="in")
    array([11.,  0.])
    """
    begin = perf_counter()
    frontier = members if isinstance(members, VertexFrontier) else VertexFrontier.all(members)
    n, arcs = frontier.graph.num_vertices, frontier.graph.num_arcs
    roles = (Role("gather", gather, GATHER), Role("settled", settled, SETTLED))
    asked = bound("reduce_neighbors", roles, arguments, {"u": n, "v": n, "e": arcs})
    place, front = place_of("reduce_neighbors", device, frontier, asked), listed(frontier)
    with engine.told_plainly(roles[0]):
        numbers = _reduced(front, direction, asked, combine, np.dtype(value), place)
    _note(frontier, direction, settled is not None, begin)
    return numbers


def _reduced(
    front: VertexFrontier, direction: str, asked: Bound, combine: Monoid, value: Any, place: Any
) -> Array:
    """The numbers, by the place where the call runs."""
    if place is not choice.HOST:
        from edgewise.places import cuda_reduce_neighbors

        return cuda_reduce_neighbors.reduced(front, direction, asked, combine, value, place)  # type: ignore[no-any-return]
    from edgewise.places.cpu_reduce_neighbors import reduced

    return reduced(front, direction, asked, (GATHER, SETTLED), combine, value)


def _note(frontier: VertexFrontier, direction: str, ends: bool, begin: float) -> None:
    """A row for whoever keeps a record; nobody counts what lists that end early have left."""
    if recording() is None:
        return
    size, arcs = frontier.size, frontier.degree_sum
    walked = arcs if direction == "out" else frontier.in_degree_sum
    why = f"{direction}-neighbors{', until settled' if ends else ''}"
    note("reduce_neighbors", begin, size, out_degrees=arcs, walked=walked, found=size, why=why)
