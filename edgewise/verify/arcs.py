"""The arcs of a graph as columns, and the walk along them."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]


class Arcs(NamedTuple):
    """Every arc from tail to head, by position, in ascending order of tails; and its weight."""

    tails: Array
    heads: Array
    weights: Array

    def where(self, chosen: Array) -> Arcs:
        """Some of the arcs."""
        return Arcs(*(column[chosen] for column in self))


def arcs_of(g: Any, weighted: bool = True) -> Arcs:
    """The arcs of a graph; where there are no weights, or none are wanted, each weighs 1."""
    heads = g.out_neighbors
    tails = np.repeat(np.arange(g.num_vertices, dtype=heads.dtype), np.diff(g.out_offsets))
    one = np.broadcast_to(np.int8(1), len(heads))
    return Arcs(tails, heads, g.out_weights if weighted and g.is_weighted else one)


def offsets_of(tails: Array, num_vertices: int) -> Array:
    """Where the arcs of each tail begin, for tails in ascending order."""
    counts = np.bincount(tails, minlength=num_vertices)
    return np.concatenate([[0], np.cumsum(counts)])


def places(offsets: Array, vertices: Array) -> tuple[Array, Array]:
    """The places of all arcs of these vertices, and how many each has."""
    counts = offsets[vertices + 1] - offsets[vertices]
    before = np.cumsum(counts) - counts
    return np.repeat(offsets[vertices] - before, counts) + np.arange(counts.sum()), counts


def once(vertices: Array, scratch: Array) -> Array:
    """Each of these once, without a sort: the last to write to its slot stays."""
    turn = np.arange(len(vertices))
    scratch[vertices] = turn
    last: Array = vertices[scratch[vertices] == turn]
    return last


def reachable(starts: Array, tails: Array, heads: Array, num_vertices: int) -> Array:
    """Which vertices can be reached from the starts, level by level."""
    offsets = offsets_of(tails, num_vertices)
    scratch = np.empty(num_vertices, np.int64)
    seen = np.zeros(num_vertices, bool)
    seen[starts] = True
    while len(starts):
        new = heads[places(offsets, starts)[0]]
        starts = once(new[~seen[new]], scratch)
        seen[starts] = True
    return seen
