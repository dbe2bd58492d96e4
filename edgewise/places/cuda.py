"""NVIDIA's GPUs: memory by CuPy and its pool, kernels loaded and launched through the driver.

Nothing here is imported before somebody asks for a device.
"""

from __future__ import annotations

import contextlib
import ctypes
from collections.abc import Hashable, Iterator, Sequence
from functools import cache
from typing import Any, final

import numpy as np

from edgewise.errors import DeviceError, DeviceMemoryError, MissingDependencyError
from edgewise.kernels.cuda.bind import Nest
from edgewise.kernels.cuda.nests import THREADS
from edgewise.places.device import Device, Kernel, Stopwatch

PURPOSE = "running on a GPU"
SHARED = 5
"""Percent of a processor's memory that threads share at most in kernels that gather: enough for
what blocks sum up in."""
LOST = frozenset({46, 214, 219, 700, 702, 710, 713, 714, 715, 716, 717, 718, 719, 999})
"""The driver's numbers for what leaves a device unusable by this process."""


@final
class CudaKernel(Kernel):
    """A function of a loaded cubin."""

    def __init__(self, device: CudaDevice, function: Any, name: str) -> None:
        self._device, self._function, self.name = device, function, name
        self._resident: dict[int, int] = {}

    def resident(self, threads: int) -> int:
        if threads not in self._resident:
            driver = _driver()
            with self._device.current():
                ask = driver.cuOccupancyMaxActiveBlocksPerMultiprocessor
                each = _done(ask(self._function, threads, 0))
            self._resident[threads] = int(each) * self._device.processors
        return self._resident[threads]

    def launch(
        self,
        blocks: int,
        threads: int,
        arguments: Sequence[Any],
        *,
        together: bool = False,
        watch: Stopwatch | None = None,
    ) -> None:
        cells = (ctypes.c_uint64 * len(arguments))(*map(_cell, arguments))
        first = ctypes.addressof(cells)
        last = first + 8 * len(arguments)
        places = (ctypes.c_void_p * len(arguments))(*range(first, last, 8))
        where = (blocks, 1, 1, threads, 1, 1, 0, self._device.stream, ctypes.addressof(places))
        driver = _driver()
        with self._device.current():
            if watch is not None:
                watch.start()
            if together:
                _done(driver.cuLaunchCooperativeKernel(self._function, *where))
            else:
                _done(driver.cuLaunchKernel(self._function, *where, 0))
            if watch is not None:
                watch.stop()


@final
class EventStopwatch(Stopwatch):
    """By events that the device itself records."""

    def __init__(self, device: CudaDevice) -> None:
        super().__init__()
        with device.current():
            event = device.xp.cuda.Event
            self._first, self._last, self._cupy = event(), event(), device.xp

    def start(self) -> None:
        self._first.record()

    def stop(self) -> None:
        self._last.record()
        self._last.synchronize()
        self.seconds += self._cupy.cuda.get_elapsed_time(self._first, self._last) / 1e3


