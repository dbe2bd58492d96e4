"""Edges of a Kronecker graph: five levels of the recursion a draw."""

from __future__ import annotations

import numpy as np

from edgewise.kernels.cpu.jit import kernel
from edgewise.kernels.cpu.random import ONE, both_scrambled, pick, value

LEVELS = np.uint64(5)
ROW_MASK = np.uint64(31)
START = np.uint64(0)


@kernel
def kronecker_edges(begin, end, key, table, draws, scale, labels, sources, targets):
    """Edges begin to end - 1. An outcome of the table holds five row bits, five column bits."""
    mask = (ONE << scale) - ONE
    for edge in range(begin, end):
        counter = np.uint64(edge) * np.uint64(draws)
        tail, head = START, START
        for draw in range(draws):
            cell = pick(value(key, counter + np.uint64(draw)), table, START)
            tail = (tail << LEVELS) | (cell >> LEVELS)
            head = (head << LEVELS) | (cell & ROW_MASK)
        tail, head = both_scrambled(tail & mask, head & mask, scale, labels)
        sources[edge] = tail
        targets[edge] = head
