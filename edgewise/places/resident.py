"""Graphs on a device: each array is copied when it is first needed, and kept with the graph."""

from __future__ import annotations

import weakref
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, final

import numpy as np

from edgewise.adjacency import Adjacency, Array, Late
from edgewise.errors import GraphError

if TYPE_CHECKING:
    from edgewise.graph import Graph
    from edgewise.kernels.cuda.nests import Types
    from edgewise.places.device import Device

NARROW = 1 << 31
"""Arcs below which offsets take 32 bits."""
MOST_ARCS, MOST_VERTICES = 1 << 33, 1 << 31
"""A frontier's members and arcs are counted in one word of 64 bits."""

_kept: weakref.WeakKeyDictionary[Graph, dict[Device, Resident]] = weakref.WeakKeyDictionary()


@final
@dataclass(frozen=True, slots=True)
class There:
    """Rows on a device, in the types that kernels take."""

    device: Device
    offsets: Any
    heads: Any
    weights: Any
    loops: int
    """How many of these arcs are loops."""

    def adjacency(self, weight_dtype: np.dtype[Any] | None) -> Adjacency:
        """The same rows for the host, each array copied when somebody asks for it."""
        weights = None if weight_dtype is None else self._late(self.weights, weight_dtype)
        offsets = self._late(self.offsets, np.dtype(np.int64))
        return Adjacency(offsets, self._late(self.heads, self.heads.dtype), weights)

    def _late(self, array: Any, dtype: np.dtype[Any]) -> Late:
        """An array for the host: copied when it is asked for."""
        download = self.device.download
        return Late(len(array), dtype, lambda: download(array).astype(dtype, copy=False))

    def degrees(self, directed: bool) -> dict[str, Any]:
        """The facts that row lengths tell."""
        sides, least, most = ("out",) if directed else ("out", "in"), 0, 0
        if len(self.offsets) > 1:
            with self.device.working(2 * self.offsets.nbytes):
                lengths = self.device.xp.diff(self.offsets)
                least, most = int(lengths.min()), int(lengths.max())
        values = {"min": least, "max": most}
        return {f"{end}_{side}_degree": values[end] for side in sides for end in values}


def resident(graph: Graph, device: Device) -> Resident:
    """The graph on this device; the same for all runs."""
    there = _kept.setdefault(graph, {})
    if device not in there:
        there[device] = Resident(graph, device)
    return there[device]


def settle(graph: Graph, there: There) -> Graph:
    """Have a graph live where its rows were made; gives the graph."""
    made = Resident(graph, there.device)
    made.offsets, made.heads, made.weights = there.offsets, there.heads, there.weights
    made.lives_here = True
    _kept.setdefault(graph, {})[there.device] = made
    return graph


def home(graph: Graph) -> Resident | None:
    """The graph on the device where it was made, or put; None where it lives on the host."""
    return next((one for one in _kept.get(graph, {}).values() if one.lives_here), None)


def held(graph: Graph) -> dict[str, int]:
    """The devices that have something of the graph, and how many bytes."""
    return {device.name: one.nbytes for device, one in _kept.get(graph, {}).items() if one.nbytes}


def move(graph: Graph, word: str | None, in_edges: bool) -> None:
    """Have a graph live on a device, or on the host and nowhere else."""
    from edgewise.places.choice import device_of

    device = device_of(word)
    if device is None:
        forget(graph)
        return
    there = resident(graph, device)
    for one in _kept[graph].values():
        one.lives_here = one is there
    _ = there.offsets, there.heads, there.weights
    if in_edges:
        _ = there.in_rows, there.in_weights


def forget(graph: Graph) -> None:
    """Give the memory back that a graph takes on devices; what only they have is copied first."""
    graph._out.bring()
    if graph._in is not None:
        graph._in.bring()
    _ = graph.vertex_ids.order
    _kept.pop(graph, None)


def refuse_large(device: Device, num_vertices: int, num_arcs: int) -> None:
    """Refuse a graph that no device takes, however much memory it has."""
    if num_arcs >= MOST_ARCS or num_vertices >= MOST_VERTICES:
        raise GraphError(
            f"device={device.name!r}: the graph has {num_vertices:,} vertices and "
            f"{num_arcs:,} arcs; a GPU takes fewer than {MOST_VERTICES:,} and "
            f"{MOST_ARCS:,}: take device='cpu'"
        )


