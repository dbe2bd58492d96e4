"""Sweeps on a device that is emulated: the same values, ranks and rounds as on the CPU."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import edgewise as ew
from edgewise.algorithms.pagerank_programs import _sweep
from edgewise.errors import MemoryLimitError
from edgewise.kernels.cuda import sweep_nests
from edgewise.kernels.cuda.nests import Types
from edgewise.places import choice, cuda_lengths, cuda_sweep, resident
from tests import sweeping_on as on
from tests.emulator import EmulatedDevice, available

pytestmark = pytest.mark.skipif(not available(), reason="needs g++ on x86-64 Linux")
Emulated = Callable[..., EmulatedDevice]


@pytest.fixture
def emulated(monkeypatch: pytest.MonkeyPatch) -> Emulated:
    """Makes "cuda" mean an emulated device."""

    def make(blocks: int = 3, seed: int = 1, threads: int = 64) -> EmulatedDevice:
        device = EmulatedDevice(blocks, threads=threads, seed=seed)
        monkeypatch.setattr(choice, "gpu", lambda number: device)
        return device

    return make


@pytest.mark.parametrize("blocks", [1, 2, 3])
@pytest.mark.parametrize("weighted", [True, False])
def test_every_small_graph(emulated, blocks, weighted):
    for seed, g in enumerate(on.small()):
        emulated(blocks, seed)
        on.same_sweep(on.BUSY, g, start=1, weighted=weighted)
        on.same_sweep(on.DEGREES, g)


@pytest.mark.parametrize("blocks", [1, 2, 3])
def test_rows_of_every_length(emulated, blocks):
    for seed, g in enumerate(on.larger()):
        emulated(blocks, seed)
        on.same_sweep(on.BUSY, g, start=1)
        on.same_sweep(on.BUSY, g, start=1, weighted=False, rounds=3)
        on.same_sweep(on.DEGREES, g, rounds=2)


@pytest.mark.parametrize("seed", range(20))
def test_whatever_turns_threads_take(emulated, seed):
    """The very same bits: what is summed up is so in an order of its own."""
    g, kept = on.skewed(400, 5000 + seed, 1 + seed % 5, seed, np.float64), []
    for blocks in (2, 3):
        emulated(blocks, seed, 64 if seed % 3 else 128)
        first, again = (on.same_sweep(on.BUSY, g, start=1, rounds=9) for _ in range(2))
        assert first.values.tobytes() == again.values.tobytes()
        kept.append(first.values)
    assert np.allclose(*kept, rtol=1e-12, atol=0)


def test_offsets_of_64_bits(emulated, monkeypatch):
    monkeypatch.setattr(resident, "NARROW", 0)
    for seed, g in enumerate([on.hub(700, 513), on.skewed(500, 9002, 3, 2, np.float64)]):
        emulated(1 + seed, seed)
        on.same_sweep(on.BUSY, g, start=1)
        on.same_ranks(g)


def test_arguments_of_the_run(emulated):
    g = on.skewed(300, 2001, 2, 7, np.int32)
    emulated()
    for by in (np.arange(300), np.arange(300, dtype=np.uint8), np.arange(300) * 0.25):
        on.same_sweep(on.LIFTED, g, start=3, by=by, step=2)


@pytest.mark.parametrize("rounds", [0, 1, 2])
def test_so_many_rounds(emulated, rounds):
    for blocks in (1, 3):
        emulated(blocks)
        for g in (ew.generate.star(9), on.skewed(90, 3000, 2, 8), ew.from_edges([])):
            on.same_sweep(on.BUSY, g, start=0.5, rounds=rounds)


@pytest.mark.parametrize("blocks", [1, 3])
def test_a_launch_a_round_gives_the_same(emulated, blocks, monkeypatch):
    device, g = emulated(blocks), on.skewed(300, 3000, 3, 9, np.float64)
    whole = on.same_sweep(on.BUSY, g, start=1, rounds=6)
    monkeypatch.setattr(cuda_sweep, "SLICE", 0)
    before = device.seed
    sliced = on.same_sweep(on.BUSY, g, start=1, rounds=6)
    assert device.seed - before == sliced.trace.rounds == 6
    assert sliced.values.tobytes() == whole.values.tobytes()
    on.same_ranks(g)


@pytest.mark.parametrize("how", on.WORDS, ids=lambda how: "-".join(map(str, how.values())))
def test_ranks_in_every_variant(emulated, how):
    for seed, g in enumerate([*on.small(), *on.larger()[1::2]]):
        if not on.is_ranked(g):
            continue
        emulated(1 + seed % 3, seed)
        on.same_ranks(g, **how, tol=1e-5, max_iter=on.ENOUGH[how["variant"]])
        if how["variant"] == "networkx":
            for aim in on.aims(g):
                on.same_ranks(g, **how, **aim, max_iter=400)


@pytest.mark.parametrize("how", on.DELTAS, ids=lambda how: "-".join(map(str, how.values())))
def test_ranks_by_residuals(emulated, how):
    g = on.skewed(200, 900, 2, 3, None if how["priority"] else np.float64)
    for seed, one in enumerate([g, ew.generate.star(9), ew.from_edges([(0, 1), (1, 2), (3, 0)])]):
        emulated(1 + seed % 3, seed)
        on.same_ranks(one, **how, schedule="push")
        if how["variant"] == "networkx":
            for aim in on.aims(one)[:2]:
                on.same_ranks(one, **how, **aim, schedule="push")


def test_ranks_that_do_not_settle_are_refused(emulated):
    emulated()
    for method in ("sync", "delta"):
        with pytest.raises(ew.ConvergenceError, match="max_iter=2"):
            ew.pagerank(on.hub(700, 513), max_iter=2, method=method, device="cuda")


def test_shares_and_lengths_are_kept_with_the_graph(emulated):
    """A second call brings nothing there but the run's own numbers."""
    device, g = emulated(), on.skewed(5000, 30_000, 2, 5)
    assert len(g.in_offsets) and len(g.in_neighbors), "not to be made there"
    taken = []
    for _ in range(2):
        before, device.memory.most_bytes = device.memory.total, device.memory.live_bytes
        ew.pagerank(g, device="cuda")
        taken.append(device.memory.total - before)
    assert taken[0] - taken[1] == 7, "offsets, heads, shares; rows by length, and how many"
    resident.forget(g)


