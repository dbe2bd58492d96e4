"""Lines of text to columns: one or two vertex ids a line, and a weight perhaps.

One loop reads every such format; what sets them apart is a row of numbers, the grammar. The text
ends with a newline and goes on for at least 16 bytes of no meaning.
"""

from __future__ import annotations

import numpy as np

from edgewise.kernels.cpu.jit import device, folded, kernel
from edgewise.kernels.cpu.line_grammar import (
    BASE,
    DONE,
    HIGH,
    IDS,
    LETTER,
    LETTER_WRONG,
    LOW,
    NO_BYTE,
    NO_ROOM,
    NO_WEIGHT,
    OTHER_REMARK,
    REAL,
    REMARK,
    REST,
    SEPARATOR,
    SLASHES,
    TOO_FEW,
    TOO_MANY,
    UNPARTED,
    WEIGHT,
    WIDE,
)
from edgewise.kernels.cpu.numbers import plain_natural
from edgewise.kernels.cpu.tokens import (
    NEWLINE,
    RETURN,
    ends_token,
    is_gap,
    past_blanks,
    read_id,
    read_weight,
)
from edgewise.kernels.cpu.words import address_of, byte_at

SLASH = 47
_DATA = -1


@kernel
def count_lines(text, begin, end):
    """How many newlines there are."""
    lines = 0
    for at in range(begin, end):
        lines += text[at] == NEWLINE
    return lines


@kernel
def read_edge_lines(
    text, begin, end, grammar, narrow, wide, weights, reals, row, room, known, known_at
):
    """Read lines into rows from `row` up to `room`; returns what stopped it, where, the row and
    the line's beginning.

    `narrow` and `wide` each hold the two columns of ids, in 32 and in 64 bits, and one of them is
    used; `weights` and `reals` are the same memory seen as integers and as reals. At DIGITS_LEFT
    the caller calls again from the line's beginning, and says what number is `known` to be there.
    """
    two, kind, separator = grammar[IDS] == 2, grammar[WEIGHT], grammar[SEPARATOR]
    base, low, span = grammar[BASE], grammar[LOW], np.uint64(grammar[HIGH] - grammar[LOW])
    letter, remark, other = grammar[LETTER], grammar[REMARK], grammar[OTHER_REMARK]
    slashes, is_wide = grammar[SLASHES] != 0, grammar[WIDE] != 0
    start = address_of(text)
    at, end, known_at = start + begin, start + end, start + known_at
    source, target, whole, real, line, found = 0, 0, 0, 0.0, at, DONE
    bare, simple = kind == NO_WEIGHT or kind == REST, two and letter == NO_BYTE
    while at < end:
        line = at
        source, target, after = _plain_pair(at, separator, low, span) if simple else (0, 0, at)
        plain = after > at
        if plain and bare and byte_at(after) == NEWLINE:
            at = after
        elif plain and kind != NO_WEIGHT and is_gap(byte_at(after), separator):
            at = after
        else:
            at, found = _begin_line(at, letter, remark, other, slashes)
            if found == DONE:
                continue
            if found != _DATA:
                break
            source, target, at, found = _any_pair(at, two, separator, low, span)
            if found != DONE:
                break
        if not bare or byte_at(at) != NEWLINE:
            whole, real, at, found = _rest_of_line(at, kind, separator, known, known_at)
            if found != DONE:
                break
        if row >= room:
            at, found = line, NO_ROOM
            break
        if kind == REAL:
            reals[row] = real
        elif not bare:
            weights[row] = whole
        if is_wide:
            wide[0, row] = source - base
            if two:
                wide[1, row] = target - base
        else:
            narrow[0, row] = source - base
            if two:
                narrow[1, row] = target - base
        at += 1
        row += 1
    return found, at - start, row, line - start


@folded
def _plain_pair(at, separator, low, span):
    """The two ids of the common line, and their end (the beginning, where a line is not such)."""
    source, middle = plain_natural(at)
    if middle == at or not is_gap(byte_at(middle), separator):
        return 0, 0, at
    target, after = plain_natural(middle + 1)
    if after == middle + 1 or np.uint64(source - low) > span or np.uint64(target - low) > span:
        return 0, 0, at
    return source, target, after


@device
def _any_pair(at, two, separator, low, span):
    """One id or two, their end, and what is wrong with them."""
    source, at, found = read_id(at, separator, low, span)
    if found != DONE or not two:
        return source, 0, at, found
    at, found = _next_column(at, separator)
    if found != DONE:
        return source, 0, at, found
    target, at, found = read_id(at, separator, low, span)
    return source, target, at, found


@device
def _begin_line(at, letter, remark, other, slashes):
    """Where the data of a line begins (_DATA), or where the next line does (DONE)."""
    at = past_blanks(at)
    first, second = byte_at(at), byte_at(at + 1)
    if first == NEWLINE:
        return at + 1, DONE
    if first == RETURN and second == NEWLINE:
        return at + 2, DONE
    if first == remark or first == other or (slashes and first == SLASH and second == SLASH):
        while byte_at(at) != NEWLINE:
            at += 1
        return at + 1, DONE
    if letter == NO_BYTE:
        return at, _DATA
    if first != letter or not ends_token(second, NO_BYTE):
        return at, LETTER_WRONG
    at = past_blanks(at + 1)
    return at, TOO_FEW if byte_at(at) == NEWLINE or byte_at(at) == RETURN else _DATA


@device
def _next_column(at, separator):
    """From the end of a column to the beginning of the next, TOO_FEW or UNPARTED."""
    at = past_blanks(at)
    if byte_at(at) == NEWLINE or byte_at(at) == RETURN:
        return at, TOO_FEW
    if separator == NO_BYTE:
        return at, DONE
    if byte_at(at) != separator:
        return at, UNPARTED
    at = past_blanks(at + 1)
    return at, TOO_FEW if byte_at(at) == NEWLINE or byte_at(at) == RETURN else DONE


@folded
def _rest_of_line(at, kind, separator, known, known_at):
    """From the end of the ids to the newline: the weight, the end, and what is wrong."""
    whole, real = 0, 0.0
    if kind == REST:
        while byte_at(at) != NEWLINE:
            at += 1
        return whole, real, at, DONE
    if kind != NO_WEIGHT:
        at, found = _next_column(at, separator)
        if found == DONE:
            whole, real, at, found = read_weight(at, kind, separator, known, known_at)
        if found != DONE:
            return whole, real, at, found
    at, found = _end_line(at)
    return whole, real, at, found


@device
def _end_line(at):
    """From the end of the last column to the newline, or TOO_MANY."""
    at = past_blanks(at)
    if byte_at(at) == RETURN and byte_at(at + 1) == NEWLINE:
        at += 1
    return at, DONE if byte_at(at) == NEWLINE else TOO_MANY
