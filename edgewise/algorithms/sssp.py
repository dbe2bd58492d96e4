"""Shortest paths from a source, over edges that weigh nothing less than nothing.

>>> import edgewise as ew
>>> g = ew.from_edges([("a", "b", 4), ("a", "c", 1), ("c", "b", 2)])
>>> found = ew.sssp(g, "a")
>>> found.distances.tolist(), found.parents.tolist()
([0, 3, 1], ['a', 'c', 'a'])
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, final

import numpy as np

from edgewise import check, engine
from edgewise.adjacency import Array
from edgewise.algorithms.paths import Paths, sources_of
from edgewise.errors import GraphError, NegativeWeightError
from edgewise.program.monoids import MIN
from edgewise.program.vertex import VertexProgram
from edgewise.schedule.controllers import Auto, Controller
from edgewise.schedule.legal import allowed
from edgewise.schedule.plan import Plan

if TYPE_CHECKING:
    from edgewise.graph import Graph
    from edgewise.schedule.schedule import Schedule


def _further(sent, weight):  # type: ignore[no-untyped-def]
    return sent + weight


@cache
def program_of(dtype: Any) -> VertexProgram:
    """The program of shortest paths over distances of this type."""
    return VertexProgram("sssp", value=dtype, combine=MIN, message=_further, ordered=True)


@final
class ShortestPaths(Paths):
    """Distances from the source or the nearest of several; -1, or inf, where no path leads."""

    __slots__ = ("_sources",)

    def __init__(
        self,
        graph: Graph,
        trace: Any,
        distances: Array,
        sources: Array,
        device: str | None = None,
    ) -> None:
        super().__init__(graph, trace, distances, device)
        self._sources = sources

    @property
    def unreached(self) -> Any:
        """What stands where no path leads: -1 among integers, inf among reals."""
        return np.inf if self._distances.dtype.kind == "f" else -1

    def _parent_positions(self) -> Array:
        return self._found_by("path_parents", self._sources, self.unreached)


@check.accepts(
    graph=check.GRAPH,
    source=check.Sources(),
    delta=check.Maybe(check.Real(0, above=True)),
    cutoff=check.Maybe(check.Real(0)),
    schedule=check.PINNED,
    controller=check.CONTROLLER,
    device=check.DEVICE,
)
def sssp(
    graph: Graph,
    source: Any,
    *,
    delta: float | None = None,
    cutoff: float | None = None,
    schedule: str | Schedule | None = None,
    controller: Controller | None = None,
    device: str | None = None,
) -> ShortestPaths:
    """Find the least sum of weights from `source` (one vertex, or a list or array) to each vertex.

    Integer weights give integer distances, reals give reals; without weights every edge counts 1.
    `cutoff` leaves out what is farther. `delta`, the width of a bin of distances, is chosen for
    you; like `schedule`, `controller` and `device` ("cpu", "cuda", "cuda:1", "auto") it never
    changes the answer.

    >>> import edgewise as ew
    >>> ew.sssp(ew.from_edges([(0, 1, 2.5), (1, 2, 0.5)]), 0).distances.tolist()
    [0.0, 2.5, 3.0]
    """
    members = sources_of(graph, source, "sssp")
    kind = distance_type(graph)
    program = program_of(kind)
    far = program.combine.identity(kind)
    distances = np.full(graph.num_vertices, far, kind)
    distances[members] = 0
    limit = far if cutoff is None else _at_most(kind, min(far, cutoff))
    left_to_us = controller is None or isinstance(controller, Auto)
    by_bins = engine.by_bins(schedule)
    if by_bins:
        allowed(program, Plan("cpu"), schedule)
        if not left_to_us:
            check.refuse("sssp", "controller", controller, "None with schedule='buckets'")
    if by_bins or (schedule is None and left_to_us):
        known = (program, graph, distances, members, delta, limit, None)
        loop: Any = engine.in_order(*known, device)
    else:
        if delta is not None:
            check.refuse(
                "sssp", "delta", delta, "None, unless bins are used: only they have a width"
            )
        told, distances = distances, np.full_like(distances, far)
        fields = (distances, told)
        loop = engine.execute(program, graph, fields, members, schedule, controller, device=device)
        distances[distances > limit] = far
    if kind.kind != "f":
        distances[distances == far] = -1
    return ShortestPaths(graph, engine.trace_of(loop, program), distances, members, device)


def distance_type(graph: Graph) -> np.dtype[Any]:
    """The type of distances: 32-bit integers when none can be longer, 64-bit ones, or reals."""
    least, most = graph.weight_range or (0, 1)
    kind = graph.weight_dtype
    if least != least:
        raise GraphError("sssp(): a weight is NaN: expected numbers of 0 or more")
    if least < 0:
        raise NegativeWeightError(
            f"sssp(): a weight is {least}: expected 0 or more; ew.bellman_ford takes negative ones"
        )
    if kind is not None and kind.kind == "f":
        return np.dtype(np.float64 if kind.itemsize == 8 else np.float32)
    longest = int(most) * max(1, graph.num_vertices)
    if longest >= 1 << 62:
        raise GraphError(f"sssp(): weights up to {most} can sum to more than 64 bits hold")
    return np.dtype(np.int32 if longest < (1 << 31) - 1 else np.int64)


def _at_most(kind: np.dtype[Any], number: float) -> Any:
    """The largest number of this type that is no larger."""
    with np.errstate(over="ignore"):
        nearest = kind.type(number)
    return np.nextafter(nearest, kind.type(0)) if float(nearest) > number else nearest


def lengths(graph: Graph, members: Array) -> Array:
    """Lengths of shortest paths from these positions, by position; -1 or inf where none leads."""
    kind = distance_type(graph)
    program = program_of(kind)
    far = program.combine.identity(kind)
    distances = np.full(graph.num_vertices, far, kind)
    distances[members] = 0
    engine.in_order(program, graph, distances, members, None, far)
    if kind.kind != "f":
        distances[distances == far] = -1
    return distances
