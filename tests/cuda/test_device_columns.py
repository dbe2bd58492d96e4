"""Columns that lie on a GPU are taken as they are: needs CuPy and a device."""

from __future__ import annotations

import numpy as np
import pytest

import edgewise as ew

cupy = pytest.importorskip("cupy")
try:
    devices = cupy.cuda.runtime.getDeviceCount()
except cupy.cuda.runtime.CUDARuntimeError:
    devices = 0
pytestmark = pytest.mark.skipif(devices == 0, reason="no CUDA device")


class OnlyInterface:
    """An array that speaks `__cuda_array_interface__` and nothing else."""

    def __init__(self, array):
        self._array = array

    @property
    def __cuda_array_interface__(self):
        return self._array.__cuda_array_interface__


class OnlyDlpack:
    """An array that speaks DLPack and nothing else."""

    def __init__(self, array):
        self._array = array

    def __dlpack__(self, **wishes):
        return self._array.__dlpack__(**wishes)

    def __dlpack_device__(self):
        return self._array.__dlpack_device__()


@pytest.mark.parametrize("speaks", [lambda a: a, OnlyInterface, OnlyDlpack])
@pytest.mark.parametrize("dtype", ["i4", "i8", "u4"])
def test_device_columns_make_the_same_graph(speaks, dtype):
    rng = np.random.default_rng(1)
    sources, targets = rng.integers(0, 500, (2, 4000)).astype(dtype)
    weights = rng.random(4000, np.float32)
    on_host = ew.from_edges(sources, targets, weights)
    on_device = [speaks(cupy.asarray(column)) for column in (sources, targets, weights)]
    ew.verify.same_graph(on_host, ew.from_edges(*on_device))


def test_device_pairs_and_strides():
    pairs = cupy.asarray([[0, 1], [1, 2], [2, 0]])
    g = ew.from_edges(pairs)
    ew.verify.same_graph(g, ew.from_edges(pairs.get()))
    ew.verify.same_graph(g, ew.from_edges(pairs[:, 0], pairs[:, 1]))


def test_device_rows():
    g = ew.from_csr(cupy.asarray([0, 1, 2]), cupy.asarray([1, 0]), cupy.asarray([1.5, 2.5]))
    assert g.to_edges()[2].tolist() == [1.5, 2.5]


def test_bad_device_columns_get_our_errors():
    with pytest.raises(ew.ArgumentError, match="one dimension"):
        ew.from_edges(cupy.zeros((2, 2, 2), int), cupy.zeros(2, int))
    with pytest.raises(ew.ArgumentError, match="NaN"):
        ew.from_edges(cupy.zeros(1, int), cupy.zeros(1, int), cupy.asarray([float("nan")]))
