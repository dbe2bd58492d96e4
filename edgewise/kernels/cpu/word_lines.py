"""Lines that name vertices by words: every different word gets a number, as it is first seen.

Words are kept one after another in a store of bytes; a hash table leads from a word to its number.
All that is a book, handed on as a tuple of addresses and sizes: the table and its size less one (a
power of two), where each word begins in the store and how many there can be, the store and its
size, and where the number of words is kept.

A line that is not plainly right (a quote within a word, a missing column, a strange character) is
left to the caller, who may enter its words and go on behind it.
"""

from __future__ import annotations

import numpy as np

from edgewise.kernels.cpu.jit import device, folded, kernel
from edgewise.kernels.cpu.line_grammar import DONE, FRACTION, NO_BYTE, NO_WEIGHT, REAL
from edgewise.kernels.cpu.tokens import BLANK, NEWLINE, RETURN, TAB, read_weight
from edgewise.kernels.cpu.words import (
    address_of,
    byte_at,
    integer_at,
    put_byte,
    put_integer_at,
    word_at,
)

UNSURE, FULL = 20, 21
QUOTE, DELETE, HASH, PERCENT, SLASH = 34, 127, 35, 37, 47
PRIME, GOLDEN = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9)


@kernel
def read_word_lines(text, begin, end, shape, book, ends, weights, reals, row):
    """Read lines into rows from `row` on; returns what stopped it, the line's place, the row.

    `shape` is the separator, the number of columns, the places among them of source, target and
    weight (-1 for none), and the kind of the weight.
    """
    separator, width, place, target, weight, kind = shape
    start = address_of(text)
    at, stop = start + begin, start + end
    found, line = DONE, at
    while at < stop:
        line = at
        at = _past(at, separator)
        if _passes(at):
            while byte_at(at) != NEWLINE:
                at += 1
            at += 1
            continue
        source_at, source_end, target_at, target_end, weight_at = at, at, at, at, at
        for column in range(width):
            first, last, at = _field(at, separator, column + 1 < width)
            if at == 0:
                break
            if column == place:
                source_at, source_end = first, last
            elif column == target:
                target_at, target_end = first, last
            elif column == weight:
                weight_at = first
        if at == 0:
            found = UNSURE
            break
        tail = _number(source_at, source_end, book)
        head = _number(target_at, target_end, book)
        if tail < 0 or head < 0:
            found = UNSURE if tail == -1 or head == -1 else FULL
            break
        if kind != NO_WEIGHT:
            whole, real, _, found = read_weight(weight_at, kind, separator, 0.0, -1)
            if found != DONE:
                found = FRACTION if found == FRACTION else UNSURE
                break
            if kind == REAL:
                reals[row] = real
            else:
                weights[row] = whole
        ends[0, row], ends[1, row] = tail, head
        row += 1
    return found, line - start, row


@kernel
def enter_word(word, length, book):
    """The number of one word; -1 where it is empty, -2 where the book is full."""
    begin = address_of(word)
    return _number(begin, begin + length, book)


@kernel
def enter_again(book):
    """Fill a table, all of it -1, with the words there are."""
    slots, mask, starts, _, store, _, count = book
    for number in range(integer_at(count)):
        begin = integer_at(starts + 8 * number)
        at = _hash(store + begin, integer_at(starts + 8 * number + 8) - begin) & mask
        while integer_at(slots + 8 * at) >= 0:
            at = (at + 1) & mask
        put_integer_at(slots + 8 * at, number)


@device
def _number(begin, end, book):
    """The number of a word, entered if it is new; -1 where it is empty, -2 where the book is
    full."""
    slots, mask, starts, most, store, size, count = book
    length, words = end - begin, integer_at(count)
    if length == 0:
        return -1
    at = _hash(begin, length) & mask
    known = integer_at(slots + 8 * at)
    while known >= 0:
        there = integer_at(starts + 8 * known)
        if integer_at(starts + 8 * known + 8) - there == length:
            if _same(store + there, begin, length):
                return known
        at = (at + 1) & mask
        known = integer_at(slots + 8 * at)
    used = integer_at(starts + 8 * words)
    if 2 * words >= mask or words >= most or used + length + 8 > size:
        return -2
    for place in range(length):
        put_byte(store + used + place, byte_at(begin + place))
    put_integer_at(slots + 8 * at, words)
    put_integer_at(starts + 8 * words + 8, used + length)
    put_integer_at(count, words + 1)
    return words


@folded
def _hash(begin, length):
    """A number for a word, not negative."""
    word = np.uint64(length) * PRIME
    while length >= 8:
        word = (word ^ word_at(begin)) * GOLDEN
        word ^= word >> np.uint64(29)
        begin += 8
        length -= 8
    if length > 0:
        left = word_at(begin) & ((np.uint64(1) << np.uint64(8 * length)) - np.uint64(1))
        word = (word ^ left) * GOLDEN
    word = (word ^ (word >> np.uint64(32))) * PRIME
    return np.int64(word >> np.uint64(24))


@folded
def _same(one, other, length):
    while length >= 8:
        if word_at(one) != word_at(other):
            return False
        one += 8
        other += 8
        length -= 8
    if length == 0:
        return True
    mask = (np.uint64(1) << np.uint64(8 * length)) - np.uint64(1)
    return (word_at(one) ^ word_at(other)) & mask == np.uint64(0)


@folded
def _past(at, separator):
    while byte_at(at) == BLANK or (byte_at(at) == TAB and separator != TAB):
        at += 1
    return at


@folded
def _ends(at):
    return byte_at(at) == NEWLINE or (byte_at(at) == RETURN and byte_at(at + 1) == NEWLINE)


@folded
def _passes(at):
    """Whether nothing or a remark is on the line from here on."""
    first = byte_at(at)
    if first == HASH or first == PERCENT or (first == SLASH and byte_at(at + 1) == SLASH):
        return True
    return _ends(at)


@device
def _field(at, separator, more):
    """Where a field begins and ends, and where the next one (or the line's end) is; 0 there when
    something is odd."""
    if byte_at(at) == QUOTE:
        at += 1
        first = at
        while byte_at(at) != QUOTE:
            if byte_at(at) < BLANK or byte_at(at) == DELETE:
                return first, first, 0
            at += 1
        last = at
        at += 1
    else:
        first, last = at, at
        while not _ends(at) and byte_at(at) != separator:
            byte = byte_at(at)
            if byte == BLANK or byte == TAB:
                if separator == NO_BYTE:
                    break
            elif byte < BLANK or byte == DELETE or byte == QUOTE:
                return first, first, 0
            else:
                last = at + 1
            at += 1
    gap = at
    at = _past(at, separator)
    if not more:
        return first, last, at if _ends(at) else 0
    if separator == NO_BYTE:
        return first, last, at if at > gap and not _ends(at) else 0
    if byte_at(at) != separator:
        return first, last, 0
    return first, last, _past(at + 1, separator)
