"""Graphs on a device: each array is copied when it is first needed, and kept with the graph."""

from __future__ import annotations

import weakref
from functools import cached_property
from typing import TYPE_CHECKING, Any, final

import numpy as np

from edgewise.errors import GraphError
from edgewise.kernels.cuda.nests import Types, graph_types, prominent

if TYPE_CHECKING:
    from edgewise.graph import Graph
    from edgewise.places.device import Device

NARROW = 1 << 31
"""Arcs below which offsets take 32 bits."""
MOST_ARCS, MOST_VERTICES = 1 << 33, 1 << 31
"""A frontier's members and arcs are counted in one word of 64 bits."""

_kept: weakref.WeakKeyDictionary[Graph, dict[Device, Resident]] = weakref.WeakKeyDictionary()


def resident(graph: Graph, device: Device) -> Resident:
    """The graph on this device; the same for all runs."""
    there = _kept.setdefault(graph, {})
    if device not in there:
        there[device] = Resident(graph, device)
    return there[device]


def forget(graph: Graph) -> None:
    """Give the memory back that a graph takes on devices."""
    _kept.pop(graph, None)


@final
class Resident:
    """A graph's arrays on one device."""

    def __init__(self, graph: Graph, device: Device) -> None:
        if graph.num_arcs >= MOST_ARCS or graph.num_vertices >= MOST_VERTICES:
            raise GraphError(
                f"device={device.name!r}: the graph has {graph.num_vertices:,} vertices and "
                f"{graph.num_arcs:,} arcs; a GPU takes fewer than {MOST_VERTICES:,} and "
                f"{MOST_ARCS:,}: take device='cpu'"
            )
        self._graph, self._device = weakref.ref(graph), device
        self.directed = graph.is_directed
        self.narrow = graph.num_arcs < NARROW

    @cached_property
    def prominent(self) -> Any:
        """For each vertex the busiest of its first in-neighbours, or -1."""
        device, n = self._device, self.graph.num_vertices
        found = device.empty(n, self.graph.vertex_dtype)
        if n:
            kernel = device.kernel(prominent(self.types(False, False)), "prominent")
            blocks = min(kernel.resident(device.threads), -(-n // device.threads))
            given = (self.offsets, self.in_offsets, self.in_heads, found, np.int32(n))
            kernel.launch(blocks, device.threads, given)
        return found

    @property
    def arc_type(self) -> np.dtype[Any]:
        """The type in which arcs are numbered."""
        return np.dtype(np.int32 if self.narrow else np.int64)

    @property
    def graph(self) -> Graph:
        """The graph on the host."""
        graph = self._graph()
        assert graph is not None
        return graph

    @cached_property
    def offsets(self) -> Any:
        """Where each vertex's out-arcs begin."""
        return self._offsets(self.graph.out_offsets)

    @cached_property
    def heads(self) -> Any:
        """The head of every arc."""
        return self._device.upload(self.graph.out_neighbors)

    @cached_property
    def weights(self) -> Any:
        """The weight of every arc; one number where there are none."""
        return self._weights(self.graph.out_weights)

    @cached_property
    def in_offsets(self) -> Any:
        """Where each vertex's in-arcs begin."""
        return self._offsets(self.graph.in_offsets) if self.directed else self.offsets

    @cached_property
    def in_heads(self) -> Any:
        """The tail of every in-arc."""
        return self._device.upload(self.graph.in_neighbors) if self.directed else self.heads

    @cached_property
    def in_weights(self) -> Any:
        """The weight of every in-arc; one number where there are none."""
        return self._weights(self.graph.in_weights) if self.directed else self.weights

    @cached_property
    def in_arcs(self) -> Any:
        """For every in-arc its place among the out-arcs."""
        return self._device.upload(self.graph.in_arcs.astype(np.int64, copy=False))

    @cached_property
    def longest(self) -> int:
        """How many arcs the longest row has, of out-arcs or in-arcs."""
        graph = self.graph
        rows = (graph.out_offsets, graph.in_offsets) if self.directed else (graph.out_offsets,)
        return max(int(np.diff(one).max(initial=0)) for one in rows)

    def types(self, weighted: bool, counts_in: bool) -> Types:
        """What nests must know of these arrays."""
        graph = self.graph
        weight = _plain(graph.weight_dtype) if weighted and graph.weight_dtype else None
        return graph_types(self.arc_type, graph.vertex_dtype, weight, counts_in and self.directed)

    def _offsets(self, offsets: Any) -> Any:
        return self._device.upload(offsets.astype(self.arc_type, copy=False))

    def _weights(self, weights: Any) -> Any:
        if weights is None:
            return None
        return self._device.upload(weights.astype(_plain(weights.dtype), copy=False))


def _plain(kind: np.dtype[Any]) -> np.dtype[Any]:
    """The type in which a device holds weights: it has no half floats, and no bools of one byte."""
    if kind == np.float16:
        return np.dtype(np.float32)
    return np.dtype(np.uint8) if kind == np.bool_ else kind
