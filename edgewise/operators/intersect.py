"""Common neighbours of pairs of vertices: how many, and who.

>>> import edgewise as ew
>>> g = ew.from_edges([("a", "b"), ("a", "c"), ("b", "c"), ("b", "d")], directed=False)
>>> ew.intersect(g).total // 6                      # every triangle is met by its six arcs
1
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Any, final

import numpy as np

from edgewise import check, engine
from edgewise.adjacency import Array
from edgewise.errors import GraphError
from edgewise.frontier import EdgeFrontier, VertexFrontier
from edgewise.program.binding import OWN, Role, bound
from edgewise.program.kinds import Function
from edgewise.schedule.record import note, recording

if TYPE_CHECKING:
    from edgewise.graph import Graph

COMMON = ("u", "v", "w")
"""What `where` may ask of the loop."""
OWN["intersect"] = ("where", "common", "method")


@final
@dataclass(frozen=True, slots=True, repr=False)
class Intersections:
    """What the pairs have in common."""

    counts: Array
    """How many neighbours each pair has in common."""
    offsets: Array | None = None
    """Where each pair's begin among `vertices`, and where the last one's end; None if not asked."""
    vertices: Array | None = None
    """The common neighbours of all pairs, ascending by position within a pair; or None."""

    @property
    def total(self) -> int:
        """How many there are for all pairs together."""
        return int(self.counts.sum(dtype=np.int64))

    def __repr__(self) -> str:
        return f"Intersections: {self.total:,} common neighbors of {len(self.counts):,} pairs"


@check.accepts(
    pairs=check.Instance(
        "an edgewise.Graph, an EdgeFrontier or a VertexFrontier",
        "edgewise.Graph",
        "edgewise.EdgeFrontier",
        "edgewise.VertexFrontier",
    ),
    others=check.Maybe(check.Instance("an edgewise.VertexFrontier", "edgewise.VertexFrontier")),
    where=check.Maybe(Function()),
    common=check.Flag(),
    method=check.Maybe(check.Choice("merge", "search", "bitmap")),
)
def intersect(
    pairs: Graph | EdgeFrontier | VertexFrontier,
    others: VertexFrontier | None = None,
    *,
    where: Callable[..., Any] | None = None,
    common: bool = False,
    method: str | None = None,
    **arguments: Any,
) -> Intersections:
    """The out-neighbours that both vertices of each pair have.

    The pairs are the ends of an EdgeFrontier's arcs, or of all arcs of a graph, in their order; or
    the members of two VertexFrontiers of one graph, the first with the first and so on. A common
    neighbour counts once, however many parallel edges lead to it. Neighbour lists must ascend, as
    those of graphs built from edges do.

    `common=True` lists the common neighbours themselves, as positions. `where` may leave some out:
    it takes by name the pair `u` and `v`, the common neighbour `w`, and arguments of this call.
    `method` pins how lists are intersected: "merge", "search" (each entry of the shorter in the
    longer), "bitmap" (the first list marked, kept for the pairs of the same first vertex that
    follow). Without it, the lists' lengths decide. The answer is the same.

    >>> import edgewise as ew
    >>> g = ew.from_edges([(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)])
    >>> ew.intersect(g).counts                          # triangles over each arc
    array([2, 1, 0, 1, 0, 0], dtype=int32)
    >>> found = ew.intersect(ew.EdgeFrontier.of(g, [0, 3]), common=True)
    >>> found.offsets, found.vertices
    (array([0, 2, 3]), array([2, 3, 3], dtype=int32))
    >>> f, h = ew.VertexFrontier.of(g, [0, 1]), ew.VertexFrontier.of(g, [2, 0])
    >>> ew.intersect(f, h, where=lambda w, least: w >= least, least=3).counts
    array([1, 1], dtype=int32)
    """
    from edgewise.places.cpu_intersect import intersected

    begin = perf_counter()
    graph, first, second = _columns(pairs, others)
    role, sizes = Role("where", where, COMMON), dict.fromkeys(COMMON, graph.num_vertices)
    asked = bound("intersect", (role,), arguments, sizes)
    if not graph.is_sorted:
        raise GraphError(
            "intersect needs neighbor lists that ascend, and this graph's do not: use "
            "graph.simplified(duplicates='keep', self_loops='keep'), whose lists do"
        )
    with engine.told_plainly(role):
        counts, starts, vertices = intersected(graph, first, second, method, asked, COMMON, common)
    found = Intersections(counts, starts, vertices) if common else Intersections(counts)
    _note(graph, first, second, found, method, begin)
    return found


def _note(
    graph: Graph,
    first: Array,
    second: Array,
    found: Intersections,
    method: str | None,
    begin: float,
) -> None:
    """A row for whoever keeps a record; how much of the lists was read, nobody counts."""
    if recording() is None:
        return
    degrees = np.diff(graph.out_offsets)
    both = int(degrees[first].sum() + degrees[second].sum())
    why = "by the lists' lengths" if method is None else f"method={method!r}"
    note("intersect", begin, len(first), out_degrees=both, found=found.total, why=why)


def _columns(pairs: Any, others: VertexFrontier | None) -> tuple[Graph, Array, Array]:
    """The graph, and both ends of every pair as positions."""
    if isinstance(pairs, VertexFrontier):
        if others is None:
            check.refuse("intersect", "others", others, "the other vertex of every pair")
        if others.graph is not pairs.graph or others.size != pairs.size:
            wanted = f"a frontier of the same graph with {pairs.size} members, as `pairs` has"
            check.refuse("intersect", "others", others, wanted)
        return pairs.graph, pairs.positions(), others.positions()
    if others is not None:
        check.refuse("intersect", "others", others, "none beside arcs, which have both ends")
    arcs = pairs if isinstance(pairs, EdgeFrontier) else EdgeFrontier.all(pairs)
    graph = arcs.graph
    if arcs.form == "all":
        return graph, graph._out.rows(), graph.out_neighbors
    return graph, arcs.tails().positions(), arcs.heads().positions()
