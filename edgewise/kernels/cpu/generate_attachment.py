"""Edges of a preferential-attachment graph, each found without the others."""

from __future__ import annotations

import numpy as np

from edgewise.kernels.cpu.jit import device, kernel
from edgewise.kernels.cpu.random import below, value


@device
def attached(key, edge, degree):
    """Where an edge leads: the owner of a slot drawn among those of all earlier vertices.

    Edge i has slot 2 i, owned by the vertex it comes from, and slot 2 i + 1, owned by the vertex
    it leads to. A draw that hits an odd slot repeats that edge's own draw instead of reading it.
    """
    while edge >= degree:
        slot = below(value(key, np.uint64(edge)), np.uint64(2 * (edge - edge % degree)))
        edge = np.int64(slot >> np.uint64(1))
        if slot & np.uint64(1) == 0:
            return degree + edge // degree
    return edge


@kernel
def preferential_edges(begin, end, degree, key, sources, targets):
    """Edges begin to end - 1; the first `degree` join vertex `degree` to all before it."""
    for edge in range(begin, end):
        sources[edge] = degree + edge // degree
        targets[edge] = attached(key, edge, degree)
