"""Are these the distances? By their properties, whichever way they were found."""

from __future__ import annotations

from typing import Any

from edgewise import check
from edgewise.verify.arcs import Arcs, arcs_of
from edgewise.verify.frame import Claims
from edgewise.verify.given import Parents, Sources, Values, name, positions
from edgewise.verify.parents import lead_home
from edgewise.verify.reached import from_zero, of_any_sign
from edgewise.verify.shortest import shortest


@check.accepts(
    graph=check.GRAPH,
    source=Sources(),
    distances=Values(),
    parents=check.Maybe(Parents()),
    depth_limit=check.Maybe(check.Integer(0)),
)
def bfs(
    graph: Any,
    source: Any,
    distances: Any,
    parents: Any = None,
    depth_limit: int | None = None,
) -> None:
    """Check how many steps each vertex is from the nearest source, -1 where no path leads.

    With `parents`, each must be the step before on a shortest path; a source is its own parent.
    With `depth_limit`, just what is within so many steps must be reached.

    >>> import edgewise as ew
    >>> g = ew.from_edges([("ann", "bob"), ("bob", "cat")])
    >>> ew.verify.bfs(g, "ann", [0, 1, 2], parents=["ann", "ann", "bob"])
    >>> ew.verify.bfs(g, "ann", [0, 1, 1])
    Traceback (most recent call last):
    edgewise.verify.frame.VerificationError: bfs: the distance of 'cat' is 1,
        but no path is that short
    """
    claims = Claims("bfs")
    sources, arcs = positions(graph, source, "bfs(): source"), arcs_of(graph, weighted=False)
    found = from_zero(claims, graph, distances, arcs)
    tight = shortest(claims, graph, sources, found, arcs, depth_limit)
    if parents is not None:
        lead_home(claims, graph, sources, found.reached, tight, parents)


@check.accepts(
    graph=check.GRAPH,
    source=Sources(),
    distances=Values(),
    parents=check.Maybe(Parents()),
    cutoff=check.Maybe(check.Real(0)),
)
def sssp(
    graph: Any,
    source: Any,
    distances: Any,
    parents: Any = None,
    cutoff: float | None = None,
) -> None:
    """Check the lengths of shortest paths from a source, by weights of 0 or more.

    Integer weights, or none, make integer distances with -1 where no path leads, and are compared
    exactly. Float weights make floats no narrower, infinite where no path leads; on each arc they
    may be off by 8 units of the last place. With `cutoff`, just what is within it must be reached.

    >>> import edgewise as ew
    >>> g = ew.from_edges([0, 1, 0], [1, 2, 2], [3, 4, 9])
    >>> ew.verify.sssp(g, 0, [0, 3, 7], parents=[0, 0, 1])
    >>> ew.verify.sssp(g, 0, [0, 3, 9])
    Traceback (most recent call last):
    edgewise.verify.frame.VerificationError: sssp: an arc of 4 leads from 1 to 2,
        but the distance of 2 is 9, longer than that
    """
    claims = Claims("sssp")
    sources, arcs = positions(graph, source, "sssp(): source"), arcs_of(graph)
    claims.everywhere(arcs.weights >= 0, lambda at: _weight(graph, arcs, at))
    found = from_zero(claims, graph, distances, arcs)
    tight = shortest(claims, graph, sources, found, arcs, cutoff)
    if parents is not None:
        lead_home(claims, graph, sources, found.reached, tight, parents)


@check.accepts(
    graph=check.GRAPH, source=Sources(), distances=Values(), parents=check.Maybe(Parents())
)
def bellman_ford(graph: Any, source: Any, distances: Any, parents: Any = None) -> None:
    """Check the lengths of shortest paths from a source, by weights of any sign.

    As `sssp`, except that -1 may be a distance: among integers, unreached ones may also be the
    largest of their type. Nothing passes where a negative cycle can be reached.

    >>> import edgewise as ew
    >>> g = ew.from_edges([0, 1, 0], [1, 2, 2], [3, -4, 1])
    >>> ew.verify.bellman_ford(g, 0, [0, 3, -1], parents=[0, 0, 1])
    >>> ew.verify.bellman_ford(g, 0, [0, 3, -2])
    Traceback (most recent call last):
    edgewise.verify.frame.VerificationError: bellman_ford: the distance of 2 is -2,
        but no path is that short
    """
    claims = Claims("bellman_ford")
    sources, arcs = positions(graph, source, "bellman_ford(): source"), arcs_of(graph)
    claims.everywhere(arcs.weights > -float("inf"), lambda at: _weight(graph, arcs, at))
    found = of_any_sign(claims, graph, sources, distances, arcs)
    tight = shortest(claims, graph, sources, found, arcs)
    if parents is not None:
        lead_home(claims, graph, sources, found.reached, tight, parents)


def _weight(g: Any, arcs: Arcs, at: Any) -> str:
    tail, head = name(g, arcs.tails[at]), name(g, arcs.heads[at])
    return f"the arc from {tail} to {head} weighs {arcs.weights[at]}: there are no such distances"
