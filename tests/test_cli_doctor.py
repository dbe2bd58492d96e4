"""What the doctor finds, on this machine and on others."""

from __future__ import annotations

import ctypes
import re
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import edgewise as ew
from edgewise import doctor, gpus, verify
from edgewise.cli import doctor as told
from edgewise.places import cpu
from edgewise.places import memory as memory_module
from tests.cli import edgewise

PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text())["project"]


def test_a_sound_machine() -> None:
    said, data = edgewise("doctor"), edgewise("doctor", "--json").data
    assert said.code == 0, said.out
    assert f"Edgewise {ew.__version__}" in said.out
    assert "Edgewise works on this machine's CPU." in said.out
    assert data["ok"] is True
    assert data["trial"]["ok"] is True
    assert data["machine"]["threads"] == cpu.threads()
    versions = {one["name"]: one["version"] for one in data["packages"]}
    assert versions["numpy"] == np.__version__


def test_every_dependency_is_looked_at() -> None:
    """Those that are needed everywhere are required; those of some machines are looked for."""
    everywhere = {_name(one) for one in PROJECT["dependencies"] if ";" not in one}
    somewhere = {_name(one) for one in PROJECT["dependencies"] if ";" in one}
    assert {one.name for one in doctor.packages() if one.required} == everywhere
    assert somewhere <= {one.name for one in doctor.packages() if not one.required}


def test_every_extra_named_is_there() -> None:
    extras = PROJECT["optional-dependencies"]
    named = [one for one in doctor.packages() if "[" in one.command]
    for one in named:
        extra = one.command.partition("[")[2].partition("]")[0]
        assert any(_name(wanted).startswith(one.name) for wanted in extras[extra])
    assert len(named) >= 3


def _name(requirement: str) -> str:
    return re.split(r"[><=;\[ ]", requirement)[0]


def test_what_is_missing_comes_with_its_command(monkeypatch: pytest.MonkeyPatch) -> None:
    without(monkeypatch, "pyarrow", "scipy")
    said = edgewise("doctor")
    assert said.code == 0
    assert 'pip install "edgewise[arrow]"' in said.out
    assert "pip install scipy" in said.out


def test_a_missing_dependency_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    without(monkeypatch, "zstandard")
    said = edgewise("doctor")
    assert said.code == 1
    assert "Broken: zstandard is not installed: pip install zstandard" in said.out
    assert "Edgewise does not work on this machine's CPU." in said.out


def test_a_failing_self_test_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    def differ(a: object, b: object) -> None:
        raise verify.VerificationError("they differ")

    monkeypatch.setattr(verify, "same_graph", differ)
    said = edgewise("doctor", "--json")
    assert said.code == 1
    assert said.data["ok"] is False
    assert said.data["trial"]["said"] == "VerificationError: they differ"


def test_without_numba_the_rest_is_still_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        raise ImportError("no numba")

    without(monkeypatch, "numba")
    monkeypatch.setattr(doctor, "cache", refuse)
    monkeypatch.setattr(doctor, "_tried", refuse)
    said = edgewise("doctor")
    assert said.code == 1
    assert "none: Numba cannot be imported" in said.out
    assert "the self-test failed: ImportError: no numba" in said.out


