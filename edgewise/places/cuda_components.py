"""Connected components on a device: trees linked and numbered in one launch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from edgewise import engine
from edgewise.adjacency import Array
from edgewise.kernels.cuda import components_nests as nests
from edgewise.places.resident import Resident, resident
from edgewise.schedule.trace import Trace

if TYPE_CHECKING:
    from edgewise.graph import Graph
    from edgewise.places.device import Device


def linked(graph: Graph, method: str, device: Device) -> tuple[Array, int, Trace]:
    """Components by number, in the caller's order: by their first vertex there; and how many."""
    n = graph.num_vertices
    if n == 0:
        return np.empty(0, graph.vertex_dtype), 0, engine.nothing(method)
    there, inward = resident(graph, device), _looks_back(graph, method)
    order = there.order
    nest = nests.components(method, there.types(False, False), order is not None, device.threads)
    kernel = device.kernel(nest, "components")
    worth = -(-(n + graph.num_arcs) // device.threads)
    blocks = max(1, min(kernel.resident(device.threads), worth))
    state = device.zeros(nests.STATE, np.uint32)
    labels = device.empty(n, graph.vertex_dtype)
    back = (there.in_offsets, there.in_heads) if inward else (None, None)
    skips = np.int32(not graph.is_directed or inward)
    room = _room(there, device, inward)
    watch = device.stopwatch()
    kernel.launch(
        blocks,
        device.threads,
        (there.offsets, there.heads, *back, np.int64(n), skips, *room[:2], order, *room[2:],
         state, labels),
        together=True,
        watch=watch,
    )  # fmt: skip
    count = int(device.download(state)[nests.COUNT])
    return device.download(labels), count, engine.nothing(method, watch.seconds)


def _looks_back(graph: Graph, method: str) -> bool:
    """Whether arcs are looked at from both ends.

    Where in-arcs are not there yet, it takes less time to look at all out-arcs than to make them.
    """
    return method == "afforest" and graph.is_directed and graph.has_in_edges


def _room(there: Resident, device: Device, inward: bool) -> tuple[Any, ...]:
    """Roots, next neighbours or first vertices, bits and counts of roots, parts of long rows."""
    n, arcs, threads = there.graph.num_vertices, there.graph.num_arcs, device.threads
    return (
        device.empty(n, np.uint32),
        device.empty(n, np.uint32),
        device.empty(-(-n // 32), np.uint64),
        device.empty(-(-n // (32 * threads)), np.uint32),
        device.empty(nests.most_parts(arcs * (1 + inward), threads), np.uint64),
    )
