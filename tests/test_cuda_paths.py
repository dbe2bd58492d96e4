"""Parents on a device, emulated: the very parents that the CPU finds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import edgewise as ew
from edgewise.places import choice, cpu_paths, cuda_paths
from tests.emulator import EmulatedDevice, available
from tests.zoo import ZOO, Animal

emulated = pytest.mark.skipif(not available(), reason="needs g++ on x86-64 Linux")


@pytest.fixture
def use(monkeypatch) -> Callable[[int, int], EmulatedDevice]:
    """A device of so many blocks, where calls run from now on."""

    def take(blocks: int, seed: int) -> EmulatedDevice:
        device = EmulatedDevice(blocks, threads=64, seed=seed)
        monkeypatch.setattr(choice, "gpu", lambda number: device)
        return device

    return take


def same_parents(g: ew.Graph, source: Any, device: Any) -> None:
    """By hops, by length and along tight arcs, where the weights allow it."""
    by_hops = ew.bfs(g, source)._distances
    ours, theirs = cuda_paths.hop_parents(g, by_hops, device), cpu_paths.hop_parents(g, by_hops)
    assert ours.dtype == theirs.dtype and (ours == theirs).all()
    for search, name in ((ew.sssp, "path_parents"), (ew.bellman_ford, "tight_parents")):
        try:
            found = search(g, source)
        except ew.GraphError:
            continue
        known = (g, found._distances, found._sources, found.unreached)
        expected = getattr(cpu_paths, name)(*known)
        assert (getattr(cuda_paths, name)(*known, device) == expected).all(), name


@emulated
@pytest.mark.parametrize("blocks", [1, 2, 3])
@pytest.mark.parametrize("animal", ZOO, ids=lambda one: one.name)
def test_the_zoo(use, animal: Animal, blocks: int):
    g, device = animal.graph(), use(blocks, blocks)
    for source in g.ids[:: max(1, g.num_vertices // 3)]:
        same_parents(g, source, device)


def drawn(seed: int) -> list[ew.Graph]:
    """Arcs that weigh nothing in every other place; arcs that weigh less; a hub."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 300))
    m = int(rng.integers(1, 6 * n))
    tails, heads = rng.integers(0, n, (2, m))
    if seed % 4 == 0:
        heads[: m // 2] = n // 2
    kind = [np.int64, np.float32, np.float64, np.uint8][seed % 4]
    weights = rng.integers(0, [1, 2, 3, 50][seed // 2 % 4] + 1, m)
    weights[0] = 1
    height = rng.integers(-20, 20, n)
    return [
        ew.from_edges(tails, heads, weights.astype(kind), num_vertices=n, directed=seed % 3 > 0),
        ew.from_edges(tails, heads, weights + height[heads] - height[tails], num_vertices=n),
        ew.from_edges(tails, heads, num_vertices=n, directed=seed % 2 > 0),
    ]


@emulated
@pytest.mark.parametrize("seed", range(1, 31))
def test_random_graphs(use, seed: int):
    device = use(1 + seed % 3, seed)
    for g in drawn(seed):
        for source in {0, g.num_vertices // 2}:
            same_parents(g, source, device)


@emulated
@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("step", [1, -1, 7])
def test_long_ways_that_weigh_nothing(use, seed: int, step: int):
    """Who finds a parent in which pass depends on the order of vertices."""
    n = 101
    line = (np.arange(n) * step) % n
    g = ew.from_edges(line[:-1], line[1:], np.zeros(n - 1, np.int64), num_vertices=n)
    same_parents(g, int(line[0]), use(3, seed))


@emulated
def test_results_ask_where_they_were_found(use, monkeypatch):
    g = drawn(5)[2]
    expected = ew.bfs(g, 0).parents.tolist()
    use(2, 1)
    found = ew.bfs(g, 0, device="cuda")
    monkeypatch.delattr(cpu_paths, "hop_parents")
    assert found.parents.tolist() == expected


@emulated
def test_a_row_longer_than_a_warp_takes_at_once(use):
    """The one that explains it is the last of many."""
    n = 1000
    g = ew.from_edges([(v, 0) for v in range(1, n)] + [(n, n - 1)], num_vertices=n + 1)
    same_parents(g, n, use(2, 1))
