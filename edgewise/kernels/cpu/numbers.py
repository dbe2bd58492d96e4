"""Numbers out of text: integers of 64 bits, and reals rounded to the nearest float64.

Text is a run of addresses; it must go on for at least 16 bytes after its last newline, whatever
they are. Digits are taken eight at a time. Reals follow Daniel Lemire, "Number parsing at a
gigabyte per second" (2021): 19 digits and a power of five of 128 bits settle the rounding; where
more digits could still tip it the caller is told so.
"""

from __future__ import annotations

import numpy as np

from edgewise.kernels.cpu.jit import device, folded
from edgewise.kernels.cpu.powers import HIGH, HIGHEST, LOW, LOWEST, TENS, WHOLE_TENS
from edgewise.kernels.cpu.words import (
    byte_at,
    high_product,
    leading_zeros,
    real_of_bits,
    trailing_zeros,
    word_at,
)

FINE, NONE, BEYOND, NAN, UNDECIDED = 0, 1, 2, 3, 4

W = np.uint64
_ZEROS, _TOPS = W(0x3030303030303030), W(0x8080808080808080)
_BELOW_TOP = W(0x7676767676767676)  # added to a byte of 10 or more, sets its top bit
_PAIRS, _STEP1, _STEP2 = W(0x000000FF000000FF), W(0x000F424000000064), W(0x0000271000000001)
_LARGEST = W(1 << 63)


@folded
def digit_run(word):
    """How many of the eight bytes are digits before the first that is none."""
    values = word ^ _ZEROS
    others = ((values + _BELOW_TOP) | values) & _TOPS
    return W(8) if others == W(0) else trailing_zeros(others) >> W(3)


@folded
def run_value(word, length):
    """The number that the first 1 to 8 bytes, all digits, are."""
    values = (word ^ _ZEROS) << ((W(8) - length) << W(3))
    values = values * W(10) + (values >> W(8))
    return ((values & _PAIRS) * _STEP1 + ((values >> W(16)) & _PAIRS) * _STEP2) >> W(32)


@device
def scan_natural(at):
    """Digits: their value, where they end, and FINE, NONE, or BEYOND 2**63."""
    word = word_at(at)
    length = digit_run(word)
    if length == W(0):
        return W(0), at, NONE
    value = run_value(word, length)
    at += np.int64(length)
    if length < W(8):
        return value, at, FINE
    state = FINE
    while True:
        digit = W(byte_at(at) ^ 48)
        if digit > W(9):
            return value, at, state
        if value > (_LARGEST - digit) // W(10):
            state = BEYOND
        value = value * W(10) + digit
        at += 1


@device
def scan_integer(at):
    """An optional sign and digits: value, end, state."""
    negative = byte_at(at) == 45
    value, at, state = scan_natural(at + 1 if negative or byte_at(at) == 43 else at)
    if value == _LARGEST and state == FINE and not negative:
        state = BEYOND
    return -np.int64(value) if negative else np.int64(value), at, state


@folded
def plain_natural(at):
    """1 to 15 digits: their value and their end; the beginning where it is anything else."""
    word = word_at(at)
    length = digit_run(word)
    if length == W(0):
        return 0, at
    value = run_value(word, length)
    if length == W(8):
        word = word_at(at + 8)
        more = digit_run(word)
        if more == W(8):
            return 0, at
        if more > W(0):
            value = value * WHOLE_TENS[more] + run_value(word, more)
            length += more
    return np.int64(value), at + np.int64(length)


@device
def scan_real(at):
    """A decimal number, `inf` or `nan`: value, end, state."""
    begin, negative = at, byte_at(at) == 45
    if negative or byte_at(at) == 43:
        at += 1
    digits, exponent, more, end = _scan_digits(at)
    if end == at:
        value, end, state = _scan_word(at)
        return -value if negative else value, end if state != NONE else begin, state
    at = end
    if byte_at(at) | 32 == 101:
        shift, at = _scan_exponent(at + 1)
        if at == end:
            return 0.0, begin, NONE
        exponent += shift
    if digits <= W(1) << W(53) and -22 <= exponent <= 22 and not more:
        value = np.float64(digits)
        value = value * TENS[exponent] if exponent >= 0 else value / TENS[-exponent]
        return -value if negative else value, at, FINE
    bits = nearest(digits, exponent)
    if more and bits != nearest(digits + W(1), exponent):
        return 0.0, at, UNDECIDED
    value = real_of_bits(bits)
    return -value if negative else value, at, BEYOND if value == np.inf else FINE


