"""Numbers read from text are those that Python reads, to the last bit."""

from __future__ import annotations

import re
import struct
from decimal import Context, Decimal
from typing import Any

import numba
import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from edgewise.kernels.cpu.numbers import (
    BEYOND,
    FINE,
    NAN,
    NONE,
    UNDECIDED,
    plain_natural,
    scan_integer,
    scan_real,
)
from edgewise.kernels.cpu.words import address_of

EXACT = Context(prec=2000)
NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)(e[+-]?[0-9]+)?|[+-]?inf(inity)?", re.I)


@numba.njit
def _integer(text):  # type: ignore[no-untyped-def]
    start = address_of(text)
    value, end, state = scan_integer(start)
    return value, end - start, state


@numba.njit
def _real(text):  # type: ignore[no-untyped-def]
    start = address_of(text)
    value, end, state = scan_real(start)
    return value, end - start, state


@numba.njit
def _plain(text):  # type: ignore[no-untyped-def]
    start = address_of(text)
    value, end = plain_natural(start)
    return value, end - start


def room(word: str, behind: str = "\n") -> Any:
    """The word, what ends it, and bytes of no meaning behind that."""
    return np.frombuffer(bytearray(word.encode() + behind.encode() + b"9" * 32), np.uint8)


def bits(number: float) -> bytes:
    return struct.pack("d", number)


def check_real(word: str) -> None:
    value, end, state = _real(room(word))
    expected = float(word)
    if state == UNDECIDED:
        assert len(re.sub("[^0-9]", "", word)) > 19, "19 digits settle it"
        assert end == len(word)
    elif state == BEYOND:
        assert np.isinf(expected)
    else:
        assert (state, end) == (FINE, len(word)), word
        assert bits(value) == bits(expected), word


DIGITS = st.text("0123456789", max_size=30)
SPELLED = st.builds(
    "{}{}.{}{}".format,
    st.sampled_from(["", "-", "+"]),
    DIGITS.filter(bool),
    DIGITS,
    st.just("") | st.integers(-400, 400).map("e{}".format) | st.integers(0, 9).map("E+{}".format),
)


@given(SPELLED)
@example("2.2250738585072011e-308")
@example("2.4703282292062327e-324")
@example("2.4703282292062328e-324")
@example("4.9406564584124654e-324")
@example("1.7976931348623158e308")
@example("1.7976931348623159e308")
@example("9007199254740993")
@example("9007199254740992.999999999999999999999999")
@example("8.5e22")
@example("1e23")
@example("0." + "0" * 400 + "1e400")
@example("1" + "0" * 400 + "e-400")
@example("1e-99999999999999999999")
@example("1e99999999999999999999")
@example("0e99999999999999999999")
@example("-0")
@example("00000000000000000000000012.5")
@example("123456789012345678901234567890123456789e-20")
def test_any_spelling(word: str) -> None:
    check_real(word)


@given(st.floats(allow_nan=False), st.integers(0, 20))
def test_floats_in_any_number_of_digits(number: float, digits: int) -> None:
    check_real(repr(number))
    if np.isfinite(number):
        check_real(f"{number:.{digits}e}")


@given(st.integers(1 << 52, (1 << 53) - 1), st.integers(-1074, 971), st.integers(-1, 1))
def test_halfway_between_two(mantissa: int, exponent: int, nudge: int) -> None:
    """The middle of two neighbours, exactly, and a little to either side."""
    two = Decimal(2)
    middle = EXACT.multiply(Decimal(2 * mantissa + 1), EXACT.power(two, exponent - 1))
    if nudge:
        middle = EXACT.add(middle, middle.scaleb(-60).copy_sign(Decimal(nudge)))
    check_real(f"{middle:e}")
    check_real(f"{middle:.18e}")


@given(st.integers(1, (1 << 53) - 1), st.integers(0, 25))
def test_subnormals(bits_of_it: int, digits: int) -> None:
    (number,) = struct.unpack("d", struct.pack("Q", bits_of_it))
    check_real(f"{number:.{digits}e}")


@pytest.mark.parametrize("word", ["inf", "-inf", "+Infinity", "INF", "iNfInItY"])
def test_infinity(word: str) -> None:
    check_real(word)


@pytest.mark.parametrize("word", ["nan", "NaN", "-nan", "+NAN"])
def test_nan_is_told(word: str) -> None:
    assert _real(room(word))[1:] == (len(word), NAN)


@given(st.text("0123456789+-.eEinfaINF x_", max_size=12))
@example("")
@example("1e")
@example("1e+")
@example(".")
@example("-.e5")
@example("infinit")
def test_what_is_no_number_is_none(word: str) -> None:
    """Either the whole word is a number as Python has it, or it does not end where one does."""
    value, end, state = _real(room(word))
    if NUMBER.fullmatch(word):
        check_real(word)
    else:
        assert state in (NONE, NAN) or end < len(word), (word, value)


@given(
    st.sampled_from(["", "-", "+"]),
    st.sampled_from(["", "0", "0000000", "00000000", "0" * 40]),
    st.integers(0, 1 << 66)
    | st.integers((1 << 63) - 2, (1 << 63) + 2)
    | st.integers(0, 21).map(lambda power: 10**power),
)
def test_integers_to_the_last(sign: str, zeros: str, number: int) -> None:
    word = f"{sign}{zeros}{number}"
    value, end, state = _integer(room(word, " "))
    assert end == len(word)
    assert state == (FINE if -(1 << 63) <= int(word) < 1 << 63 else BEYOND)
    assert state == BEYOND or value == int(word)


@pytest.mark.parametrize("word", ["", "-", "+", "--1", "x", ".5", "\uff11"])
def test_what_is_no_integer(word: str) -> None:
    assert _integer(room(word))[2] == NONE


@given(st.text("0123456789", max_size=18), st.sampled_from("\n\t ,/:;x"))
def test_the_short_way_agrees(word: str, behind: str) -> None:
    value, end = _plain(room(word, behind))
    if 0 < len(word) < 16:
        assert (value, end) == (int(word), len(word))
    else:
        assert end == 0
