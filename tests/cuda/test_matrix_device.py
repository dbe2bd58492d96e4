"""Every program on every legal schedule, on a GPU: the answers that the reference gives.

The same as `tests/test_cuda_matrix.py`, with the constants and the order of turns of a real device.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import edgewise as ew
from tests.emulated import ALL, defined
from tests.lots import Lots
from tests.programs import GROUPS, shaped
from tests.test_cuda_balances import DEGREES, LONG, PULLS, TOLD, stars
from tests.test_cuda_matrix import BALANCES, legal
from tests.zoo import ZOO

cupy = pytest.importorskip("cupy")
try:
    devices = cupy.cuda.runtime.getDeviceCount()
except cupy.cuda.runtime.CUDARuntimeError:
    devices = 0
pytestmark = pytest.mark.skipif(devices == 0, reason="no CUDA device")


def check(trial: str, name: str, **how: Any) -> ew.Trace:
    """One run, compared with the reference."""
    one = ALL[trial]
    values, trace = one.run(shaped(name, one.weights), device="cuda", **how)
    assert one.agrees(values, defined(trial, name)), f"{trial} on {name}, {how}"
    return trace


@pytest.mark.parametrize("balance", BALANCES)
@pytest.mark.parametrize("trial", ALL)
def test_every_schedule_gives_the_answer(trial: str, balance: str) -> None:
    for schedule in legal(trial, balance):
        for group in GROUPS:
            check(trial, group.name, schedule=schedule)


@pytest.mark.parametrize("trial", ALL)
def test_another_schedule_each_round(trial: str) -> None:
    for seed in range(40):
        for group in GROUPS:
            check(trial, group.name, controller=Lots(seed, (BALANCES[seed % 4],)))
    for at, animal in enumerate(ZOO):
        check(trial, animal.name, controller=Lots(at, (BALANCES[at % 4],)))
    check(trial, "hubs", controller=ew.Random(3))


@pytest.mark.parametrize("schedule", legal("signed paths"), ids=str)
def test_each_arc_is_visited_once(schedule: ew.Schedule) -> None:
    for degrees in [*DEGREES.values(), *LONG.values(), [9] * 30_000, [2_000_000]]:
        g = stars(degrees, inward=schedule.direction == "pull")
        sources, targets, weights = g.to_edges()
        wanted = np.zeros(g.num_vertices, np.int64)
        wanted[: len(degrees)] = 1
        if schedule in PULLS:
            wanted[:] = 1
        speaks = wanted[sources] == 1
        start = wanted.copy()
        np.add.at(wanted, targets[speaks], weights[speaks])
        found = ew.run(TOLD, g, start=start, schedule=schedule, device="cuda")
        assert np.array_equal(found.values, wanted), f"{schedule}, {len(degrees)} lists"


def test_a_dropped_graph_gives_its_memory_back() -> None:
    pool = cupy.get_default_memory_pool()
    before = pool.used_bytes()
    g = ew.generate.kronecker(14, seed=2)
    assert np.array_equal(
        ew.bfs(g, 1, device="cuda").distances, ew.bfs(g, 1, device="cpu").distances
    )
    assert pool.used_bytes() > before
    del g
    assert pool.used_bytes() == before