@final
class CudaDevice(Device):
    """One GPU."""

    def __init__(self, number: int) -> None:
        self.name, self.xp, self._number = f"cuda:{number}", _cupy(), number
        self.threads = THREADS
        about = self.xp.cuda.Device(number)
        self.arch = int(about.compute_capability)
        self.processors = int(about.attributes["MultiProcessorCount"])
        self._modules: dict[Hashable, Any] = {}
        self._kernels: dict[Hashable, CudaKernel] = {}

    def __repr__(self) -> str:
        return f"CudaDevice: {self.name} (sm_{self.arch})"

    def current(self) -> contextlib.AbstractContextManager[Any]:
        """The device as the one that this thread works with."""
        held: contextlib.AbstractContextManager[Any] = self.xp.cuda.Device(self._number)
        return held

    @property
    def stream(self) -> int:
        """The stream that launches and copies go to: CuPy's present one."""
        return int(self.xp.cuda.get_current_stream().ptr)

    def kernel(self, nest: Nest, name: str) -> CudaKernel:
        whole = nest.key
        key = whole, name
        if key not in self._kernels:
            driver = _driver()
            with self.current():
                if whole not in self._modules:
                    self.xp.cuda.runtime.free(0)
                    code = nest.built(self.arch).code
                    self._modules[whole] = _done(driver.cuModuleLoadData(code))
                function = _done(driver.cuModuleGetFunction(self._modules[whole], name.encode()))
                if nest.gathers:
                    carveout = driver.CUfunction_attribute
                    carveout = carveout.CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT
                    _done(driver.cuFuncSetAttribute(function, carveout, SHARED))
            self._kernels[key] = CudaKernel(self, function, name)
        return self._kernels[key]

    def empty(self, shape: int | tuple[int, ...], dtype: Any) -> Any:
        with self.current():
            try:
                return self.xp.empty(shape, dtype)
            except MemoryError:
                needed = int(np.prod(shape)) * np.dtype(dtype).itemsize
        raise DeviceMemoryError(self.name, needed, self.free_bytes())

    def upload(self, array: Any) -> Any:
        with self.current(), self._room(getattr(array, "nbytes", 0)), self._told():
            return self.xp.asarray(array)

    def store(self, array: Any, values: Any) -> None:
        with self.current(), self._told():
            array.set(np.ascontiguousarray(values))

    def download(self, array: Any) -> Any:
        with self.current(), self._told():
            return self.xp.asnumpy(array)

    def synchronize(self) -> None:
        with self.current(), self._told():
            self.xp.cuda.get_current_stream().synchronize()

    @contextlib.contextmanager
    def working(self, needed: int = 0) -> Iterator[None]:
        with self.current(), self._room(needed), self._told():
            yield

    def sort(self, numbers: Any) -> None:
        with self.working(numbers.nbytes):  # by digits, into as much memory again
            if len(numbers) > 1:
                numbers.sort()

    def order(self, numbers: Any) -> Any:
        with self.working(3 * numbers.nbytes + 16 * len(numbers)):
            if len(numbers) < 2:
                return self.xp.arange(len(numbers), dtype=np.int64)
            return self.xp.argsort(numbers)  # CuPy's is stable

    def stopwatch(self) -> Stopwatch:
        return EventStopwatch(self)

    def free_bytes(self) -> int:
        """How much can still be had: free on the device, or held by the pool for reuse."""
        with self.current():
            pool = self.xp.get_default_memory_pool()
            return int(self.xp.cuda.runtime.memGetInfo()[0]) + int(pool.free_bytes())

    @contextlib.contextmanager
    def _room(self, needed: int) -> Iterator[None]:
        """Say in our words that the memory is full."""
        try:
            yield
        except DeviceMemoryError:
            raise
        except MemoryError as problem:  # CuPy's own is one, and so is what Thrust raises
            needed = max(needed, getattr(problem, "_size", 0))
            raise DeviceMemoryError(self.name, needed, self.free_bytes()) from None

    @contextlib.contextmanager
    def _told(self) -> Iterator[None]:
        """Say in our words that the device failed."""
        try:
            yield
        except self.xp.cuda.runtime.CUDARuntimeError as problem:
            raise DeviceError(f"{self.name}: {problem}") from problem


def devices() -> int:
    """How many GPUs there are."""
    try:
        return int(_cupy().cuda.runtime.getDeviceCount())
    except _cupy().cuda.runtime.CUDARuntimeError:
        return 0


@cache
def device(number: int) -> CudaDevice:
    """The GPU of this number."""
    count = devices()
    if number >= count:
        said = "there is no GPU that this process can use"
        said = said if count == 0 else f"the GPUs are cuda:0 to cuda:{count - 1}"
        raise DeviceError(f"device='cuda:{number}': {said}; `edgewise doctor` says more")
    return CudaDevice(number)


def _cell(one: Any) -> Any:
    """An argument as the driver reads it, in a word: an address, or the bits of a number."""
    if one is None:
        return 0
    if isinstance(one, np.generic):
        return int.from_bytes(one.tobytes(), "little")
    return one.data.ptr


def _done(answer: tuple[Any, ...]) -> Any:
    """What a call of the driver returned; refuses where it failed."""
    status, *found = answer
    if int(status) != 0:
        lost = "; the device is lost to this process: start a new one" * (int(status) in LOST)
        raise DeviceError(f"the CUDA driver says {status.name} ({int(status)}){lost}")
    return found[0] if len(found) == 1 else found


def _driver() -> Any:
    from cuda.bindings import driver

    return driver


def _cupy() -> Any:
    try:
        import cupy
    except ModuleNotFoundError:
        raise MissingDependencyError("cupy-cuda13x", PURPOSE, "cuda") from None
    except ImportError as problem:
        said = next(filter(None, str(problem).splitlines()), "no reason given")
        raise DeviceError(f"CuPy does not start: {said}; `edgewise doctor` says more") from problem
    return cupy
