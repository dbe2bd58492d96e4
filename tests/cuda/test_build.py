"""Graphs made on a GPU are those of the CPU: needs CuPy, a device, and what builds kernels."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import edgewise as ew

cupy = pytest.importorskip("cupy")
try:
    devices = cupy.cuda.runtime.getDeviceCount()
except cupy.cuda.runtime.CUDARuntimeError:
    devices = 0
pytestmark = pytest.mark.skipif(devices == 0, reason="no CUDA device")
ARRAYS = (
    "out_offsets", "out_neighbors", "out_weights", "in_offsets", "in_neighbors", "in_weights",
    "in_arcs",
)  # fmt: skip


def same(ours: ew.Graph, theirs: ew.Graph) -> None:
    assert repr(ours) == repr(theirs)
    for name in ARRAYS:
        one, other = getattr(ours, name), getattr(theirs, name)
        assert (one is None) == (other is None), name
        assert one is None or (one.dtype == other.dtype and one.tobytes() == other.tobytes()), name


@pytest.mark.parametrize("scale", [0, 1, 7, 16])
@pytest.mark.parametrize(
    "how",
    [
        {},
        {"directed": True, "weights": "integer"},
        {"weights": "uniform", "duplicates": "keep", "self_loops": "keep"},
        {"weights": (0.5, 2.5), "duplicates": "sum", "directed": True},
        {"weights": (-(1 << 40), 1 << 41), "duplicates": "min", "seed": 5},
    ],
    ids=str,
)
def test_a_kronecker_graph_is_the_same(scale: int, how: dict[str, Any]) -> None:
    here = ew.generate.kronecker(scale, **how)
    there = ew.generate.kronecker(scale, device="cuda", **how)
    assert there.devices and there.nbytes == 0
    again = there.renumbered()
    same(there, here)
    same(again, here.renumbered())
    assert np.array_equal(again.vertex_ids.order, here.renumbered().vertex_ids.order)
    same(there.reversed(), here.reversed())


@pytest.mark.parametrize("dtype", ["b1", "i1", "u2", "i4", "u8", "f2", "f4", "f8"])
@pytest.mark.parametrize("directed", [False, True])
def test_edges_of_every_kind_of_weight(dtype: str, directed: bool) -> None:
    rng = np.random.default_rng(2)
    sources, targets = rng.integers(0, 300, (2, 4000))
    weights = rng.integers(0, 2, 4000).astype(dtype)
    for duplicates in ("keep", "first", "sum", "min", "max"):
        for isolated in ("keep", "drop"):
            how: dict[str, Any] = {
                "directed": directed, "duplicates": duplicates, "isolated": isolated,
                "self_loops": "drop", "num_vertices": 320,
            }  # fmt: skip
            here = ew.from_edges(sources, targets, weights, **how)
            columns = [cupy.asarray(one) for one in (sources, targets, weights)]
            there = ew.from_edges(*columns, **how)
            assert there.devices
            same(there, here)
            same(ew.from_edges(sources, targets, weights, device="cuda", **how), here)
            assert there.ids.tolist() == here.ids.tolist()
            assert there.weight_range == here.weight_range
            assert there.is_symmetric == here.is_symmetric


def test_columns_that_lie_there() -> None:
    here = ew.generate.kronecker_edges(12, seed=3)
    there = ew.generate.kronecker_edges(12, seed=3, device="cuda")
    assert all(isinstance(one, cupy.ndarray) for one in there)
    assert all(np.array_equal(a, b.get()) for a, b in zip(here, there, strict=True))
    g = ew.from_edges(*there, directed=False, duplicates="first", self_loops="drop")
    same(g.simplified(), ew.from_edges(*here, directed=False).simplified())
    same(g.symmetrized(), g)


@pytest.mark.parametrize("columns", [([], []), ([0], [0]), ([3], [1])])
def test_the_smallest_graphs(columns: tuple[list[int], list[int]]) -> None:
    moved = [cupy.asarray(one, dtype=cupy.int64) for one in columns]
    for directed in (False, True):
        same(ew.from_edges(*moved, directed=directed), ew.from_edges(*columns, directed=directed))


def test_refusals_have_the_words_of_the_host() -> None:
    columns = [np.array([0, 1, 1, 5]), np.array([1, 1, 1, 0])]
    moved = [cupy.asarray(one) for one in columns]
    for how in ({"self_loops": "refuse"}, {"duplicates": "refuse"}, {"num_vertices": 4}):
        told = []
        for given in (columns, moved):
            with pytest.raises(ew.GraphError) as problem:
                ew.from_edges(*given, **how)
            told.append(str(problem.value))
        assert told[0] == told[1]


def test_it_runs_where_it_was_made_and_comes_back() -> None:
    g = ew.generate.kronecker(12, weights=(1, 9), device="cuda")
    plain = ew.generate.kronecker(12, weights=(1, 9))
    assert np.array_equal(ew.bfs(g, 1, device="cuda").distances, ew.bfs(plain, 1).distances)
    assert g.nbytes == 0 and "on cuda:0" in str(g.info())
    assert g.to_device("cpu").devices == {}
    same(g, plain)
    assert plain.to_device("cuda", in_edges=True).devices
