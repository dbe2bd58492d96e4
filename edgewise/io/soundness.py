"""Whether rows read from a file are sound: what would lead a kernel outside its arrays.

At the speed of memory and without compiled kernels, so that a check costs no more than a look.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from edgewise.adjacency import Array
from edgewise.places import cpu

AT_ONCE = 1 << 18
"""Items looked at together: few enough to stay in a core's cache."""


def spans(length: int) -> list[tuple[int, int]]:
    """range(length) in pieces to look at together."""
    return [(at, min(at + AT_ONCE, length)) for at in range(0, length, AT_ONCE)]


def degree_range(offsets: Array) -> tuple[int, int]:
    """The smallest and largest degree; a negative one says that the offsets fall."""
    found = cpu.each(_degrees_within, [(offsets, *span) for span in spans(len(offsets) - 1)])
    return min((low for low, _ in found), default=0), max((high for _, high in found), default=0)


def first_fall(offsets: Array) -> int:
    """The place of the first offset that is below the one before it."""
    return int(np.flatnonzero(offsets[1:] < offsets[:-1])[0]) + 1


def first_stranger(neighbors: Array, num_vertices: int) -> int | None:
    """The place of the first neighbour that is no vertex, if there is one."""
    unsigned = neighbors.view(f"u{neighbors.itemsize}")  # what is negative is too large
    if top(unsigned) < num_vertices:
        return None
    return int(np.flatnonzero(unsigned >= num_vertices)[0])


def top(column: Array) -> int:
    """The largest entry, -1 when there is none."""
    return max(cpu.each(_top_within, [(column, *span) for span in spans(len(column))]), default=-1)


def copied(raw: Array, kind: str, step: int = 1, first: int = 0, into: Any = None) -> Array:
    """Every `step`-th item of raw bytes, aligned and in one piece, of the type `into`."""
    items = raw.view(kind)[first::step]
    room = np.empty(len(items), items.dtype.newbyteorder("=") if into is None else into)
    cpu.each(_copy_within, [(room, items, *span) for span in spans(len(items))])
    return room


def _degrees_within(offsets: Array, begin: int, end: int) -> tuple[int, int]:
    degrees = np.diff(offsets[begin : end + 1])
    return int(degrees.min()), int(degrees.max())


def _top_within(column: Array, begin: int, end: int) -> int:
    return int(column[begin:end].max())


def _copy_within(room: Array, items: Array, begin: int, end: int) -> None:
    room[begin:end] = items[begin:end]
