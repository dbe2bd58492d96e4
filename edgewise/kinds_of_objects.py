"""What an argument may be, where it is an object: a graph, a vertex, a schedule, a place."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Any, final

import numpy as np

from edgewise.kinds import NEVER, Kind, Maybe


@final
class Instance(Kind):
    """An object of one of the named classes (named, so that nothing is imported to check).

    A name is the library's and the class's, such as "edgewise.Graph", wherever the class lies.
    """

    def __init__(self, expected: str, *names: str) -> None:
        self._expected, self.names = expected, names

    @property
    def expected(self) -> str:
        return self._expected

    def clean(self, value: Any) -> Any:
        for ancestor in type(value).__mro__:
            if f"{ancestor.__module__.split('.')[0]}.{ancestor.__name__}" in self.names:
                return value
        raise TypeError

    def bad(self) -> Sequence[Any]:
        odd = [None, 0, 1, -1, 1.5, math.nan, math.inf, True, False, b"x", "", "graph", "a\0b"]
        more = [[], ["a"], ("a",), (), {}, set(), np.arange(2), np.ones((2, 2)), np.float32(1)]
        text = [bytearray(b"a"), memoryview(b"a"), "0", [0, 1], [(0, 1)], slice(1), Ellipsis]
        return [
            *NEVER,
            *odd,
            *more,
            *text,
            Exception("x"),
            int,
            math,
            np,
            iter([]),
            2**80,
            -(2**80),
        ]


@final
class Offers(Kind):
    """An object of any library that has one of the named methods."""

    def __init__(self, expected: str, *methods: str) -> None:
        self._expected, self.methods = expected, methods

    @property
    def expected(self) -> str:
        return self._expected

    def clean(self, value: Any) -> Any:
        if isinstance(value, type) or not any(hasattr(value, name) for name in self.methods):
            raise TypeError
        return value

    def bad(self) -> Sequence[Any]:
        return Instance(self._expected).bad()


@final
class Vertex(Kind):
    """The id of a vertex: anything that can be one. Whether the graph has it, the graph says."""

    expected = "the id of a vertex (anything hashable)"

    def clean(self, value: Any) -> Any:
        hash(value)
        return value

    def bad(self) -> Sequence[Any]:
        return [[], [0], {}, {"a": 1}, {0}, set(), np.arange(2), np.zeros(()), bytearray(b"a")]


@final
class Sources(Kind):
    """One vertex, or several in a list, a set or an array."""

    expected = "the id of a vertex, or a list or array of ids"

    def clean(self, value: Any) -> Any:
        if isinstance(value, np.ndarray) and value.ndim == 1:
            return value
        if isinstance(value, (list, set, frozenset)):
            for one in value:
                hash(one)
            return value
        hash(value)
        return value

    def bad(self) -> Sequence[Any]:
        return [[[]], [{}], {}, {"a": 1}, np.zeros((2, 2)), bytearray(b"a"), [[0]], [np.arange(2)]]


@final
class Pinned(Kind):
    """Words that pin a schedule, a schedule itself, or None."""

    expected = "a Schedule or some of its words, as in 'pull bitmap', or None"

    def clean(self, value: Any) -> Any:
        if value is None or isinstance(value, str):
            return value
        return Instance(self.expected, "edgewise.Schedule").clean(value)

    def bad(self) -> Sequence[Any]:
        words = ("pul", "push pull", "sync async", "list push pull", "PUSH", "group edge")
        odd = [one for one in Instance("").bad() if one is not None]
        return [*words, *(one for one in odd if not (isinstance(one, str) and one == ""))]


@final
class Place(Kind):
    """Where a call runs, or None."""

    places = "'cpu', 'cuda', 'cuda:N' for GPU N, or 'auto'"
    expected = f"{places}, or None"

    def clean(self, value: Any) -> str | None:
        if value is None:
            return None
        if not isinstance(value, str):
            raise TypeError
        if not re.fullmatch(r"cpu|auto|cuda(:\d{1,4})?", value):
            raise ValueError
        return value

    def bad(self) -> Sequence[Any]:
        words = ["gpu", "CPU", "cuda:", "cuda:x", "cuda:-1", "cuda 0", "auto ", "", "cuda:99999"]
        return [*NEVER, *words, 0, 1, True, 1.5, math.nan, ["cpu"], b"cpu"]


GRAPH = Instance(
    "an edgewise.Graph (make one with ew.from_edges(...) or ew.read(...))", "edgewise.Graph"
)
PINNED = Pinned()
DEVICE = Place()
CONTROLLER = Maybe(
    Instance(
        "a controller, such as ew.Direction()",
        *(f"edgewise.{name}" for name in ("Fixed", "Direction", "Auto", "Random")),
        *("edgewise.SepIterative", "edgewise.SepTraversal", "edgewise.Controller"),
    )
)
