"""Connected components on a device, emulated: the labels of the CPU place, exactly."""

from __future__ import annotations

import numpy as np
import pytest

import edgewise as ew
from edgewise.places import choice
from edgewise.places.resident import forget
from tests.emulator import EmulatedDevice, available
from tests.parts import PARTS, random
from tests.zoo import Animal

emulated = pytest.mark.skipif(not available(), reason="needs g++ on x86-64 Linux")
METHODS = ("afforest", "shiloach-vishkin")
SEEDS = range(1, 22)
BLOCKS = (1, 2, 3)


def on(monkeypatch: pytest.MonkeyPatch, blocks: int, seed: int, threads: int) -> None:
    device = EmulatedDevice(blocks, threads=threads, seed=1000 * seed)
    monkeypatch.setattr(choice, "gpu", lambda number: device)


def agrees(g: ew.Graph, method: str) -> None:
    """The device is asked first: the CPU place makes in-arcs, and then both go by them."""
    found = ew.connected_components(g, method=method, device="cuda")
    forget(g)
    expected = ew.connected_components(g)
    assert found.labels.dtype == expected.labels.dtype
    assert found.labels.tolist() == expected.labels.tolist()
    assert found.num_components == expected.num_components
    assert len(found.trace) == 0 and found.trace.program == method


@emulated
@pytest.mark.parametrize("method", METHODS)
def test_the_zoo(animal: Animal, method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for blocks in BLOCKS:
        for seed in SEEDS:
            on(monkeypatch, blocks, seed, 64 if seed % 2 else 32)
            agrees(animal.graph(), method)


@emulated
@pytest.mark.parametrize("name", PARTS)
@pytest.mark.parametrize("method", METHODS)
def test_parts_of_all_sorts(name: str, method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With 32 threads, rows of 64 arcs are long, and parts of them have 1024."""
    for blocks in BLOCKS:
        for seed in SEEDS[blocks - 1 :: 3]:
            on(monkeypatch, blocks, seed, 32 if seed % 2 else 64)
            agrees(PARTS[name](seed), method)


@emulated
@pytest.mark.parametrize("method", METHODS)
def test_more_groups_of_names_than_threads(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    on(monkeypatch, 3, 1, 32)
    agrees(random(1, 40_000, 9_000, False), method)
    agrees(random(1, 36_000, 9_000, False).renumbered(), method)


@emulated
@pytest.mark.parametrize("blocks", BLOCKS)
def test_labels_are_passed_on(blocks: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Label propagation is a vertex program, and takes a schedule there as well."""
    on(monkeypatch, blocks, 1, 64)
    for name in ("sparse", "directed", "torn grid", "knots, renumbered"):
        g = PARTS[name](1)
        expected = ew.connected_components(g)
        for schedule in (None, "push list sync group", "pull bitmap sync"):
            found = ew.connected_components(
                g, method="label-propagation", schedule=schedule, device="cuda"
            )
            assert found.labels.tolist() == expected.labels.tolist()
            assert len(found.trace) > 1


@emulated
def test_a_graph_of_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    on(monkeypatch, 2, 1, 64)
    for method in (*METHODS, "label-propagation"):
        found = ew.connected_components(ew.generate.empty(0), method=method, device="cuda")
        assert found.labels.tolist() == [] and found.num_components == 0


@emulated
def test_memory_that_is_full_is_said_and_given_back(monkeypatch: pytest.MonkeyPatch) -> None:
    g, device = PARTS["kronecker, renumbered"](1), EmulatedDevice(2, threads=64)
    monkeypatch.setattr(choice, "gpu", lambda number: device)
    expected, refused = ew.connected_components(g).labels.tolist(), 0
    for allocations in range(20):
        device.fail_after = allocations
        try:
            found = ew.connected_components(g, device="cuda").labels.tolist()
        except ew.EdgewiseError as problem:
            assert "emulated" in str(problem)
            refused += 1
            continue
        assert found == expected
    device.fail_after = None
    assert refused > 5
    assert ew.connected_components(g, device="cuda").labels.tolist() == expected


@pytest.mark.parametrize("arch", [75, 80, 90, 100])
def test_kernels_fit(arch: int) -> None:
    """Blocks of 512 threads: three to a processor, where there is room for so many threads."""
    pytest.importorskip("numba_cuda")
    from edgewise.kernels.cuda.components_nests import components
    from edgewise.kernels.cuda.nests import graph_types

    for method in METHODS:
        for ordered in (False, True):
            for offset in (np.dtype(np.int32), np.dtype(np.int64)):
                types = graph_types(offset, np.dtype(np.int32))
                use = components(method, types, ordered).built(arch).kernels["components"]
                assert use.spilt == use.stack == 0
                assert use.registers <= (64 if arch < 80 else 40)
