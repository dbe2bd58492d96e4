"""The small graphs that everything is tried on, and strategies that make more of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from hypothesis import strategies as st

import edgewise as ew

Pairs = list[tuple[int, int]]


@dataclass(frozen=True)
class Animal:
    """One graph of the zoo, as plain edges, so that any library can be given the same."""

    name: str
    num_vertices: int
    pairs: Pairs
    directed: bool = True
    weights: list[float] | None = None
    labels: list[Any] | None = field(default=None)

    def graph(self) -> ew.Graph:
        """The animal as Edgewise has it."""
        if self.labels is not None:
            named = [(self.labels[u], self.labels[v]) for u, v in self.pairs]
            return ew.from_edges(named, weights=self.weights, directed=self.directed, ids="labels")
        return ew.from_edges(
            self.pairs,
            weights=self.weights,
            directed=self.directed,
            num_vertices=self.num_vertices,
        )


def _ring(n: int) -> Pairs:
    return [(v, (v + 1) % n) for v in range(n)]


def _clique(n: int, base: int = 0) -> Pairs:
    return [(base + u, base + v) for u in range(n) for v in range(u + 1, n)]


def _grid(rows: int, columns: int) -> Pairs:
    across = [
        (r * columns + c, r * columns + c + 1) for r in range(rows) for c in range(columns - 1)
    ]
    down = [(v, v + columns) for v in range((rows - 1) * columns)]
    return across + down


def _random(n: int, m: int, seed: int) -> Pairs:
    pairs = np.random.default_rng(seed).integers(0, n, (m, 2)).tolist()
    return [(u, v) for u, v in pairs]


PETERSEN = _ring(5) + [(v, v + 5) for v in range(5)] + [(5 + v, 5 + (v + 2) % 5) for v in range(5)]
KARATE_CORE = [(0, v) for v in range(1, 9)] + [(8, v) for v in range(1, 8)]

ZOO = [
    Animal("empty", 0, []),
    Animal("one vertex", 1, []),
    Animal("one loop", 1, [(0, 0)]),
    Animal("isolated vertices", 7, []),
    Animal("one arc", 2, [(0, 1)]),
    Animal("one edge", 2, [(0, 1)], directed=False),
    Animal("two-cycle", 2, [(0, 1), (1, 0)]),
    Animal("path", 6, [(v, v + 1) for v in range(5)], directed=False),
    Animal("directed path", 6, [(v, v + 1) for v in range(5)]),
    Animal("long path", 300, [(v, v + 1) for v in range(299)], directed=False),
    Animal("cycle", 5, _ring(5), directed=False),
    Animal("directed cycle", 9, _ring(9)),
    Animal("star", 9, [(0, v) for v in range(1, 9)], directed=False),
    Animal("out-star", 9, [(0, v) for v in range(1, 9)]),
    Animal("in-star", 9, [(v, 0) for v in range(1, 9)]),
    Animal("wide star", 400, [(200, v) for v in range(400) if v != 200], directed=False),
    Animal("clique", 6, _clique(6), directed=False),
    Animal("bipartite", 7, [(u, 3 + v) for u in range(3) for v in range(4)], directed=False),
    Animal("grid", 20, _grid(4, 5), directed=False),
    Animal("binary tree", 15, [(v, (v - 1) // 2) for v in range(1, 15)], directed=False),
    Animal("disconnected", 9, [*_ring(3), (4, 5), (6, 7)], directed=False),
    Animal("barbell", 11, [*_clique(5), (4, 5), *_clique(6, 5)], directed=False),
    Animal("petersen", 10, PETERSEN, directed=False),
    Animal("two hubs", 9, KARATE_CORE, directed=False),
    Animal("self-loops", 4, [(0, 0), (0, 1), (1, 1), (2, 3), (3, 3)], directed=False),
    Animal("directed self-loops", 4, [(0, 0), (0, 1), (1, 1), (3, 2), (3, 3)]),
    Animal("multi-edges", 4, [(0, 1), (0, 1), (1, 0), (2, 3), (2, 3)]),
    Animal("undirected multi-edges", 4, [(0, 1), (1, 0), (2, 2), (2, 2), (2, 3)], directed=False),
    Animal("last vertex isolated", 8, [(0, 1), (1, 2)]),
    Animal("dag", 7, [(0, 1), (0, 2), (1, 3), (2, 3), (3, 4), (3, 5), (5, 6), (0, 6)]),
    Animal("two components, directed", 8, [*_ring(4), (4, 5), (5, 6), (6, 4), (7, 4)]),
    Animal("sparse random", 60, _random(60, 90, 1)),
    Animal("dense random", 24, _random(24, 400, 2), directed=False),
    Animal("integer weights", 5, _ring(5), weights=[3, 1, 4, 1, 5]),
    Animal("float weights", 5, _ring(5), directed=False, weights=[0.5, 0.25, 2.0, 1e-300, 1e300]),
    Animal("zero and negative weights", 4, [(0, 1), (1, 2), (2, 3)], weights=[0.0, -1.5, 2.0]),
    Animal("parallel, unequal weights", 3, [(0, 1), (0, 1), (1, 2)], weights=[2.0, 1.0, 3.0]),
    Animal("words", 4, [(0, 1), (1, 2), (2, 3)], labels=["ann", "bob", "cat", "dan"]),
    Animal("holes and negatives", 4, [(0, 1), (1, 2), (3, 0)], labels=[-7, 3, 10**12, 5]),
    Animal("mixed ids", 3, [(0, 1), (1, 2)], labels=["1", 1, (2, "x")]),
]

BY_NAME = {animal.name: animal for animal in ZOO}


@st.composite
def edge_columns(
    draw: st.DrawFn, most_vertices: int = 24, most_edges: int = 60
) -> tuple[int, np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """(number of vertices, sources, targets) of any small directed multigraph with loops."""
    n = draw(st.integers(0, most_vertices))
    m = draw(st.integers(0, most_edges)) if n else 0
    dtype = draw(st.sampled_from([np.int32, np.int64, np.uint32, np.int16]))
    ends = st.lists(st.integers(0, max(0, n - 1)), min_size=m, max_size=m)
    return n, np.array(draw(ends), dtype), np.array(draw(ends), dtype)


WEIGHT_TYPES = [
    *(np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64),
    *(np.float16, np.float32, np.float64, np.bool_),
]


@st.composite
def graphs(draw: st.DrawFn, weighted: bool | None = None, most_vertices: int = 16) -> ew.Graph:
    """Any small graph: directed or not, weighted or not, loops and parallel edges and all."""
    n, sources, targets = draw(edge_columns(most_vertices, 40))
    weights = None
    if weighted or (weighted is None and draw(st.booleans())):
        values = st.lists(st.integers(0, 100), min_size=len(sources), max_size=len(sources))
        weights = np.array(draw(values), draw(st.sampled_from(WEIGHT_TYPES)))
    directed = draw(st.booleans())
    return ew.from_edges(sources, targets, weights, num_vertices=n, directed=directed)
