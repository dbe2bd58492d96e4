"""Every balance gives every arc of every member to the program, once, on the emulated device.

Each arc has a random weight of 62 bits, and a vertex sums the weights that it is told: an arc that
is left out, or comes twice, changes the sum. With empty lists, nobody at all, one list that holds
everything, rows longer than a block takes at once, more threads than work.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import edgewise as ew
from tests.emulated import NEEDED, use, vary, with_little_room
from tests.emulator import EmulatedDevice

pytestmark = NEEDED
DEGREES = {
    "one without arcs": [0],
    "one with many": [40],
    "all without arcs": [0] * 70,
    "empty lists between": [0, 3, 0, 0, 1, 7, 0] * 10,
    "a hub among many": [1] * 30 + [100] + [2] * 40,
    "hubs at both ends": [50, *[0, 1] * 40, 60],
    "exactly one word": [1] * 32,
    "one more than a word": [2] * 33,
    "at the bounds of warps and shares": [3, 4, 5, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128],
    "drawn": np.random.default_rng(3).integers(0, 9, 200).tolist(),
}
LONG = {
    "longer than a long row": [1023, 0, 1024, 1025, 1],
    "one list that holds everything": [3000],
    "long rows for several blocks": [1100] * 4 + [0, 5] * 40,
}
"""For nests as they are: a row of 1024 arcs is a block's."""
TOLD = ew.VertexProgram(
    "told", value=np.int64, combine=ew.SUM, message=lambda weight: weight, residual=True
)
"""A vertex that knows something tells each neighbour the weight of the arc, once."""
PUSHES = [one for one in ew.legal(TOLD, ew.Plan("cuda")) if one.direction == "push"]
PULLS = [one for one in ew.legal(TOLD, ew.Plan("cuda")) if one.direction == "pull"]


def stars(degrees: list[int], inward: bool) -> ew.Graph:
    """A star for each vertex, leaves of its own; from the middle or to it."""
    n, leaves = len(degrees), sum(degrees)
    middles, ends = np.repeat(np.arange(n), degrees), n + np.arange(leaves)
    weights = np.random.default_rng(leaves).integers(-(1 << 61), 1 << 61, leaves)
    arcs = (ends, middles) if inward else (middles, ends)
    return ew.from_edges(*arcs, weights, num_vertices=n + leaves)


def members(g: ew.Graph, middles: int) -> list[np.ndarray[Any, Any]]:
    """Nobody; some of the middles and of the leaves; everybody."""
    some = np.random.default_rng(middles).permutation(g.num_vertices)[: (g.num_vertices + 1) // 2]
    return [np.zeros(0, np.int64), np.sort(some), np.arange(g.num_vertices)]


def visited_once(g: ew.Graph, middles: int, schedule: ew.Schedule, device: EmulatedDevice) -> None:
    sources, targets, weights = g.to_edges()
    assert weights is not None
    for who in members(g, middles):
        start = np.zeros(g.num_vertices, np.int64)
        start[who] = 1
        told = vary(device)
        found = ew.run(TOLD, g, start=start, rounds=2, schedule=schedule, device="cuda")
        wanted = start.copy()
        speaks = np.isin(sources, who)
        np.add.at(wanted, targets[speaks], weights[speaks])
        assert np.array_equal(found.values, wanted), f"{schedule}, {told}, {len(who)} members"
        if schedule.direction == "push" and len(found.trace):
            assert found.trace[0]["walked"] == speaks.sum(), told


SYNCHRONOUS = [one for one in [*PUSHES, *PULLS] if one.synchrony == "sync"]


@pytest.mark.parametrize("room", ["little", "as it is"])
@pytest.mark.parametrize("schedule", SYNCHRONOUS, ids=str)
def test_each_arc_is_visited_once(
    schedule: ew.Schedule, room: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if room == "little":
        with_little_room(monkeypatch)
    device = use(EmulatedDevice(), monkeypatch)
    drawn = DEGREES if room == "little" else LONG
    for degrees in drawn.values():
        g = stars(degrees, inward=schedule.direction == "pull")
        visited_once(g, len(degrees), schedule, device)


HASTY = [one for one in PUSHES if one.synchrony == "async"]


@pytest.mark.parametrize("schedule", HASTY, ids=str)
def test_in_haste_too(schedule: ew.Schedule, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is told while he waits may speak in the same round, or the next: once."""
    with_little_room(monkeypatch)
    device = use(EmulatedDevice(), monkeypatch)
    for degrees in DEGREES.values():
        g = stars(degrees, inward=False)
        sources, targets, weights = g.to_edges()
        start = np.zeros(g.num_vertices, np.int64)
        start[: len(degrees) : 2] = 1
        told = vary(device)
        found = ew.run(TOLD, g, start=start, schedule=schedule, device="cuda")
        wanted = start.copy()
        speaks = start[sources] == 1
        np.add.at(wanted, targets[speaks], weights[speaks])
        assert np.array_equal(found.values, wanted), f"{schedule}, {told}"


def test_every_balance_is_tried() -> None:
    assert {one.balance for one in SYNCHRONOUS} == {"vertex", "group", "local", "edge"}
    assert {one.balance for one in PULLS} == {"vertex", "group", "edge"}
    assert len(SYNCHRONOUS) > 12 and len(HASTY) > 9
