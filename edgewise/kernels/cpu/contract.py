"""Arcs of a graph as arcs between the labels of their ends; the rows are made elsewhere."""

from __future__ import annotations

from edgewise.kernels.cpu.access import at, put
from edgewise.kernels.cpu.jit import kernel


@kernel
def mark(begin, end, labels, seen):
    """Note which labels occur."""
    for v in range(begin, end):
        put(seen, at(labels, v), 1)


@kernel
def count(begin, end, offsets, neighbors, labels, once, drops):
    """How many arcs of the rows begin..end are taken; `once`: of an edge, only the arc upwards."""
    taken = 0
    for u in range(begin, end):
        own = at(labels, u)
        for e in range(at(offsets, u), at(offsets, u + 1)):
            v = at(neighbors, e)
            if (once and v < u) or (drops and at(labels, v) == own):
                continue
            taken += 1
    return taken


@kernel
def place(
    begin, end, offsets, neighbors, weights, labels, once, drops, at_first, tails, heads, carried
):
    """Put those arcs, by the labels of their ends, from `at_first` on."""
    k = at_first
    for u in range(begin, end):
        own = at(labels, u)
        for e in range(at(offsets, u), at(offsets, u + 1)):
            v = at(neighbors, e)
            other = at(labels, v)
            if (once and v < u) or (drops and other == own):
                continue
            put(tails, k, own)
            put(heads, k, other)
            if carried.size > 0:
                put(carried, k, at(weights, e))
            k += 1
