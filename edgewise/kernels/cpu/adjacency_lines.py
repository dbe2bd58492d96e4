"""Lines of neighbours to columns: METIS, where line v holds what vertex v is joined to."""

from __future__ import annotations

import numpy as np

from edgewise.kernels.cpu.jit import device, folded, kernel
from edgewise.kernels.cpu.line_grammar import (
    DONE,
    INTEGER,
    LINE_TOO_MANY,
    NO_BYTE,
    NO_ROOM,
    TOO_FEW,
    VERTEX_WRONG,
)
from edgewise.kernels.cpu.numbers import FINE, scan_natural
from edgewise.kernels.cpu.tokens import (
    BLANK,
    NEWLINE,
    RETURN,
    TAB,
    ends_token,
    past_blanks,
    read_id,
    read_weight,
)
from edgewise.kernels.cpu.words import address_of, byte_at

PERCENT = 37
GOLDEN, MIXER = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9)


@kernel
def count_adjacency(text, begin, end):
    """How many lines are no remarks, and how many words these have."""
    start = address_of(text)
    at, end = start + begin, start + end
    lines, words = 0, 0
    while at < end:
        at = past_blanks(at)
        remark, before_blank = byte_at(at) == PERCENT, True
        while byte_at(at) != NEWLINE:
            byte = byte_at(at)
            blank = byte == BLANK or byte == TAB or byte == RETURN
            words += before_blank and not blank and not remark
            before_blank = blank
            at += 1
        lines += not remark
        at += 1
    return lines, words


@kernel
def read_adjacency_lines(
    text, begin, end, vertex, vertices, passed, weighted, ids, weights, row, room
):
    """Read the lines of the vertices from `vertex` on into rows from `row` up to `room`.

    Each line has `passed` numbers before the neighbours. Returns what stopped the reading, where,
    the row after the last, how many loops there were, and a sum that is 0 over the whole file when
    every arc has its reverse, of equal weight.
    """
    start = address_of(text)
    at, end = start + begin, start + end
    span, loops, balance = np.uint64(vertices - 1), 0, np.uint64(0)
    found, neighbor, weight = DONE, 0, 1
    while at < end and found == DONE:
        at = past_blanks(at)
        if byte_at(at) == PERCENT:
            at = _next_line(at)
            continue
        if vertex >= vertices:
            if not _ends_line(at):
                found = LINE_TOO_MANY
                break
            at = _next_line(at)
            continue
        at, found = _pass_numbers(at, passed)
        while found == DONE and not _ends_line(at):
            neighbor, at, found = read_id(at, NO_BYTE, 1, span)
            if found == DONE and weighted:
                at = past_blanks(at)
                if _ends_line(at):
                    found = TOO_FEW
                    break
                weight, _, at, found = read_weight(at, INTEGER, NO_BYTE, 0.0, -1)
            if found == DONE and row >= room:
                found = NO_ROOM
            if found == DONE:
                ids[0, row], ids[1, row] = vertex, neighbor - 1
                if weighted:
                    weights[row] = weight
                loops += neighbor - 1 == vertex
                balance += _balance(vertex, neighbor - 1, weight)
                row += 1
                at = past_blanks(at)
        if found == DONE:
            at = _next_line(at)
            vertex += 1
    return found, at - start, row, loops, balance


@folded
def _ends_line(at):
    return byte_at(at) == NEWLINE or (byte_at(at) == RETURN and byte_at(at + 1) == NEWLINE)


@folded
def _next_line(at):
    while byte_at(at) != NEWLINE:
        at += 1
    return at + 1


@device
def _pass_numbers(at, passed):
    """From a line's beginning over so many numbers to what follows, and what is wrong there."""
    for _ in range(passed):
        if _ends_line(at):
            return at, TOO_FEW
        _, after, state = scan_natural(at)
        if state != FINE or not ends_token(byte_at(after), NO_BYTE):
            return at, VERTEX_WRONG
        at = past_blanks(after)
    return at, DONE


@folded
def _balance(tail, head, weight):
    """A number for an arc; that of its reverse is the negative. A loop has 0."""
    low, high = np.uint64(min(tail, head)), np.uint64(max(tail, head))
    word = (low * GOLDEN) ^ ((high + np.uint64(1)) * MIXER) ^ (np.uint64(weight) * GOLDEN * MIXER)
    word = (word ^ (word >> np.uint64(29))) * MIXER
    word = (word ^ (word >> np.uint64(32))) * GOLDEN
    if tail == head:
        return np.uint64(0)
    return word if tail < head else np.uint64(0) - word
