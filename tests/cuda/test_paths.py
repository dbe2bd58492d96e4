"""Parents on a GPU: the very parents that the CPU finds. Needs CuPy and a device."""

from __future__ import annotations

import numpy as np
import pytest

import edgewise as ew
from edgewise.places import choice
from tests.test_cuda_paths import drawn, same_parents
from tests.zoo import ZOO, Animal

cupy = pytest.importorskip("cupy")
try:
    devices = cupy.cuda.runtime.getDeviceCount()
except cupy.cuda.runtime.CUDARuntimeError:
    devices = 0
pytestmark = pytest.mark.skipif(devices == 0, reason="no CUDA device")


@pytest.mark.parametrize("animal", ZOO, ids=lambda one: one.name)
def test_the_zoo(animal: Animal):
    g = animal.graph()
    for source in g.ids[:: max(1, g.num_vertices // 3)]:
        same_parents(g, source, choice.gpu(0))


@pytest.mark.parametrize("seed", range(1, 21))
def test_random_graphs(seed: int):
    for g in drawn(seed):
        same_parents(g, 0, choice.gpu(0))


@pytest.mark.parametrize("least", [0, 1])
def test_large_graphs(least: int):
    rng = np.random.default_rng(1)
    n, m = 200_000, 2_000_000
    weights = rng.integers(least, 10, m) * rng.integers(least, 2, m)
    g = ew.from_edges(*rng.integers(0, n, (2, m)), weights, num_vertices=n)
    same_parents(g, 0, choice.gpu(0))
    same_parents(ew.generate.kronecker(16, seed=1), 0, choice.gpu(0))


def test_long_ways_that_weigh_nothing():
    n = 3000
    for step in (1, -1, 7):
        line = (np.arange(n) * step) % n
        g = ew.from_edges(line[:-1], line[1:], np.zeros(n - 1, np.int64), num_vertices=n)
        same_parents(g, int(line[0]), choice.gpu(0))
