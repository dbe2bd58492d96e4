"""What a caller says of the place, `device=` or EDGEWISE_DEVICE, and what keeps it from a GPU."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

import edgewise as ew
from edgewise.errors import MissingDependencyError
from edgewise.kernels.cuda import toolchain
from edgewise.places import choice, cuda
from edgewise.program.vertex import VertexProgram
from tests.emulator import EmulatedDevice, available
from tests.test_check import CASES, Case

ASKED = [case for case in CASES if "device" in case.table]
"""Every public function that can be told where to run, by a good call."""
GRAPH = ew.from_edges([("a", "b"), ("b", "c")])


def ids(case: Case) -> str:
    return case.name


def cupy_without_gpu() -> ModuleType:
    """What CuPy looks like where no GPU is."""

    def refuse() -> int:
        raise RuntimeError("cudaErrorNoDevice")

    module = ModuleType("cupy")
    module.cuda = ModuleType("cupy.cuda")  # type: ignore[attr-defined]
    module.cuda.runtime = ModuleType("cupy.cuda.runtime")  # type: ignore[attr-defined]
    module.cuda.runtime.CUDARuntimeError = RuntimeError  # type: ignore[attr-defined]
    module.cuda.runtime.getDeviceCount = refuse  # type: ignore[attr-defined]
    return module


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Nobody has asked for a GPU before."""
    monkeypatch.setattr(cuda, "device", cuda.device.__wrapped__)
    monkeypatch.delenv(choice.DEFAULT, raising=False)
    choice._can_build.cache_clear()
    return monkeypatch


@pytest.fixture
def without_cupy(fresh: pytest.MonkeyPatch) -> None:
    fresh.setitem(sys.modules, "cupy", None)


@pytest.fixture
def without_gpu(fresh: pytest.MonkeyPatch) -> None:
    fresh.setitem(sys.modules, "cupy", cupy_without_gpu())


def test_programs_can_be_told_where_to_run() -> None:
    assert {"bfs", "run"} <= {case.name for case in ASKED}


@pytest.mark.parametrize("word", ["cpu", "auto", None])
@pytest.mark.parametrize("case", ASKED, ids=ids)
def test_a_good_call_may_say_where_it_runs(without_gpu: None, case: Case, word: Any) -> None:
    case.function(**case.good | {"device": word})


@pytest.mark.parametrize("word", ["cuda", "cuda:1"])
@pytest.mark.parametrize("case", ASKED, ids=ids)
def test_without_cupy_the_extra_is_named(without_cupy: None, case: Case, word: str) -> None:
    with pytest.raises(MissingDependencyError, match=r'pip install "edgewise\[cuda\]"'):
        case.function(**case.good | {"device": word})


@pytest.mark.parametrize("case", ASKED, ids=ids)
def test_without_a_gpu_the_doctor_is_named(without_gpu: None, case: Case) -> None:
    said = r"device='cuda:0': there is no GPU .*`edgewise doctor` says more"
    with pytest.raises(ew.DeviceError, match=said):
        case.function(**case.good | {"device": "cuda"})


def test_a_gpu_of_a_number_that_is_not_there(without_gpu: None, monkeypatch: Any) -> None:
    runtime = sys.modules["cupy"].cuda.runtime
    monkeypatch.setattr(runtime, "getDeviceCount", lambda: 2)
    with pytest.raises(ew.DeviceError, match=r"'cuda:2': the GPUs are cuda:0 to cuda:1;"):
        ew.bfs(GRAPH, "a", device="cuda:2")


def test_cupy_that_does_not_start_is_quoted(fresh: pytest.MonkeyPatch, tmp_path: Any) -> None:
    text = "raise ImportError('\\nlibcudart.so.13 is not here\\nand so on')"
    (tmp_path / "cupy.py").write_text(text, encoding="utf-8")
    fresh.delitem(sys.modules, "cupy", raising=False)
    fresh.syspath_prepend(tmp_path)
    with pytest.raises(ew.DeviceError, match="CuPy does not start: libcudart.so.13 is not here; "):
        ew.bfs(GRAPH, "a", device="cuda")


