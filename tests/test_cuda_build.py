"""Graphs made on a device are those of the CPU, bit for bit, and stay there until asked for."""

from __future__ import annotations

import pickle
from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import edgewise as ew
from edgewise.convert import on_device
from edgewise.errors import ArgumentError, DeviceMemoryError, GraphError
from edgewise.generate.keys import key
from edgewise.kernels.cuda import building
from edgewise.places import choice, cuda_generate
from tests.emulator import EmulatedDevice, available
from tests.zoo import WEIGHT_TYPES, edge_columns

pytestmark = pytest.mark.skipif(not available(), reason="needs g++ on x86-64 Linux")
OUT = ("out_offsets", "out_neighbors", "out_weights")
ARRAYS = (*OUT, "in_offsets", "in_neighbors", "in_weights", "in_arcs")
POLICIES = st.fixed_dictionaries(
    {
        "directed": st.booleans(),
        "duplicates": st.sampled_from(["keep", "first", "sum", "min", "max", "refuse"]),
        "self_loops": st.sampled_from(["keep", "drop", "refuse"]),
        "isolated": st.sampled_from(["keep", "drop"]),
        "symmetrize": st.sampled_from([None, None, True, False]),
    }
)
many = settings(deadline=None, suppress_health_check=list(HealthCheck))


class Spied:
    """Counts what a device copies to the host."""

    def __init__(self, device: EmulatedDevice, monkeypatch: pytest.MonkeyPatch) -> None:
        self.sizes: list[int] = []
        download = device.download

        def counted(array: Any) -> Any:
            self.sizes.append(array.nbytes)
            return download(array)

        monkeypatch.setattr(device, "download", counted)

    def large(self, least: int = 64) -> int:
        """How many copies of at least so many bytes there were; forgets them."""
        found = sum(size >= least for size in self.sizes)
        self.sizes.clear()
        return found


