"""Sweeps on a GPU: the same values, ranks and rounds as on the CPU.

Needs CuPy, a device, and the packages that build kernels.
"""

from __future__ import annotations

import numpy as np
import pytest

import edgewise as ew
from edgewise.places import cuda_sweep
from tests import sweeping_on as on

cupy = pytest.importorskip("cupy")
try:
    devices = cupy.cuda.runtime.getDeviceCount()
except cupy.cuda.runtime.CUDARuntimeError:
    devices = 0
pytestmark = pytest.mark.skipif(devices == 0, reason="no CUDA device")


@pytest.mark.parametrize("weighted", [True, False])
def test_values_are_the_same(weighted):
    borders = on.of_lengths(on.LENGTHS, 1, np.float64)
    for g in [*on.small(), *on.larger(), borders, borders.renumbered()]:
        on.same_sweep(on.BUSY, g, start=1, weighted=weighted)
        on.same_sweep(on.DEGREES, g, rounds=2)


@pytest.mark.parametrize("how", on.WORDS, ids=lambda how: "-".join(map(str, how.values())))
def test_ranks_are_the_same(how):
    for g in filter(on.is_ranked, [*on.small(), *on.larger(), kronecker()]):
        on.same_ranks(g, **how, tol=1e-5, max_iter=on.ENOUGH[how["variant"]])
        if how["variant"] == "networkx":
            for aim in on.aims(g):
                on.same_ranks(g, **how, **aim, max_iter=400)


@pytest.mark.parametrize("how", on.DELTAS, ids=lambda how: "-".join(map(str, how.values())))
def test_ranks_by_residuals_are_the_same(how):
    for g in filter(on.is_ranked, [*on.small()[::3], kronecker()]):
        on.same_ranks(g, **how)


def kronecker() -> ew.Graph:
    return ew.generate.kronecker(14, seed=3).renumbered()


@pytest.mark.parametrize("rounds", [0, 1, 2])
def test_so_many_rounds(rounds):
    for g in (ew.generate.star(9), kronecker(), ew.from_edges([])):
        on.same_sweep(on.BUSY, g, start=0.5, rounds=rounds)


def test_the_same_bits_each_time(monkeypatch):
    """In one launch, in a launch a round, and again."""
    g = ew.generate.kronecker(14, seed=5, weights="integer")
    runs = [on.same_sweep(on.BUSY, g, start=1, rounds=20).values for _ in range(3)]
    monkeypatch.setattr(cuda_sweep, "SLICE", 0)
    runs.append(on.same_sweep(on.BUSY, g, start=1, rounds=20).values)
    assert len({one.tobytes() for one in runs}) == 1
    assert np.isfinite(runs[0]).all()
