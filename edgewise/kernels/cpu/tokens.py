"""Words of a line: ids and weights with what can be wrong with them, and the gaps between."""

from __future__ import annotations

import numpy as np

from edgewise.kernels.cpu.jit import device, folded
from edgewise.kernels.cpu.line_grammar import (
    DIGITS_LEFT,
    DONE,
    FRACTION,
    ID_BEYOND,
    ID_OUTSIDE,
    ID_WRONG,
    INTEGER,
    MIXED,
    NO_BYTE,
    REAL,
    WEIGHT_BEYOND,
    WEIGHT_NAN,
    WEIGHT_WRONG,
)
from edgewise.kernels.cpu.numbers import BEYOND, FINE, NAN, NONE, scan_integer, scan_real
from edgewise.kernels.cpu.words import byte_at

NEWLINE, RETURN, TAB, BLANK = 10, 13, 9, 32


@folded
def is_gap(byte, separator):
    """Whether one byte alone can part two columns."""
    return byte == separator or (separator == NO_BYTE and (byte == BLANK or byte == TAB))


@folded
def ends_token(byte, separator):
    return byte == NEWLINE or byte == BLANK or byte == TAB or byte == RETURN or byte == separator


@device
def past_blanks(at):
    while byte_at(at) == BLANK or byte_at(at) == TAB:
        at += 1
    return at


@device
def read_id(at, separator, low, span):
    """The id, where it ends (where it begins, if it is wrong), and what is wrong with it."""
    value, after, state = scan_integer(at)
    if not ends_token(byte_at(after), separator) or (state != FINE and state != BEYOND):
        return value, at, ID_WRONG
    if state == BEYOND:
        return value, at, ID_BEYOND
    if np.uint64(value - low) > span:
        return value, at, ID_OUTSIDE
    return value, after, DONE


@device
def read_weight(at, kind, separator, known, known_at):
    """The weight as an integer and as a real, where it ends (begins, if wrong), what is wrong."""
    if kind != REAL:
        whole, after, state = scan_integer(at)
        if ends_token(byte_at(after), separator) and state == FINE:
            return whole, 0.0, after, DONE
        if kind == INTEGER:
            long = ends_token(byte_at(after), separator) and state == BEYOND
            return whole, 0.0, at, WEIGHT_BEYOND if long else WEIGHT_WRONG
    real, after, state = scan_real(at)
    if not ends_token(byte_at(after), separator) or state == NONE:
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
