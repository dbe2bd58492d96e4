"""Numbers into text, at an address: integers, and reals in few digits that read back the same.

A real is first turned into 17 digits by a power of five of 128 bits, close enough but not proved to
be right; then 15, 16 and 17 digits are tried, and taken when reading them gives the very number
again. Where none does, which is rare, the caller has to write the number.
"""

from __future__ import annotations

import numpy as np

from edgewise.kernels.cpu.jit import device, folded
from edgewise.kernels.cpu.numbers import nearest
from edgewise.kernels.cpu.powers import HIGH, HIGHEST, LOW, LOWEST, WHOLE_TENS
from edgewise.kernels.cpu.words import bits_of_real, high_product, leading_zeros, put_byte

W = np.uint64
MOST = 26
"""No number takes more bytes."""
ZERO, MINUS, PLUS, POINT, LETTER_E = 48, 45, 43, 46, 101


@folded
def put_natural(at, value):
    """Write digits; returns their end."""
    length = 1
    while length < 20 and value >= WHOLE_TENS[length]:
        length += 1
    place = at + length
    while value >= W(10):
        rest = value // W(10)
        place -= 1
        put_byte(place, np.int64(value - rest * W(10)) + ZERO)
        value = rest
    put_byte(place - 1, np.int64(value) + ZERO)
    return at + length


@device
def put_integer(at, value):
    """Write a sign, where it is negative, and digits; returns their end."""
    if value < 0:
        put_byte(at, MINUS)
        return put_natural(at + 1, W(0) - W(value))
    return put_natural(at, W(value))


@device
def put_real(at, number):
    """Write a finite real; returns its end, or its beginning where it has to be written
    otherwise."""
    bits = bits_of_real(number)
    start = at
    if bits >> W(63) != W(0):
        put_byte(at, MINUS)
        at += 1
        bits &= ~(W(1) << W(63))
    if bits == W(0):
        return _put_text(at, W(0), 1, 0)
    digits, point = _shortest(bits)
    if digits == W(0):
        return start
    count = 1
    while count < 20 and digits >= WHOLE_TENS[count]:
        count += 1
    return _put_text(at, digits, count, point + count)


@device
def _shortest(bits):
    """Few digits and the power of ten to multiply them by; 0 digits where none were found."""
    digits, exponent = _seventeen(bits)
    if digits == W(0):
        return digits, 0
    for dropped in range(2, -1, -1):
        unit = WHOLE_TENS[dropped]
        rounded = (digits + unit // W(2)) // unit
        if nearest(rounded, exponent + dropped) == bits:
            exponent += dropped
            while rounded % W(10) == W(0):
                rounded //= W(10)
                exponent += 1
            return rounded, exponent
    return W(0), 0


@device
def _seventeen(bits):
    """About 17 digits of a number, and the power of ten to multiply them by."""
    mantissa, exponent = bits & W(0xFFFFFFFFFFFFF), np.int64(bits >> W(52))
    if exponent == 0:
        exponent = 1
    else:
        mantissa |= W(1) << W(52)
    zeros = leading_zeros(mantissa)
    mantissa <<= zeros
    exponent -= 1075 + np.int64(zeros)  # the number is mantissa * 2**exponent, its top bit set
    tens = 16 - (((exponent + 63) * 78913) >> 18)
    for _ in range(3):
        if tens < LOWEST or tens > HIGHEST:
            return W(0), 0
        place = tens - LOWEST
        low, high = mantissa * HIGH[place], high_product(mantissa, HIGH[place])
        added = low + high_product(mantissa, LOW[place])
        high += W(1) if added < low else W(0)
        shift = -(exponent + 1 + ((217706 * tens) >> 16))
        if shift < 1 or shift > 63:
            return W(0), 0
        digits = (high + (W(1) << W(shift - 1))) >> W(shift)
        if digits >= WHOLE_TENS[17]:
            tens -= 1
        elif digits < WHOLE_TENS[16]:
            tens += 1
        else:
            return digits, -tens
    return W(0), 0


@device
def _put_text(at, digits, count, point):
    """Write `count` digits with the point behind the first `point`, or with an exponent."""
    if point > 16 or point < -3:
        return _put_scientific(at, digits, count, point - 1)
    if point <= 0:
        put_byte(at, ZERO)
        put_byte(at + 1, POINT)
        for place in range(-point):
            put_byte(at + 2 + place, ZERO)
        return put_natural(at + 2 - point, digits)
    end = put_natural(at, digits)
    if point >= count:
        for _ in range(point - count):
            put_byte(end, ZERO)
            end += 1
        put_byte(end, POINT)
        put_byte(end + 1, ZERO)
        return end + 2
    unit = WHOLE_TENS[count - point]
    whole = digits // unit
    put_natural(at, whole)
    put_byte(at + point, POINT)
    _put_padded(at + point + 1, digits - whole * unit, count - point)
    return end + 1


@device
def _put_scientific(at, digits, count, exponent):
    unit = WHOLE_TENS[count - 1]
    first = digits // unit
    put_byte(at, np.int64(first) + ZERO)
    at += 1
    if count > 1:
        put_byte(at, POINT)
        _put_padded(at + 1, digits - first * unit, count - 1)
        at += count
    put_byte(at, LETTER_E)
    put_byte(at + 1, MINUS if exponent < 0 else PLUS)
    size = W(abs(exponent))
    if size < W(10):
        put_byte(at + 2, ZERO)
        return put_natural(at + 3, size)
    return put_natural(at + 2, size)


@device
def _put_padded(at, value, length):
    """Write exactly so many digits, zeros in front."""
    for place in range(length):
        rest = value // W(10)
        put_byte(at + length - 1 - place, np.int64(value - rest * W(10)) + ZERO)
        value = rest
