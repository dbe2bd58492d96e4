"""What operators on sets are given: frontiers, keys, numbers, columns."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, TypeVar, final

import numpy as np

from edgewise import check
from edgewise.frontier import Frontier
from edgewise.program.kinds import Function

F = TypeVar("F", bound=Frontier)
FRONTIER = check.Instance(
    "an edgewise.VertexFrontier or edgewise.EdgeFrontier",
    "edgewise.VertexFrontier",
    "edgewise.EdgeFrontier",
)


def listed(frontier: F) -> F:
    """The frontier with its members one after the other, where it does not hold all."""
    return frontier.to_list() if frontier.form == "bitmap" else frontier


@final
class Finite(check.Kind):
    """A number that is not NaN; whole ones stay whole."""

    def __init__(self, above_zero: bool = False) -> None:
        self.above_zero = above_zero

    @property
    def expected(self) -> str:
        return "a finite number above 0" if self.above_zero else "a finite number"

    def clean(self, value: Any) -> int | float:
        if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, float, np.number)):
            raise TypeError
        number = value.item() if isinstance(value, np.generic) else value
        if isinstance(number, complex):
            raise TypeError
        if not math.isfinite(number) or (self.above_zero and number <= 0):
            raise ValueError
        return number

    def bad(self) -> Sequence[Any]:
        odd = ["5", "", math.nan, math.inf, -math.inf, True, [0.5], (1,), b"1", None, 10**400]
        more = [np.bool_(True), np.ones(2), np.float64("nan"), np.complex64(1), slice(1), math]
        return [*check.NEVER, *odd, *more, *([0, -1, -0.5] if self.above_zero else [])]


@final
class Key(check.Kind):
    """What members are told apart by: a function, or an array of numbers."""

    expected = "a plain Python function, or an array with one number each"

    def clean(self, value: Any) -> Any:
        if not isinstance(value, np.ndarray):
            return Function().clean(value)
        kind = value.dtype
        if value.ndim != 1 or kind.kind not in "biuf" or kind == np.float16 or kind.itemsize > 8:
            raise TypeError
        return value if kind.isnative else value.astype(kind.newbyteorder("="))

    def bad(self) -> Sequence[Any]:
        arrays = [np.zeros((2, 2)), np.zeros(()), np.array(["a"]), np.array([1j]), np.array([None])]
        return [*(one for one in Function().bad() if not isinstance(one, np.ndarray)), *arrays]


@final
class Column(check.Kind):
    """An array of numbers."""

    expected = "an array of numbers, one each"

    def clean(self, value: Any) -> Any:
        many = np.asarray(value)
        if many.ndim != 1 or many.dtype.kind not in "biuf":
            raise TypeError
        return many

    def bad(self) -> Sequence[Any]:
        odd = [0, 1.5, "weights", b"x", True, math.nan, ["a"], [None], [[1, 2]], np.zeros((2, 2))]
        return [*check.NEVER[:-2], *odd, np.array([1j]), np.array(["a"]), {}, set(), slice(1), math]
