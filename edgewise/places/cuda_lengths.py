"""Rows on a device in classes of like length: found once for a graph, and kept with it."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, final
from weakref import WeakKeyDictionary

import numpy as np

from edgewise.adjacency import Array
from edgewise.kernels.cuda.sweep_nests import TURNS
from edgewise.places.resident import Resident

if TYPE_CHECKING:
    from edgewise.kernels.cuda.bind import Nest
    from edgewise.places.device import Device

SEGMENT = 1024
"""Rows that a warp counts, and deals out, by itself."""
NO_SHIFT = -(1 << 31)

_kept: WeakKeyDictionary[Resident, ByLength] = WeakKeyDictionary()


def by_length(there: Resident, nest: Nest) -> ByLength:
    """A graph's rows of in-arcs by length; a nest that has kernels to find it."""
    if there not in _kept:
        _kept[there] = ByLength(there, nest)
    return _kept[there]


@final
class ByLength:
    """Rows by length: classes, and of long rows the parts. A list only where they are mixed."""

    def __init__(self, there: Resident, nest: Nest) -> None:
        device, offsets = there.device, there.in_offsets
        self._n, self._m = there.graph.num_vertices, there.graph.num_arcs
        sizes, list_, parts = self._dealt(device, nest, offsets)
        firsts = np.concatenate(([0], np.cumsum(sizes)))
        shifts = [_shift(device, list_, *span) for span in pairwise(firsts.tolist())]
        begins = np.concatenate(([0], np.cumsum(parts)))
        self.parts = max(1, int(begins[-1]))
        """Room for what parts come to."""
        turns = [-(-int(rows) // each) for rows, each in zip(sizes, TURNS, strict=True)]
        turns[0] = int(begins[-1])
        classes = np.stack((firsts[:-1], firsts[1:], shifts, np.cumsum(turns)), axis=1)
        self.turns = sum(turns)
        """How many times a warp takes something up in a round."""
        self._longs = len(parts)
        longs = device.download(list_[: self._longs])
        whose = np.repeat(np.arange(self._longs), parts)
        self._numbers = _Together(device, classes.ravel(), longs, begins, whose)
        mixed = any(shift == NO_SHIFT for shift in shifts[1:])
        self._list = list_ if mixed else None

    @property
    def arguments(self) -> tuple[Any, ...]:
        """As the kernel takes them."""
        classes, *of_longs = self._numbers.arrays
        sizes = np.int64(self._n), np.int64(self._m), np.int32(self._longs)
        return classes, self._list, *of_longs, *sizes

    def _dealt(self, device: Device, nest: Nest, offsets: Any) -> tuple[Array, Any, Array]:
        """How many rows each class has; the list of them all; how many parts long ones have."""
        segments = -(-self._n // SEGMENT)
        counts = device.empty((len(TURNS), max(1, segments)), np.int32)
        list_ = device.empty(max(1, self._n), np.int32)
        if not segments:
            return np.zeros(len(TURNS), np.int64), list_, np.zeros(0, np.int32)
        blocks = min(-(-segments * 32 // device.threads), 1 << 16)
        given = (offsets, np.int64(self._n), np.int32(segments))
        device.kernel(nest, "tally").launch(blocks, device.threads, (*given, counts))
        told = device.download(counts).astype(np.int64)
        places = np.cumsum(told.ravel()) - told.ravel()
        device.store(counts, places.reshape(told.shape).astype(np.int32))
        parts = device.empty(max(1, int(told[0].sum())), np.int32)
        launch = device.kernel(nest, "deal").launch
        launch(blocks, device.threads, (*given, counts, list_, parts))
        return told.sum(axis=1), list_, device.download(parts)[: told[0].sum()]


@final
class _Together:
    """A few arrays of small numbers in one of the device."""

    def __init__(self, device: Device, *arrays: Array) -> None:
        ends = np.cumsum([max(1, len(one)) for one in arrays])
        whole = np.zeros(ends[-1], np.int32)
        spans = [slice(end - max(1, len(one)), end) for one, end in zip(arrays, ends, strict=True)]
        for one, span in zip(arrays, spans, strict=True):
            whole[span][: len(one)] = one
        there = device.upload(whole)
        self.arrays = [there[span] for span in spans]


def _shift(device: Device, list_: Any, begin: int, end: int) -> int:
    """By how much these rows are ahead of their places, if they lie side by side."""
    if begin == end:
        return 0
    first, last = (int(device.download(list_[at : at + 1])[0]) for at in (begin, end - 1))
    return first - int(begin) if last - first == end - 1 - begin else NO_SHIFT
