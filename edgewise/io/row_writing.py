"""Columns written as lines, formatted by all threads and handed to the file in their order."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, final

import numpy as np

from edgewise import progress
from edgewise.adjacency import Adjacency, Array
from edgewise.errors import GraphError
from edgewise.io.heading import most_vertices
from edgewise.io.pieces import in_rounds
from edgewise.io.sink import Sink
from edgewise.kernels.cpu import line_grammar as codes

if TYPE_CHECKING:
    from edgewise.graph import Graph

ROWS = 1 << 14
"""So many lines are formatted at once by a thread."""


@final
@dataclass(frozen=True, slots=True)
class RowShape:
    """How a line of an edge is written."""

    separator: bytes = b" "
    letter: bytes = b""
    base: int = 0


def write_edges(
    sink: Sink, sources: Array, targets: Array, weights: Array | None, shape: RowShape
) -> None:
    """Write a line for every edge; ids are integers."""
    rows = _Rows(sources, targets, plain_weights(weights), shape)
    with progress.stage("writing", len(sources)) as advance:

        def told(texts: list[bytes]) -> None:
            for text in texts:
                sink.write(text)
            advance(sum(text.count(b"\n") for text in texts))

        in_rounds(rows.text, _pieces(len(sources)), told)


def write_column(sink: Sink, values: Array) -> None:
    """Write an integer a line."""
    from edgewise.kernels.cpu.digits import MOST
    from edgewise.kernels.cpu.edge_rows import write_integers

    def text(begin: int, end: int) -> bytes:
        room = np.empty((end - begin) * (MOST + 1), np.uint8)
        return room[: write_integers(values[begin:end].astype(np.int64), room)].tobytes()

    def told(texts: list[bytes]) -> None:
        sink.write(b"".join(texts))

    in_rounds(text, _pieces(len(values)), told)


def write_adjacencies(sink: Sink, rows: Adjacency) -> None:
    """Write a line for every vertex: its neighbours, from 1 up, each with its weight."""
    texts = _Adjacencies(rows)
    with progress.stage("writing", rows.num_rows) as advance:

        def told(parts: list[tuple[int, bytes]]) -> None:
            for vertices, text in parts:
                sink.write(text)
                advance(vertices)

        in_rounds(texts.text, _vertex_pieces(rows.offsets), told)


def refuse_empty_room(sink: Sink, graph: Graph) -> None:
    """Refuse a graph of hardly anything but lone vertices, whose file would not be believed."""
    if graph.num_vertices > most_vertices(sink.written):
        raise GraphError(
            f"{graph.num_vertices} vertices and {graph.num_edges} edges: a reader of this format "
            "would not believe the number of vertices; write the native format (.ew)"
        )


def plain_weights(weights: Array | None) -> Array | None:
    """Weights as 64-bit integers or reals of the same values."""
    if weights is None:
        return None
    if weights.dtype == np.uint64 and len(weights) and int(weights.max()) >> 63:
        raise GraphError(
            f"the weight {weights.max()} needs more than 63 bits: write the native format (.ew)"
        )
    if weights.dtype.kind == "f" and np.isnan(weights).any():
        raise GraphError(
            "a weight is NaN, which no text format holds: write the native format (.ew)"
        )
    kind = np.float64 if weights.dtype.kind == "f" else np.int64
    return weights.astype(kind, copy=False)


@final
class _Rows:
    """Columns that become text a piece at a time."""

    def __init__(
        self, sources: Array, targets: Array, weights: Array | None, shape: RowShape
    ) -> None:
        self._sources, self._targets, self._weights = sources, targets, weights
        self._rooms = threading.local()
        self._shape = shape
        self._kind = codes.NO_WEIGHT
        if weights is not None:
            self._kind = codes.REAL if weights.dtype.kind == "f" else codes.INTEGER

    def text(self, begin: int, end: int) -> bytes:
        """The lines of these rows."""
        from edgewise.kernels.cpu.edge_rows import write_edge_rows

        columns = [column[begin:end].astype(np.int64) for column in (self._sources, self._targets)]
        weights, reals = self._values(begin, end)
        letter = ord(self._shape.letter) if self._shape.letter else codes.NO_BYTE
        shape = (ord(self._shape.separator), letter, self._shape.base)
        room, parts, row = self._room(), [], 0
        while row < end - begin:
            size, row = write_edge_rows(*columns, weights, reals, self._kind, row, *shape, room)
            parts.append(room[:size].tobytes())
            if row < end - begin:
                parts.append(self._by_python(begin + row))
                row += 1
        return b"".join(parts)

    def _values(self, begin: int, end: int) -> tuple[Array, Array]:
        values = np.empty(0, np.int64) if self._weights is None else self._weights[begin:end]
        values = np.ascontiguousarray(values)
        if values.dtype.kind == "f":
            return np.empty(0, np.int64), np.require(values, requirements=["W"])
        return np.require(values, requirements=["W"]), np.empty(0, np.float64)

    def _room(self) -> Array:
        from edgewise.kernels.cpu.edge_rows import LONGEST_ROW

        room: Array | None = getattr(self._rooms, "room", None)
        if room is None:
            room = self._rooms.room = np.empty(ROWS * LONGEST_ROW, np.uint8)
        return room

    def _by_python(self, row: int) -> bytes:
        """A line whose weight the kernel cannot write."""
        assert self._weights is not None
        shape, weight = self._shape, float(self._weights[row])
        ends = (int(column[row]) + shape.base for column in (self._sources, self._targets))
        fields = [str(end).encode() for end in ends]
        start = shape.letter + b" " if shape.letter else b""
        return start + shape.separator.join([*fields, repr(weight).encode()]) + b"\n"


def _pieces(rows: int) -> list[tuple[int, int]]:
    return [(begin, min(begin + ROWS, rows)) for begin in range(0, rows, ROWS)]


def _vertex_pieces(offsets: Array) -> list[tuple[int, int]]:
    """Ranges of vertices of about so many arcs and lines each."""
    work = offsets + np.arange(len(offsets))
    cuts = np.searchsorted(work, np.arange(0, work[-1] + ROWS, ROWS))
    cuts = np.unique(np.append(np.minimum(cuts, len(offsets) - 1), [0, len(offsets) - 1]))
    return list(pairwise(cuts.tolist()))


@final
class _Adjacencies:
    """Rows of neighbours that become text a piece at a time."""

    def __init__(self, rows: Adjacency) -> None:
        self._rows, self._weights = rows, plain_weights(rows.weights)

    def text(self, begin: int, end: int) -> tuple[int, bytes]:
        """How many vertices these are, and their lines."""
        from edgewise.kernels.cpu.edge_rows import LONGEST_ROW, write_adjacency_rows

        offsets = self._rows.offsets[begin : end + 1].astype(np.int64)
        arcs = slice(int(offsets[0]), int(offsets[-1]))
        neighbors = self._rows.neighbors[arcs].astype(np.int64)
        weighted = self._weights is not None
        weights = np.empty(0, np.int64) if self._weights is None else self._weights[arcs].copy()
        room = np.empty((len(neighbors) + end - begin) * LONGEST_ROW, np.uint8)
        size = write_adjacency_rows(offsets, neighbors, weights, weighted, room)
        return end - begin, room[:size].tobytes()
