"""The living definition of the operators on neighbourhoods and sets, in plain Python.

What `reduce_neighbors`, `intersect`, `split`, `sample` and `contract` compute, one thing after the
other. Compiled loops cut the work up; their answers must be these. Only sums of reals may differ in
the last places, since a long list is added up in pieces. Rows and their checks are those of
`kernels/reference.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from edgewise.kernels.reference import Rows


def reduce_neighbors(
    rows: Rows,
    members: Iterable[int],
    gather: Callable[[int, int, int, Any, int], Any],
    combine: Callable[[Any, Any], Any],
    identity: Any,
    settled: Callable[[Any], bool] | None = None,
) -> list[Any]:
    """For every member, what its neighbours give, combined from the first to the last."""
    numbers = []
    for u in members:
        total, degree = identity, len(rows.of(u))
        for e in rows.of(u):
            if settled is not None and settled(total):
                break
            total = combine(total, gather(u, rows.heads[e], e, rows.weights[e], degree))
        numbers.append(total)
    return numbers


def intersect(
    rows: Rows,
    pairs: Iterable[tuple[int, int]],
    where: Callable[[int, int, int], bool] = lambda u, v, w: True,
) -> list[list[int]]:
    """For every pair, the neighbours that both have and that count, each once, ascending."""
    return [
        sorted(w for w in {*_heads(rows, u)} & {*_heads(rows, v)} if where(u, v, w))
        for u, v in pairs
    ]


def _heads(rows: Rows, u: int) -> list[int]:
    return [rows.heads[e] for e in rows.of(u)]


def split(
    members: Sequence[int], key: Callable[[int], Any], thresholds: Sequence[Any]
) -> list[list[int]]:
    """The members by how many of the ascending thresholds their keys are not below."""
    parts: list[list[int]] = [[] for _ in range(len(thresholds) + 1)]
    for member in members:
        number = key(member)
        parts[sum(not number < one for one in thresholds)].append(member)
    return parts


def sample(members: Sequence[int], size: int, words: Sequence[Any]) -> list[int]:
    """Those whose words are least, in the order that they had; a word for each place."""
    places = sorted(range(len(members)), key=lambda place: (words[place], place))[:size]
    return [members[place] for place in sorted(places)]


def contract(
    rows: Rows,
    labels: Sequence[Any],
    combine: Callable[[Any, Any], Any],
    directed: bool = True,
    keeps_loops: bool = False,
) -> dict[tuple[Any, Any], Any]:
    """Every arc between labels, with what the edges that it stands for weigh together.

    Of an undirected graph's rows, which hold every edge both ways, the arcs upwards are its edges.
    """
    weights: dict[tuple[Any, Any], Any] = {}
    for u in range(len(rows)):
        for e in rows.of(u):
            v = rows.heads[e]
            ends = (labels[u], labels[v])
            if (ends[0] == ends[1] and not keeps_loops) or (not directed and v < u):
                continue
            for arc in {ends} if directed else {ends, ends[::-1]}:
                known = arc in weights
                weights[arc] = combine(weights[arc], rows.weights[e]) if known else rows.weights[e]
    return weights
