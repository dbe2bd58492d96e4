"""What a checker is given: kinds of arguments, and arrays from the caller's order to positions."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from edgewise import check
from edgewise.errors import UnknownVertexError
from edgewise.verify.frame import Claims

NO_ARRAY: tuple[Any, ...] = (
    *(None, 0, 1.5, True, math.nan, "text", "", b"bytes", 1j, ..., type, object(), lambda: 0),
    *({1: 2}, {3}, {}, [[1, 2], [3, 4]], [[1], [2, 3]], np.zeros((2, 2)), np.zeros(()), [[]]),
    *(np.float64(1), bytearray(b"a"), iter([]), slice(1), math, Exception("x"), frozenset({1})),
)


@final
class Sources(check.Kind):
    """One vertex id, or several; whatever can be hashed is one, so a tuple is an id."""

    expected = "a vertex id, or a list or an array of at least one"

    def clean(self, value: Any) -> list[Any]:
        if isinstance(value, list):
            many = value
        elif isinstance(value, np.ndarray):
            many = list(value.tolist())
        else:
            many = [value]
        hash(tuple(many))
        if not many:
            raise ValueError
        return many

    def bad(self) -> Sequence[Any]:
        odd = [[[]], [["a"]], np.zeros((2, 2)), np.zeros(()), np.zeros(0), [{}], ({},), bytearray()]
        return [[], {}, set(), {"a"}, {"a": 1}, *odd]


@final
class Values(check.Kind):
    """One number for every vertex, in the caller's order."""

    expected = "an array of numbers, one for every vertex"

    def clean(self, value: Any) -> NDArray[Any]:
        array = _as_array(value)
        if array.dtype.kind not in "iuf":
            raise TypeError
        return array

    def bad(self) -> Sequence[Any]:
        odd = [["a", "b"], [None, 1], [True, False], [1j, 2], np.array(["NaT"], "M8[s]")]
        return [*NO_ARRAY, *odd, np.ma.masked_array([1, 2], [False, True])]


@final
class Parents(check.Kind):
    """One vertex id for every vertex; for those without, -1 in integers, or None."""

    expected = "an array of vertex ids, one for every vertex"

    def clean(self, value: Any) -> NDArray[Any]:
        if isinstance(value, list) and not all(isinstance(each, int) for each in value):
            return np.fromiter(value, dtype=object, count=len(value))
        return _as_array(value)

    def bad(self) -> Sequence[Any]:
        return [each for each in NO_ARRAY if not isinstance(each, list)]


@final
class Shares(check.Kind):
    """What each vertex gets of something, as a dict from ids or an array in the caller's order."""

    expected = "a dict from vertex ids, or an array, of numbers of 0 or more, not all 0"

    def clean(self, value: Any) -> Any:
        numbers = Values().clean(list(value.values()) if isinstance(value, dict) else value)
        if not (np.isfinite(numbers).all() and (numbers >= 0).all() and numbers.any()):
            raise ValueError
        return value if isinstance(value, dict) else numbers

    def bad(self) -> Sequence[Any]:
        odd = [{}, {"a": 0.0}, {"a": -1}, {"a": math.nan}, {"a": math.inf}, {"a": "1"}, [0, 0, 0]]
        plain = [each for each in Values().bad() if not isinstance(each, dict)]
        return [*plain, *odd, [-1, 2, 0]]


def _as_array(value: Any) -> NDArray[Any]:
    no_numbers = isinstance(value, (str, bytes, bytearray, np.ma.MaskedArray))
    if no_numbers or not hasattr(value, "__len__"):
        raise TypeError
    array = np.asarray(value)
    if array.ndim != 1:
        raise ValueError
    return array


def positions(g: Any, vertices: list[Any], where: str) -> NDArray[Any]:
    """The positions of these ids, each once; `where` is the argument that holds them."""
    try:
        return np.unique(g.vertex_ids.positions(vertices))
    except UnknownVertexError as unknown:
        raise UnknownVertexError(f"{where}: {unknown}") from None


def name(g: Any, position: Any) -> str:
    """What the caller calls the vertex at a position, for a message."""
    return repr(g.vertex_ids.of(np.array([position])).tolist()[0])


def by_position(claims: Claims, g: Any, what: str, values: NDArray[Any]) -> NDArray[Any]:
    """One value a vertex, from the caller's order to the order of positions."""
    n = g.num_vertices
    claims.holds(len(values) == n, f"there are {len(values)} {what} for {n} vertices")
    order = g.vertex_ids.order
    return values if order is None else values[order]


def floats(claims: Claims, g: Any, what: str, values: NDArray[Any]) -> NDArray[Any]:
    """Floats by position, in 64 bits."""
    right = not len(values) or (values.dtype.kind == "f" and values.dtype.itemsize >= 4)
    claims.holds(right, f"{what} are of type {values.dtype}, not float64 or float32")
    return by_position(claims, g, what, values).astype(np.float64)


def nearness(values: NDArray[Any]) -> float:
    """By what share sums of many numbers may differ: they depend on the order of adding."""
    return 1e-4 if values.dtype == np.float32 else 1e-9
