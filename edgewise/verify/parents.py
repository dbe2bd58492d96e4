"""Parents: each is one step before its child on a shortest path from a source."""

from __future__ import annotations

from typing import Any

import numpy as np

from edgewise.verify.arcs import Arcs, Array
from edgewise.verify.frame import Claims
from edgewise.verify.given import by_position, name


def lead_home(
    claims: Claims, g: Any, sources: Array, reached: Array, tight: Arcs, parents: Array
) -> None:
    """Check parents against the arcs that attain distances.

    A source is its own parent, and what is unreached has none. Every other parent has an arc that
    attains the child's distance, and whoever follows parents comes to a source.
    """
    above = _positions(claims, g, parents)
    own = above[sources] == sources
    claims.everywhere(own, lambda at: f"{_told(g, above, sources[at])}, but it is a source itself")
    none = reached | (above < 0)
    claims.everywhere(none, lambda at: f"{_told(g, above, at)}, but it is unreached")
    some = ~reached | (above >= 0)
    claims.everywhere(some, lambda at: f"{_told(g, above, at)}, but it is reached")
    joined = ~reached
    joined[sources] = True
    joined[tight.heads[above[tight.heads] == tight.tails]] = True
    claims.everywhere(
        joined, lambda at: f"{_told(g, above, at)}, from where no arc attains its distance"
    )
    home = ~reached
    home[sources] = True
    ends = home[_roots(above)]
    claims.everywhere(
        ends | ~reached, lambda at: f"the parents of {name(g, at)} go round in a circle"
    )


def _roots(above: Array) -> Array:
    """Where following parents ends, in steps that double."""
    at = np.where(above < 0, np.arange(len(above)), above)
    for _ in range(len(above).bit_length()):
        at = at[at]
    return at


def _positions(claims: Claims, g: Any, parents: Array) -> Array:
    """The position of every vertex's parent, or -1."""
    given = by_position(claims, g, "parents", parents)
    labels, order = g.vertex_ids.labels, g.vertex_ids.order
    ranks = given if labels is None else _ranks(claims, labels.tolist(), given)
    whole = f"parents are of type {ranks.dtype}, not signed integers"
    claims.holds(ranks.dtype.kind == "i", whole)
    inside = (ranks >= -1) & (ranks < g.num_vertices)
    claims.everywhere(
        inside,
        lambda at: f"the parent of {name(g, at)} is {given[at]!s}, which is no vertex of the graph",
    )
    if order is None:
        return ranks
    place = np.full(g.num_vertices + 1, -1)
    place[order] = np.arange(g.num_vertices)
    above: Array = place[ranks]
    return above


def _ranks(claims: Claims, labels: list[Any], parents: Array) -> Array:
    """The caller's number of every parent: -1 for None, and -2 for what is no vertex."""
    known = {label: rank for rank, label in enumerate(labels)}
    known[None] = -1
    try:
        return np.array([known.get(parent, -2) for parent in parents.tolist()], dtype=np.int64)
    except TypeError:
        claims.holds(False, "some of the parents cannot be ids of vertices")
        raise


def _told(g: Any, above: Array, at: Any) -> str:
    said = name(g, above[at]) if above[at] >= 0 else None
    return f"the parent of {name(g, at)} is {said}"
