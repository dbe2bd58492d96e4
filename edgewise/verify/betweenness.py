"""Is this the betweenness? Found anew: for all sources side by side, level by level."""

from __future__ import annotations

from typing import Any

import numpy as np

from edgewise import check
from edgewise.verify.arcs import Arcs, Array, arcs_of, offsets_of
from edgewise.verify.frame import Claims
from edgewise.verify.given import Sources, Values, floats, name, nearness, positions
from edgewise.verify.passages import by_lengths, by_levels


@check.accepts(
    graph=check.GRAPH,
    scores=Values(),
    sources=check.Maybe(Sources()),
    normalized=check.Flag(),
    endpoints=check.Flag(),
    weighted=check.Flag(),
)
def betweenness(
    graph: Any,
    scores: Any,
    *,
    sources: Any = None,
    normalized: bool = True,
    endpoints: bool = False,
    weighted: bool = False,
) -> None:
    """Check on how large a share of shortest paths each vertex lies, as NetworkX defines it.

    A path is told by its vertices: parallel arcs are one, as light as the lightest. Scores are
    scaled as NetworkX 3.6 does, from some `sources` as from those it samples, each counted once: a
    lone source has no score of its own (NaN) without `endpoints`, since no pair is left for it. By
    weights, which must be above 0, paths are of one length when their sums, in float64 or whole
    numbers, are equal to the bit.

    >>> import edgewise as ew
    >>> g = ew.from_edges([("ann", "bob"), ("bob", "cat")], directed=False)
    >>> ew.verify.betweenness(g, [0.0, 1.0, 0.0])
    >>> ew.verify.betweenness(g, [0.0, 0.5, 0.0])
    Traceback (most recent call last):
    edgewise.verify.frame.VerificationError: betweenness: the score of 'bob' is 0.5, not 1.0
    """
    claims = Claims("betweenness")
    own = floats(claims, graph, "scores", scores)
    starts = np.arange(graph.num_vertices)
    if sources is not None:
        starts = positions(graph, sources, "betweenness(): sources")
    weighted = weighted and graph.is_weighted
    arcs = _distinct(arcs_of(graph, weighted), graph.num_vertices, weighted)
    claims.everywhere(arcs.weights > 0, lambda at: _weight(graph, arcs, at))
    offsets = offsets_of(arcs.tails, graph.num_vertices)
    passages = by_lengths if weighted else by_levels
    right = passages(offsets, arcs, starts, endpoints)
    right *= _scales(graph, starts, normalized, endpoints)
    near = nearness(scores)
    alike = (np.abs(own - right) <= near * right) | (np.isnan(right) & np.isnan(own))
    claims.everywhere(
        alike, lambda at: f"the score of {name(graph, at)} is {own[at]}, not {right[at]}"
    )


def _distinct(arcs: Arcs, num_vertices: int, weighted: bool) -> Arcs:
    """Without loops, and one arc, the lightest, for all that run side by side."""
    arcs = arcs.where(arcs.tails != arcs.heads)
    pairs = arcs.tails.astype(np.int64) * num_vertices + arcs.heads
    if weighted:
        order = np.lexsort((arcs.weights, pairs))
        pairs, weights = pairs[order], arcs.weights[order]
    else:
        pairs, weights = np.sort(pairs), arcs.weights
    new = np.ones(len(pairs), bool)
    new[1:] = pairs[1:] != pairs[:-1]
    return Arcs(*np.divmod(pairs[new], num_vertices or 1), weights[new])


def _scales(g: Any, starts: Array, normalized: bool, endpoints: bool) -> Array:
    """What NetworkX multiplies the sums by.

    Of `ends` vertices that a path through another can start from, only the sources were tried; a
    source is no start of paths through itself, unless ends of paths count as well.
    """
    n = g.num_vertices
    ends = n if endpoints else n - 1
    if ends < 2:
        return np.ones(n)
    tried = np.full(n, float(len(starts)))
    if not endpoints:
        tried[starts] -= 1
    tried[tried == 0] = np.nan
    ways = 1 if g.is_directed else 2
    scales: Array = 1 / (tried * (ends - 1)) if normalized else ends / (tried * ways)
    return scales


def _weight(g: Any, arcs: Arcs, at: Any) -> str:
    tail, head = name(g, arcs.tails[at]), name(g, arcs.heads[at])
    return f"the arc from {tail} to {head} weighs {arcs.weights[at]}, where paths need more than 0"
