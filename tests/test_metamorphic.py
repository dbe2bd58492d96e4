"""What must hold between the answers to two graphs, of which one was made from the other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import edgewise as ew
from tests import found

Array = np.ndarray[Any, Any]
SEEDS = range(5)


def drawn(seed: int) -> tuple[int, Array, Array, Array, bool]:
    """Vertices, tails, heads, weights of 1 or more, direction."""
    dice = np.random.default_rng(seed)
    n = int(dice.integers(3, 40))
    tails, heads = dice.integers(0, n, (2, int(dice.integers(1, 3 * n))))
    return n, tails, heads, dice.integers(1, 30, len(tails)), seed % 2 == 0


def built(n: int, tails: Array, heads: Array, weights: Array, directed: bool) -> ew.Graph:
    return ew.from_edges(tails, heads, weights, num_vertices=n, directed=directed)


QUESTIONS: dict[str, Callable[[ew.Graph, int], Array]] = {
    "bfs": lambda g, source: ew.bfs(g, source).distances,
    "sssp": lambda g, source: ew.sssp(g, source).distances,
    "bellman_ford": lambda g, source: ew.bellman_ford(g, source).distances,
    "connected_components": lambda g, source: ew.connected_components(g).labels,
    "pagerank": lambda g, source: ew.pagerank(g, tol=1e-12, max_iter=3000).ranks,
    "betweenness": lambda g, source: ew.betweenness(g, normalized=False, weighted=True).scores,
}
"""Each algorithm's main answer."""


def same(name: str, ours: Array, theirs: Array) -> bool:
    """The same answer: components by which vertices they join, floats up to rounding."""
    if name == "connected_components":
        pairs = set(zip(ours.tolist(), theirs.tolist(), strict=True))
        return len(pairs) == len(set(ours.tolist())) == len(set(theirs.tolist()))
    return bool(np.allclose(ours, theirs, rtol=1e-9, atol=1e-9))


def test_every_algorithm_is_asked() -> None:
    assert set(QUESTIONS) == set(found.found())


@pytest.mark.parametrize("name", QUESTIONS)
@pytest.mark.parametrize("seed", SEEDS)
def test_relabelled(name: str, seed: int) -> None:
    n, tails, heads, weights, directed = drawn(seed)
    new = np.random.default_rng(seed).permutation(n)
    ask = QUESTIONS[name]
    plain = ask(built(n, tails, heads, weights, directed), 0)
    relabelled = ask(built(n, new[tails], new[heads], weights, directed), int(new[0]))
    assert same(name, plain, relabelled[new])
    degree = built(n, tails, heads, weights, directed).renumbered()
    assert same(name, plain, ask(degree, 0))


@pytest.mark.parametrize("name", QUESTIONS)
@pytest.mark.parametrize("seed", SEEDS)
def test_beside_another_graph(name: str, seed: int) -> None:
    """Side by side, each has its own answer; ranks are shared out by the number of vertices."""
    n, tails, heads, weights, directed = drawn(seed)
    m, *other, _ = drawn(seed + 100)
    both = built(
        n + m,
        np.concatenate((tails, other[0] + n)),
        np.concatenate((heads, other[1] + n)),
        np.concatenate((weights, other[2])),
        directed,
    )
    one, two = built(n, tails, heads, weights, directed), built(m, *other, directed)
    ask = QUESTIONS[name]
    answer = ask(both, 0)
    first, second = ask(one, 0), ask(two, 0)
    if name == "pagerank":
        lost = [(g.out_degrees == 0).any() for g in (one, two)]
        if any(lost):
            return
        first, second = first * n / (n + m), second * m / (n + m)
    assert same(name, answer[:n], first)
    if name in ("pagerank", "betweenness", "connected_components"):
        assert same(name, answer[n:], second)
    else:
        unreached = answer[n:]
        assert len(np.unique(unreached)) == 1 and not np.isin(unreached[0], answer[:1])


@pytest.mark.parametrize("name", QUESTIONS)
@pytest.mark.parametrize("seed", SEEDS)
def test_with_a_vertex_more(name: str, seed: int) -> None:
    """One without edges changes no distance, no component, no score; it takes a share of ranks."""
    n, tails, heads, weights, directed = drawn(seed)
    ask = QUESTIONS[name]
    plain = ask(built(n, tails, heads, weights, directed), 0)
    more = ask(built(n + 1, tails, heads, weights, directed), 0)
    if name == "pagerank":
        assert abs(more.sum() - 1) < 1e-9 and more[n] == more.min()
        assert (more[:n] < plain + 1e-9).all()
        assert np.allclose(more[:n] / more[:n].sum(), plain, atol=1e-8)
    else:
        assert same(name, plain, more[:n])


@pytest.mark.parametrize("name", QUESTIONS)
@pytest.mark.parametrize("seed", SEEDS)
def test_with_an_edge_twice(name: str, seed: int) -> None:
    """Once more, and heavier: nothing changes but ranks, which count it; all twice, nor they."""
    n, tails, heads, weights, directed = drawn(seed)
    ask = QUESTIONS[name]
    plain = ask(built(n, tails, heads, weights, directed), 0)
    again = np.append(np.arange(len(tails)), 0)
    if name == "pagerank":
        again = np.tile(np.arange(len(tails)), 2)
    heavier = weights[again].copy()
    if name != "pagerank":
        heavier[-1] += 5
    assert same(name, plain, ask(built(n, tails[again], heads[again], heavier, directed), 0))


@pytest.mark.parametrize("name", QUESTIONS)
@pytest.mark.parametrize("seed", SEEDS)
def test_with_weights_scaled(name: str, seed: int) -> None:
    """Lengths scale with weights; hops, components, ranks and scores do not move."""
    n, tails, heads, weights, directed = drawn(seed)
    ask = QUESTIONS[name]
    plain = ask(built(n, tails, heads, weights, directed), 0)
    scaled = ask(built(n, tails, heads, 3 * weights, directed), 0)
    if name in ("sssp", "bellman_ford"):
        reached = ew.bfs(built(n, tails, heads, weights, directed), 0).distances >= 0
        assert np.array_equal(scaled[reached], 3 * plain[reached])
        assert np.array_equal(scaled[~reached], plain[~reached])
    else:
        assert same(name, plain, scaled)


@pytest.mark.parametrize("seed", SEEDS)
def test_turned_round(seed: int) -> None:
    """There is as far as back, the other way; components and scores do not care."""
    n, tails, heads, weights, _ = drawn(seed)
    g, back = built(n, tails, heads, weights, True), built(n, heads, tails, weights, True)
    there = np.array([ew.sssp(g, v).distances for v in range(n)])
    home = np.array([ew.sssp(back, v).distances for v in range(n)])
    assert np.array_equal(there, home.T)
    for name in ("connected_components", "betweenness"):
        assert same(name, QUESTIONS[name](g, 0), QUESTIONS[name](g.reversed(), 0))
