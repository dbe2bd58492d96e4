"""What the algorithms are asked, and the one form in which answers are compared."""

from __future__ import annotations

import hashlib

import numpy as np

from bench.inputs import Array

ALGORITHMS = "bfs", "sssp", "pagerank", "components", "betweenness"
SOURCES, GROUP = 16, 4
"""As many sources as GAPBS takes; betweenness takes them by fours."""

DAMPING, ITERATIONS = 0.85, 20


def digest(array: Array) -> int:
    """Eight bytes that stand for whole numbers."""
    told = np.ascontiguousarray(array, np.int64)
    return int.from_bytes(hashlib.blake2b(told.data, digest_size=8).digest(), "little")


def shares(scores: Array) -> Array:
    """Scores as shares of their sum, whatever the library's unit."""
    found = np.asarray(scores, np.float64)
    total = found.sum()
    return found / total if total else found


def whole(distances: Array) -> Array:
    """Distances as whole numbers, -1 where there is no way."""
    found = np.asarray(distances)
    if found.dtype.kind != "f":
        return found
    return np.where(found < 2.0**53, found, -1).astype(np.int64)


def numbered(labels: Array) -> Array:
    """The same parts, each named after its first vertex."""
    _, first, part = np.unique(labels, return_index=True, return_inverse=True)
    return first[part]


def depths(order: Array, parents: Array) -> Array:
    """Distances from the order in which a breadth-first search came by, and from whom."""
    rank = np.empty(len(parents), np.int64)
    rank[order] = np.arange(len(order))
    above = rank[parents[order[1:]]]
    found, begin, end, depth = np.full(len(parents), -1), 0, 1, 0
    while begin < end:
        found[order[begin:end]] = depth
        begin, end = end, 1 + int(np.searchsorted(above, end))
        depth += 1
    return found
