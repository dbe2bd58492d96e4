"""What the arguments of programs may be."""

from __future__ import annotations

import math
from collections.abc import Sequence
from types import FunctionType
from typing import Any, final

import numpy as np

from edgewise import check
from edgewise.program.functor import Functor


@final
class Function(check.Kind):
    """A plain Python function; whether kernels can take it in, `functor` says."""

    expected = "a plain Python function, made by def or lambda"

    def clean(self, value: Any) -> Any:
        if not isinstance(value, (FunctionType, Functor)):
            raise TypeError
        return value

    def bad(self) -> Sequence[Any]:
        odd: list[Any] = [
            None,
            0,
            1.5,
            math.nan,
            True,
            "min",
            "",
            b"x",
            [],
            (),
            {},
            set(),
            np.arange(2),
        ]
        return [*odd, min, max, abs, math.sqrt, np.add, np.minimum, int, type, math, object(), ...]


@final
class NumberType(check.Kind):
    """The type of a program's numbers: one that cores have single instructions for."""

    expected = "a type of numbers: int8 to int64, uint8 to uint64, float32 or float64"

    def clean(self, value: Any) -> np.dtype[Any]:
        kind: np.dtype[Any] = np.dtype(value)
        if value is None or kind.kind not in "iuf" or kind.itemsize not in (1, 2, 4, 8):
            raise TypeError
        if (kind.kind == "f" and kind.itemsize < 4) or not kind.isnative:
            raise ValueError
        return kind

    def bad(self) -> Sequence[Any]:
        kinds = [bool, complex, str, bytes, object, "float16", "M8[s]", "m8[s]", "S3", "U3", ">i4"]
        odd = [None, 0, 1, -1, 1.5, math.nan, "integer", "x", "int3", b"\xff", [1], {"a": 1}, ...]
        return [*kinds, *odd, [("a", "i4")], {3}, object(), lambda: 0, math, np.arange(2), 1j]


@final
class Laws(check.Kind):
    """Some of the laws that a monoid can keep."""

    def __init__(self, *known: str) -> None:
        self.known = known

    @property
    def expected(self) -> str:
        return f"a list of some of {', '.join(map(repr, self.known))}"

    def clean(self, value: Any) -> frozenset[str]:
        if isinstance(value, (str, bytes)):
            raise TypeError
        laws = frozenset(value)
        if not laws <= set(self.known):
            raise ValueError
        return laws

    def bad(self) -> Sequence[Any]:
        odd = [None, 0, 1.5, True, "idempotent", "", b"exact", object(), lambda: 0, type, ..., 1j]
        return [*odd, ["idempotant"], ["Exact"], ["local"], [None], [0], [[]], {"x"}, math]


@final
class Identity(check.Kind):
    """The number that changes nothing, or a word for the end of the type."""

    expected = "a number, 'largest' or 'smallest'"

    def clean(self, value: Any) -> Any:
        if isinstance(value, str):
            return check.Choice("largest", "smallest").clean(value)
        if not isinstance(value, (bool, int, float, np.number, np.bool_)) or value != value:
            raise TypeError
        if isinstance(value, np.complexfloating):
            raise TypeError
        return value

    def bad(self) -> Sequence[Any]:
        odd: list[Any] = [
            None,
            math.nan,
            "large",
            "LARGEST",
            "",
            "0",
            b"largest",
            [],
            [0],
            (0,),
            {},
            {0},
            1j,
        ]
        return [*odd, object(), lambda: 0, type, ..., int, math, np.arange(2), np.zeros(()), min]


@final
class Cells(check.Kind):
    """An array whose numbers threads may change, or what the reference has in its place."""

    expected = "a writeable array of one dimension, of integers or floats (not bools)"

    def clean(self, value: Any) -> Any:
        if isinstance(value, np.ndarray):
            if value.dtype.kind not in "iuf" or value.ndim != 1 or not value.flags.writeable:
                raise TypeError
        elif not (hasattr(value, "kept") and hasattr(value, "dtype")):
            raise TypeError
        return value

    def bad(self) -> Sequence[Any]:
        fixed = np.arange(2)
        fixed.flags.writeable = False
        arrays = [fixed, np.zeros((2, 2)), np.zeros(2, bool), np.array(["a"]), np.zeros(2, complex)]
        odd = [None, 0, 1.5, True, "x", "", b"x", [1, 2], (1,), range(3), {0: 1}, {1}, 1j, ...]
        return [*arrays, *odd, np.float64(1), object(), lambda: 0, type, math, memoryview(b"a")]


@final
class Number(check.Kind):
    """A number of any kind but a complex one."""

    expected = "a number"

    def clean(self, value: Any) -> Any:
        if not isinstance(value, (bool, int, float, np.number, np.bool_)):
            raise TypeError
        if isinstance(value, np.complexfloating):
            raise TypeError
        return value

    def bad(self) -> Sequence[Any]:
        odd = [
            None,
            "1",
            "",
            b"1",
            [1],
            (1,),
            {1: 1},
            {1},
            1j,
            np.complex64(1),
            object(),
            type,
            ...,
        ]
        return [*odd, lambda: 0, math, np.arange(2), np.zeros(()), slice(1), Exception("x"), int]
