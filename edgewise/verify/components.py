"""Are these the connected components?"""

from __future__ import annotations

from typing import Any

import numpy as np

from edgewise import check
from edgewise.verify.arcs import Array, arcs_of
from edgewise.verify.frame import Claims
from edgewise.verify.given import Values, by_position, name


@check.accepts(graph=check.GRAPH, labels=Values())
def connected_components(graph: Any, labels: Any) -> None:
    """Check that two vertices have one label just if edges, taken both ways, join them.

    Labels are integers, numbered 0, 1, 2... by their first vertex in the caller's order.

    >>> import edgewise as ew
    >>> g = ew.from_edges([("ann", "bob"), ("cat", "dan")])
    >>> ew.verify.connected_components(g, [0, 0, 1, 1])
    >>> ew.verify.connected_components(g, [0, 0, 0, 0])
    Traceback (most recent call last):
    edgewise.verify.frame.VerificationError: connected_components: 'cat' and 'ann' have the same
        label, 0, but no path joins them
    """
    claims = Claims("connected_components")
    own = by_position(claims, graph, "labels", labels)
    _numbered(claims, graph, labels)
    own = own.astype(np.int64)
    tails, heads, _ = arcs_of(graph)
    alike = own[tails] == own[heads]
    claims.everywhere(
        alike,
        lambda at: (
            f"{_both(graph, tails[at], heads[at])} have the labels "
            f"{own[tails[at]]} and {own[heads[at]]}, but an edge joins them"
        ),
    )
    root = _joined(graph.num_vertices, tails, heads)
    chief = np.empty(graph.num_vertices, root.dtype)
    chief[own[::-1]] = root[::-1]
    claims.everywhere(
        chief[own] == root,
        lambda at: (
            f"{_both(graph, at, chief[own[at]])} have the "
            f"same label, {own[at]}, but no path joins them"
        ),
    )


def _numbered(claims: Claims, g: Any, labels: Array) -> None:
    """Each label is one seen before, or the next number."""
    whole = labels.dtype.kind in "iu" or not len(labels)
    claims.holds(whole, f"labels are of type {labels.dtype}, not integers")
    seen = np.concatenate([[-1], np.maximum.accumulate(labels)[:-1]]) if len(labels) else labels
    inside = (labels >= 0) & (labels < len(labels))
    next_or_seen = inside & (labels.astype(np.int64) <= seen.astype(np.int64) + 1)
    claims.everywhere(
        next_or_seen,
        lambda at: (
            f"the label of {g.ids[at : at + 1].tolist()[0]!r} is "
            f"{labels[at]}, but the labels before it go up to {seen[at]}"
        ),
    )


def _joined(num_vertices: int, tails: Array, heads: Array) -> Array:
    """The least position that edges join each vertex to: roots hook onto lesser ones."""
    root = np.arange(num_vertices)
    while len(tails):
        one, other = root[tails], root[heads]
        np.minimum.at(root, np.maximum(one, other), np.minimum(one, other))
        root = _shortened(root)
        apart = root[tails] != root[heads]
        tails, heads = tails[apart], heads[apart]
    return root


def _shortened(root: Array) -> Array:
    while True:
        above = root[root]
        if np.array_equal(above, root):
            return root
        root = above


def _both(g: Any, one: Any, other: Any) -> str:
    return f"{name(g, one)} and {name(g, other)}"
