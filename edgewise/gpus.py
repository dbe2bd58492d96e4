"""The GPUs of this machine, asked of the NVIDIA driver itself: no package is needed to look."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import Any, final

LIBRARIES = ("libcuda.so.1", "libcuda.so", "nvcuda.dll")
NO_DEVICE = 100
HIDDEN = "the driver is there and shows no device"
MAJOR, MINOR = 75, 76
"""The driver's numbers for the two parts of the compute capability."""


@final
@dataclass(frozen=True, slots=True)
class Gpu:
    """One device."""

    name: str
    memory: int
    capability: str


@final
@dataclass(frozen=True, slots=True)
class Gpus:
    """What the driver says: its newest CUDA version, the devices, or why there are none."""

    driver: str | None
    devices: tuple[Gpu, ...]
    said: str


def seen() -> Gpus:
    """The devices that the driver shows.

    >>> isinstance(seen().devices, tuple)
    True
    """
    driver = _driver()
    if driver is None:
        return Gpus(None, (), "no NVIDIA driver is installed")
    status = driver.cuInit(0)
    if status == NO_DEVICE:
        return Gpus(_version(driver), (), HIDDEN)
    if status != 0:
        return Gpus(_version(driver), (), f"the driver does not start (error {status})")
    count = _integer(driver.cuDeviceGetCount)
    devices = tuple(_device(driver, at) for at in range(count))
    return Gpus(_version(driver), devices, "" if devices else HIDDEN)


def _driver() -> Any:
    for name in LIBRARIES:
        try:
            return ctypes.CDLL(name)
        except OSError:
            continue
    return None


def _version(driver: Any) -> str:
    number = _integer(driver.cuDriverGetVersion)
    return f"CUDA {number // 1000}.{number % 1000 // 10}"


def _device(driver: Any, at: int) -> Gpu:
    handle = _integer(driver.cuDeviceGet, at)
    name = ctypes.create_string_buffer(256)
    driver.cuDeviceGetName(name, len(name), handle)
    room = ctypes.c_size_t()
    driver.cuDeviceTotalMem_v2(ctypes.byref(room), handle)
    major, minor = (_integer(driver.cuDeviceGetAttribute, what, handle) for what in (MAJOR, MINOR))
    return Gpu(name.value.decode(errors="replace"), room.value, f"{major}.{minor}")


def _integer(ask: Any, *rest: int) -> int:
    """What the driver writes to the integer that its first argument points at."""
    answer = ctypes.c_int()
    ask(ctypes.byref(answer), *rest)
    return answer.value
