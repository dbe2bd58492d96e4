"""Random edge weights, one for each edge by its place."""

from __future__ import annotations

import numpy as np

from edgewise.kernels.cpu.jit import kernel
from edgewise.kernels.cpu.random import ONE, below, value

UNIT_SHIFT, REAL_SHIFT = np.uint64(41), np.uint64(12)


@kernel
def unit_weights(begin, end, key, out):
    """Odd multiples of 2**-24: uniform, never 0 or 1, exact in float32."""
    for edge in range(begin, end):
        drawn = value(key, np.uint64(edge)) >> UNIT_SHIFT
        out[edge] = np.float64(np.int64(drawn + drawn + ONE)) * 2.0**-24


@kernel
def integer_weights(begin, end, key, low, choices, out):
    """Whole numbers from low on."""
    for edge in range(begin, end):
        out[edge] = low + np.int64(below(value(key, np.uint64(edge)), choices))


@kernel
def real_weights(begin, end, key, low, high, out):
    """Real numbers from low to high."""
    for edge in range(begin, end):
        drawn = value(key, np.uint64(edge)) >> REAL_SHIFT
        share = np.float64(np.int64(drawn + drawn + ONE)) * 2.0**-53
        out[edge] = min(high, max(low, low + (high - low) * share))
