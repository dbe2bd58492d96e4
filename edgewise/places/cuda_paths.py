"""Parents from distances, on a device: the same as on the CPU place."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, final

import numpy as np

from edgewise import engine
from edgewise.adjacency import Array
from edgewise.kernels.cpu.parents import NONE, OPEN
from edgewise.kernels.cuda import nests
from edgewise.places.resident import resident
from edgewise.program.monoids import MIN
from edgewise.program.vertex import VertexProgram

if TYPE_CHECKING:
    from edgewise.graph import Graph
    from edgewise.places.device import Device

NO_WAY = (1 << 31) - 1
"""What vertices know before they are told of any hops; to be told so is no news."""


def hop_parents(graph: Graph, distances: Array, device: Device) -> Array:
    """The position of a parent one hop nearer, for every vertex that was reached."""
    return _Search(graph, distances, -1, "BY_HOPS", device).parents()


def path_parents(
    graph: Graph, distances: Array, sources: Array, unreached: Any, device: Device
) -> Array:
    """The position of a parent on a shortest path; a source is its own."""
    known = np.full(graph.num_vertices, OPEN, graph.vertex_dtype)
    known[distances == unreached] = NONE
    known[sources] = sources
    return _Search(graph, distances, unreached, "BY_LENGTH", device).parents(known)


def tight_parents(
    graph: Graph, distances: Array, sources: Array, unreached: Any, device: Device
) -> Array:
    """Parents where arcs may weigh less than nothing: a search along arcs that attain distances.

    Left to the CPU: undirected graphs, which a negative edge makes a cycle of, and weights whose
    sums with distances are no integers.
    """
    if graph.weight_dtype == np.uint64 or not graph.is_directed:
        from edgewise.places import cpu_paths

        return cpu_paths.tight_parents(graph, distances, sources, unreached)
    told = np.full(graph.num_vertices, NO_WAY, np.int32)
    hops = device.upload(told)
    told[sources] = 0
    far, fields = device.upload(distances), (hops, device.upload(told))
    given = {"far": far}
    engine.execute(
        _tight_hops(), graph, fields, sources, None, None, arguments=given, device=device.name
    )
    return _Search(graph, far, unreached, "BY_TIGHT_HOPS", device, hops).parents()


@cache
def _tight_hops() -> VertexProgram:
    """Hops along arcs that attain distances."""
    return VertexProgram("hops along tight arcs", value=np.int32, combine=MIN, message=_one_more)


def _one_more(sent, weight, u, v, far):  # type: ignore[no-untyped-def]
    return sent + 1 if far[u] + weight == far[v] else NO_WAY


@final
class _Search:
    """One look for parents, by distances or by hops along tight arcs."""

    def __init__(
        self, graph: Graph, distances: Any, unreached: Any, how: str, device: Device,
        hops: Any = None,
    ) -> None:  # fmt: skip
        self.graph, self.device, self.hops = graph, device, hops
        weighted = graph.is_weighted and how != "BY_HOPS"
        there, kind = resident(graph, device), distances.dtype
        nest = nests.parents(there.types(weighted, False), str(kind), how, device.threads)
        self.first, self.even = (device.kernel(nest, name) for name in ("parents", "even"))
        self.open = how == "BY_LENGTH"
        n = graph.num_vertices
        self.passes = device.zeros(n, np.int32) if self.open else None
        self.list = device.empty(n, graph.vertex_dtype) if self.open else None
        self.count = device.zeros(5, np.int32)
        self.given = (
            there.in_offsets, there.in_heads, there.in_weights if weighted else None,
            np.int32(n), device.upload(distances), kind.type(unreached), self.hops, self.passes,
        )  # fmt: skip

    def parents(self, known: Array | None = None) -> Array:
        """Everybody's; `known` has those that need no look."""
        device, threads, n = self.device, self.device.threads, self.graph.num_vertices
        found = device.empty(n, self.graph.vertex_dtype) if known is None else device.upload(known)
        if n == 0:
            return np.empty(0, self.graph.vertex_dtype)
        blocks = min(self.first.resident(threads), -(-n // threads))
        self.first.launch(blocks, threads, (*self.given, found, self.list, self.count[:1]))
        if self.open and int(device.download(self.count)[0]):
            blocks = self.even.resident(threads)
            rest = (self.list, self.count[:1], self.count[1:4].view(np.uint32))
            more = (*self.given, found, *rest, self.count[4:].view(np.uint32))
            self.even.launch(blocks, threads, more, together=True)
        there: Array = device.download(found)
        return there
