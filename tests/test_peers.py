"""Answers beside those of NetworkX, SciPy and igraph, on random graphs of every kind."""

from __future__ import annotations

from typing import Any

import igraph
import networkx as nx
import numpy as np
import pytest
from scipy.sparse import csgraph

import edgewise as ew
from tests.answers import components, in_order

Array = np.ndarray[Any, Any]
KINDS = [None, np.uint8, np.int32, np.int64, np.float32, np.float64]
SEEDS = range(6)


def drawn(seed: int, kind: Any, least: int = 0, simple: bool = False) -> ew.Graph:
    """A graph with loops, parallel edges and vertices apart, directed if the seed is even."""
    dice = np.random.default_rng(seed)
    n = int(dice.integers(2, 60))
    ends = dice.integers(0, n, (2, int(dice.integers(0, 4 * n))))
    weights = None if kind is None else dice.integers(least, 40, ends.shape[1]).astype(kind)
    if kind in (np.float32, np.float64):
        weights = weights / 8
        assert weights.dtype == kind
    g = ew.from_edges(*ends, weights, num_vertices=n, directed=seed % 2 == 0)
    return g.simplified("min" if kind else "first") if simple else g


def matrix(g: ew.Graph) -> Any:
    """The lightest arc between any two, for SciPy, which sums parallel ones."""
    tails, heads, weights = g.symmetrized().to_edges() if not g.is_directed else g.to_edges()
    weights = np.ones(len(tails)) if weights is None else weights.astype(float)
    best: dict[tuple[int, int], float] = {}
    for u, v, w in zip(tails.tolist(), heads.tolist(), weights.tolist(), strict=True):
        for pair in ((u, v),) if g.is_directed else ((u, v), (v, u)):
            best[pair] = min(w, best.get(pair, np.inf))
    dense = np.full((g.num_vertices, g.num_vertices), np.inf)
    for (u, v), w in best.items():
        dense[u, v] = w
    return csgraph.csgraph_from_dense(dense, null_value=np.inf)


def with_inf(g: ew.Graph, distances: Array) -> Array:
    """Distances as SciPy has them."""
    far = distances.astype(float)
    return np.where(far == -1, np.inf, far) if distances.dtype.kind != "f" else far


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", SEEDS)
def test_distances(seed: int, kind: Any) -> None:
    g = drawn(seed, kind)
    theirs = csgraph.dijkstra(matrix(g), indices=0)
    assert np.array_equal(with_inf(g, ew.sssp(g, 0).distances), theirs)
    if kind in (None, np.int64, np.float64):
        signed = ew.bellman_ford(g, 0).distances.astype(float)
        assert np.array_equal(signed[np.isfinite(theirs)], theirs[np.isfinite(theirs)])
    hops = csgraph.dijkstra(matrix(g), indices=0, unweighted=True)
    assert np.array_equal(with_inf(g, ew.bfs(g, 0).distances), hops)
    far = dict(nx.single_source_shortest_path_length(g.to_networkx(), 0))
    assert ew.bfs(g, 0).distances.tolist() == in_order(g, far, -1, int).tolist()


@pytest.mark.parametrize("seed", SEEDS)
def test_distances_over_negative_weights(seed: int) -> None:
    """Weights that come from heights may be negative, and no cycle of them is."""
    g = drawn(2 * seed, np.int64)
    height = np.random.default_rng(seed).integers(-50, 50, g.num_vertices)
    tails, heads, weights = g.to_edges()
    signed = ew.from_edges(
        tails, heads, weights + height[tails] - height[heads], num_vertices=g.num_vertices
    )
    ours = ew.bellman_ford(signed, 0).distances
    theirs = nx.single_source_bellman_ford_path_length(signed.to_networkx(), 0)
    missing = np.iinfo(np.int64).max
    assert ours.tolist() == in_order(signed, dict(theirs), missing, np.int64).tolist()


@pytest.mark.parametrize("method", ["auto", "shiloach-vishkin", "label-propagation"])
@pytest.mark.parametrize("seed", SEEDS)
def test_components(seed: int, method: str) -> None:
    g = drawn(seed, None)
    ours = ew.connected_components(g, method=method)
    count, theirs = csgraph.connected_components(matrix(g), directed=False)
    assert ours.num_components == count
    assert len(set(zip(ours.labels.tolist(), theirs.tolist(), strict=True))) == count
    assert ours.labels.tolist() == components(g).tolist()


def as_igraph(g: ew.Graph) -> igraph.Graph:
    tails, heads, weights = g.to_edges()
    pairs = list(zip(tails.tolist(), heads.tolist(), strict=True))
    attributes = {} if weights is None else {"edge_attrs": {"weight": weights.tolist()}}
    return igraph.Graph(g.num_vertices, pairs, directed=g.is_directed, **attributes)


@pytest.mark.parametrize("kind", [None, np.int32, np.float64])
@pytest.mark.parametrize("seed", SEEDS)
def test_scores(seed: int, kind: Any) -> None:
    """igraph counts parallel edges as so many paths, so it is asked about simple graphs."""
    g = drawn(seed, kind, least=1)
    plain = g.to_networkx()
    weight = None if kind is None else "weight"
    for normalized in (True, False):
        for endpoints in (True, False):
            how = {"normalized": normalized, "endpoints": endpoints}
            ours = ew.betweenness(g, weighted=kind is not None, **how).scores
            theirs = nx.betweenness_centrality(plain, weight=weight, **how)
            assert np.allclose(ours, in_order(g, theirs, 0, float), rtol=1e-9)
    simple = drawn(seed, kind, least=1, simple=True)
    ours = ew.betweenness(simple, weighted=kind is not None, normalized=False).scores
    theirs = as_igraph(simple).betweenness(
        directed=simple.is_directed, weights=None if kind is None else "weight"
    )
    assert np.allclose(ours, theirs, rtol=1e-9)


@pytest.mark.parametrize("kind", [None, np.int32, np.float64])
@pytest.mark.parametrize("seed", SEEDS)
def test_ranks(seed: int, kind: Any) -> None:
    g = drawn(seed, kind)
    plain = g.to_networkx()
    for how in ({}, {"alpha": 0.4}, {"personalization": {0: 1, 1: 3}}, {"dangling": {1: 2}}):
        theirs = in_order(g, nx.pagerank(plain, tol=1e-12, max_iter=2000, **how), 0, float)
        sync = ew.pagerank(g, tol=1e-12, max_iter=2000, **how).ranks
        assert np.allclose(sync, theirs, rtol=0, atol=1e-9)
        if kind is None:
            delta = ew.pagerank(g, tol=1e-10, max_iter=2000, method="delta", **how).ranks
            assert np.allclose(delta, theirs, rtol=0, atol=1e-7)
    if kind is None and g.is_directed:
        theirs = as_igraph(g).pagerank()
        assert np.allclose(ew.pagerank(g, tol=1e-12, max_iter=2000).ranks, theirs, atol=1e-6)
