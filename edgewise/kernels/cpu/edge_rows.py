"""Columns to lines of text: the reverse of reading them."""

from __future__ import annotations

import numpy as np

from edgewise.kernels.cpu.digits import MOST, put_integer, put_natural, put_real
from edgewise.kernels.cpu.jit import kernel
from edgewise.kernels.cpu.line_grammar import NO_BYTE, NO_WEIGHT, REAL
from edgewise.kernels.cpu.words import address_of, put_byte

LONGEST_ROW = 3 * MOST + 6
NEWLINE, BLANK = 10, 32


@kernel
def write_edge_rows(sources, targets, weights, reals, kind, row, separator, letter, base, room):
    """Write the rows from `row` on; returns the bytes written, and the row that was not: the one
    after the last, or one with a weight that has to be written otherwise."""
    start = address_of(room)
    at = start
    for row in range(row, sources.size):  # noqa: B020
        line = at
        if letter != NO_BYTE:
            put_byte(at, letter)
            put_byte(at + 1, BLANK)
            at += 2
        at = put_integer(at, sources[row] + base)
        put_byte(at, separator)
        at = put_integer(at + 1, targets[row] + base)
        if kind != NO_WEIGHT:
            put_byte(at, separator)
            at += 1
            if kind != REAL:
                at = put_integer(at, weights[row])
            else:
                after = put_real(at, reals[row]) if np.isfinite(reals[row]) else at
                if after == at:
                    return line - start, row
                at = after
        put_byte(at, NEWLINE)
        at += 1
    return at - start, sources.size


@kernel
def write_integers(values, room):
    """Write an integer a line; returns the bytes written."""
    start = address_of(room)
    at = start
    for place in range(values.size):
        at = put_integer(at, values[place])
        put_byte(at, NEWLINE)
        at += 1
    return at - start


@kernel
def write_adjacency_rows(offsets, neighbors, weights, weighted, room):
    """Write the neighbours of every vertex on a line of its own; returns the bytes written."""
    start = address_of(room)
    at = start
    for vertex in range(offsets.size - 1):
        for arc in range(offsets[vertex] - offsets[0], offsets[vertex + 1] - offsets[0]):
            if arc > offsets[vertex] - offsets[0]:
                put_byte(at, BLANK)
                at += 1
            at = put_natural(at, np.uint64(neighbors[arc] + 1))
            if weighted:
                put_byte(at, BLANK)
                at = put_integer(at + 1, weights[arc])
        put_byte(at, NEWLINE)
        at += 1
    return at - start
