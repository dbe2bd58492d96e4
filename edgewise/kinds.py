"""What an argument may be: each kind cleans a value, words its refusal, and knows bad values.

Those here are numbers and words; `kinds_of_objects.py` has graphs, vertices, schedules, places.
"""

from __future__ import annotations

import math
import operator
import os
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, final

import numpy as np

from edgewise.errors import ArgumentError


class Kind(ABC):
    """What one argument may be."""

    refusal: type[ArgumentError] = ArgumentError
    """The error that refuses a value."""

    @property
    @abstractmethod
    def expected(self) -> str:
        """The words after "expected" in a refusal."""

    @abstractmethod
    def clean(self, value: Any) -> Any:
        """The value as the function wants it; raises ValueError or TypeError when it is bad."""

    @abstractmethod
    def bad(self) -> Sequence[Any]:
        """Values that must be refused, for the tests."""


def shown(value: Any, limit: int = 60) -> str:
    """A value in few words, for a message."""
    if isinstance(value, np.ndarray):
        return f"<array {value.dtype} {value.shape}>"
    kind = type(value)
    try:
        lines = repr(value).splitlines()
    except Exception:
        return f"<{kind.__name__}>"
    if len(lines) != 1:  # a drawing of a table is no help
        return f"<{kind.__name__} of {kind.__module__.split('.')[0]}>"
    text = lines[0]
    return text if len(text) <= limit else text[: limit - 3] + "..."


NEVER: tuple[Any, ...] = (object(), lambda: 0, {1: 2}, {3}, 1j, b"\xff", type, ..., [[]], range(2))
"""Values that no plain argument takes."""


@final
class Integer(Kind):
    """A whole number (not a bool) between `low` and `high`."""

    def __init__(self, low: int | None = 0, high: int | None = (1 << 63) - 1) -> None:
        self.low, self.high = low, high

    @property
    def expected(self) -> str:
        if self.low is not None and self.high is not None and self.high < 1 << 62:
            return f"an integer from {self.low} to {self.high}"
        return "an integer" if self.low is None else f"an integer of {self.low} or more"

    def clean(self, value: Any) -> int:
        if isinstance(value, (bool, np.bool_)):
            raise TypeError
        number = operator.index(value)
        if (self.low is not None and number < self.low) or (
            self.high is not None and number > self.high
        ):
            raise ValueError
        return number

    def bad(self) -> Sequence[Any]:
        beyond = [] if self.low is None else [self.low - 1, self.low - 10**9, -(1 << 70)]
        beyond += [] if self.high is None else [self.high + 1, 1 << 70, 1 << 90]
        odd = ["3", "", 1.5, 2.0, math.nan, math.inf, True, np.bool_(False), [1], (2,), b"1"]
        return [*NEVER, *beyond, *odd, np.float64(3), np.arange(2), "-", None]


@final
class Real(Kind):
    """A finite number between `low` and `high`."""

    def __init__(self, low: float = -math.inf, high: float = math.inf, above: bool = False) -> None:
        self.low, self.high, self.above = low, high, above

    @property
    def expected(self) -> str:
        if self.high < math.inf:
            return f"a number {'above' if self.above else 'from'} {self.low:g} to {self.high:g}"
        if self.low > -math.inf:
            return f"a number {f'above {self.low:g}' if self.above else f'of {self.low:g} or more'}"
        return "a finite number"

    def clean(self, value: Any) -> float:
        if isinstance(value, (bool, np.bool_, str, bytes, np.ndarray)):
            raise TypeError
        number = float(value)
        if not math.isfinite(number) or not self.low <= number <= self.high:
            raise ValueError
        if self.above and number == self.low:
            raise ValueError
        return number

    def bad(self) -> Sequence[Any]:
        beyond = [self.low - 1] * (self.low > -math.inf) + [self.high + 1] * (self.high < math.inf)
        odd = ["0.5", "", math.nan, math.inf, -math.inf, True, [0.5], (1,), b"1", None]
        return [*NEVER, *beyond, *odd, np.bool_(True), np.ones(2), np.float64("nan"), 10**400]


@final
class Flag(Kind):
    """True or False, nothing that merely looks like it."""

    expected = "True or False"

    def clean(self, value: Any) -> bool:
        if not isinstance(value, (bool, np.bool_)):
            raise TypeError
        return bool(value)

    def bad(self) -> Sequence[Any]:
        return [*NEVER, None, 0, 1, "yes", "", "True", 0.0, math.nan, [True], np.ones(2, bool)]


