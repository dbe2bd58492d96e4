"""Edges chosen among all pairs of vertices, by the pairs' numbers.

Pair number c * n + u joins u and u + 1 + c (mod n). The first n (n - 1) / 2 numbers are every
unordered pair once, and n (n - 1) of them every ordered pair, for even and odd n alike.
"""

from __future__ import annotations

import numpy as np

from edgewise.kernels.cpu.jit import device, kernel
from edgewise.kernels.cpu.random import CELLS, ONE, pick, scrambled, value

BEYOND = np.uint64(1 << 62)
NOTHING = np.uint64(0)


@device
def joined(pair, n):
    """The two ends of a pair."""
    apart = pair // n
    tail = pair - apart * n
    head = tail + ONE + apart
    return tail, head - n if head >= n else head


@kernel
def permuted_pairs(begin, end, n, pairs, bits, rounds, sources, targets):
    """Edges begin to end - 1 of G(n, m): their numbers through a keyed permutation of the pairs."""
    n = np.uint64(n)
    for edge in range(begin, end):
        pair = scrambled(np.uint64(edge), bits, rounds)
        while pair >= pairs:  # the permutation is of a power of two: walk on until inside
            pair = scrambled(pair, bits, rounds)
        tail, head = joined(pair, n)
        sources[edge] = tail
        targets[edge] = head


@device
def gap(key, edge, digits, tables):
    """How many pairs are passed over before the next edge: geometric, digit by digit."""
    total = NOTHING
    for digit in range(digits):
        drawn = pick(
            value(key, edge * np.uint64(digits) + np.uint64(digit)),
            tables,
            np.uint64(digit * CELLS),
        )
        shift = np.uint64(10 * digit)
        if drawn >= (BEYOND >> shift):
            return BEYOND
        total += drawn << shift
    return total


@kernel
def count_random_pairs(begin, end, key, digits, tables, n):
    """How many edges of G(n, p) lie among the pairs begin to end - 1."""
    own, last, edge = value(key, np.uint64(begin)), np.uint64(end), NOTHING
    pair = np.uint64(begin) + gap(own, edge, digits, tables)
    while pair < last:
        edge += ONE
        pair += ONE + gap(own, edge, digits, tables)
    return np.int64(edge)


@kernel
def fill_random_pairs(begin, end, start, sources, targets, key, digits, tables, n):
    """Write the edges that `count_random_pairs` counted, from place `start` on."""
    own, last, edge = value(key, np.uint64(begin)), np.uint64(end), NOTHING
    n = np.uint64(n)
    pair = np.uint64(begin) + gap(own, edge, digits, tables)
    while pair < last:
        tail, head = joined(pair, n)
        sources[start] = tail
        targets[start] = head
        start += 1
        edge += ONE
        pair += ONE + gap(own, edge, digits, tables)
