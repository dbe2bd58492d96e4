"""Right answers by SciPy and NumPy, an array for each algorithm and graph."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, pairwise
from typing import Any

import numpy as np

from bench import graphs
from bench.inputs import Array
from bench.terms import DAMPING, GROUP, ITERATIONS, SOURCES, depths, digest, numbered, shares, whole

SETTLED = 1e-12


def _bfs(rows: graphs.Rows, graph: str) -> Array:
    from scipy.sparse.csgraph import breadth_first_order

    matrix, taken = rows.matrix(np.float64), graphs.sources(graph, SOURCES)
    found = (depths(*breadth_first_order(matrix, int(source))) for source in taken)
    return np.array([digest(one) for one in found], np.uint64)


def _sssp(rows: graphs.Rows, graph: str) -> Array:
    from scipy.sparse.csgraph import dijkstra

    matrix, taken = rows.matrix(np.float64), graphs.sources(graph, SOURCES)
    found = (whole(dijkstra(matrix, indices=int(source))) for source in taken)
    return np.array([digest(one) for one in found], np.uint64)


def _components(rows: graphs.Rows, graph: str) -> Array:
    from scipy.sparse.csgraph import connected_components

    labels = connected_components(rows.matrix(np.float64), directed=False)[1]
    return np.array([digest(numbered(labels))], np.uint64)


def _pagerank(rows: graphs.Rows, graph: str) -> Array:
    """After twenty iterations, settled, and after nineteen."""
    pairs = pairwise(_rankings(rows))
    nineteenth, twentieth = next(islice(pairs, ITERATIONS - 1, None))
    late = next(after for before, after in pairs if np.abs(after - before).sum() < SETTLED)
    return np.stack([shares(one) for one in (twentieth, late, nineteenth)])[None]


def _pagerank_change(rows: graphs.Rows, graph: str) -> Array:
    before, after = next(islice(pairwise(_rankings(rows)), ITERATIONS - 1, None))
    return np.array([1.0001 * np.abs(after - before).sum()])


def _rankings(rows: graphs.Rows) -> Iterator[Array]:
    """Ever better ranks, the first all alike."""
    matrix, degrees, size = _ones(rows), rows.degrees, rows.size
    ranks = np.full(size, 1 / size)
    while True:
        yield ranks
        given = np.divide(ranks, degrees, where=degrees > 0, out=np.zeros(size))
        teleport = (1 - DAMPING + DAMPING * ranks[degrees == 0].sum()) / size
        ranks = teleport + DAMPING * (matrix @ given)


def _betweenness(rows: graphs.Rows, graph: str) -> Array:
    """For every four sources: Brandes's, and scaled by distance as NetworKit estimates it."""
    matrix = _ones(rows)
    groups = graphs.sources(graph, SOURCES).reshape(-1, GROUP)
    found = [[_shared(matrix, group, scaled) for scaled in (False, True)] for group in groups]
    return np.array(found)


def _shared(matrix: Any, group: Array, scaled: bool) -> Array:
    total = np.sum([_dependencies(matrix, source, scaled) for source in group], axis=0)
    return shares(total)


def _dependencies(matrix: Any, source: int, scaled: bool) -> Array:
    """How much every vertex lies between the source and others: ways counted level by level."""
    size = matrix.shape[0]
    ways, levels, unseen = np.zeros(size), [np.array([source])], np.ones(size, bool)
    ways[source], unseen[source] = 1, False
    while len(levels[-1]):
        reached = matrix @ _only(size, levels[-1], ways)
        levels.append(np.flatnonzero((reached > 0) & unseen))
        ways[levels[-1]], unseen[levels[-1]] = reached[levels[-1]], False
    found = np.zeros(size)
    for depth in range(len(levels) - 2, 1, -1):
        here, above = levels[depth], levels[depth - 1]
        passed = np.zeros(size)
        passed[here] = (1 + found[here]) / ways[here] / (depth if scaled else 1)
        found[above] = (matrix @ passed)[above] * ways[above] * (depth - 1 if scaled else 1)
    return found


def _only(size: int, chosen: Array, values: Array) -> Array:
    found = np.zeros(size)
    found[chosen] = values[chosen]
    return found


def _ones(rows: graphs.Rows) -> Any:
    matrix = rows.matrix(np.float64)
    matrix.data[:] = 1
    return matrix


MAKERS = {
    "bfs": _bfs,
    "sssp": _sssp,
    "pagerank": _pagerank,
    "components": _components,
    "betweenness": _betweenness,
    "pagerank-change": _pagerank_change,
}
