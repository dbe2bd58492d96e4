"""Random numbers without a state: each is a function of a key and a counter.

Integer operations only, so that any processor draws the same numbers. See
docs/decisions/0006-random-numbers.md for where the constants come from and how this was tried.
"""

from __future__ import annotations

import numpy as np

from edgewise.kernels.cpu.jit import device, kernel

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
FIRST, SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
ONE, TEN, HALF = np.uint64(1), np.uint64(10), np.uint64(32)
A, B, C = np.uint64(30), np.uint64(27), np.uint64(31)
LOW_HALF = np.uint64((1 << 32) - 1)

FINE = np.uint64(11)
"""What is shifted away before a value is compared with a probability in 53 bits."""

CELLS = 1024
CELL_SHIFT = np.uint64(54)
THRESHOLD_MASK = np.uint64((1 << 44) - 1)
CELL_MASK = np.uint64(CELLS - 1)


@device
def value(key, counter):
    """64 random bits. For key 0 these are the outputs of SplitMix64 with seed 0."""
    z = (counter + ONE) * GOLDEN + key
    z = (z ^ (z >> A)) * FIRST
    z ^= key  # so that no two keys walk the same sequence, only shifted
    z = (z ^ (z >> B)) * SECOND
    return z ^ (z >> C)


@device
def below(word, bound):
    """A whole number from 0 to bound - 1: the upper half of word * bound."""
    low, high = word & LOW_HALF, word >> HALF
    bound_low, bound_high = bound & LOW_HALF, bound >> HALF
    upper = high * bound_low + ((low * bound_low) >> HALF)
    lower = low * bound_high + (upper & LOW_HALF)
    return high * bound_high + (upper >> HALF) + (lower >> HALF)


@device
def pick(word, tables, first):
    """One of 1024 outcomes, by the alias table that begins at tables[first]."""
    cell = word >> CELL_SHIFT
    entry = tables[first + cell]
    return cell if (word & THRESHOLD_MASK) < (entry >> TEN) else entry & CELL_MASK


@device
def scrambled(x, bits, rounds):
    """Where x goes in a keyed permutation of the numbers of this many bits.

    `rounds` holds an odd factor and a summand for each round; no round at all leaves x as it is.
    """
    mask, half = (ONE << bits) - ONE, (bits + ONE) >> ONE
    for r in range(0, len(rounds), 2):
        x = (x * rounds[r] + rounds[r + 1]) & mask
        x ^= x >> half
    return x


@device
def both_scrambled(x, y, bits, rounds):
    """Two numbers through the same permutation, side by side: their rounds overlap."""
    mask, half = (ONE << bits) - ONE, (bits + ONE) >> ONE
    for r in range(0, len(rounds), 2):
        factor, summand = rounds[r], rounds[r + 1]
        x, y = (x * factor + summand) & mask, (y * factor + summand) & mask
        x ^= x >> half
        y ^= y >> half
    return x, y


@kernel
def values(begin, end, key, out):
    """The values at counters begin to end - 1, for tests and for whoever wants raw bits."""
    for i in range(begin, end):
        out[i] = value(key, np.uint64(i))


@kernel
def permuted(begin, end, bits, rounds, out):
    """Where the numbers from begin to end - 1 go in a keyed permutation."""
    for i in range(begin, end):
        out[i] = scrambled(np.uint64(i), bits, rounds)
