"""The edge attribute called weight of a GraphML document: its type, its default, its values."""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable
from typing import Any, NoReturn, final

import numpy as np

from edgewise.adjacency import Array

TYPES: dict[str, type[np.generic]] = {
    "boolean": np.bool_,
    "int": np.int32,
    "long": np.int64,
    "float": np.float32,
    "double": np.float64,
}
TRUTHS = {"true": 1, "false": 0, "1": 1, "0": 0}
LIMIT = 1 << 63


@final
class Weights:
    """The weights seen so far. `refuse(problem, line, found=, expected=)` raises."""

    def __init__(self, refuse: Callable[..., NoReturn]) -> None:
        self._refuse = refuse
        self.key: str | None = None
        self._type, self._scope = "", ""
        self._default: float | None = None
        self._values: array[Any] = array("q")
        self._edges, self._given, self._in_edge = 0, 0, False
        self._bare_line: int | None = None

    def declare(self, key: str, kind: str, scope: str) -> None:
        """A key says that it holds the weights."""
        if self.key is not None:
            self._refuse("two keys are called weight")
        if self._edges:
            self._refuse("the key called weight stands behind the first edge")
        self.key, self._type, self._scope = key, kind.strip().lower(), scope
        if self._type in ("float", "double"):
            self._values = array("d")

    def default(self, text: str, line: int) -> None:
        """The weight of edges that do not give one."""
        self._default = self._parsed(text, line)

    def begin_edge(self) -> None:
        """An edge opens."""
        self._edges, self._in_edge = self._edges + 1, False

    def add(self, text: str, line: int) -> None:
        """The weight of the edge that is open."""
        if self._in_edge:
            self._refuse("an edge has two weights", line)
        self._in_edge = True
        self._given += 1
        self._values.append(self._parsed(text, line))

    def end_edge(self, line: int) -> None:
        """The edge that is open closes."""
        if self.key is None or self._in_edge:
            return
        if self._default is None and self._bare_line is None:
            self._bare_line = line
        self._values.append(0 if self._default is None else self._default)

    def column(self, wanted: bool | None) -> Array | None:
        """One weight an edge, or None where there are none or they are not wanted."""
        none = self.key is None or (
            self._given == 0 and self._default is None and (self._edges > 0 or self._scope == "all")
        )
        if none and not wanted:
            return None
        if none:
            self._refuse("no edge has a weight", 1, expected="a key called weight (weighted=True)")
        if self._bare_line is not None:
            self._refuse("an edge has no weight, and the key no default", self._bare_line)
        kind = TYPES.get(self._type, np.float64)
        if kind is np.int32 and self._values and not _fit_int32(self._values):
            kind = np.int64
        return np.array(self._values, kind)

    def _parsed(self, text: str, line: int) -> float:
        if self._type not in TYPES:
            known = ", ".join(TYPES)
            self._refuse("weights cannot be of this type", line, found=self._type, expected=known)
        try:
            value = self._number(text)
        except ValueError:
            self._refuse("bad weight", line, found=text, expected=f"a number of type {self._type}")
        if isinstance(value, int) and not -LIMIT <= value < LIMIT:
            self._refuse("a weight is beyond 64 bits", line, found=text)
        return value

    def _number(self, text: str) -> float:
        if not text.isascii() or "_" in text:
            raise ValueError
        if self._type == "boolean":
            if text.lower() not in TRUTHS:
                raise ValueError
            return TRUTHS[text.lower()]
        if self._type in ("int", "long"):
            return int(text)
        value = float(text)
        if math.isnan(value):
            raise ValueError
        return value


def _fit_int32(values: array[Any]) -> bool:
    return bool(min(values) >= -(1 << 31) and max(values) < 1 << 31)