@pytest.fixture(params=[(1, 64), (3, 64), (2, 128)], ids=["1x64", "3x64", "2x128"])
def device(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> EmulatedDevice:
    blocks, threads = request.param
    made = EmulatedDevice(blocks=blocks, threads=threads, seed=1)
    monkeypatch.setattr(choice, "gpu", lambda number: made)
    own = on_device.number_of
    monkeypatch.setattr(
        on_device, "number_of",
        lambda one: 0 if isinstance(one, np.ndarray) and made.owns(one) else own(one),
    )  # fmt: skip
    return made


def same(ours: ew.Graph, theirs: ew.Graph, arrays: tuple[str, ...] = ARRAYS) -> None:
    """Equal in every array, type and word."""
    assert repr(ours) == repr(theirs)
    assert ours.ids.tolist() == theirs.ids.tolist()
    for name in arrays:
        one, other = getattr(ours, name), getattr(theirs, name)
        assert (one is None) == (other is None), name
        if one is not None:
            assert one.dtype == other.dtype, name
            assert one.tobytes() == other.tobytes(), name
    orders = ours.vertex_ids.order, theirs.vertex_ids.order
    assert (orders[0] is None) == (orders[1] is None)
    assert orders[0] is None or np.array_equal(*orders)
    ew.verify.graph(ours)


def outcome(make: Any) -> Any:
    """The graph, or what was said against it."""
    try:
        return make()
    except GraphError as problem:
        return str(problem)


KRONECKERS: list[dict[str, Any]] = [
    {},
    {"directed": True, "weights": "integer"},
    {"weights": "uniform", "duplicates": "keep", "self_loops": "keep"},
    {"weights": (0.5, 2.5), "duplicates": "sum", "directed": True},
    {"weights": (-0.0, 0.0), "duplicates": "max"},
    {"weights": (-(1 << 40), 1 << 41), "duplicates": "min", "seed": 5},
    {"weights": (-(1 << 63), -5), "directed": True, "duplicates": "keep"},
    {"scramble": False, "edge_factor": 3, "seed": 7, "a": 0.25, "b": 0.25, "c": 0.25},
    {"edge_factor": 0},
    {"edge_factor": 1, "seed": 2**64 - 1, "directed": True, "self_loops": "keep"},
]


@pytest.mark.parametrize("how", KRONECKERS, ids=str)
def test_a_kronecker_graph_is_the_same(device, how):
    for scale in (0, 1, 2, 3, 5, 6, 9, 11):
        here = ew.generate.kronecker(scale, **how)
        there = ew.generate.kronecker(scale, device="cuda", **how)
        same(there, here)
        same(there.renumbered(), here.renumbered())


@pytest.mark.parametrize("scale", [4, 10, 13])
def test_kronecker_edges_are_the_same_columns(device, scale):
    here = ew.generate.kronecker_edges(scale, 5, seed=scale)
    there = ew.generate.kronecker_edges(scale, 5, seed=scale, device="cuda")
    for one, other in zip(here, there, strict=True):
        assert device.owns(other)
        assert one.dtype == other.dtype and np.array_equal(one, other)
    same(ew.from_edges(*there), ew.from_edges(*here))
    assert ew.from_edges(*there).devices


def test_edges_beyond_31_bits_of_labels_draw_the_same_words(device):
    from edgewise.generate.recursive import quarter_table
    from edgewise.kernels.cpu.generate_kronecker import kronecker_edges

    table, labels = quarter_table([0.57, 0.19, 0.19, 0.05]), np.empty(0, np.uint64)
    ours = cuda_generate.kronecker_edges(device, key(1, "x"), table, 30, 6, labels, 999)
    expected = np.empty(999, np.int32), np.empty(999, np.int32)
    kronecker_edges(0, 999, key(1, "x"), table, 6, np.uint64(30), labels, *expected)
    assert all(np.array_equal(a, b) for a, b in zip(ours, expected, strict=True))


def test_what_no_device_takes_is_refused(device):
    with pytest.raises(GraphError, match="fewer than 2,147,483,648"):
        ew.generate.kronecker(31, 1, device="cuda")
    with pytest.raises(GraphError, match="take device='cpu'"):
        ew.from_edges([0], [1], num_vertices=1 << 31, device="cuda")


@pytest.mark.slow
@many
@given(data=st.data(), columns=edge_columns(), policies=POLICIES, seed=st.integers(1, 50))
@pytest.mark.parametrize("lie", ["here", "there"])
def test_any_edges_give_the_same_graph(device, lie, data, columns, policies, seed):
    n, sources, targets = columns
    weights = None
    if data.draw(st.booleans()):
        values = st.lists(st.integers(0, 100), min_size=len(sources), max_size=len(sources))
        weights = np.array(data.draw(values), data.draw(st.sampled_from(WEIGHT_TYPES)))
    most = data.draw(st.sampled_from([n, None]))
    device.seed = seed
    given = [sources, targets, weights]
    moved = given if lie == "here" else [None if x is None else device.upload(x) for x in given]
    here = outcome(lambda: ew.from_edges(*given, num_vertices=most, **policies))
    there = outcome(lambda: ew.from_edges(*moved, num_vertices=most, device="cuda", **policies))
    if isinstance(here, str):
        assert there == here
        return
    same(there, here)
    same(there.renumbered(), here.renumbered(), OUT)
    same(there.reversed(), here.reversed())
    same(there.unweighted(), here.unweighted())
    same(there.simplified(isolated="drop"), here.simplified(isolated="drop"), OUT)
    same(there.symmetrized(), here.symmetrized(), OUT)
    assert there.is_symmetric == here.is_symmetric
    assert there.has_multi_edges == here.has_multi_edges
    assert there.has_self_loops == here.has_self_loops
    assert there.weight_range == here.weight_range


def test_sums_beyond_the_type_are_refused(device):
    edges = [0, 0], [1, 1], np.array([100, 100], np.int8)
    with pytest.raises(GraphError, match="add up to more than int8"):
        ew.from_edges(*edges, duplicates="sum", device="cuda")


def test_long_lists_of_parallel_arcs_fold_in_order(device):
    rng = np.random.default_rng(3)
    sources, targets = rng.integers(0, 6, (2, 5000))
    weights = rng.standard_normal(5000).astype(np.float32)
    for how in ("sum", "min", "max", "first", "keep"):
        edges = (sources, targets, weights)
        same(
            ew.from_edges(*edges, duplicates=how, directed=False, device="cuda"),
            ew.from_edges(*edges, duplicates=how, directed=False),
        )


def test_labels_are_settled_on_the_host(device):
    for ids in (["ann", "bob", "cat"], [10**12, 5, -7], [2.5, 3.5, 1.0]):
        given = ([ids[0], ids[1], ids[0]], [ids[1], ids[2], ids[2]], [1, 2, 3])
        same(ew.from_edges(*given, device="cuda"), ew.from_edges(*given))
    columns = [np.array([10**12, 5]), np.array([5, 10**12])]
    same(ew.from_edges(*map(device.upload, columns)), ew.from_edges(*columns))


def test_columns_of_a_device_are_taken_where_they_are(device, monkeypatch):
    spy = Spied(device, monkeypatch)
    rng = np.random.default_rng(1)
    for dtype in (np.int32, np.int64, np.uint32, np.int16, np.uint64):
        columns = rng.integers(0, 300, (2, 2000)).astype(dtype)
        weights = rng.random(2000, np.float32)
        moved = [device.upload(one) for one in (*columns, weights)]
        spy.large()
        there = ew.from_edges(*moved)
        assert spy.large() == 0 and there.devices
        same(there, ew.from_edges(*columns, weights))
        assert not ew.from_edges(*moved, device="cpu").devices
    pairs = device.upload(np.array([[0, 1], [1, 2], [2, 0]]))
    same(ew.from_edges(pairs), ew.from_edges([(0, 1), (1, 2), (2, 0)]))


def test_bad_columns_of_a_device_get_the_words_of_the_host(device):
    zeros = device.upload(np.zeros(1, np.int64))
    square = device.upload(np.zeros((2, 2, 2), np.int64))
    with pytest.raises(ArgumentError, match="one dimension"):
        ew.from_edges(square, device.upload(np.zeros(2, np.int64)))
    with pytest.raises(ArgumentError, match="NaN"):
        ew.from_edges(zeros, zeros, device.upload(np.array([np.nan])))
    with pytest.raises(ArgumentError, match="needs both"):
        ew.from_edges(zeros, device.upload(np.zeros(2, np.int64)))


def test_arrays_come_once_and_only_when_asked_for(device, monkeypatch):
    spy = Spied(device, monkeypatch)
    g = ew.generate.kronecker(8, weights="integer", directed=True, device="cuda")
    told = (repr(g), g.num_edges, g.num_arcs, g.max_out_degree, g.min_out_degree, g.weight_range)
    assert told[0].startswith("Graph: 256 vertices") and g.has_self_loops is False
    assert g.is_sorted and not g.has_multi_edges and not g.unweighted().is_weighted
    assert g.devices == {"emulated": g.num_arcs * 8 + 257 * 4} and g.nbytes == 0
    r = g.renumbered()
    assert (r.num_edges, r.max_out_degree) == (g.num_edges, g.max_out_degree)
    assert spy.large() == 0
    assert len(g.out_offsets) == 257 and len(g.out_offsets) == 257
    assert spy.large() == 1
    for _ in range(3):
        assert len(g.out_neighbors) == len(g.out_weights) == g.num_arcs
    assert spy.large() == 2 and g.nbytes > 0


def test_runs_on_the_device_ask_for_no_array(device, monkeypatch):
    spy = Spied(device, monkeypatch)
    for directed in (False, True):
        g = ew.generate.kronecker(8, directed=directed, device="cuda")
        plain = ew.generate.kronecker(8, directed=directed)
        spy.large()
        told = ew.bfs(g, 3, device="cuda")
        assert spy.large() < 40 and g.nbytes == 0
        assert np.array_equal(told.distances, ew.bfs(plain, 3).distances)


def test_a_graph_goes_to_a_device_and_comes_back(device):
    g = ew.generate.kronecker(7, weights="integer", directed=True)
    plain = ew.generate.kronecker(7, weights="integer", directed=True)
    assert g.devices == {} and g.to_device("cuda") is g
    assert g.devices == {"emulated": g.num_arcs * 8 + 129 * 4}
    assert "on emulated" in str(g.info()) and "on emulated" not in str(plain.info())
    before = g.devices["emulated"]
    g.to_device("cuda", in_edges=True)
    assert g.devices["emulated"] == 2 * before
    r = g.renumbered()
    assert r.devices and r.nbytes == 0
    r.to_device("cpu")
    assert r.devices == {} and r.nbytes > 0
    same(r, plain.renumbered())
    assert g.to_device("cpu").devices == {}
    same(g, plain)


def test_memory_comes_back(device):
    import gc

    gc.collect()
    before = device.memory.live_bytes
    g = ew.generate.kronecker(8, device="cuda", weights="integer")
    gc.collect()
    assert device.memory.live_bytes - before == sum(g.devices.values())
    g.to_device("cpu")
    gc.collect()
    assert device.memory.live_bytes == before
    again = pickle.loads(pickle.dumps(ew.generate.kronecker(8, device="cuda", weights="integer")))
    gc.collect()
    assert device.memory.live_bytes == before and not again.devices
    same(again, g)


def test_every_allocation_may_fail(device):
    import gc

    whole = ew.generate.kronecker(6, weights="integer", duplicates="sum")
    before, k, failed = device.memory.live_bytes, 0, Counter[bool]()
    while not failed[False]:
        k += 1
        device.fail_after = k
        try:
            g = ew.generate.kronecker(6, weights="integer", duplicates="sum", device="cuda")
            g.renumbered()
            failed[False] += 1
        except DeviceMemoryError:
            failed[True], g = failed[True] + 1, None
        if failed[False] == 0:
            gc.collect()
            assert device.memory.live_bytes == before
    device.fail_after = None
    assert failed[True] > 15
    same(g, whole)


@pytest.mark.slow
@pytest.mark.parametrize("arch", [75, 80, 90, 100])
def test_no_kernel_spills(arch):
    pytest.importorskip("numba_cuda")
    nests = [building.generate(512)]
    nests += [building.rows(512, e, o) for e in ("int32", "int64") for o in ("int32", "int64")]
    nests += [building.folding(512, one) for one in ("int8", "uint64", "float32", "float64")]
    for nest in nests:
        for name, use in nest.built(arch).kernels.items():
            assert use.spilt == 0 and use.stack == 0 and use.registers <= 64, (name, use)