def test_no_memory_is_said_and_forgotten(emulated):
    g, device = on.skewed(300, 3000, 3, 9), emulated()
    assert len(g.in_offsets) and len(g.in_neighbors), "not to be made there"
    ew.pagerank(g, device="cuda")
    for k in range(1, device.memory.total + 1):
        device = emulated()
        before = device.memory.live
        device.fail_after = k
        with pytest.raises(MemoryLimitError):
            ew.pagerank(g, device="cuda")
        on.same_ranks(g)
        resident.forget(g)
        assert device.memory.live == before


@pytest.mark.parametrize("weights", [None, np.int8, np.float32, np.float64])
@pytest.mark.parametrize("blocks", [1, 2, 3])
def test_rows_at_the_ends_of_classes(emulated, blocks, weights):
    """In any order, and the long ones first."""
    for seed in range(4):
        g = on.of_lengths(on.LENGTHS, seed, weights)
        for one in (g, g.renumbered(), on.of_lengths(sorted(on.LENGTHS)[::-1], seed, weights)):
            emulated(blocks, seed, 64 if seed % 2 else 128)
            on.same_sweep(on.BUSY, one, start=1, rounds=2)
            on.same_sweep(on.DEGREES, one, rounds=2)


@pytest.mark.parametrize("seed", range(6))
def test_every_row_is_in_its_class_once(emulated, seed):
    lengths = on.LENGTHS * 3 if seed % 2 else sorted(on.LENGTHS * 3)[::-1]
    device, g = emulated(1 + seed % 3, seed), on.of_lengths(lengths, seed, None)
    on.same_sweep(on.DEGREES, g, rounds=1)
    kept = cuda_lengths._kept[resident.resident(g, device)]
    classes, listed, longs, begins, whose = kept.arguments[:5]
    seen, degrees = [], np.diff(g.in_offsets)
    edges = (1 << 40, *sweep_nests.LIMITS, -1)
    for c, (begin, end, shift, _) in enumerate(classes.reshape(-1, 4).tolist()):
        rows = np.arange(begin, end) + shift
        rows = listed[begin:end] if shift == cuda_lengths.NO_SHIFT and c else rows
        rows = longs[: end - begin] if c == 0 else rows
        assert np.all((degrees[rows] <= edges[c]) & (degrees[rows] > edges[c + 1]))
        seen += rows.tolist()
    assert sorted(seen) == list(range(g.num_vertices))
    parts = -(-degrees[longs] // sweep_nests.LIMITS[0])
    assert np.diff(begins).tolist() == parts.tolist() == np.bincount(whose).tolist()
    assert (listed is None) == (seed % 2 == 0), "a list only of what is mixed"


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("arch", [75, 80, 90, 100])
@pytest.mark.filterwarnings("ignore::DeprecationWarning:numba_cuda")
def test_nothing_is_spilt(arch: int, dtype: str) -> None:
    pytest.importorskip("numba_cuda")
    for weight, aimed, offset in ((None, True, "int64"), ("float64", False, "int32")):
        many: dict[str, Any] = {"alpha": dtype, "bound": "float64"}
        more = dict.fromkeys(("jump", "lost_to"), f"{dtype}*" if aimed else dtype)
        arguments = tuple({**many, **more, "share": f"{dtype}*"}.items())
        program, types = _sweep(weight is not None, aimed, dtype), Types(offset, "int32", weight)
        kernels = sweep_nests.sweep(program, types, arguments).built(arch).kernels
        assert set(kernels) == {"sweep", "tally", "deal"}
        for use in kernels.values():
            assert use.stack == use.spilt == 0
        assert kernels["sweep"].registers <= (64 if weight or arch < 80 else 40)
