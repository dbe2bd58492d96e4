"""From any ids to the positions 0..n-1: who is there, and who is who."""

from __future__ import annotations

from typing import Any

import numpy as np

from edgewise.adjacency import Array, index_type
from edgewise.errors import ArgumentError, ArgumentTypeError


def factorized(sources: Array, targets: Array) -> tuple[Array, Array, Array]:
    """Positions of both columns, and the labels they stand for.

    Labels ascend where they can be compared (numbers, strings), else they stand as first seen. Ids
    are the same when Python holds them equal and of one hash: 1, 1.0 and True are one vertex, 1
    and "1" are two.
    """
    both = _together(sources, targets)
    if both is None:
        return _hashed(sources, targets)
    _refuse_nan(sources, "sources")
    _refuse_nan(targets, "targets")
    labels, places = np.unique(both, return_inverse=True)
    places = places.astype(index_type(len(labels)), copy=False)
    return places[: len(sources)], places[len(sources) :], labels


def _together(sources: Array, targets: Array) -> Array | None:
    """Both columns in one array, where one type holds every id of both exactly."""
    kinds = {sources.dtype.kind, targets.dtype.kind}
    if "O" in kinds or (len(kinds) > 1 and not kinds <= {"i", "u"}):
        return None
    both = [sources, targets]
    if np.result_type(*both).kind == "f" and kinds == {"i", "u"}:
        common = _integer_type(sources, targets)
        if common is None:
            return None
        both = [column.astype(common, copy=False) for column in both]
    return np.concatenate(both)


def _integer_type(sources: Array, targets: Array) -> np.dtype[Any] | None:
    """What holds both signed 64-bit and unsigned 64-bit ids, if anything does."""
    columns = [column for column in (sources, targets) if len(column)]
    if all(int(column.max()) < 1 << 63 for column in columns):
        return np.dtype(np.int64)
    if all(int(column.min()) >= 0 for column in columns):
        return np.dtype(np.uint64)
    return None


def _refuse_nan(column: Array, argument: str) -> None:
    if column.dtype.kind in "fcMm" and (rows := np.flatnonzero(column != column)).size:
        raise ArgumentError(f"{argument}: row {rows[0]} is {column[rows[0]]}, which is no id")


def _hashed(sources: Array, targets: Array) -> tuple[Array, Array, Array]:
    place_of: dict[Any, int] = {}
    seen = [
        _seen(column, name, place_of)
        for column, name in ((sources, "sources"), (targets, "targets"))
    ]
    labels = list(place_of)
    order = _ascending(labels)
    rank = np.arange(len(labels), dtype=index_type(len(labels)))
    if order is not None:
        rank[order] = rank.copy()
        labels = [labels[place] for place in order]
    names = np.fromiter(labels, dtype=object, count=len(labels))
    return rank[seen[0]], rank[seen[1]], names


def _seen(column: Array, argument: str, place_of: dict[Any, int]) -> Array:
    """The place of every id in order of first sight; `place_of` grows."""
    places = np.empty(len(column), dtype=np.int64)
    row = 0
    try:
        for row, label in enumerate(column.tolist()):
            places[row] = place_of.setdefault(label, len(place_of))
    except TypeError:
        kind = type(column[row]).__name__
        raise ArgumentTypeError(
            f"{argument}: row {row} is a {kind}, which cannot be an id: it has no hash"
        ) from None
    _refuse_strange(column, argument, place_of)
    return places


def _refuse_strange(column: Array, argument: str, place_of: dict[Any, int]) -> None:
    if any(label is None or label != label for label in place_of):
        for row, label in enumerate(column.tolist()):
            if label is None or label != label:
                raise ArgumentError(f"{argument}: row {row} is {label!r}, which is no id")


def _ascending(labels: list[Any]) -> list[int] | None:
    """The places of the labels in ascending order; None where they cannot be compared."""
    kinds = set(map(type, labels))
    if not (kinds == {str} or kinds == {bytes} or kinds <= {int, float, bool}):
        return None
    return sorted(range(len(labels)), key=labels.__getitem__)
