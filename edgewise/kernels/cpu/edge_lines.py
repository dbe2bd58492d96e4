"""Lines of text to columns: one or two vertex ids a line, and a weight perhaps.

One loop reads every such format; what sets them apart is a row of numbers, the grammar (its places
are named below). The text ends with a newline and goes on for at least 16 bytes of no meaning.
"""

from __future__ import annotations

import numpy as np

from edgewise.kernels.cpu.jit import device, folded, kernel
from edgewise.kernels.cpu.numbers import (
    BEYOND,
    FINE,
    NAN,
    NONE,
    plain_natural,
    scan_integer,
    scan_real,
)
from edgewise.kernels.cpu.words import address_of, byte_at

# the places in a grammar
IDS = 0
"""How many vertex ids a line has, 1 or 2."""
WEIGHT = 1
"""What follows them: one of the kinds below."""
SEPARATOR = 2
"""The byte between columns; 0 for runs of blanks and tabs."""
LETTER = 3
"""The byte that every data line begins with, or 0."""
REMARK, OTHER_REMARK, SLASHES = 4, 5, 6
"""Bytes that begin a line to be passed over, 0 for none; whether two slashes do."""
BASE, LOW, HIGH = 7, 8, 9
"""The id of the first vertex, which is taken off; the least and the greatest id taken."""
WIDE = 10
"""Whether ids go to the 64-bit columns."""
PLACES = 11

NO_WEIGHT, INTEGER, REAL, MIXED = range(4)
"""Kinds of weight; MIXED reads integers and stops at the first other number."""

# what stopped the reading
DONE, ID_WRONG, ID_BEYOND, ID_OUTSIDE, WEIGHT_WRONG, WEIGHT_BEYOND, WEIGHT_NAN = range(7)
DIGITS_LEFT, FRACTION, TOO_FEW, TOO_MANY, LETTER_WRONG, UNPARTED, NO_ROOM = range(7, 14)
_DATA = -1

NEWLINE, RETURN, TAB, BLANK, SLASH, ZERO = 10, 13, 9, 32, 47, 48


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
    source, target, line, found = 0, 0, at, DONE
    while at < end:
        line = at
        plain = False
        if row < room and two and letter == 0:  # the common line, without a question too many
            source, middle = plain_natural(at)
            if middle > at and _is_gap(byte_at(middle), separator):
                target, after = plain_natural(middle + 1)
                plain = after > middle + 1
                if np.uint64(source - low) > span or np.uint64(target - low) > span:
                    plain = False
        if plain and byte_at(after) == NEWLINE and kind == NO_WEIGHT:
            at = after
        elif plain and kind != NO_WEIGHT and _is_gap(byte_at(after), separator):
            at = after
        else:
            at, found = _begin_line(at, letter, remark, other, slashes)
            if found == DONE:
                continue
            if found != _DATA:
                break
            found = NO_ROOM
            if row >= room:
                break
            source, at, found = _read_id(at, separator, low, span)
            if found != DONE:
                break
            if two:
                at, found = _next_column(at, separator)
                if found != DONE:
                    break
                target, at, found = _read_id(at, separator, low, span)
                if found != DONE:
                    break
        if kind != NO_WEIGHT:
            at, found = _next_column(at, separator)
            if found != DONE:
                break
            whole, real, at, found = _read_weight(at, kind, separator, known, known_at)
            if found != DONE:
                break
            if kind == REAL:
                reals[row] = real
            else:
                weights[row] = whole
        if byte_at(at) != NEWLINE:
            at, found = _end_line(at)
            if found != DONE:
                break
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
def _is_gap(byte, separator):
    """Whether one byte alone can part two columns."""
    return byte == separator or (separator == 0 and (byte == BLANK or byte == TAB))


@folded
def _ends_token(byte, separator):
    return byte == NEWLINE or byte == BLANK or byte == TAB or byte == RETURN or byte == separator


@device
def _past_blanks(at):
    while byte_at(at) == BLANK or byte_at(at) == TAB:
        at += 1
    return at


@device
def _begin_line(at, letter, remark, other, slashes):
    """Where the data of a line begins (_DATA), or where the next line does (DONE)."""
    at = _past_blanks(at)
    first, second = byte_at(at), byte_at(at + 1)
    if first == NEWLINE:
        return at + 1, DONE
    if first == RETURN and second == NEWLINE:
        return at + 2, DONE
    if first == remark or first == other or (slashes and first == SLASH and second == SLASH):
        while byte_at(at) != NEWLINE:
            at += 1
        return at + 1, DONE
    if letter == 0:
        return at, _DATA
    if first != letter or not _ends_token(second, 0):
        return at, LETTER_WRONG
    at = _past_blanks(at + 1)
    return at, TOO_FEW if byte_at(at) == NEWLINE or byte_at(at) == RETURN else _DATA


@device
def _read_id(at, separator, low, span):
    """The id, where it ends (where it begins, if it is wrong), and what is wrong with it."""
    value, after, state = scan_integer(at)
    if not _ends_token(byte_at(after), separator) or (state != FINE and state != BEYOND):
        return value, at, ID_WRONG
    if state == BEYOND:
        return value, at, ID_BEYOND
    if np.uint64(value - low) > span:
        return value, at, ID_OUTSIDE
    return value, after, DONE


@device
def _next_column(at, separator):
    """From the end of a column to the beginning of the next, TOO_FEW or UNPARTED."""
    at = _past_blanks(at)
    if byte_at(at) == NEWLINE or byte_at(at) == RETURN:
        return at, TOO_FEW
    if separator == 0:
        return at, DONE
    if byte_at(at) != separator:
        return at, UNPARTED
    at = _past_blanks(at + 1)
    return at, TOO_FEW if byte_at(at) == NEWLINE or byte_at(at) == RETURN else DONE


@device
def _end_line(at):
    """From the end of the last column to the newline, or TOO_MANY."""
    at = _past_blanks(at)
    if byte_at(at) == RETURN and byte_at(at + 1) == NEWLINE:
        at += 1
    return at, DONE if byte_at(at) == NEWLINE else TOO_MANY


@device
def _read_weight(at, kind, separator, known, known_at):
    """The weight as an integer and as a real, where it ends (begins, if wrong), what is wrong."""
    if kind != REAL:
        whole, after, state = scan_integer(at)
        if _ends_token(byte_at(after), separator) and state == FINE:
            return whole, 0.0, after, DONE
        if kind == INTEGER:
            long = _ends_token(byte_at(after), separator) and state == BEYOND
            return whole, 0.0, at, WEIGHT_BEYOND if long else WEIGHT_WRONG
    real, after, state = scan_real(at)
    if not _ends_token(byte_at(after), separator) or state == NONE:
        return 0, 0.0, at, WEIGHT_WRONG
    if state == NAN or state == BEYOND:
        return 0, 0.0, at, WEIGHT_NAN if state == NAN else WEIGHT_BEYOND
    if kind == MIXED:
        return 0, 0.0, at, FRACTION
    if state == FINE:
        return 0, real, after, DONE
    if at == known_at:
        return 0, known, after, DONE
    return 0, 0.0, at, DIGITS_LEFT
