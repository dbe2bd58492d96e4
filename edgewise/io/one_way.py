"""Which of many arcs has no reverse: found in little memory, for the words of a refusal."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from edgewise.adjacency import Array

AT_ONCE = 1 << 18
NO_WEIGHTS = np.zeros(1, np.int64)


def first_one_way(ids: Array, weights: Array, vertices: int) -> tuple[int, int, int | None]:
    """An arc listed more often than its reverse of equal weight, of which there must be one: its
    tail, its head and its weight, if there are weights."""
    near = _uneven(ids, weights, vertices)
    far = _uneven(ids, weights, vertices, near)
    return next(_odd_arcs(ids, weights, near, far))


def _uneven(ids: Array, weights: Array, vertices: int, near: int | None = None) -> int:
    """The first vertex as whose lesser end arcs rise and fall unevenly; or, among the arcs with
    the lesser end `near`, as whose greater end."""
    sums = np.zeros(vertices, np.uint64)
    for tails, heads, some in _pieces(ids, weights):
        low, high = np.minimum(tails, heads), np.maximum(tails, heads)
        chosen = low != high if near is None else (low != high) & (low == near)
        value = _mixed(high, some)
        value = np.where(tails < heads, value, -value)
        np.add.at(sums, (low if near is None else high)[chosen], value[chosen])
    return int(np.flatnonzero(sums)[0])


def _pieces(ids: Array, weights: Array) -> Iterator[tuple[Array, Array, Array]]:
    for begin in range(0, ids.shape[1], AT_ONCE):
        part = slice(begin, begin + AT_ONCE)
        yield ids[0, part], ids[1, part], weights[part] if len(weights) else NO_WEIGHTS


def _mixed(ends: Array, weights: Array) -> Array:
    """A number that hardly any other pair has."""
    value: Array = ends.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    value ^= weights.astype(np.uint64) * np.uint64(0xC2B2AE3D27D4EB4F)
    value ^= value >> np.uint64(29)
    value *= np.uint64(0xBF58476D1CE4E5B9)
    value ^= value >> np.uint64(32)
    return value


def _odd_arcs(
    ids: Array, weights: Array, near: int, far: int
) -> Iterator[tuple[int, int, int | None]]:
    """The arcs between two vertices that outnumber their reverses."""
    ways = [(near, far), (far, near)]
    listed = [(ids[0] == tail) & (ids[1] == head) for tail, head in ways]
    for (tail, head), mine, others in zip(ways, listed, reversed(listed), strict=True):
        if not len(weights):
            if np.count_nonzero(mine) > np.count_nonzero(others):
                yield tail, head, None
            continue
        back = np.sort(weights[others])
        values, times = np.unique(weights[mine], return_counts=True)
        reverses = np.searchsorted(back, values, "right") - np.searchsorted(back, values, "left")
        yield from ((tail, head, int(value)) for value in values[times > reverses])