@device
def _scan_digits(at):
    """Digits around a point: the first 19 of them that count, the power of ten they are to be
    multiplied by, whether any other is not 0, and the end (the beginning, if there are none)."""
    begin, value, exponent, used, more = at, W(0), 0, 0, False
    points = 0
    while True:
        fraction = at
        while used == 0 and byte_at(at) == 48:
            at += 1
        while used <= 11:
            word = word_at(at)
            if digit_run(word) < W(8):
                break
            value = value * W(100000000) + run_value(word, W(8))
            used += 8
            at += 8
        skipped = 0
        while True:
            digit = W(byte_at(at) ^ 48)
            if digit > W(9):
                break
            if used < 19:
                value = value * W(10) + digit
                used += 1
            else:
                skipped += 1
                more |= digit != W(0)
            at += 1
        if points == 0:
            exponent += skipped
            if byte_at(at) != 46:
                return value, exponent, more, at
            points = 1
            at += 1
        else:
            exponent -= at - fraction - skipped
            if at - begin == 1:  # a point and nothing else
                at = begin
            return value, exponent, more, at


@device
def _scan_exponent(at):
    """What stands after the e: its value, and its end (the place of the e, if nothing does)."""
    start = at - 1
    negative = byte_at(at) == 45
    if negative or byte_at(at) == 43:
        at += 1
    begin, value = at, 0
    while True:
        digit = byte_at(at) - 48
        if digit < 0 or digit > 9:
            break
        if value < 1 << 50:
            value = value * 10 + digit
        at += 1
    if at == begin:
        return 0, start
    return -value if negative else value, at


@device
def _scan_word(at):
    word = word_at(at) | W(0x2020202020202020)
    three = word & W(0xFFFFFF)
    if three == W(0x6E616E):
        return np.nan, at + 3, NAN
    if three == W(0x666E69):
        return np.inf, at + (8 if word == W(0x7974696E69666E69) else 3), FINE
    return 0.0, at, NONE


@device
def nearest(digits, exponent):
    """The bits of the float64 nearest to digits * 10**exponent (Eisel and Lemire's way)."""
    if digits == W(0) or exponent < LOWEST:
        return W(0)
    if exponent > HIGHEST:
        return W(0x7FF0000000000000)
    zeros = leading_zeros(digits)
    digits <<= zeros
    place = exponent - LOWEST
    low, high = digits * HIGH[place], high_product(digits, HIGH[place])
    if high & W(0x1FF) == W(0x1FF):  # the bits that follow may carry over
        added = low + high_product(digits, LOW[place])
        high += W(1) if added < low else W(0)
        low = added
    upper = high >> W(63)
    shift = upper + W(9)
    mantissa = high >> shift
    power = ((217706 * exponent) >> 16) + 1086 + np.int64(upper) - np.int64(zeros)
    if power <= 0:
        return _subnormal(mantissa, power)
    if low <= W(1) and -4 <= exponent <= 23 and mantissa & W(3) == W(1):
        if mantissa << shift == high:  # halfway between two: to the even one
            mantissa &= ~W(1)
    mantissa = (mantissa + (mantissa & W(1))) >> W(1)
    if mantissa >= W(1) << W(53):
        mantissa >>= W(1)
        power += 1
    if power >= 0x7FF:
        return W(0x7FF0000000000000)
    return (mantissa & W(0xFFFFFFFFFFFFF)) | (W(power) << W(52))


@device
def _subnormal(mantissa, power):
    if power <= -63:
        return W(0)
    mantissa >>= W(1 - power)
    return (mantissa + (mantissa & W(1))) >> W(1)  # may carry into the smallest normal number