def test_the_environment_speaks_where_the_caller_does_not(without_gpu: None, fresh: Any) -> None:
    fresh.setenv(choice.DEFAULT, "cuda:0")
    with pytest.raises(ew.DeviceError, match="no GPU"):
        ew.bfs(GRAPH, "a")
    assert ew.bfs(GRAPH, "a", device="cpu").distances.tolist() == [0, 1, 2]
    for word in ("cpu", "auto", ""):
        fresh.setenv(choice.DEFAULT, word)
        assert ew.bfs(GRAPH, "a").distances.tolist() == [0, 1, 2]


@pytest.mark.parametrize("word", ["gpu", "CUDA", "cuda:", "cuda:x", "cuda:-1", " cpu", "0"])
def test_nonsense_in_the_environment_is_refused(fresh: Any, word: str) -> None:
    fresh.setenv(choice.DEFAULT, word)
    said = rf"EDGEWISE_DEVICE='{word}': expected 'cpu', 'cuda', 'cuda:N' for GPU N, or 'auto'$"
    with pytest.raises(ew.ArgumentError, match=said):
        ew.bfs(GRAPH, "a")
    assert ew.bfs(GRAPH, "a", device="cpu").num_reached == 3


def test_auto_is_the_cpu_where_kernels_cannot_be_built(fresh: Any) -> None:
    def missing() -> str:
        raise MissingDependencyError("cuda-core", "building", "cuda")

    fresh.setattr(choice, "gpu", lambda number: pytest.fail("asked for a GPU in vain"))
    fresh.setattr(toolchain, "versions", missing)
    assert choice.of("auto") is choice.HOST


class Status(int):
    """What the driver answers with."""

    name = "CUDA_ERROR_OF_SOME_KIND"


def test_what_the_driver_refuses_is_told() -> None:
    assert cuda._done((Status(0), 5)) == 5
    with pytest.raises(ew.DeviceError, match=r"says CUDA_ERROR_OF_SOME_KIND \(1\)$"):
        cuda._done((Status(1), None))
    with pytest.raises(ew.DeviceError, match=r"\(700\); the device is lost to this process"):
        cuda._done((Status(700),))


class Full(MemoryError):
    """CuPy's word for that the memory is full."""


def test_memory_that_is_full_is_told_in_our_words(fresh: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> None:
        raise Full

    module: Any = cupy_without_gpu()
    module.cuda.runtime.memGetInfo = lambda: (1 << 30, 1 << 33)

    module.get_default_memory_pool = lambda: SimpleNamespace(free_bytes=lambda: 1 << 30)
    module.empty = module.asarray = refuse
    fresh.setitem(sys.modules, "cupy", module)
    device = object.__new__(cuda.CudaDevice)
    device.name, device.xp = "cuda:0", module
    fresh.setattr(cuda.CudaDevice, "current", lambda self: nullcontext())
    said = r"cuda:0: 8.00 GiB are needed at once and 2.00 GiB are free: .*device='cpu'"
    for ask in (
        lambda: device.empty((1 << 20, 1 << 10), np.float64),
        lambda: device.upload(np.broadcast_to(np.int64(0), (1 << 30,))),
    ):
        with pytest.raises(ew.DeviceMemoryError, match=said) as refused:
            ask()
        assert (refused.value.needed, refused.value.free) == (1 << 33, 1 << 31)


@pytest.mark.skipif(not available(), reason="no emulator here")
def test_the_word_is_the_device_that_runs(fresh: Any) -> None:
    asked, device = [], EmulatedDevice()
    fresh.setattr(choice, "gpu", lambda number: asked.append(number) or device)
    fresh.setattr(toolchain, "versions", lambda: "all there")
    for word in ("cuda", "cuda:3", "auto"):
        assert ew.bfs(GRAPH, "a", device=word).distances.tolist() == [0, 1, 2]
    assert asked == [0, 3, 0]


def test_a_method_passes_the_word_on(without_gpu: None) -> None:
    hops = VertexProgram("hops", value=int, combine=ew.MIN, message=lambda sent: sent + 1)
    with pytest.raises(ew.DeviceError, match="no GPU"):
        hops.run(GRAPH, start={"a": 0}, device="cuda")
