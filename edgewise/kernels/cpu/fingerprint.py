"""A number that a bag of arcs leaves behind, whatever the order they come in."""

from __future__ import annotations

import numpy as np

from edgewise.kernels.cpu.jit import device, kernel

TAIL, HEAD = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xD1B54A32D192ED03)
WEIGHT = np.uint64(0x8CB92BA72F3D8DD7)
FIRST, SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
HALF, MOST = np.uint64(32), np.uint64(29)


@device
def mixed(tail, head, weight):
    """Scatter an arc over 64 bits."""
    x = np.uint64(tail) * TAIL + np.uint64(head) * HEAD + np.uint64(weight) * WEIGHT
    x = (x ^ (x >> HALF)) * FIRST
    x = (x ^ (x >> MOST)) * SECOND
    return x ^ (x >> HALF)


@kernel
def fingerprint_rows(offsets, neighbors, weights, first, last):
    """The sums over the arcs of rows first..last, taken forward and turned round."""
    forward, backward = np.uint64(0), np.uint64(0)
    weighted = len(weights) > 0
    for row in range(first, last):
        for i in range(offsets[row], offsets[row + 1]):
            weight = weights[i] if weighted else 0
            forward += mixed(row, neighbors[i], weight)
            backward += mixed(neighbors[i], row, weight)
    return forward, backward