@final
class Choice(Kind):
    """One of a few words."""

    def __init__(self, *words: str, refusal: type[ArgumentError] = ArgumentError) -> None:
        self.words, self.refusal = words, refusal

    @property
    def expected(self) -> str:
        quoted = [repr(word) for word in self.words]
        return " or ".join([", ".join(quoted[:-1]), quoted[-1]] if quoted[1:] else quoted)

    def clean(self, value: Any) -> str:
        if not isinstance(value, str):
            raise TypeError
        if value not in self.words:
            raise ValueError
        return value

    def bad(self) -> Sequence[Any]:
        near = [self.words[0].upper(), self.words[0] + " ", self.words[0][:-1], "nothing"]
        return [*NEVER, *near, None, 0, True, "", 1.5, math.nan, list(self.words), b"first"]


@final
class Seed(Kind):
    """An integer that fixes every random choice."""

    expected = "an integer from 0 to 2**64 - 1"

    def clean(self, value: Any) -> int:
        return Integer(0, (1 << 64) - 1).clean(value)

    def bad(self) -> Sequence[Any]:
        return Integer(0, (1 << 64) - 1).bad()


@final
class Path(Kind):
    """The path of a file, as text or a path object."""

    expected = "the path of a file, as text or pathlib.Path"

    def clean(self, value: Any) -> str:
        text = os.fspath(value)
        if not isinstance(text, str):
            raise TypeError
        if not text or "\0" in text:
            raise ValueError
        return text

    def bad(self) -> Sequence[Any]:
        odd = [None, 0, 1, -1, 1.5, math.nan, True, b"x", "", "a\0b", [], ["a"], ("a",)]
        return [*NEVER, *odd, np.arange(2), bytearray(b"a"), memoryview(b"a"), np.float32(1)]


@final
class Name(Kind):
    """The name of a column or an attribute; where optional, also None (look) or False (none)."""

    def __init__(self, optional: bool = False) -> None:
        self.optional = optional

    @property
    def expected(self) -> str:
        name = "a name, as text or an integer"
        return f"{name}, or False for none, or None" if self.optional else name

    def clean(self, value: Any) -> Any:
        if isinstance(value, (str, int)) and not isinstance(value, bool):
            return value
        if self.optional and (value is None or value is False):
            return value
        raise TypeError

    def bad(self) -> Sequence[Any]:
        odd = [True, 1.5, math.nan, math.inf, b"x", bytearray(b"a"), memoryview(b"a"), (), (1,)]
        more = [[], ["a"], {}, set(), np.arange(2), np.ones((2, 2)), np.float32(1), np.bool_(True)]
        text = [slice(1), Exception("x"), int, math, np, iter([]), [0, 1], [(0, 1)], -1.5, 2.0]
        absent = [] if self.optional else [None, False]
        return [*NEVER, *odd, *more, *text, *absent, frozenset(), np.array("a"), (None,), [None]]


@final
class Text(Kind):
    """A word or more."""

    def __init__(self, expected: str = "a name, as text") -> None:
        self._expected = expected

    @property
    def expected(self) -> str:
        return self._expected

    def clean(self, value: Any) -> str:
        if not isinstance(value, str):
            raise TypeError
        if not value.strip():
            raise ValueError
        return value

    def bad(self) -> Sequence[Any]:
        return [*NEVER, "", " ", None, 0, 1.5, math.nan, True, b"x", ["a"], ("a",), np.arange(2)]


@final
class Maybe(Kind):
    """None, or what another kind takes."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind

    @property
    def expected(self) -> str:
        return f"{self.kind.expected}, or None"

    def clean(self, value: Any) -> Any:
        return None if value is None else self.kind.clean(value)

    def bad(self) -> Sequence[Any]:
        return [value for value in self.kind.bad() if value is not None]


@final
class Several(Kind):
    """Something to go through: a list, an array, a generator; not a word."""

    def __init__(self, expected: str) -> None:
        self._expected = expected

    @property
    def expected(self) -> str:
        return self._expected

    def clean(self, value: Any) -> Any:
        if isinstance(value, (str, bytes, dict)):
            raise TypeError
        iter(value)
        return value

    def bad(self) -> Sequence[Any]:
        odd = [None, 0, 1, -1, 1.5, math.nan, True, "ann", "", b"ann", np.float64(1), np.int64(1)]
        return [*odd, object(), lambda: 0, 1j, type, ..., {}, {"a": 1}, math, Exception("x")]
