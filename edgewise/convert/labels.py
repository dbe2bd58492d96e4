"""From any ids to the positions 0..n-1: who is there, and who is who."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np

from edgewise.adjacency import Array, index_type
from edgewise.errors import ArgumentError, ArgumentTypeError
from edgewise.places import cpu

NEAR = 2
"""Integers are looked up in a table when it has at most this many places for each endpoint."""
SMALL = 1 << 16
"""A table of this many places is always worth it."""


def factorized(sources: Array, targets: Array) -> tuple[Array, Array, Array]:
    """Positions of both columns, which are of one length, and the labels they stand for.

    Labels ascend where they can be compared (numbers, strings), else they stand as first seen. Ids
    are the same when Python holds them equal: 1, 1.0 and True are one vertex, 1 and "1" are two.
    """
    _refuse_nan(sources, "sources")
    _refuse_nan(targets, "targets")
    columns = _of_one_type(sources, targets)
    if columns is None or not len(sources):
        return _hashed(sources, targets) if len(sources) else (_none(), _none(), sources)
    kind = columns[0].dtype.kind
    if kind in "iu":
        return _integers(*columns)
    return _words(*columns) if kind in "US" else _sorted(*columns)


def ascending(labels: list[Any]) -> list[int] | None:
    """The places of the labels in ascending order; None where they cannot be compared."""
    kinds = set(map(type, labels))
    if not (kinds == {str} or kinds == {bytes} or kinds <= {int, float, bool}):
        return None
    return sorted(range(len(labels)), key=labels.__getitem__)


def _none() -> Array:
    return np.empty(0, np.int32)


def _of_one_type(sources: Array, targets: Array) -> tuple[Array, Array] | None:
    """The columns in a type that holds every id of both exactly, if there is one."""
    kinds = {sources.dtype.kind, targets.dtype.kind}
    if "O" in kinds or not (len(kinds) == 1 or kinds <= {"i", "u"}):
        return None
    common: np.dtype[Any] | None = np.result_type(sources.dtype, targets.dtype)
    if kinds == {"i", "u"} and common == np.float64:
        common = _wide_integer(sources, targets)
    if common is None:
        return None
    if common.kind in "iu" and common.itemsize < 4:
        common = np.dtype(np.int32)
    return sources.astype(common, copy=False), targets.astype(common, copy=False)


def _wide_integer(sources: Array, targets: Array) -> np.dtype[Any] | None:
    """What holds both signed 64-bit and unsigned 64-bit ids, if anything does."""
    if all(not len(column) or int(column.max()) < 1 << 63 for column in (sources, targets)):
        return np.dtype(np.int64)
    if all(not len(column) or int(column.min()) >= 0 for column in (sources, targets)):
        return np.dtype(np.uint64)
    return None


def _refuse_nan(column: Array, argument: str) -> None:
    if column.dtype.kind in "fcMm" and (rows := np.flatnonzero(column != column)).size:
        raise ArgumentError(f"{argument}: row {rows[0]} is {column[rows[0]]}, which is no id")


# integers --------------------------------------------------------------------------------------


def _integers(sources: Array, targets: Array) -> tuple[Array, Array, Array]:
    low = min(int(sources.min()), int(targets.min()))
    reach = max(int(sources.max()), int(targets.max())) - low + 1
    if reach <= max(2 * NEAR * len(sources), SMALL):
        return _near(sources, targets, low, reach)
    return _far(sources, targets)


def _near(sources: Array, targets: Array, low: int, reach: int) -> tuple[Array, Array, Array]:
    """By a table with a place for every integer from the smallest to the largest."""
    from edgewise.kernels.cpu import relabel

    dtype, parts = sources.dtype, cpu.spans(len(sources))
    base, flags = dtype.type(low), np.zeros(reach, np.uint8)
    both = (sources, targets)
    cpu.each(relabel.mark, [(column, *part, base, flags) for column in both for part in parts])
    labels = np.empty(int(np.count_nonzero(flags)), dtype)
    ranks = np.empty(reach, index_type(len(labels)))
    relabel.number(flags, base, ranks, labels)
    tails, heads = (np.empty(len(sources), ranks.dtype) for _ in both)
    tasks = [
        (column, *part, base, ranks, answer)
        for column, answer in ((sources, tails), (targets, heads))
        for part in parts
    ]
    cpu.each(relabel.look_up_near, tasks)
    return tails, heads, labels


def _far(sources: Array, targets: Array) -> tuple[Array, Array, Array]:
    """By hashing: each thread numbers what it sees, then the numbers are made one."""
    from edgewise.kernels.cpu import relabel

    parts = cpu.spans(len(sources))
    tails, heads = (np.empty(len(sources), index_type(2 * len(sources))) for _ in range(2))
    tasks = [(sources, targets, *part, tails, heads) for part in parts]
    found = cpu.each(relabel.number_values, tasks)
    labels = _distinct(np.concatenate(found))
    ranks = _ranks(found, labels, tails.dtype)
    cpu.each(
        relabel.renumber,
        [(*part, rank, tails, heads) for part, rank in zip(parts, ranks, strict=True)],
    )
    return tails, heads, labels


def _distinct(values: Array) -> Array:
    """Ascending, each once (np.unique without an inverse hashes, and is far slower)."""
    values.sort()
    fresh = np.ones(len(values), bool)
    np.not_equal(values[1:], values[:-1], out=fresh[1:])
    return values[fresh]


def _ranks(found: list[Array], labels: Array, dtype: np.dtype[Any]) -> list[Array]:
    """The rank among the labels of every value that each thread found."""
    from edgewise.kernels.cpu import relabel

    bits = max(relabel.SMALLEST, (len(labels) * 3 // 2).bit_length())
    part_bits = min((cpu.threads() - 1).bit_length(), 6) if len(labels) > SMALL else 0
    keys, ranks = np.full(1 << bits, labels[0]), np.empty(1 << bits, dtype)
    parts = range(1 << part_bits)
    cpu.each(relabel.enter, [(labels, part, part_bits, bits, keys, ranks) for part in parts])
    tasks = [(values, part_bits, bits, keys, ranks, labels[0]) for values in found]
    return cpu.each(relabel.look_up, tasks)


# words and the rest ----------------------------------------------------------------------------


def _words(sources: Array, targets: Array) -> tuple[Array, Array, Array]:
    """Strings of fixed width, compared as rows of letters."""
    from edgewise.kernels.cpu import relabel

    both = np.concatenate([sources, targets])
    letter = np.uint32 if both.dtype.kind == "U" else np.uint8
    letters = both.view(letter).reshape(len(both), -1)
    firsts = np.empty(len(both), np.int64)
    places = np.empty(len(both), index_type(len(both)))
    words = both[firsts[: relabel.number_words(letters, firsts, places)]]
    order = np.argsort(words)
    rank = np.empty(len(words), places.dtype)
    rank[order] = np.arange(len(words))
    places = rank[places]
    return places[: len(sources)], places[len(sources) :], words[order]


def _sorted(sources: Array, targets: Array) -> tuple[Array, Array, Array]:
    """Floats, truth values, times."""
    labels, places = np.unique(np.concatenate([sources, targets]), return_inverse=True)
    places = places.astype(index_type(len(labels)), copy=False)
    return places[: len(sources)], places[len(sources) :], labels


# Python objects --------------------------------------------------------------------------------


def _hashed(sources: Array, targets: Array) -> tuple[Array, Array, Array]:
    place_of: defaultdict[Any, int] = defaultdict()
    place_of.default_factory = place_of.__len__  # a new id gets the next number
    tails = _seen(sources, "sources", place_of)
    heads = _seen(targets, "targets", place_of)
    labels = list(place_of)
    rank = np.arange(len(labels), dtype=index_type(len(labels)))
    order = ascending(labels)
    if order is not None:
        rank[order] = rank.copy()
        labels = [labels[place] for place in order]
    return rank[tails], rank[heads], np.fromiter(labels, dtype=object, count=len(labels))


def _seen(column: Array, argument: str, place_of: dict[Any, int]) -> Array:
    """The place of every id in order of first sight; `place_of` grows."""
    known, values = len(place_of), column.tolist()
    try:
        places = np.fromiter(map(place_of.__getitem__, values), np.int64, len(values))
    except TypeError:
        row = next(row for row, value in enumerate(values) if not _has_hash(value))
        raise ArgumentTypeError(
            f"{argument}: row {row} is {values[row]!r:.60}, a {type(values[row]).__name__}, "
            "which cannot be an id: it has no hash"
        ) from None
    for label in list(place_of)[known:]:
        if label is None or label != label:
            row = next(row for row, value in enumerate(values) if value is label)
            raise ArgumentError(f"{argument}: row {row} is {label!r}, which is no id")
    return places


def _has_hash(value: Any) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True
