"""Monoids: how messages that meet at a vertex become one.

>>> import edgewise as ew
>>> ew.MIN.combine(3, 5), ew.SUM.combine(3, 5)
(3, 8)
>>> ew.MIN.identity("int32")
2147483647
>>> ew.MIN.laws >= {"associative", "commutative", "idempotent"}
True

A monoid of your own takes a function of two numbers, the number that changes nothing, and the laws
it keeps. Nobody writes an atomic: one is made from the function.

>>> def lesser_magnitude(a, b):
...     return a if abs(a) <= abs(b) else b
>>> nearest_zero = ew.Monoid("nearest zero", lesser_magnitude, float("inf"),
...                          laws=("associative", "idempotent"))
>>> nearest_zero
Monoid: nearest zero (associative, idempotent)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, final

import numpy as np

from edgewise import check
from edgewise.program.functor import Functor, functor
from edgewise.program.kinds import Function, Identity, Laws, NumberType
from edgewise.program.laws import ASSOCIATIVE, COMMUTATIVE, EXACT, IDEMPOTENT

LARGEST, SMALLEST = "largest", "smallest"
LOOP = "loop"
"""The atomic form that works for any monoid: try until nobody came in between."""


@check.accepts(
    name=check.Text(),
    combine=Function(),
    identity=Identity(),
    laws=Laws(ASSOCIATIVE, COMMUTATIVE, IDEMPOTENT, EXACT),
    atomic=check.Choice(LOOP, "add", "lesser", "greater", "either"),
)
@final
class Monoid:
    """A function of two numbers, its identity, and the laws it keeps."""

    __slots__ = ("_identity", "atomic", "combine", "laws", "name")

    def __init__(
        self,
        name: str,
        combine: Callable[[Any, Any], Any],
        identity: float | str,
        *,
        laws: Iterable[str] = (ASSOCIATIVE, COMMUTATIVE),
        atomic: str = LOOP,
    ) -> None:
        """`identity` is a number, or "largest" or "smallest" of the type at hand.

        `atomic` may name a single instruction that does the same as `combine`.
        """
        self.name, self.atomic = name, atomic
        self.combine: Functor = functor(combine)
        self._identity = identity
        self.laws = frozenset(laws)
        if len(self.combine.parameters) != 2:
            check.refuse("Monoid", "combine", combine, "a function of two numbers")

    @check.accepts(dtype=NumberType())
    def identity(self, dtype: Any) -> Any:
        """The number of this type that changes nothing."""
        kind = np.dtype(dtype)
        if self._identity not in (LARGEST, SMALLEST):
            if kind.kind != "f" and not float(self._identity).is_integer():
                check.refuse("Monoid.identity", "dtype", kind, f"one that holds {self._identity}")
            return np.array(self._identity).astype(kind).item()
        if kind.kind == "f":
            return float("inf") if self._identity == LARGEST else float("-inf")
        bounds = np.iinfo(kind)
        return int(bounds.max if self._identity == LARGEST else bounds.min)

    def __repr__(self) -> str:
        return f"Monoid: {self.name} ({', '.join(sorted(self.laws))})"


def _lesser(a, b):  # type: ignore[no-untyped-def]
    return b if b < a else a


def _greater(a, b):  # type: ignore[no-untyped-def]
    return b if b > a else a


def _sum(a, b):  # type: ignore[no-untyped-def]
    return a + b


def _either(a, b):  # type: ignore[no-untyped-def]
    return a | b


def _both(a, b):  # type: ignore[no-untyped-def]
    return a & b


def _first(a, b):  # type: ignore[no-untyped-def]
    return b if a == -1 else a


_GROUP = (ASSOCIATIVE, COMMUTATIVE)
_LATTICE = (*_GROUP, IDEMPOTENT, EXACT)

MIN = Monoid("min", _lesser, LARGEST, laws=_LATTICE, atomic="lesser")
MAX = Monoid("max", _greater, SMALLEST, laws=_LATTICE, atomic="greater")
SUM = Monoid("sum", _sum, 0, laws=_GROUP, atomic="add")
ANY = Monoid("any", _either, 0, laws=_LATTICE, atomic="either")
ALL = Monoid("all", _both, -1, laws=_LATTICE)
FIRST = Monoid("first", _first, -1, laws=(ASSOCIATIVE, IDEMPOTENT))
