"""Errors planted everywhere: of small right answers, every single change that is wrong is refused.

Answers are right or wrong by other libraries' word, so a checker that lets a wrong one pass, or
refuses another right one, is found.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import networkx as nx
import numpy as np
import pytest

import edgewise as ew
from edgewise import verify
from tests.answers import INF, are_parents, as_arrays, by_steps, by_weight, components, in_order
from tests.answers import passes as passing

Array = np.ndarray[Any, Any]
SEEDS = range(12)


def drawn(seed: int, weighted: bool = False) -> ew.Graph:
    """Up to seven vertices, with loops and parallel edges; the second half is not directed."""
    dice = np.random.default_rng(seed)
    n = int(dice.integers(1, 7))
    ends = dice.integers(0, n, (2, int(dice.integers(0, 3 * n))))
    weights = dice.integers(0, 4, ends.shape[1]) if weighted else None
    return ew.from_edges(*ends, weights, num_vertices=n, directed=seed < len(SEEDS) // 2)


def changed(right: Array, values: list[Any]) -> Iterator[Array]:
    """Every answer that differs in one entry, which has one of these values, or in two swapped."""
    for at in range(len(right)):
        for value in values:
            wrong = right.copy()
            wrong[at] = value
            yield wrong
        for other in range(at):
            wrong = right.copy()
            wrong[[at, other]] = right[[other, at]]
            yield wrong


@pytest.mark.parametrize("seed", SEEDS)
def test_distances(seed: int) -> None:
    g, heavy = drawn(seed), drawn(seed, True)
    real = ew.from_edges(
        *heavy.to_edges()[:2],
        None if heavy.weight_dtype is None else heavy.to_edges()[2].astype(float),
        num_vertices=heavy.num_vertices,
        directed=heavy.is_directed,
    )
    for checker, graph, truth in (
        (verify.bfs, g, by_steps(g, 0)),
        (verify.sssp, heavy, by_weight(heavy, 0)),
        (verify.bellman_ford, heavy, by_weight(heavy, 0)),
        (verify.sssp, real, by_weight(real, 0)),
    ):
        whole = graph is not real
        right = as_arrays(graph, truth, whole)["distances"]
        values: list[Any] = list(range(-2 if whole else 0, 12)) + ([] if whole else [INF])
        checker(graph, 0, right)
        for wrong in changed(right, values):
            assert passing(checker, graph, 0, wrong) == np.array_equal(wrong, right), wrong


@pytest.mark.parametrize("seed", SEEDS)
def test_parents(seed: int) -> None:
    g, heavy = drawn(seed), drawn(seed, True)
    for checker, graph, truth, plain in (
        (verify.bfs, g, by_steps(g, 0), True),
        (verify.sssp, heavy, by_weight(heavy, 0), False),
    ):
        right = as_arrays(graph, truth, True)
        lengths = right["distances"].tolist()
        for parents in changed(right["parents"], list(range(-1, graph.num_vertices))):
            true = are_parents(graph, 0, lengths, parents.tolist())
            assert passing(checker, graph, 0, lengths, parents) == true, (parents, plain)


@pytest.mark.parametrize("seed", SEEDS)
def test_labels(seed: int) -> None:
    g = drawn(seed)
    right = components(g)
    for wrong in changed(right, list(range(-1, g.num_vertices + 1))):
        right_too = np.array_equal(wrong, right)
        assert passing(verify.connected_components, g, wrong) == right_too, wrong


@pytest.mark.parametrize("seed", SEEDS)
def test_scores_and_ranks(seed: int) -> None:
    g = drawn(seed)
    scores = in_order(g, nx.betweenness_centrality(g.to_networkx()), 0, float)
    ranks = in_order(g, nx.pagerank(g.to_networkx(), tol=1e-13, max_iter=999), 0, float)
    verify.betweenness(g, scores)
    verify.pagerank(g, ranks)
    for by in (-0.5, -1e-3, 1e-3, 0.25, 1.0, np.nan, np.inf):
        for at in range(g.num_vertices):
            wrong = scores.copy()
            wrong[at] += by
            assert not passing(verify.betweenness, g, wrong)
            wrong = ranks.copy()
            wrong[at] += by
            assert not passing(verify.pagerank, g, wrong)
            if g.num_vertices > 1:
                wrong[at - 1] -= by
                assert not passing(verify.pagerank, g, wrong)
