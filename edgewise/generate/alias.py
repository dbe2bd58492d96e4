"""Alias tables: one of 1024 outcomes from one random word, with whole numbers only.

A table's probabilities are multiples of 2**-54 that add up to 1 exactly. Entry c of the table
holds, in its upper bits, for how many of the 2**44 lower halves of a word cell c keeps its own
outcome, and in its lower ten bits the outcome it gives otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from edgewise.adjacency import Array

CELLS, CELL_SIZE = 1024, 1 << 44
WHOLE = CELLS * CELL_SIZE


def alias_table(weights: Sequence[int]) -> Array:
    """The table that gives outcome i with a probability in proportion to weights[i]."""
    shares = _shares(weights)
    kept, other = [0] * CELLS, list(range(CELLS))
    short = [cell for cell in range(CELLS) if shares[cell] < CELL_SIZE]
    full = [cell for cell in range(CELLS) if shares[cell] > CELL_SIZE]
    while short:
        cell, giver = short.pop(), full[-1]
        kept[cell], other[cell] = shares[cell], giver
        shares[giver] -= CELL_SIZE - shares[cell]
        if shares[giver] <= CELL_SIZE:
            full.pop()
            if shares[giver] < CELL_SIZE:
                short.append(giver)
    return np.array([kept[cell] << 10 | other[cell] for cell in range(CELLS)], np.uint64)


def _shares(weights: Sequence[int]) -> list[int]:
    """Probabilities in units of 2**-54, rounded down; what is left goes to the likeliest."""
    total = sum(weights)
    shares = [weight * WHOLE // total for weight in weights]
    shares[shares.index(max(shares))] += WHOLE - sum(shares)
    return shares
