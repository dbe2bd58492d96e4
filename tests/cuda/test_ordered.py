"""Ordered programs on a real device: the answers of the CPU place."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import edgewise as ew
from tests.zoo import ZOO, Animal

cupy = pytest.importorskip("cupy")
try:
    devices = cupy.cuda.runtime.getDeviceCount()
except cupy.cuda.runtime.CUDARuntimeError:
    devices = 0
pytestmark = pytest.mark.skipif(devices == 0, reason="no CUDA device")


def check(g: ew.Graph, source: Any, **how: Any) -> None:
    ours, known = ew.sssp(g, source, device="cuda", **how), ew.sssp(g, source, **how)
    assert ours.distances.dtype == known.distances.dtype
    assert np.array_equal(ours.distances, known.distances), (source, how)


@pytest.mark.parametrize("animal", ZOO, ids=lambda one: one.name)
def test_the_zoo(animal: Animal) -> None:
    g = animal.graph()
    if g.num_vertices and (g.weight_range or (0,))[0] >= 0:
        for source in g.ids:
            check(g, source)


@pytest.mark.parametrize("scale", [10, 14, 17])
def test_kronecker(scale: int) -> None:
    g = ew.generate.kronecker(scale, edge_factor=16, weights=(1, 64), seed=1)
    apt = g.ids[g.out_degrees > 0]
    for source in np.random.default_rng(3).choice(apt, 8):
        check(g, source)
    for delta in (1, 8, 1e9):
        check(g, apt[0], delta=delta)
    check(g, apt[:50])
    check(g, apt[0], cutoff=30)


@pytest.mark.parametrize("side", [30, 300, 1000])
def test_grids(side: int) -> None:
    for weights in ((1, 64), (0, 3), None):
        g = ew.generate.grid(side, side, weights=weights, seed=1)
        for source in (0, side * side // 2 + side // 2):
            check(g, source)
    check(g, 0, delta=1)


@pytest.mark.parametrize("kind", [np.int64, np.uint8, np.float32, np.float64])
def test_other_types(kind: Any) -> None:
    rng = np.random.default_rng(5)
    ends, weights = rng.integers(0, 20_000, (2, 200_000)), rng.integers(0, 100, 200_000)
    g = ew.from_edges(*ends, weights.astype(kind) / (7 if kind in (np.float32, np.float64) else 1))
    if kind in (np.int64, np.uint8):
        g = ew.from_edges(*ends, weights.astype(kind))
    for source in g.ids[:4]:
        check(g, source)


def test_the_same_again_and_again() -> None:
    """Blocks come in another order each time."""
    g = ew.generate.kronecker(13, edge_factor=16, weights=(1, 64), seed=2)
    source = g.ids[int(np.argmax(g.out_degrees))]
    known = ew.sssp(g, source).distances
    for _ in range(100):
        assert np.array_equal(ew.sssp(g, source, device="cuda").distances, known)


def test_long_paths() -> None:
    check(ew.generate.path(20_000), 0)
    check(ew.generate.star(200_000), 5)


def test_bellman_ford() -> None:
    g = ew.generate.kronecker(12, edge_factor=8, weights=(1, 64), seed=1)
    source = g.ids[int(np.argmax(g.out_degrees))]
    ours, known = ew.bellman_ford(g, source, device="cuda"), ew.bellman_ford(g, source)
    assert np.array_equal(ours.distances, known.distances)
