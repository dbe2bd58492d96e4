"""What a vertex sends along each of its arcs, as a share of what it has: one over its out-arcs.

One over the sum of their weights where these count; 0 where there is none. Multiplying by a share
is several times cheaper than dividing by a degree, round after round.
"""

from __future__ import annotations

from edgewise.kernels.cpu.jit import kernel


@kernel
def by_degree(begin, end, offsets, share):
    """Shares of the vertices begin..end, all arcs alike."""
    for v in range(begin, end):
        degree = offsets[v + 1] - offsets[v]
        share[v] = 1.0 / degree if degree > 0 else 0.0


@kernel
def by_weight(begin, end, offsets, weights, share):
    """Shares of the vertices begin..end, arcs by weight."""
    for v in range(begin, end):
        total = 0.0
        for e in range(offsets[v], offsets[v + 1]):
            total += weights[e]
        share[v] = 1.0 / total if total > 0 else 0.0


@kernel
def stranded(begin, end, share, ranks):
    """The rank of those of the vertices begin..end that send nothing on."""
    total = 0.0
    for v in range(begin, end):
        if share[v] == 0:
            total += ranks[v]
    return total
