"""The graphs that algorithms run on: simple and undirected, as sorted rows, kept in bench/data."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Any, final

import numpy as np

from bench.inputs import DATA, SEED, Array, edges, kept, tidied

FACTOR, DELETED, HEAVIEST = 16, 0.1, 255
PARTS = "offsets", "neighbors", "weights"


@final
@dataclass(frozen=True, slots=True)
class Rows:
    """Every edge in both directions: the arcs of a vertex lie side by side, by target."""

    offsets: Array
    neighbors: Array
    weights: Array
    """Of 1 to 255, the same in both directions, as 8-bit numbers."""

    @property
    def size(self) -> int:
        return len(self.offsets) - 1

    @property
    def arcs(self) -> int:
        return len(self.neighbors)

    @property
    def degrees(self) -> Array:
        return np.diff(self.offsets)

    def edges(self) -> tuple[Array, Array, Array]:
        """Sources, targets and weights of every edge once, from the lower to the higher vertex."""
        sources = np.repeat(np.arange(self.size, dtype=np.int32), self.degrees)
        once = sources < self.neighbors
        return sources[once], self.neighbors[once], self.weights[once]

    def matrix(self, dtype: type) -> Any:
        """SciPy's sparse array of the weights."""
        from scipy import sparse

        parts = self.weights.astype(dtype), self.neighbors, self.offsets.astype(np.int32)
        return sparse.csr_array(parts, shape=(self.size, self.size))


def rows(name: str) -> Rows:
    """The graph of this name: kron18, uniform18 (2**18 vertices), grid1500 (that many a side)."""
    paths = [DATA / f"{name}-{part}.npy" for part in PARTS]
    if not all(path.exists() for path in paths):
        made = _made(name)
        for part in PARTS:
            kept(f"{name}-{part}", lambda part=part: getattr(made, part))
    return Rows(*(np.load(path, mmap_mode="r") for path in paths))


@cache
def sources(name: str, count: int) -> Array:
    """So many vertices that have a neighbour, drawn once and for all."""
    apt = np.flatnonzero(rows(name).degrees)
    return np.random.default_rng(SEED).choice(apt, count, replace=len(apt) < count)


def _made(name: str) -> Rows:
    from scipy import sparse

    near, far, size = _edges(name)
    weights = np.random.default_rng(SEED).integers(1, HEAVIEST + 1, len(near), np.uint8)
    both = np.concatenate((near, far)), np.concatenate((far, near))
    matrix = sparse.coo_array((np.tile(weights, 2), both), shape=(size, size)).tocsr()
    matrix.sort_indices()
    return Rows(matrix.indptr.astype(np.int64), matrix.indices.astype(np.int32), matrix.data)


def _edges(name: str) -> tuple[Array, Array, int]:
    """Every edge once, and the number of vertices."""
    found = re.fullmatch(r"(kron|uniform|grid)(\d+)", name)
    if found is None:
        raise ValueError(f"no graph {name!r}: there are kron18, uniform18, grid1500 and the like")
    family, number = found[1], int(found[2])
    if family == "grid":
        return *_grid(number), number * number
    near, far = edges(number, FACTOR, True) if family == "kron" else _uniform(number)
    return near, far, 1 << number


def _uniform(scale: int) -> Array:
    """Both ends of every edge drawn evenly; loops and repeats left out."""
    drawn = np.random.default_rng(SEED).integers(0, 1 << scale, (2, FACTOR << scale), np.int32)
    return tidied(*drawn)


def _grid(side: int) -> tuple[Array, Array]:
    """A square grid, where a tenth of the edges is missing."""
    places = np.arange(side * side, dtype=np.int32).reshape(side, side)
    near = np.concatenate((places[:, :-1].ravel(), places[:-1].ravel()))
    far = np.concatenate((places[:, 1:].ravel(), places[1:].ravel()))
    stays = np.random.default_rng(SEED).random(len(near)) >= DELETED
    return near[stays], far[stays]
