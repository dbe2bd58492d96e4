"""Random numbers of members, by which samples are drawn: the least ones are taken."""

from __future__ import annotations

from math import log

import numpy as np

from edgewise.kernels.cpu.jit import kernel
from edgewise.kernels.cpu.random import FINE, value

UNIT = 2.0**-53


@kernel
def collect(begin, end, key, limit, places, words):
    """Put the members begin..end whose words are not above `limit` at `begin`; how many."""
    found = begin
    for i in range(begin, end):
        word = value(key, np.uint64(i))
        if word <= limit:
            places[found] = i
            words[found] = word
            found += 1
    return found - begin


@kernel
def waits(begin, end, key, everybody, members, weights, out):
    """How long each of the members begin..end waits for an event that comes at the given rate."""
    for i in range(begin, end):
        weight = weights[i if everybody else members[i]]
        fraction = (np.float64(value(key, np.uint64(i)) >> FINE) + 0.5) * UNIT
        out[i] = -log(fraction) / weight if weight > 0 else np.inf
