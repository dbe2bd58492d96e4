"""From a seed to the keys of independent streams of random numbers.

The arithmetic is that of `kernels/cpu/random.py`, in plain integers: keys are made once a call,
on the host, and handed to whatever processor runs the kernels.
"""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np

from edgewise.adjacency import Array

WORD = (1 << 64) - 1
GOLDEN, FIRST, SECOND = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


def value(key: int, counter: int) -> int:
    """64 random bits; the meaning of the kernels' function of this name."""
    z = ((counter + 1) * GOLDEN + key) & WORD
    z = (z ^ (z >> 30)) * FIRST & WORD
    z ^= key
    z = (z ^ (z >> 27)) * SECOND & WORD
    return z ^ (z >> 31)


def key(seed: int, stream: str) -> np.uint64:
    """The key of a named stream of a seed.

    >>> hex(key(1, "kronecker edges"))
    '0x1b15999e0bf4fef1'
    """
    state, name = value(0, seed), stream.encode()
    for begin in range(0, len(name), 8):
        state = value(state, int.from_bytes(name[begin : begin + 8], "little"))
    return np.uint64(state)


def permutation(seed: int, stream: str, bits: int) -> Array:
    """The rounds of a keyed permutation of the numbers of this many bits.

    Small domains need more rounds: with 4 + 64 // bits no departure from uniform subsets was seen.
    """
    own, rounds = int(key(seed, stream)), 4 + 64 // max(1, bits)
    words = [value(own, place) for place in range(2 * rounds)]
    return np.array([word | (place % 2 == 0) for place, word in enumerate(words)], np.uint64)


def chance(probability: float) -> np.uint64:
    """A probability in units of 2**-53, as kernels compare it."""
    return np.uint64(math.floor(Fraction(probability) * (1 << 53)))
