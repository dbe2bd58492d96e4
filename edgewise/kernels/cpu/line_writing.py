"""Edges to lines of text: digits straight into a buffer."""

from __future__ import annotations

import numpy as np

from edgewise.kernels.cpu.jit import device, kernel

BLANK, NEWLINE, MINUS, ZERO = 32, 10, 45, 48
NUMBER = 21
"""The most bytes a number takes, a separator included."""


@device
def _put(out, at, value):
    """Write an integer; where it ends."""
    if value < 0:
        out[at] = MINUS
        at += 1
    left = np.uint64(-value if value < 0 else value)
    end = at + 1
    power = np.uint64(10)
    while end - at < 20 and left >= power:
        end += 1
        if end - at == 20:
            break
        power *= np.uint64(10)
    place = end
    while place > at:
        place -= 1
        rest = left // np.uint64(10)
        out[place] = ZERO + (left - rest * np.uint64(10))
        left = rest
    return end


@kernel
def write_edge_lines(
    out, tails, heads, weights, words, word_ends, letter, separator, base, begin, end
):
    """Lines for the edges begin..end; how many bytes they take.

    The last column is `weights`, or the words that end at `word_ends`, or neither.
    """
    at = 0
    start = 0
    for i in range(begin, end):
        if letter:
            out[at], out[at + 1] = letter, BLANK
            at += 2
        at = _put(out, at, tails[i] + base)
        out[at] = separator
        at = _put(out, at + 1, heads[i] + base)
        if weights.size:
            out[at] = separator
            at = _put(out, at + 1, weights[i])
        elif word_ends.size:
            out[at] = separator
            at += 1
            for place in range(start, word_ends[i - begin]):
                out[at] = words[place]
                at += 1
            start = word_ends[i - begin] + 1
        out[at] = NEWLINE
        at += 1
    return at


@kernel
def write_row_lines(out, offsets, neighbors, weights, first, last):
    """A line for each of the rows first..last, its neighbours counted from 1."""
    at = 0
    for row in range(first, last):
        for i in range(offsets[row], offsets[row + 1]):
            if i > offsets[row]:
                out[at] = BLANK
                at += 1
            at = _put(out, at, np.int64(neighbors[i]) + 1)
            if weights.size:
                out[at] = BLANK
                at = _put(out, at + 1, weights[i])
        out[at] = NEWLINE
        at += 1
    return at