@final
class Resident:
    """A graph's arrays on one device."""

    def __init__(self, graph: Graph, device: Device) -> None:
        refuse_large(device, graph.num_vertices, graph.num_arcs)
        self._graph, self._device = weakref.ref(graph), device
        self.directed = graph.is_directed
        self.narrow = graph.num_arcs < NARROW
        self.lives_here = False
        """Whether what is made of the graph is made here, too."""

    @property
    def device(self) -> Device:
        """Where this is."""
        return self._device

    @cached_property
    def prominent(self) -> Any:
        """For each vertex the busiest of its first in-neighbours, or -1."""
        from edgewise.kernels.cuda.nests import prominent

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
    def in_rows(self) -> tuple[Any, Any]:
        """Offsets and heads of the in-arcs: the host's, if it has them; else made here."""
        if not self.directed:
            return self.offsets, self.heads
        if (incoming := self.graph._in) is not None and incoming.here:
            return self._offsets(incoming.offsets), self._device.upload(incoming.neighbors)
        from edgewise.places.cuda_rows import reversed_rows

        return reversed_rows(self._device, self.offsets, self.heads)

    @property
    def in_offsets(self) -> Any:
        """Where each vertex's in-arcs begin."""
        return self.in_rows[0]

    @property
    def in_heads(self) -> Any:
        """The tail of every in-arc."""
        return self.in_rows[1]

    @cached_property
    def in_weights(self) -> Any:
        """The weight of every in-arc; one number where there are none."""
        if not self.directed or self.weights is None:
            return self.weights
        if (incoming := self.graph._in) is not None and incoming.here:
            return self._weights(incoming.weights)
        order = self.__dict__.get("in_arcs")
        order = self._device.order(self.heads) if order is None else order
        with self._device.working(self.weights.nbytes):
            return self._device.upload(self.weights.take(order))

    @cached_property
    def in_arcs(self) -> Any:
        """For every in-arc its place among the out-arcs."""
        return self._device.order(self.heads)

    def turned(self) -> There:
        """The rows of the reversed graph."""
        return There(self._device, *self.in_rows, self.in_weights, 0)

    def bare(self) -> There:
        """The rows without weights."""
        return There(self._device, self.offsets, self.heads, None, 0)

    def incoming(self) -> Adjacency:
        """The in-arcs for the host."""
        return self.turned().adjacency(self.graph.weight_dtype)

    def weights_as_given(self) -> Any:
        """The weights in the type that the host has them in."""
        if self.weights is None:
            return None
        with self._device.working(self.weights.nbytes):
            return self.weights.astype(self.graph.weight_dtype, copy=False)

    def spans(self, members: Array, inward: bool = False) -> tuple[Array, Array]:
        """Where the rows of these vertices begin, and how long they are."""
        rows = self.graph._in if inward else self.graph._out
        if rows is not None and rows.here:
            begins, ends = rows.offsets[members], rows.offsets[members + 1]
            return begins, ends - begins
        offsets = self.in_offsets if inward else self.offsets
        places = np.concatenate((members, members + 1)).astype(np.int64, copy=False)
        with self._device.working(16 * len(places)):
            both = offsets.take(self._device.upload(places))
        found: Array = self._device.download(both).astype(np.int64, copy=False)
        begins, ends = found[: len(members)], found[len(members) :]
        return begins, ends - begins

    @property
    def symmetric(self) -> bool:
        """Whether every arc has its reverse, weights aside; arcs ascend within each row."""
        same = self._device.xp.array_equal
        offsets, heads = self.in_rows
        with self._device.working(self.heads.nbytes):
            return bool(same(self.offsets, offsets)) and bool(same(self.heads, heads))

    @property
    def weight_range(self) -> tuple[Any, Any]:
        """The least and the greatest weight."""
        with self._device.working():
            ends = self.weights.min(), self.weights.max()
        dtype = self.graph.weight_dtype
        assert dtype is not None
        low, high = (dtype.type(self._device.download(end)[()]).item() for end in ends)
        return low, high

    @property
    def nbytes(self) -> int:
        """Bytes that the graph takes here."""
        named = ("offsets", "heads", "weights", "in_weights", "in_arcs", "prominent")
        arrays = [self.__dict__.get(name) for name in named] + [*self.__dict__.get("in_rows", ())]
        return sum({id(one): one.nbytes for one in arrays if one is not None}.values())

    @cached_property
    def order(self) -> Any:
        """The caller's number of the vertex at each position; None where it is the same."""
        order = self.graph.vertex_ids.order
        return None if order is None else self._device.upload(order.astype(np.uint32))

    @cached_property
    def longest(self) -> int:
        """How many arcs the longest row has, of out-arcs or in-arcs."""
        graph = self.graph
        rows = (graph.out_offsets, graph.in_offsets) if self.directed else (graph.out_offsets,)
        return max(int(np.diff(one).max(initial=0)) for one in rows)

    def types(self, weighted: bool, counts_in: bool) -> Types:
        """What nests must know of these arrays."""
        from edgewise.kernels.cuda.nests import graph_types

        graph = self.graph
        weight = plain(graph.weight_dtype) if weighted and graph.weight_dtype else None
        return graph_types(self.arc_type, graph.vertex_dtype, weight, counts_in and self.directed)

    def _offsets(self, offsets: Any) -> Any:
        return self._device.upload(offsets.astype(self.arc_type, copy=False))

    def _weights(self, weights: Any) -> Any:
        if weights is None:
            return None
        return self._device.upload(weights.astype(plain(weights.dtype), copy=False))


def plain(kind: np.dtype[Any]) -> np.dtype[Any]:
    """The type in which a device holds weights: it has no half floats, and no bools of one byte."""
    if kind == np.float16:
        return np.dtype(np.float32)
    return np.dtype(np.uint8) if kind == np.bool_ else kind
