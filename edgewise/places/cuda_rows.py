"""Edges in any order to compressed rows in order, on a device; the rows are those of `rows.py`.

An arc is a word of its two ends, and the words are sorted by CuPy. Weights follow by the order that
a stable sort gives, so that parallel arcs stand as the CPU has them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from edgewise import progress
from edgewise.adjacency import index_type
from edgewise.kernels.cuda import building
from edgewise.places.cuda_generate import start
from edgewise.places.resident import NARROW, There, plain, refuse_large
from edgewise.rows import Rows, refuse_overflow

if TYPE_CHECKING:
    from edgewise.places.device import Device

PIECE = 1024
"""Arcs a warp looks through at a time, as in kernels/cuda/rows.cuh."""
FOLDS = {"sum": 1, "min": 2, "max": 3}


def rows_of_edges(
    device: Device,
    sources: Any,
    targets: Any,
    weights: Any,
    num_vertices: int,
    *,
    both_ways: bool = False,
    drop_loops: bool = False,
    duplicates: str = "keep",
    place: Any = None,
) -> Rows:
    """Sort edges, given as columns of positions, into rows with ascending neighbours.

    Columns may be the host's or the device's. With `place`, position p is place[p] in the rows.
    """
    refuse_large(device, num_vertices, len(sources))
    with progress.stage("sorting edges", 3) as advance:
        ends = (device.upload(sources), device.upload(targets))
        arcs, loops = _packed(device, ends, num_vertices, both_ways, drop_loops, place)
        del ends
        advance(1)
        size = len(arcs) - loops * (both_ways + drop_loops)
        arcs, order = _sorted(device, arcs, size, weights is not None)
        advance(1)
        arcs, places, repeats = _distinct(device, arcs, duplicates, order is not None)
        values = weights
        if order is not None:
            values = _carried(device, device.upload(weights), order, both_ways, places, duplicates)
        there = _unpacked(device, arcs, values, num_vertices)
        advance(1)
    dtype = None if weights is None else weights.dtype
    return Rows(there.adjacency(dtype), loops, repeats, there)


def reversed_rows(device: Device, offsets: Any, heads: Any) -> tuple[Any, Any]:
    """Offsets and neighbours of the reverse of these rows, neighbours ascending."""
    num_vertices = len(offsets) - 1
    ends = (heads, tails_of(device, offsets, heads))
    arcs, _ = _packed(device, ends, num_vertices, False, False, None)
    del ends
    device.sort(arcs)
    turned = _unpacked(device, arcs, None, num_vertices)
    return turned.offsets, turned.heads


def tails_of(device: Device, offsets: Any, heads: Any) -> Any:
    """The tail of every arc: the other half of an edge list."""
    count, tails = len(heads), device.empty(len(heads), heads.dtype)
    nest = building.rows(device.threads, str(heads.dtype), str(offsets.dtype))
    arguments = (offsets, np.int64(len(offsets) - 1), np.int64(count), tails)
    start(device, nest, "spread_rows", count, arguments)
    return tails


def _bits(num_vertices: int) -> int:
    """How many bits of an arc are its head."""
    return max(1, (num_vertices - 1).bit_length())


def _packed(
    device: Device, ends: tuple[Any, Any], num_vertices: int, both: bool, drop: bool, place: Any
) -> tuple[Any, int]:
    """Edges as words, those left out among them; and how many are loops."""
    count, seen = len(ends[0]), device.zeros(1, np.uint64)
    arcs = device.empty(count * (1 + both), np.int64)
    nest = building.rows(device.threads, str(ends[0].dtype), "int32")
    start(
        device, nest, "pack", count,
        (
            *ends, place, np.int64(count), np.int32(_bits(num_vertices)), np.int32(both),
            np.int32(drop), arcs, seen,
        ),
    )  # fmt: skip
    return arcs, int(device.download(seen)[0])


def _sorted(device: Device, arcs: Any, size: int, ordered: bool) -> tuple[Any, Any]:
    """The first `size` arcs in order and, where that is wanted, the places they came from."""
    if not ordered:
        device.sort(arcs)
        return arcs[:size], None
    order = device.order(arcs)[:size]
    with device.working(8 * size):
        return device.upload(arcs.take(order)), order


def _distinct(device: Device, arcs: Any, duplicates: str, weighted: bool) -> tuple[Any, Any, int]:
    """The arcs that stay, where they were (None: they all stay), and how many repeat others."""
    count, ends = len(arcs), device.empty(-(-len(arcs) // PIECE), np.int64)
    nest = building.rows(device.threads, "int32", "int32")
    work = len(ends) * 32
    start(device, nest, "count_firsts", work, (arcs, np.int64(count), ends))
    with device.working(ends.nbytes):
        ends = device.upload(device.xp.cumsum(ends))
    kept = int(device.download(ends[-1:])[0]) if count else 0
    if kept == count or duplicates in ("keep", "refuse"):
        return arcs, None, count - kept
    distinct = device.empty(kept, np.int64)
    places = device.empty(kept, np.int64) if weighted else None
    start(device, nest, "keep_firsts", work, (arcs, np.int64(count), ends, distinct, places))
    return distinct, places, count - kept


def _carried(
    device: Device, weights: Any, order: Any, both: bool, places: Any, duplicates: str
) -> Any:
    """The weights of the arcs that stay; `order` says which word each arc came from."""
    with device.working(16 * len(order)):
        if both:
            order >>= 1
        if places is not None and duplicates == "first":
            order = order.take(places)
        values = device.upload(weights.take(order))
    return (
        values
        if places is None or duplicates == "first"
        else _folded(device, values, places, duplicates)
    )


def _folded(device: Device, weights: Any, places: Any, how: str) -> Any:
    """One weight of those of parallel arcs."""
    dtype, code = weights.dtype, FOLDS[how]
    if dtype.kind == "b" and how == "sum":
        code = FOLDS["max"]  # the sum of truth values is "or"
    with device.working(8 * len(weights)):
        weights = device.upload(weights.astype(plain(dtype), copy=False))
    kept, spoilt = len(places), device.zeros(1, np.uint32)
    folded = device.empty(kept, weights.dtype)
    nest = building.folding(device.threads, str(weights.dtype))
    arguments = (weights, places, np.int64(kept), np.int64(len(weights)), np.int32(code))
    start(device, nest, "fold", kept, (*arguments, folded, spoilt))
    if device.download(spoilt)[0]:
        refuse_overflow(dtype)
    with device.working(folded.nbytes):
        return folded.astype(dtype, copy=False)


def _unpacked(device: Device, arcs: Any, weights: Any, num_vertices: int) -> There:
    """Arcs in order as rows."""
    count, index = len(arcs), index_type(num_vertices)
    heads, loops = device.empty(count, index), device.zeros(1, np.uint64)
    offsets = device.empty(num_vertices + 1, np.int32 if count < NARROW else np.int64)
    nest = building.rows(device.threads, str(index), str(offsets.dtype))
    bits, size = np.int32(_bits(num_vertices)), np.int64(count)
    start(device, nest, "unpack", count, (arcs, size, bits, heads, loops))
    arguments = (arcs, size, bits, np.int64(num_vertices), offsets)
    start(device, nest, "begin_rows", num_vertices + 1, arguments)
    if weights is not None:
        with device.working(weights.nbytes):
            weights = device.upload(weights.astype(plain(weights.dtype), copy=False))
    return There(device, offsets, heads, weights, int(device.download(loops)[0]))
