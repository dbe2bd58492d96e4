"""Ordered programs on an emulated device: the CPU place's answers, whoever comes first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import edgewise as ew
from edgewise.kernels.cuda import nests
from edgewise.kernels.cuda import ordered_nests as o
from edgewise.places import choice, cuda_loop
from edgewise.places.cuda_ordered import key
from tests.emulator import EmulatedDevice, available
from tests.zoo import ZOO, Animal

pytestmark = pytest.mark.skipif(not available(), reason="needs g++ on x86-64 Linux")

Array = np.ndarray[Any, Any]
Device = Callable[..., EmulatedDevice]
SEEDS = range(1, 21)


@pytest.fixture
def device(monkeypatch: pytest.MonkeyPatch) -> Device:
    """Another device for calls that say device="cuda"."""

    def made(blocks: int = 2, threads: int = 32, seed: int = 1) -> EmulatedDevice:
        one = EmulatedDevice(blocks, threads=threads, seed=seed)
        monkeypatch.setattr(choice, "gpu", lambda number: one)
        return one

    return made


def edges(g: ew.Graph) -> tuple[Array, Array]:
    """Sources and targets; of an undirected graph each edge once."""
    sources = np.repeat(np.arange(g.num_vertices), np.diff(g.out_offsets))
    once = np.full(len(sources), True) if g.is_directed else sources <= g.out_neighbors
    return sources[once], g.out_neighbors[once]


def weighted(g: ew.Graph, kind: Any, least: int = 0, most: int = 12, scale: Any = 1) -> ew.Graph:
    """The same edges with weights of this type; reals have fractions, a few are 0."""
    ends = edges(g)
    drawn = np.random.default_rng(7).integers(least, most + 1, len(ends[0])) * scale
    weights = (drawn / 8 if np.dtype(kind).kind == "f" else drawn).astype(kind)
    return ew.from_edges(*ends, weights, num_vertices=g.num_vertices, directed=g.is_directed)


def pairs(n: int, m: int, seed: int) -> ew.Graph:
    ends = np.random.default_rng(seed).integers(0, n, (2, m))
    return ew.from_edges(ends[0], ends[1], num_vertices=n, directed=seed % 2 == 0)


def hubs() -> ew.Graph:
    """Two vertices with more neighbours than a block walks by itself."""
    ends = [(v % 2, v) for v in range(2, 900)] + [(v, v + 1) for v in range(2, 899)]
    return ew.from_edges(ends, directed=False)


GRAPHS = {
    "sparse": lambda: pairs(300, 500, 1),
    "directed": lambda: pairs(200, 900, 2),
    "kronecker": lambda: ew.generate.kronecker(9, edge_factor=8, seed=1),
    "grid": lambda: ew.generate.grid(17, 19),
    "path": lambda: ew.generate.path(150),
    "hubs": hubs,
}


def check(g: ew.Graph, source: Any, **how: Any) -> ew.Trace:
    ours, known = ew.sssp(g, source, device="cuda", **how), ew.sssp(g, source, **how)
    assert ours.distances.dtype == known.distances.dtype
    assert np.array_equal(ours.distances, known.distances), (how, source)
    return ours.trace


@pytest.mark.parametrize("blocks", [1, 2, 3])
@pytest.mark.parametrize("animal", ZOO, ids=lambda one: one.name)
def test_the_zoo(animal: Animal, blocks: int, device: Device) -> None:
    g = animal.graph()
    device(blocks)
    if not g.num_vertices:
        assert ew.sssp(g, [], device="cuda").distances.tolist() == []
    elif (g.weight_range or (0,))[0] < 0:
        with pytest.raises(ew.NegativeWeightError):
            ew.sssp(g, g.ids[0], device="cuda")
    else:
        for source in g.ids[:: max(1, g.num_vertices // 3)]:
            check(g, source)


@pytest.mark.parametrize("kind", [np.int32, np.int64, np.float32, np.float64, None, np.uint8])
@pytest.mark.parametrize("name", GRAPHS)
def test_distances_of_every_type(name: str, kind: Any, device: Device) -> None:
    g = GRAPHS[name]()
    if kind is not None:
        most, scale = 200 if kind == np.uint8 else 12, 1 << 40 if kind == np.int64 else 1
        g = weighted(g, kind, 0, most, scale)
    for blocks in (1, 2, 3):
        for seed in (1, 2, 3):
            device(blocks, seed=seed)
            check(g, g.ids[seed])


@pytest.mark.parametrize("name", GRAPHS)
@pytest.mark.parametrize("seed", SEEDS)
def test_the_order_of_turns_changes_nothing(name: str, seed: int, device: Device) -> None:
    g = weighted(GRAPHS[name](), np.int32, 1, 64)
    device(seed % 3 + 1, (32, 64)[seed % 2], seed)
    check(g, g.ids[0], delta=(None, None, 1, 1e9)[seed % 4])


@pytest.mark.parametrize("kind", [np.int32, np.float64])
@pytest.mark.parametrize("delta", [1e-6, 0.25, 1, 7.5, 100, 1e12, 1e300])
def test_any_width(kind: Any, delta: float, device: Device) -> None:
    for name in ("kronecker", "grid"):
        g = weighted(GRAPHS[name](), kind)
        device(2)
        check(g, g.ids[3], delta=delta)


@pytest.mark.parametrize("kind", [np.int32, np.float32])
def test_cutoffs_and_several_sources(kind: Any, device: Device) -> None:
    g = weighted(GRAPHS["grid"](), kind)
    for cutoff in (0, 3, 17.5, 1e9):
        device(3)
        check(g, g.ids[0], cutoff=cutoff)
        check(g, g.ids[[5, 80, 300]], cutoff=cutoff)


def test_weights_of_nothing(device: Device) -> None:
    for kind in (np.int32, np.float32):
        g = weighted(GRAPHS["sparse"](), kind, 0, 0)
        device(2)
        check(g, g.ids[0])


@pytest.mark.parametrize("name", GRAPHS)
def test_a_launch_may_end_after_any_round(
    name: str, device: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cuda_loop, "SLICE", 0)
    g = weighted(GRAPHS[name](), np.int32, 1, 64)
    for blocks in (1, 2, 3):
        device(blocks, seed=blocks)
        trace = check(g, g.ids[0])
        assert len(trace) == trace.rounds


def test_every_way_of_walking_is_taken(device: Device) -> None:
    """The pile looked through first, lists dealt out by edge, and both at once."""
    g, ways = weighted(GRAPHS["kronecker"](), np.int32, 1, 64), set()
    for blocks in (1, 2):
        device(blocks)
        for row in (*check(g, g.ids[0]), *check(g, g.ids[0], delta=1e9)):
            moved = "moved" in row["why"]
            size = row["active"] / 2 if moved else row["walked"]
            ways.add((moved, size > blocks * 32))
    assert len(ways) == 4


def test_a_program_of_ones_own(device: Device) -> None:
    """Its message knows the arc, its ends, their degree, and an array of the run."""
    slow = ew.VertexProgram(
        "slow", value=np.int64, combine=ew.MIN, ordered=True,
        message=lambda sent, weight, degree, u, v, e, toll: (
            sent + weight + degree % 3 + toll[v] + (u + e) % 2
        ),
    )  # fmt: skip
    for name in GRAPHS:
        g = weighted(GRAPHS[name](), np.int16)
        toll = np.arange(g.num_vertices, dtype=np.int32) % 5
        how = {"start": {g.ids[0]: 3, g.ids[9]: -40}, "toll": toll, "schedule": "buckets"}
        device(3)
        ours, known = ew.run(slow, g, device="cuda", **how), ew.run(slow, g, **how)
        assert np.array_equal(ours.values, known.values)
        assert ours.trace.schedules == ["push buckets async group"]


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int16, np.uint32, np.uint64, np.float32])
def test_values_of_other_types(kind: Any, device: Device) -> None:
    far = ew.VertexProgram(
        "far", value=kind, combine=ew.MIN, message=lambda sent: min(sent + 1, 100), ordered=True
    )
    g = GRAPHS["grid"]()
    low = 0 if np.dtype(kind).kind == "u" else -9
    start = {g.ids[0]: low, g.ids[200]: low + 4}
    for blocks in (1, 3):
        device(blocks)
        ours = ew.run(far, g, start=start, schedule="buckets", device="cuda").values
        known = ew.run(far, g, start=start).values
        assert np.array_equal(ours, known)


def test_keys_are_in_the_order_of_numbers() -> None:
    for kind in (np.int8, np.int64, np.uint64, np.float32, np.float64):
        about = np.finfo if np.dtype(kind).kind == "f" else np.iinfo
        numbers = {about(kind).min, about(kind).max, 0, 1, 77}
        numbers |= set() if np.dtype(kind).kind == "u" else {-1, -77}
        keys = [key(kind(number)) for number in sorted(numbers)]
        assert keys == sorted(set(keys)) and keys[0] >= 0 and keys[-1] < 1 << 64


def test_other_schedules_and_parents(device: Device) -> None:
    device(2)
    g = weighted(GRAPHS["grid"](), np.int32)
    for schedule in ("push list sync", "push list async", "pull"):
        check(g, g.ids[0], schedule=schedule)
    ours, known = ew.sssp(g, g.ids[0], device="cuda"), ew.sssp(g, g.ids[0])
    assert np.array_equal(ours.parents, known.parents)


def test_bellman_ford(device: Device) -> None:
    device(2)
    for kind in (np.int32, np.float64):
        sources, targets = edges(GRAPHS["directed"]())
        hill = np.random.default_rng(3).integers(0, 9, 200)
        weights = 1 + hill[sources] - hill[targets]
        g = ew.from_edges(sources, targets, weights.astype(kind), num_vertices=200)
        ours, known = ew.bellman_ford(g, 0, device="cuda"), ew.bellman_ford(g, 0)
        assert np.allclose(ours.distances, known.distances, rtol=1e-12)
    g = weighted(GRAPHS["path"](), np.int32)
    ours, known = ew.bellman_ford(g, 0, device="cuda"), ew.bellman_ford(g, 0)
    assert np.array_equal(ours.distances, known.distances)
    with pytest.raises(ew.NegativeCycleError) as caught:
        ew.bellman_ford(ew.from_edges([(0, 1, 1), (1, 2, -3), (2, 0, 1)]), 0, device="cuda")
    assert sorted(caught.value.cycle) == [0, 1, 2]


@pytest.mark.parametrize("arch", [75, 80, 90, 100])
@pytest.mark.parametrize("kind", [np.int32, np.float64])
def test_it_is_built_without_spills(arch: int, kind: Any) -> None:
    pytest.importorskip("cuda.core")
    program = ew.VertexProgram(
        "paths", value=kind, combine=ew.MIN, message=lambda sent, weight: sent + weight,
        ordered=True,
    )  # fmt: skip
    types = nests.graph_types("int32", "int32", np.dtype(kind))
    (used,) = o.ordered(program, types).built(arch).kernels.values()
    assert used.spilt == 0 and used.registers <= 128