def test_a_cache_that_cannot_be_written(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("EDGEWISE_CACHE_DIR", str(tmp_path / "file"))
    assert doctor.cache() == doctor.Cache(str(tmp_path / "file/kernels"), False)
    assert "cannot be written" in told._cache_words(doctor.cache())
    monkeypatch.setenv("EDGEWISE_CACHE_DIR", str(tmp_path / "new"))
    assert doctor.cache().writable


def without(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    installed = metadata.version

    def version(name: str) -> str:
        if name in names:
            raise metadata.PackageNotFoundError(name)
        return installed(name)

    monkeypatch.setattr(metadata, "version", version)


# memory ------------------------------------------------------------------------------------


def test_the_limit_of_a_container_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory_module, "_of_system", lambda: (1000, 900))
    for limit, used, seen in [
        (400, 100, (400, 300)),
        (None, None, (1000, 900)),
        (2000, 1, (1000, 900)),
    ]:
        monkeypatch.setattr(memory_module, "_of_container", lambda told=(limit, used): told)
        assert memory_module.memory() == seen


LIMITED = """
import resource
import edgewise as ew
from edgewise.places.memory import memory
limit, held = 4 << 30, bytearray(128 << 20)
resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
total, free = memory()
assert total == limit, total
assert free < limit - (64 << 20), free
try:
    ew.generate.kronecker(26)
except ew.MemoryLimitError as refused:
    print(refused)
"""


def test_the_limit_of_a_process_counts() -> None:
    """`ulimit -v`: what does not fit is refused before it is asked for."""
    pytest.importorskip("resource")
    done = subprocess.run(
        [sys.executable, "-c", LIMITED], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "GiB are free" in done.stdout


def test_a_container_is_asked_for_its_limit(tmp_path: Path) -> None:
    assert memory_module._of_container(tmp_path) == (None, None)
    (tmp_path / "memory.max").write_text("max\n")
    assert memory_module._of_container(tmp_path) == (None, None)
    (tmp_path / "memory.max").write_text("4000\n")
    (tmp_path / "memory.current").write_text("3000\n")
    assert memory_module._of_container(tmp_path) == (4000, 3000)
    (tmp_path / "memory.stat").write_text("anon 9\ninactive_file 2000\nfile 5\n")
    assert memory_module._of_container(tmp_path) == (4000, 1000)


def test_memory_of_this_machine() -> None:
    total, free = memory_module.memory()
    assert total is not None and total > 1 << 28
    assert free is None or 0 <= free <= total


# GPUs --------------------------------------------------------------------------------------


class Driver:
    """Stands in for the CUDA driver: two devices, answers written through pointers."""

    def __init__(self, status: int = 0, devices: int = 2) -> None:
        self.status, self.devices = status, devices

    def cuInit(self, flags: int) -> int:
        return self.status

    def cuDriverGetVersion(self, answer: Any) -> int:
        return self._write(answer, 12090)

    def cuDeviceGetCount(self, answer: Any) -> int:
        return self._write(answer, self.devices)

    def cuDeviceGet(self, answer: Any, at: int) -> int:
        return self._write(answer, 70 + at)

    def cuDeviceGetName(self, room: Any, length: int, device: int) -> int:
        room.value = f"Device {device}".encode()[: length - 1]
        return 0

    def cuDeviceTotalMem_v2(self, answer: Any, device: int) -> int:
        return self._write(answer, device << 30)

    def cuDeviceGetAttribute(self, answer: Any, what: int, device: int) -> int:
        return self._write(answer, {gpus.MAJOR: 9, gpus.MINOR: 0}[what])

    def _write(self, answer: Any, value: int) -> int:
        answer._obj.value = value
        return 0


def drive(monkeypatch: pytest.MonkeyPatch, driver: Driver | None) -> None:
    plain = ctypes.CDLL

    def load(name: str, *more: Any, **options: Any) -> Any:
        if name not in gpus.LIBRARIES:
            return plain(name, *more, **options)
        if driver is None:
            raise OSError(name)
        return driver

    monkeypatch.setattr(ctypes, "CDLL", load)


def test_devices_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    drive(monkeypatch, Driver())
    found = gpus.seen()
    assert found.driver == "CUDA 12.9"
    assert found.devices == (
        gpus.Gpu("Device 70", 70 << 30, "9.0"),
        gpus.Gpu("Device 71", 71 << 30, "9.0"),
    )
    said = edgewise("doctor")
    assert said.code == 0
    assert "Device 71, 76.2 GB, compute capability 9.0" in said.out


def test_the_command_for_cupy_fits_the_driver() -> None:
    for driver, wanted in [
        (None, '"edgewise[cuda]"'),
        ("CUDA 12.9", "cupy-cuda12x"),
        ("CUDA 13.1", '"edgewise[cuda]"'),
    ]:
        found = {one.name: one.command for one in doctor.packages(driver)}
        assert found["cupy"] == f"pip install {wanted}"


@pytest.mark.parametrize(
    ("driver", "words"),
    [
        (None, "no NVIDIA driver is installed"),
        (Driver(status=100), "the driver is there and shows no device"),
        (Driver(status=999), "the driver does not start (error 999)"),
        (Driver(devices=0), "the driver is there and shows no device"),
    ],
)
def test_without_devices_the_reason_is_told(
    driver: Driver | None, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    drive(monkeypatch, driver)
    assert gpus.seen().devices == ()
    assert gpus.seen().said == words
    assert words in edgewise("doctor").out


def test_no_package_is_named_twice() -> None:
    names = [one.name for one in doctor.packages()]
    assert len(names) == len(set(names))
