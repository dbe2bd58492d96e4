"""Compressed rows: where each vertex's neighbours lie, who they are, and what the edges weigh."""

from __future__ import annotations

import threading
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
class Late:
    """An array that is made when somebody first asks for it; its size and type are known before."""

    __slots__ = ("_array", "_lock", "_make", "_size", "dtype")

    def __init__(self, size: int, dtype: Any, make: Callable[[], Array]) -> None:
        self._size, self.dtype, self._make = size, np.dtype(dtype), make
        self._lock = threading.Lock()
        self._array: Array | None = None

    def __len__(self) -> int:
        return self._size

    @property
    def nbytes(self) -> int:
        """Bytes that the array takes: none before it is made."""
        return 0 if self._array is None else self._array.nbytes

    @property
    def made(self) -> bool:
        """Whether somebody asked for it."""
        return self._array is not None

    def array(self) -> Array:
        """The array, made now if it was not; what it was made of is let go."""
        with self._lock:
            if self._array is None:
                self._array = frozen(self._make())
                del self._make
            return self._array


@final
class Adjacency:
    """Row `v` is `neighbors[offsets[v]:offsets[v + 1]]`, weights beside it. Read-only arrays.

    `settle`, where given, is called once before any array is handed out: a graph opened from a
    mapped file checks its content then, and not before. Arrays may be `Late`: those of a graph that
    was made on a device come to the host when somebody asks.
    """

    __slots__ = ("_neighbors", "_offsets", "_settle", "_weights")

    def __init__(
        self,
        offsets: Array | Late,
        neighbors: Array | Late,
        weights: Array | Late | None = None,
        settle: Callable[[], None] | None = None,
    ) -> None:
        self._offsets, self._neighbors = _held(offsets), _held(neighbors)
        self._weights = None if weights is None else _held(weights)
        self._settle = settle

    def __reduce__(self) -> tuple[Any, ...]:
        return Adjacency, (self.offsets, self.neighbors, self.weights)

    @property
    def offsets(self) -> Array:
        self._settled()
        return _array(self._offsets)

    @property
    def neighbors(self) -> Array:
        self._settled()
        return _array(self._neighbors)

    @property
    def weights(self) -> Array | None:
        self._settled()
        return None if self._weights is None else _array(self._weights)

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

    @property
    def here(self) -> bool:
        """Whether every array is on the host."""
        arrays = (self._offsets, self._neighbors, self._weights)
        return all(one.made for one in arrays if isinstance(one, Late))

    def bring(self) -> None:
        """Have every array on the host."""
        _ = self.offsets, self.neighbors, self.weights

    def bare(self) -> Adjacency:
        """The same rows, weights left out."""
        self._settled()
        return Adjacency(self._offsets, self._neighbors)

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


def _held(array: Array | Late) -> Array | Late:
    return array if isinstance(array, Late) else frozen(array)


def _array(held: Array | Late) -> Array:
    return held.array() if isinstance(held, Late) else held


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
