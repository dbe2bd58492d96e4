"""Laws of monoids, tried on numbers: those of the house keep theirs, and a false law is found."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import edgewise as ew
from edgewise import verify
from tests.programs import NEAREST

HOUSE = [ew.MIN, ew.MAX, ew.SUM, ew.ANY, ew.ALL, ew.FIRST]
KINDS = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32",
         "float64"]  # fmt: skip


def fits(monoid: ew.Monoid, kind: str) -> bool:
    """Whether there is such a monoid of this type."""
    try:
        ew.VertexProgram("told", value=kind, combine=monoid, message=lambda sent: sent)
    except (ew.ArgumentError, TypeError, OverflowError):
        return False
    return True


def numbers(kind: str) -> st.SearchStrategy[Any]:
    if kind.startswith("f"):
        return st.floats(-1e6, 1e6, width=int(kind[5:]))  # type: ignore[arg-type]
    bounds = np.iinfo(kind)
    return st.integers(int(bounds.min), int(bounds.max)) | st.integers(0, 3)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("monoid", HOUSE, ids=lambda one: one.name)
def test_the_house_keeps_its_laws(monoid: ew.Monoid, kind: str) -> None:
    if not fits(monoid, kind):
        with pytest.raises(verify.VerificationError, match=repr(monoid.name)):
            verify.monoid(monoid, kind)
        return

    @settings(max_examples=25)
    @given(st.lists(numbers(kind), min_size=2, max_size=4))
    def holds(some: list[Any]) -> None:
        verify.monoid(monoid, kind, some)

    holds()
    verify.monoid(monoid, kind)


@given(st.lists(st.integers(-(1 << 39), 1 << 39), min_size=2, max_size=4))
def test_one_of_ones_own_keeps_its_laws(some: list[int]) -> None:
    verify.monoid(NEAREST, "int64", some)


def mean(a, b):
    return (a + b) / 2


def left(a, b):
    return a


def capped(a, b):
    return min(a + b, 10)


FALSE = [
    (ew.Monoid("mean", mean, 0, laws=("associative",)), "float64", "identity"),
    (ew.Monoid("left", left, 0, laws=("associative",)), "int32", "identity"),
    (ew.Monoid("minus", lambda a, b: a - b, 0, laws=("associative",)), "int64", "identity"),
    (ew.Monoid("first", lambda a, b: b if a == -1 else a, -1), "int64", "commutative"),
    (ew.Monoid("sum", lambda a, b: a + b, 0, laws=("idempotent",)), "int64", "idempotent"),
    (ew.Monoid("sum", lambda a, b: a + b, 0, laws=("associative", "exact")), "float64", "exact"),
    (ew.Monoid("round", lambda a, b: a + b + a * b % 3, 0), "int64", "associative"),
    (ew.Monoid("min", lambda a, b: min(a, b), 0), "int64", "identity"),
    (ew.Monoid("min", lambda a, b: min(a, b), "largest", atomic="greater"), "int64", "atomic"),
]


@pytest.mark.parametrize(("monoid", "kind", "law"), FALSE, ids=lambda one: str(one))
def test_a_false_law_is_found_and_named(monoid: ew.Monoid, kind: str, law: str) -> None:
    with pytest.raises(verify.VerificationError, match=rf"^monoid: '{monoid.name}'.*{law}"):
        verify.monoid(monoid, kind)


def test_a_law_that_was_not_declared_is_not_asked_for() -> None:
    plain = ew.Monoid("either way", lambda a, b: b if a == 0 else a, 0, laws=())
    verify.monoid(plain, "int32")
    verify.monoid(ew.Monoid("cap", capped, 0), "int64", [0, 1, 2, 9])
    with pytest.raises(verify.VerificationError, match="identity"):
        verify.monoid(ew.Monoid("cap", capped, 0), "int64", [0, 1, 12])


def test_sums_of_reals_are_near_in_any_order() -> None:
    verify.monoid(ew.SUM, "float64", [0.1, 0.2, 0.3, 1e10])
    assert (0.1 + 0.2) + 0.3 != 0.1 + (0.2 + 0.3)
