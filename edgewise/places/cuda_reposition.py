"""The same graph at other positions, made on the device that it lives on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from edgewise.adjacency import index_type
from edgewise.places.cuda_rows import rows_of_edges, tails_of
from edgewise.places.resident import There

if TYPE_CHECKING:
    from edgewise.adjacency import Array
    from edgewise.places.resident import Resident
    from edgewise.rows import Rows


def by_degree(graph: Resident) -> tuple[Any, Rows]:
    """Which position comes where by falling degree, and the rows in that order."""
    device, offsets, heads = graph.device, graph.offsets, graph.heads
    xp, size = device.xp, len(offsets) - 1
    with device.working(24 * size):
        degrees = xp.diff(offsets)
        if graph.directed and len(heads):
            degrees = degrees + xp.bincount(heads, minlength=size)
        order = device.order(device.upload(-degrees)).astype(heads.dtype)
        place = device.empty(size, heads.dtype)
        place[order] = xp.arange(size, dtype=heads.dtype)
    ends = (tails_of(device, offsets, heads), heads)
    return order, rows_of_edges(device, *ends, graph.weights_as_given(), size, place=place)


def touched(graph: Resident) -> Any:
    """For every vertex whether an edge touches it."""
    with graph.device.working(len(graph.offsets)):
        found = graph.device.xp.diff(graph.offsets) > 0
        found[graph.heads] = True
        return found


def without(graph: Resident, stays: Any) -> tuple[Array, There]:
    """Rows of those vertices that stay, whom all arcs join; and who stays, for the host."""
    device, offsets, heads = graph.device, graph.offsets, graph.heads
    kept = device.download(stays)
    with device.working(16 * len(stays) + heads.nbytes):
        index = index_type(int(np.count_nonzero(kept)))
        place = (device.xp.cumsum(stays) - 1).astype(index)
        begins = device.xp.concatenate((offsets[:-1][stays], offsets[-1:]))
        rows = device.upload(begins), device.upload(place.take(heads))
    return kept, There(device, *rows, graph.weights, 0)
