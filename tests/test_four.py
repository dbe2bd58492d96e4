"""All 65,536 digraphs of four vertices, loops and all: hops, distances, components.

The truth comes from Warshall's and Floyd's loops over all graphs at once. The library gets them
side by side as one graph of 262,144 vertices, and a sample one by one.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

import edgewise as ew

N, GRAPHS = 4, 1 << 16
FAR = 1 << 20
Array = np.ndarray[Any, Any]
WEIGHTS = np.array([[7, 3, 1, 0], [2, 5, 6, 9], [4, 0, 8, 2], [1, 11, 3, 6]])
"""What the arc from u to v weighs, in every graph."""


@cache
def arcs() -> Array:
    """Whether graph g has the arc from u to v: bit 4 u + v of its number."""
    bits = np.arange(GRAPHS)[:, None] >> np.arange(N * N) & 1
    return bits.astype(bool).reshape(GRAPHS, N, N)


@cache
def together(weighted: bool) -> ew.Graph:
    """All graphs side by side."""
    graph, tail, head = np.nonzero(arcs())
    weights = WEIGHTS[tail, head] if weighted else None
    return ew.from_edges(
        graph * N + tail, graph * N + head, weights, num_vertices=GRAPHS * N, directed=True
    )


@cache
def lengths(weighted: bool) -> Array:
    """The distance between any two vertices of each graph, FAR where no path leads."""
    step = WEIGHTS if weighted else np.ones((N, N), np.int64)
    far = np.where(arcs(), step, FAR)
    far[:, np.arange(N), np.arange(N)] = 0
    for k in range(N):
        far = np.minimum(far, far[:, :, k, None] + far[:, None, k, :])
    return np.where(far >= FAR, -1, far)


@pytest.mark.parametrize("schedule", [None, "push list sync group", "pull bitmap sync group"])
@pytest.mark.parametrize("source", range(N))
def test_hops(source: int, schedule: str | None) -> None:
    sources = np.arange(GRAPHS) * N + source
    found = ew.bfs(together(False), sources, schedule=schedule)
    assert np.array_equal(found.distances.reshape(GRAPHS, N), lengths(False)[:, source])


@pytest.mark.parametrize("source", range(N))
def test_distances(source: int) -> None:
    sources = np.arange(GRAPHS) * N + source
    found = ew.sssp(together(True), sources)
    assert np.array_equal(found.distances.reshape(GRAPHS, N), lengths(True)[:, source])


@pytest.mark.parametrize("method", ["afforest", "shiloach-vishkin", "label-propagation"])
def test_components(method: str) -> None:
    """Numbered by their first vertex; in each graph they begin anew."""
    joined = arcs() | arcs().transpose(0, 2, 1) | np.eye(N, dtype=bool)
    for _ in range(2):
        joined = np.matmul(joined, joined)
    first = joined.argmax(axis=2) + np.arange(GRAPHS)[:, None] * N
    labels = ew.connected_components(together(False), method=method).labels
    assert np.array_equal(labels, np.unique(first.ravel(), return_inverse=True)[1])


def test_one_by_one() -> None:
    """Small graphs are run in another way: on the caller's own thread, in one call."""
    for number in range(0, GRAPHS, 331):
        tail, head = np.nonzero(arcs()[number])
        plain = ew.from_edges(tail, head, num_vertices=N)
        heavy = ew.from_edges(tail, head, WEIGHTS[tail, head], num_vertices=N)
        for source in range(N):
            hops = ew.bfs(plain, source).distances.tolist()
            assert hops == lengths(False)[number, source].tolist(), number
            far = ew.sssp(heavy, source).distances.tolist()
            assert far == lengths(True)[number, source].tolist(), number
        inner = ew.connected_components(plain)
        both = lengths(False)[number] >= 0
        assert inner.num_components == len(np.unique(_joined(both).argmax(axis=1))), number


def _joined(reach: Array) -> Array:
    joined = reach | reach.T
    for _ in range(2):
        joined = joined @ joined
    return joined
