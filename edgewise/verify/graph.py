"""Is this a graph, and are these two the same one?"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgewise import check
from edgewise.verify.frame import Claims


@check.accepts(g=check.GRAPH)
def graph(g: Any) -> None:
    """Check a graph on its own terms: rows, types, facts, ids, and both directions alike.

    >>> import edgewise as ew
    >>> ew.verify.graph(ew.from_edges([(0, 1), (1, 2)]))
    """
    claims = Claims("graph")
    _rows(claims, "out", g.num_vertices, g.out_offsets, g.out_neighbors, g.out_weights)
    if g.has_in_edges:
        _rows(claims, "in", g.num_vertices, g.in_offsets, g.in_neighbors, g.in_weights)
        _reverse(claims, g)
    _facts(claims, g)
    _ids(claims, g)


@check.accepts(a=check.GRAPH, b=check.GRAPH)
def same_graph(a: Any, b: Any) -> None:
    """Check that two graphs have the same vertices, direction and edges with their weights.

    Positions, types and the order of parallel edges may differ; ids and values may not.

    >>> import edgewise as ew
    >>> g = ew.from_edges([(0, 1), (1, 2)])
    >>> ew.verify.same_graph(g, g.renumbered())
    """
    claims = Claims("same_graph")
    claims.equal(a.is_directed, b.is_directed, "is_directed")
    claims.equal(a.is_weighted, b.is_weighted, "is_weighted")
    claims.equal(a.num_vertices, b.num_vertices, "num_vertices")
    claims.equal(a.num_edges, b.num_edges, "num_edges")
    claims.equal(set(a.ids.tolist()), set(b.ids.tolist()), "the set of ids")
    rank = {label: place for place, label in enumerate(a.ids.tolist())}
    ours, theirs = _caller_arcs(a, rank), _caller_arcs(b, rank)
    same = np.logical_and.reduce([one == other for one, other in zip(ours, theirs, strict=True)])
    if not same.all():
        at = int(np.flatnonzero(~same)[0])
        one, other = (_named(a.ids, columns, at) for columns in (ours, theirs))
        claims.holds(False, f"edge {at} differs: {one} and {other}")


def _rows(
    claims: Claims,
    side: str,
    num_vertices: int,
    offsets: NDArray[Any],
    neighbors: NDArray[Any],
    weights: NDArray[Any] | None,
) -> None:
    claims.equal(offsets.dtype, np.dtype(np.int64), f"the type of {side}_offsets")
    claims.equal(len(offsets), num_vertices + 1, f"the length of {side}_offsets")
    claims.equal(int(offsets[0]), 0, f"the first of {side}_offsets")
    claims.equal(int(offsets[-1]), len(neighbors), f"the last of {side}_offsets")
    claims.everywhere(np.diff(offsets) >= 0, f"{side}_offsets fall after vertex {{at}}")
    wide = np.int64 if num_vertices >= 1 << 31 else np.int32
    claims.equal(neighbors.dtype, np.dtype(wide), f"the type of {side}_neighbors")
    inside = (neighbors >= 0) & (neighbors < num_vertices)
    claims.everywhere(inside, f"{side}_neighbors[{{at}}] is no vertex")
    if weights is not None:
        claims.equal(len(weights), len(neighbors), f"the length of {side}_weights")


def _arcs(offsets: NDArray[Any], neighbors: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    tails = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
    return tails, neighbors.astype(np.int64)


def _in_order(
    tails: NDArray[Any], heads: NDArray[Any], weights: NDArray[Any] | None, num_vertices: int
) -> tuple[NDArray[Any], ...]:
    """Arcs as single numbers, tail * n + head, in order; their weights beside them."""
    arcs = tails.astype(np.int64) * num_vertices + heads
    if weights is None:
        return (np.sort(arcs),)
    order = np.lexsort((weights, arcs))
    return arcs[order], weights[order]


def _reverse(claims: Claims, g: Any) -> None:
    tails, heads = _arcs(g.out_offsets, g.out_neighbors)
    ends, starts = _arcs(g.in_offsets, g.in_neighbors)
    forward = _in_order(tails, heads, g.out_weights, g.num_vertices)
    backward = _in_order(starts, ends, g.in_weights, g.num_vertices)
    for one, other in zip(forward, backward, strict=True):
        claims.everywhere(one == other, "the in-arcs are not the out-arcs reversed (arc {at})")


def _facts(claims: Claims, g: Any) -> None:
    tails, heads = _arcs(g.out_offsets, g.out_neighbors)
    degrees = np.diff(g.out_offsets)
    in_degrees = np.bincount(heads, minlength=g.num_vertices)
    forward = _in_order(tails, heads, g.out_weights, g.num_vertices)
    backward = _in_order(heads, tails, g.out_weights, g.num_vertices)
    ascending = np.all((np.diff(heads) >= 0) | (np.diff(tails) > 0))
    truth = {
        "weighted": g.out_weights is not None,
        "sorted": bool(ascending),
        "self_loops": bool(np.any(tails == heads)),
        "multi_edges": bool(np.any(forward[0][1:] == forward[0][:-1])),
        "min_out_degree": int(degrees.min(initial=g.num_arcs)) if len(degrees) else 0,
        "max_out_degree": int(degrees.max(initial=0)),
        "min_in_degree": int(in_degrees.min(initial=g.num_arcs)) if len(degrees) else 0,
        "max_in_degree": int(in_degrees.max(initial=0)),
    }
    same = all(np.array_equal(one, other) for one, other in zip(forward, backward, strict=True))
    truth["symmetric"] = same
    for name, value in truth.items():
        known = getattr(g.facts, name)
        claims.holds(known is None or known == value, f"the fact {name} says {known}, not {value}")
    claims.holds(same or g.is_directed, "the graph is undirected, and some arc has no reverse")
    loops = int(np.count_nonzero(tails == heads))
    edges = g.num_arcs if g.is_directed else (g.num_arcs + loops) // 2
    claims.equal(g.num_edges, edges, "num_edges")


def _ids(claims: Claims, g: Any) -> None:
    ids = g.ids.tolist()
    claims.equal(len(ids), g.num_vertices, "the number of ids")
    claims.equal(len(set(ids)), len(ids), "the number of distinct ids")
    order = g.vertex_ids.order
    if order is not None:
        counted = np.bincount(order, minlength=g.num_vertices)
        claims.everywhere(counted == 1, "the order holds position {at} not exactly once")


def _caller_arcs(g: Any, rank: dict[Any, int]) -> tuple[NDArray[Any], ...]:
    """Arcs in order, by the caller's vertices."""
    tails, heads = _arcs(g.out_offsets, g.out_neighbors)
    place = np.array([rank[label] for label in g.ids.tolist()], dtype=np.int64)
    order = g.vertex_ids.order
    if order is not None:
        place = place[order]
    return _in_order(place[tails], place[heads], g.out_weights, g.num_vertices)


def _named(ids: NDArray[Any], columns: tuple[NDArray[Any], ...], at: int) -> tuple[Any, ...]:
    labels = ids.tolist()
    tail, head = divmod(int(columns[0][at]), len(labels))
    return (labels[tail], labels[head], *(column[at].item() for column in columns[1:]))
