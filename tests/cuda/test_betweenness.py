"""Betweenness on a GPU: the scores that the CPU has. Needs CuPy and a device."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

import edgewise as ew
from edgewise.places import cuda_betweenness
from tests.zoo import ZOO, Animal

cupy = pytest.importorskip("cupy")
try:
    devices = cupy.cuda.runtime.getDeviceCount()
except cupy.cuda.runtime.CUDARuntimeError:
    devices = 0
pytestmark = pytest.mark.skipif(devices == 0, reason="no CUDA device")


LARGE = ["kronecker", "grid", "path", "hubs", "out of hubs", "into hubs"]


@cache
def large() -> dict[str, ew.Graph]:
    """Wide levels, thousands of levels, hubs, arcs one way only."""
    rng = np.random.default_rng(3)
    n, m = 300_000, 1_500_000
    hubs = rng.integers(0, 20, m // 3)
    tails, heads = rng.integers(0, n, (2, m))
    tails[: len(hubs)] = hubs
    weights = rng.integers(1, 65, m)
    return {
        "kronecker": ew.generate.kronecker(17, seed=1, weights=(1, 64)),
        "grid": ew.generate.grid(300, 300),
        "path": ew.generate.path(5000),
        "hubs": ew.from_edges(tails, heads, weights, num_vertices=n, directed=False),
        "out of hubs": ew.from_edges(tails, heads, weights, num_vertices=n),
        "into hubs": ew.from_edges(heads, tails, weights / 64, num_vertices=n),
    }


def agree(g: ew.Graph, **more: Any) -> None:
    """The device's scores are the CPU's, and the same bits again."""
    ours, again, theirs = (
        ew.betweenness(g, device=one, **more).scores for one in ("cuda", "cuda", "cpu")
    )
    assert np.allclose(ours, theirs, rtol=1e-9, atol=1e-13, equal_nan=True)
    assert ours.tobytes() == again.tobytes()


@pytest.mark.parametrize("teams", [1, 1 << 30])
@pytest.mark.parametrize("animal", ZOO, ids=lambda one: one.name)
def test_the_zoo(animal: Animal, teams: int, monkeypatch):
    monkeypatch.setattr(cuda_betweenness, "TEAMS", teams)
    g = animal.graph()
    agree(g)
    agree(g, endpoints=True, normalized=False)
    if g.is_weighted and (g.weight_range or (1,))[0] > 1e-9:
        agree(g, weighted=True)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("name", LARGE)
def test_large_graphs(name: str, weighted: bool):
    g = large()[name]
    agree(g, sources=g.ids[[0, 1, g.num_vertices // 2]], weighted=weighted)


@pytest.mark.parametrize("name", ["path", "small"])
def test_blocks_with_sources_of_their_own(name: str):
    g = large()["path"] if name == "path" else ew.generate.kronecker(11, seed=2)
    agree(g, k=min(1000, g.num_vertices), seed=1)


def test_a_slice_ends_between_levels(monkeypatch):
    monkeypatch.setattr(cuda_betweenness, "SLICE", 20_000)
    agree(large()["kronecker"], sources=[0, 1, 2])
    agree(large()["path"], k=50, seed=1)
