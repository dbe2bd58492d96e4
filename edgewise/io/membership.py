"""Where ids stand among the vertices that a file names."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import final

import numpy as np

from edgewise.adjacency import Array, index_type
from edgewise.places import cpu

NEAR = 8
"""Ids that are spread over no more than this many times their number are looked up in a table."""
FREE = 1 << 16
AT_ONCE = 1 << 18


def first_repeat(labels: Array) -> int | None:
    """The first place whose label stands before already."""
    if (labels[1:] > labels[:-1]).all():
        return None
    order = np.argsort(labels, kind="stable")
    again = order[1:][labels[order][1:] == labels[order][:-1]]
    return int(again.min()) if len(again) else None


def positions_among(labels: Array, ids: Array) -> tuple[Array, Array]:
    """The place of every id among different labels; and which ids are not there."""
    places, absent = np.zeros(len(ids), index_type(len(labels))), np.ones(len(ids), bool)
    if not len(labels):
        return places, absent
    low, high = int(labels.min()), int(labels.max())
    near = high - low < max(FREE, NEAR * len(labels))
    book: _Book = _Table(labels, low, high) if near else _Sorted(labels)
    pieces = [(ids[a:b], places[a:b], absent[a:b]) for a, b in cpu.spans(len(ids), AT_ONCE, 8)]
    cpu.each(book.look_up, pieces)
    return places, absent


class _Book(ABC):
    """A way to look ids up."""

    @abstractmethod
    def look_up(self, ids: Array, places: Array, absent: Array) -> None:
        """Write down the place of every id, and whether it has none."""


@final
class _Table(_Book):
    """A slot for every id from the lowest to the highest."""

    def __init__(self, labels: Array, low: int, high: int) -> None:
        self._low, self._slots = low, np.full(high - low + 1, -1, np.int64)
        self._slots[labels.astype(np.int64, copy=False) - low] = np.arange(len(labels))

    def look_up(self, ids: Array, places: Array, absent: Array) -> None:
        offsets = ids.astype(np.int64) - self._low
        outside = (offsets < 0) | (offsets >= len(self._slots))
        offsets[outside] = 0
        places[:] = found = self._slots[offsets]
        absent[:] = outside | (found < 0)


@final
class _Sorted(_Book):
    """The labels in ascending order, to be searched."""

    def __init__(self, labels: Array) -> None:
        self._order = np.argsort(labels, kind="stable")
        self._labels = labels[self._order]

    def look_up(self, ids: Array, places: Array, absent: Array) -> None:
        ranks = np.minimum(np.searchsorted(self._labels, ids), len(self._labels) - 1)
        places[:] = self._order[ranks]
        absent[:] = self._labels[ranks] != ids
