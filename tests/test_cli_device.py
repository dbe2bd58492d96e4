"""The command line on devices: where it runs, what is built ahead, what the doctor says of GPUs."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import edgewise as ew
from edgewise import catalogue, doctor_gpus, gpus
from edgewise.cli import warmup_cuda
from edgewise.kernels.cuda import toolchain
from tests.cli import edgewise
from tests.emulated import NEEDED, use
from tests.emulator import EmulatedDevice
from tests.test_cli_doctor import Driver, drive, without

pytest.importorskip("numba_cuda")
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning:numba_cuda")


@pytest.fixture
def device(monkeypatch: pytest.MonkeyPatch) -> EmulatedDevice:
    return use(EmulatedDevice(), monkeypatch)


@pytest.fixture
def no_cupy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cupy", None)


# run and bench -----------------------------------------------------------------------------


@NEEDED
@pytest.mark.parametrize("word", ["cuda", "cuda:1", "auto"])
def test_a_run_says_where_it_ran(
    word: str, kron: Path, device: EmulatedDevice, tmp_path: Path
) -> None:
    trace = tmp_path / "trace.json"
    how = ("run", "bfs", kron, "--source=0", "--check", f"--device={word}")
    said = edgewise(*how, "--json", "--trace", "--save-trace", trace)
    assert said.code == 0, said.err
    assert said.data["arguments"]["device"] == word
    assert said.data["device"] == said.data["trace"]["device"] == "emulated"
    assert json.loads(trace.read_text())["device"] == ew.Trace.load(trace).device == "emulated"
    shown = edgewise(*how, "--trace").out
    assert "device  emulated" in shown.replace("   ", "  ") and " on emulated" in shown


def test_a_run_on_the_cpu_says_so(kron: Path) -> None:
    how = ("run", "bfs", kron, "--source=0", "--trace")
    data = edgewise(*how, "--json", "--device=cpu").data
    assert data["device"] == data["trace"]["device"] == "cpu"
    assert "device" not in edgewise(*how).out


def test_a_trace_of_before_there_were_devices_is_read() -> None:
    told = ew.bfs(ew.generate.path(4), 0).trace.as_dict()
    del told["device"]
    assert ew.Trace.from_json(json.dumps(told)).device == "cpu"


@pytest.mark.parametrize("command", [("run", "bfs"), ("bench",), ("warmup",)])
def test_a_word_that_is_no_place(command: tuple[str, ...], kron: Path) -> None:
    more = (kron, "--source=0") if command[0] == "run" else ()
    said = edgewise(*command, *more, "--device=gpu")
    assert said.code == 2
    assert "--device 'gpu': expected 'cpu', 'cuda', 'cuda:N' for GPU N, or 'auto'" in said.err


@pytest.mark.parametrize("command", [("run", "bfs"), ("bench",)])
def test_without_cupy_the_extra_is_named(
    command: tuple[str, ...], kron: Path, no_cupy: None
) -> None:
    more = (kron, "--source=0") if command[0] == "run" else ()
    said = edgewise(*command, *more, "--device=cuda")
    assert said.code == 1 and 'pip install "edgewise[cuda]"' in said.err


@NEEDED
def test_bench_times_on_a_device(device: EmulatedDevice, monkeypatch: pytest.MonkeyPatch) -> None:
    how = ("bench", "--scale=5", "--repeat=1", "--only=bfs", "--device=cuda")
    data = edgewise(*how, "--json").data
    assert data["device"] == "emulated" and data["times"][0]["same"]
    assert "; emulated, medians of 1" in edgewise(*how).out
    assert device.memory.total > 0


# warmup ------------------------------------------------------------------------------------


def few(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """One nest of bfs is all there is, and nothing is built yet."""
    monkeypatch.setenv("EDGEWISE_CACHE_DIR", str(tmp_path))
    (nest, *_) = catalogue.usual(["bfs"])
    monkeypatch.setattr(catalogue, "PARTS", (lambda thorough: iter([nest]),))


def test_nests_are_built_without_a_gpu_and_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    few(monkeypatch, tmp_path)
    data = edgewise("warmup", "--arch=90", "--arch=sm_75", "--json").data
    told = [(one["algorithm"], one["arch"], one["compiled"]) for one in data["warmed"]]
    assert told == [("bfs", 90, 1), ("bfs", 75, 1)]
    assert len(list(Path(data["folder"]).glob("*.cubin"))) == 2
    again = edgewise("warmup", "bfs", "--arch=9.0")
    assert again.code == 0 and "0 nests built in" in again.out
    assert edgewise("warmup", "sssp", "--arch=90", "--json").data["warmed"] == []


@pytest.mark.parametrize("word", ["cuda", "auto"])
def test_nests_are_built_for_the_gpu_that_is_here(
    word: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    few(monkeypatch, tmp_path)
    drive(monkeypatch, Driver())
    (one,) = edgewise("warmup", f"--device={word}", "--json").data["warmed"]
    assert (one["arch"], one["compiled"]) == (90, 1)


def test_without_a_gpu_warmup_asks_which(monkeypatch: pytest.MonkeyPatch) -> None:
    drive(monkeypatch, None)
    said = edgewise("warmup", "--device=cuda")
    assert said.code == 1 and "no NVIDIA driver is installed; --arch 90 builds" in said.err
    drive(monkeypatch, Driver())
    assert "there are 2 GPUs" in edgewise("warmup", "--device=cuda:2").err


def test_kinds_of_gpus_are_read() -> None:
    assert warmup_cuda.architectures(["90", "9.0", "sm_100", "12.0"]) == [90, 90, 100, 120]
    for word in ("6", "60", "sm_61", "ninety", "", "9.0.1", "-90"):
        with pytest.raises(ew.ArgumentError, match="expected a capability of 75 or more"):
            warmup_cuda.architectures([word])


# doctor ------------------------------------------------------------------------------------


def test_the_doctor_builds_where_there_is_no_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    drive(monkeypatch, None)
    said, data = edgewise("doctor"), edgewise("doctor", "--json").data["cuda"]
    assert "Building: compiled and linked a nest for sm_90" in said.out
    assert 'device="cuda" does not work here: no NVIDIA driver is installed.' in said.out
    assert data["build"]["ok"] and data["run"] is None and not data["ok"]
    versions = {one["name"]: one["version"] for one in data["tools"]}
    assert list(versions) == [name for name, _, _ in doctor_gpus.TOOLS]
    assert all(versions[name] for name in ("numba-cuda", "cuda-core", "NVRTC", "nvJitLink"))


@NEEDED
def test_the_doctor_runs_where_there_is_a_gpu(
    monkeypatch: pytest.MonkeyPatch, device: EmulatedDevice
) -> None:
    drive(monkeypatch, Driver())
    said, data = edgewise("doctor"), edgewise("doctor", "--json").data["cuda"]
    assert "Running: searched 6,001 edges on the GPU, as on the CPU" in said.out
    assert 'device="cuda" works on this machine.' in said.out and data["ok"]
    assert "CUDA 12.9 at most" in said.out


def test_the_doctor_says_what_keeps_a_gpu_from_use(
    monkeypatch: pytest.MonkeyPatch, no_cupy: None
) -> None:
    drive(monkeypatch, Driver())
    said = edgewise("doctor")
    assert said.code == 0
    assert "Running does not work: MissingDependencyError: running on a GPU needs" in said.out
    assert 'device="cuda" does not work here: see above.' in said.out


@NEEDED
def test_a_gpu_that_errs_is_found_out(
    monkeypatch: pytest.MonkeyPatch, device: EmulatedDevice
) -> None:
    drive(monkeypatch, Driver())
    plain = EmulatedDevice.download

    def download(self: Any, array: Any) -> Any:
        found = plain(self, array)
        return np.where(found == 2, 3, found) if found.dtype == np.int32 else found

    monkeypatch.setattr(EmulatedDevice, "download", download)
    assert "gives other distances than on the CPU" in edgewise("doctor").out


def test_missing_tools_come_with_their_command(monkeypatch: pytest.MonkeyPatch) -> None:
    without(monkeypatch, "cuda-core", *(f"cupy-cuda{one}x" for one in (12, 13)), "cupy")
    tools = {one.name: one for one in doctor_gpus.tools("CUDA 12.9")}
    assert tools["cuda-core"].version is tools["CuPy"].version is None
    assert tools["cuda-core"].command == 'pip install "edgewise[cuda]"'
    assert tools["CuPy"].command == "pip install cupy-cuda12x"
    found = doctor_gpus.found(gpus.Gpus(None, (), "none"))
    assert not found.build.ok and "needs the package cuda-core" in found.build.said


def test_a_linker_that_fails_is_quoted(monkeypatch: pytest.MonkeyPatch) -> None:
    def linked(*_: Any, **__: Any) -> Any:
        raise RuntimeError("\nptxas fatal\nmore")

    monkeypatch.setattr(toolchain, "linked", linked)
    assert "Building does not work: RuntimeError: ptxas fatal" in edgewise("doctor").out
