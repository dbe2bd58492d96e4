"""Compressed rows: where each vertex's neighbours lie, who they are, and what the edges weigh."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias, final, overload

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]

WIDE = 1 << 31
"""The number of vertices from which a vertex index takes 64 bits."""


def index_type(num_vertices: int) -> np.dtype[Any]:
    """The vertex index for this many vertices: 32 bits when they fit."""
    return np.dtype(np.int32 if num_vertices < WIDE else np.int64)


@final
class Adjacency:
    """Row `v` is `neighbors[offsets[v]:offsets[v + 1]]`, weights beside it. Read-only arrays.

    `settle`, where given, is called once before any array is handed out: a graph opened from a
    mapped file checks its content then, and not before.
    """

    __slots__ = ("_neighbors", "_offsets", "_settle", "_weights")

    def __init__(
        self,
        offsets: Array,
        neighbors: Array,
        weights: Array | None = None,
        settle: Callable[[], None] | None = None,
    ) -> None:
        self._offsets, self._neighbors = frozen(offsets), frozen(neighbors)
        self._weights = frozen(weights)
        self._settle = settle

    def __reduce__(self) -> tuple[Any, ...]:
        return Adjacency, (self.offsets, self.neighbors, self.weights)

    @property
    def offsets(self) -> Array:
        self._settled()
        return self._offsets

    @property
    def neighbors(self) -> Array:
        self._settled()
        return self._neighbors

    @property
    def weights(self) -> Array | None:
        self._settled()
        return self._weights

    @property
    def weight_dtype(self) -> np.dtype[Any] | None:
        return None if self._weights is None else self._weights.dtype

    @property
    def vertex_dtype(self) -> np.dtype[Any]:
        return self._neighbors.dtype

    @property
    def num_rows(self) -> int:
        return len(self._offsets) - 1

    @property
    def num_arcs(self) -> int:
        return len(self._neighbors)

    @property
    def nbytes(self) -> int:
        weights = 0 if self._weights is None else self._weights.nbytes
        return self._offsets.nbytes + self._neighbors.nbytes + weights

    def degrees(self) -> Array:
        """How long each row is."""
        return np.diff(self.offsets)

    def rows(self) -> Array:
        """The row of every arc: the other half of an edge list."""
        index = np.arange(self.num_rows, dtype=self.vertex_dtype)
        return np.repeat(index, self.degrees())

    def _settled(self) -> None:
        settle = self._settle  # another thread may settle, and forget it, meanwhile
        if settle is not None:
            settle()
            self._settle = None


@overload
def frozen(array: Array) -> Array: ...
@overload
def frozen(array: None) -> None: ...
@overload
def frozen(array: Array | None) -> Array | None: ...
def frozen(array: Array | None) -> Array | None:
    """The same memory, not to be written through this array."""
    if array is None:
        return None
    view = array.view()
    view.flags.writeable = False
    return view
