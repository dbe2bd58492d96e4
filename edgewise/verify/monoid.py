"""Does a monoid keep the laws that it declares? Tried on numbers, all threes of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import product
from typing import Any, final

import numpy as np

from edgewise import check
from edgewise.verify.frame import Claims

MEANT: dict[str, Callable[[Any, Any], Any]] = {
    "add": lambda a, b: a + b,
    "lesser": min,
    "greater": max,
    "either": lambda a, b: a | b,
}
"""What single instructions do."""
ROUNDING = 1e-5
"""How far sums of reals may be apart in another order, as a share of them all."""


@check.accepts(
    monoid=check.Instance("a monoid, such as ew.MIN or ew.Monoid(...)", "edgewise.Monoid"),
    dtype=check.Choice(
        *("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"),
        *("float32", "float64"),
    ),
    numbers=check.Maybe(check.Several("some numbers of that type")),
)
def monoid(monoid: Any, dtype: str, numbers: Iterable[Any] | None = None) -> None:
    """Try on numbers that the identity changes nothing and that every declared law holds.

    Without `numbers`, a few of every size are tried. Combined numbers are kept as the type keeps
    them: integers wrap. Reals that are associative but not exact may differ by their rounding.

    >>> import edgewise as ew
    >>> ew.verify.monoid(ew.MIN, "int32")
    >>> mean = ew.Monoid("mean", lambda a, b: (a + b) / 2, 0)
    >>> ew.verify.monoid(mean, "float64", [1, 4])
    Traceback (most recent call last):
    edgewise.verify.frame.VerificationError: monoid: 'mean' of 0.0, its identity, and 1.0 is 0.5
    """
    trial = _Trial(monoid, np.dtype(dtype).type, _usual(dtype) if numbers is None else numbers)
    trial.identity()
    for pair in product(trial.few, repeat=2):
        trial.of_two(*pair)
    if "associative" in monoid.laws:
        for three in product(trial.few, repeat=3):
            trial.of_three(*three)


def _usual(dtype: str) -> list[Any]:
    """Small ones, and for integers the ends of the type."""
    if dtype.startswith("f"):
        return [0.0, 1.0, -1.0, 0.1, 0.2, 0.3, 2.5, -7.0, 1e6]
    bounds = np.iinfo(dtype)
    return [0, 1, 2, 3, 5, 12, int(bounds.max), int(bounds.max) - 1, int(bounds.min)]


@final
class _Trial:
    """One monoid of one type, the numbers it is tried on, and what is claimed of them."""

    def __init__(self, monoid: Any, kind: Any, numbers: Iterable[Any]) -> None:
        self.claims, self.monoid, self.kind = Claims("monoid"), monoid, kind
        self.name = repr(monoid.name)
        self.nothing = self.kept(monoid.identity(kind))
        self.few = [self.nothing, *(self.kept(one) for one in numbers)]

    def kept(self, number: Any) -> Any:
        """A number as the type keeps it."""
        if np.dtype(self.kind).kind == "f":
            with np.errstate(over="ignore"):
                return self.kind(number).item()
        bits, least = 8 * np.dtype(self.kind).itemsize, int(np.iinfo(self.kind).min)
        return (int(number) - least) % (1 << bits) + least

    def __call__(self, a: Any, b: Any) -> Any:
        try:
            return self.kept(self.monoid.combine(a, b))
        except (TypeError, ValueError, ArithmeticError) as problem:
            self.claims.holds(False, f"{self.name} of {a} and {b}: {problem}")
            raise

    def identity(self) -> None:
        """It changes nothing, on either side."""
        for number in self.few:
            for a, b in ((self.nothing, number), (number, self.nothing)):
                own = "its identity"
                told = f"{a}, {own}, and {b}" if a is self.nothing else f"{a} and {b}, {own},"
                made = self(a, b)
                self.claims.holds(made == number, f"{self.name} of {told} is {made}")

    def of_two(self, a: Any, b: Any) -> None:
        """Laws of two numbers, and the instruction that is said to do the same."""
        made, laws = self(a, b), self.monoid.laws
        other = self(b, a)
        if "commutative" in laws:
            self._holds(made == other, "commutative", f"of {a} and {b} is {made}, turned {other}")
        if "idempotent" in laws:
            twice = self(a, a)
            self._holds(twice == a, "idempotent", f"of {a} and {a} is {twice}")
        if self.monoid.atomic in MEANT:
            by = self.kept(MEANT[self.monoid.atomic](a, b))
            word = f"atomic={self.monoid.atomic!r}"
            self._holds(made == by, word, f"of {a} and {b} is {made}, that one's {by}")

    def of_three(self, a: Any, b: Any, c: Any) -> None:
        """However they are taken together, it is the same, or near among reals."""
        first, last = self(self(a, b), c), self(a, self(b, c))
        said = f"of {a}, {b} and {c} is {first} from the left, {last} from the right"
        near = first == last
        if np.dtype(self.kind).kind == "f" and not near:
            near = abs(first - last) <= ROUNDING * (abs(a) + abs(b) + abs(c))
        self._holds(near, "associative", said)
        if "exact" in self.monoid.laws:
            self._holds(first == last, "exact", said)

    def _holds(self, truth: bool, law: str, said: str) -> None:
        self.claims.holds(truth, f"{self.name} is declared {law}, but {said}")
