"""Shortest paths where edges may weigh less than nothing; tells of a cycle that does.

>>> import edgewise as ew
>>> g = ew.from_edges([("a", "b", 4), ("a", "c", 2), ("b", "c", -3)])
>>> ew.bellman_ford(g, "a").distances.tolist()
[0, 4, 1]
>>> try:
...     ew.bellman_ford(ew.from_edges([("a", "b", 1), ("b", "a", -2)]), "a")
... except ew.NegativeCycleError as error:
...     sorted(error.cycle)
['a', 'b']
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, final

import numpy as np

from edgewise import check, engine
from edgewise.adjacency import Array
from edgewise.algorithms.paths import Paths, sources_of
from edgewise.errors import GraphError, NegativeCycleError
from edgewise.program.monoids import MIN
from edgewise.program.vertex import VertexProgram
from edgewise.schedule.controllers import Controller

if TYPE_CHECKING:
    from edgewise.graph import Graph
    from edgewise.schedule.schedule import Schedule

FIRST_LOOK = 64
"""Rounds before a cycle is looked for; each look comes after twice as many."""


def _further(sent, weight):  # type: ignore[no-untyped-def]
    return sent + weight


@cache
def program_of(dtype: Any) -> VertexProgram:
    """The program of shortest paths over distances of this type, of any sign."""
    return VertexProgram("bellman-ford", value=dtype, combine=MIN, message=_further)


@final
class SignedPaths(Paths):
    """Distances of any sign; where no path leads, the largest number of their type, or inf."""

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
        """What stands where no path leads: the largest 64-bit number, or inf."""
        return MIN.identity(self._distances.dtype)

    def _parent_positions(self) -> Array:
        return self._found_by("tight_parents", self._sources, self.unreached)


@check.accepts(
    graph=check.GRAPH,
    source=check.Sources(),
    schedule=check.PINNED,
    controller=check.CONTROLLER,
    device=check.DEVICE,
)
def bellman_ford(
    graph: Graph,
    source: Any,
    *,
    schedule: str | Schedule | None = None,
    controller: Controller | None = None,
    device: str | None = None,
) -> SignedPaths:
    """Find the least sum of weights from `source` (one vertex, or a list or array) to each vertex.

    Weights may be negative. Where a cycle of negative weight can be reached no path is shortest:
    that raises `NegativeCycleError`, whose `cycle` lists the cycle's vertices. Integer distances
    are 64-bit, and 2**63 - 1 where no path leads; real ones inf. `device` says where it runs:
    "cpu", "cuda", "cuda:1", "auto".

    >>> import edgewise as ew
    >>> ew.bellman_ford(ew.from_edges([(0, 1, 5), (1, 2, -3)]), 0).distances.tolist()
    [0, 5, 2]
    """
    members = sources_of(graph, source, "bellman_ford")
    kind = _distance_type(graph)
    program = program_of(kind)
    far = program.combine.identity(kind)
    told = np.full(graph.num_vertices, far, kind)
    told[members] = 0
    distances, most = np.full_like(told, far), FIRST_LOOK
    fields = (distances, told)
    loop = engine.execute(
        program, graph, fields, members, schedule, controller, most, device=device
    )
    while loop.active:
        _refuse_cycle(graph, told, far)
        most *= 2
        loop.go_on(most)
    return SignedPaths(graph, engine.trace_of(loop, program), distances, members, device)


def _distance_type(graph: Graph) -> np.dtype[Any]:
    least, most = graph.weight_range or (0, 1)
    if least != least:
        raise GraphError("bellman_ford(): a weight is NaN: expected numbers")
    kind = graph.weight_dtype
    if kind is not None and kind.kind == "f":
        return np.dtype(np.float64)
    if max(abs(int(least)), abs(int(most))) * max(1, graph.num_vertices) >= 1 << 61:
        raise GraphError(
            f"bellman_ford(): weights of {least} to {most} can sum to more than 64 bits hold"
        )
    return np.dtype(np.int64)


def _refuse_cycle(graph: Graph, told: Array, far: Any) -> None:
    """Raise if best arcs lead round a cycle of negative weight."""
    best = _best_arcs(graph, told, far)
    cycle = _cycle_of(best)
    if not cycle:
        return
    weight = sum(_lightest(graph, u, v) for u, v in zip(cycle, [*cycle[1:], cycle[0]], strict=True))
    if weight < 0:
        names = [graph.vertex_ids.of(v) for v in cycle]
        plain = [name.item() if isinstance(name, np.generic) else name for name in names]
        shown = " -> ".join(repr(name) for name in [*plain[:6], *(["..."] * (len(plain) > 6))])
        raise NegativeCycleError(
            f"bellman_ford(): the cycle {shown} -> {plain[0]!r} weighs {weight}: "
            "no path through it is shortest; .cycle holds it",
            plain,
        )


def _best_arcs(graph: Graph, told: Array, far: Any) -> Array:
    """For each vertex the in-neighbour through which it is nearest, or -1."""
    heads = np.repeat(np.arange(graph.num_vertices), np.diff(graph.in_offsets))
    tails, weights = graph.in_neighbors, graph.in_weights
    reached = np.flatnonzero(told[tails] != far)
    lengths = told[tails[reached]] + (1 if weights is None else weights[reached].astype(told.dtype))
    order = np.lexsort((lengths, heads[reached]))
    ends = heads[reached][order]
    first = np.ones(len(ends), bool)
    first[1:] = ends[1:] != ends[:-1]
    best = np.full(graph.num_vertices, -1, np.int64)
    best[ends[first]] = tails[reached][order][first]
    return best


def _cycle_of(best: Array) -> list[int]:
    """A cycle that following `best` ends in, in the direction of the arcs, or nothing."""
    at = best.copy()
    for _ in range(max(1, len(best)).bit_length()):
        at = np.where(at >= 0, at[at], -1)
    inside = np.flatnonzero(at >= 0)
    if not len(inside):
        return []
    begin = int(at[inside[0]])
    cycle, v = [begin], int(best[begin])
    while v != begin:
        cycle.append(v)
        v = int(best[v])
    return cycle[::-1]


def _lightest(graph: Graph, u: int, v: int) -> Any:
    begin, end = graph.out_offsets[u : u + 2]
    row = graph.out_neighbors[begin:end] == v
    return 1 if graph.out_weights is None else graph.out_weights[begin:end][row].min().item()
