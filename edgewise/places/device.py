"""What a place with a device is asked for: memory, kernels, launches.

There is one for NVIDIA's GPUs (`places/cuda.py`). The tests have another, which runs the same C++
on the processor, block by block.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from time import perf_counter
from typing import TYPE_CHECKING, Any, final

import numpy as np

if TYPE_CHECKING:
    from edgewise.kernels.cuda.bind import Nest


class Stopwatch(ABC):
    """How long the device worked on what was started between `start` and `stop`."""

    def __init__(self) -> None:
        self.seconds = 0.0

    @abstractmethod
    def start(self) -> None:
        """From here on."""

    @abstractmethod
    def stop(self) -> None:
        """Up to here; waits until it is done, and adds to `seconds`."""


@final
class HostStopwatch(Stopwatch):
    """By the host's clock, for devices that have none of their own."""

    def __init__(self, device: Device) -> None:
        super().__init__()
        self._device = device

    def start(self) -> None:
        self._device.synchronize()
        self._begin = perf_counter()

    def stop(self) -> None:
        self._device.synchronize()
        self.seconds += perf_counter() - self._begin


class Kernel(ABC):
    """A kernel on its device, ready to be launched."""

    @abstractmethod
    def resident(self, threads: int) -> int:
        """How many blocks of so many threads the device holds at once."""

    @abstractmethod
    def launch(
        self,
        blocks: int,
        threads: int,
        arguments: Sequence[Any],
        *,
        together: bool = False,
        watch: Stopwatch | None = None,
    ) -> None:
        """Start it. Arguments are arrays of the device, None, or NumPy numbers of the very types.

        `together`: all blocks run at once, so that they may wait for one another. `watch` is
        started just before and stopped just after: then the launch has ended when this returns.
        """


class Device(ABC):
    """Where kernels run. Arrays are those of `xp`: CuPy's, or NumPy's where there is no GPU."""

    name: str
    """As a caller says it: "cuda:0"."""
    xp: Any
    arch: int
    """Its compute capability: 90 for sm_90."""
    threads: int
    """How many threads the blocks of loops have."""

    @abstractmethod
    def kernel(self, nest: Nest, name: str) -> Kernel:
        """One kernel of a nest, built and loaded once."""

    @abstractmethod
    def empty(self, shape: int | tuple[int, ...], dtype: Any) -> Any:
        """An array whose content nobody knows; every allocation comes through here."""

    def owns(self, array: Any) -> bool:
        """Whether an array lies in a device's memory."""
        return hasattr(type(array), "__cuda_array_interface__")

    @abstractmethod
    def upload(self, array: Any) -> Any:
        """The device's copy of an array of the host; an array of the device as it is."""

    @abstractmethod
    def store(self, array: Any, values: Any) -> None:
        """Put the host's numbers into an array of the device, or a part of one."""

    @abstractmethod
    def download(self, array: Any) -> Any:
        """The host's copy of an array of the device."""

    @abstractmethod
    def synchronize(self) -> None:
        """Wait until all that was started is done."""

    def working(self, needed: int = 0) -> AbstractContextManager[Any]:
        """Around calls of `xp` that take `needed` bytes: they go to this device, and fail in our
        words."""
        return nullcontext()

    def sort(self, numbers: Any) -> None:
        """Put whole numbers in ascending order, where they are."""
        numbers.sort()

    def order(self, numbers: Any) -> Any:
        """The places of whole numbers in ascending order; equal ones keep theirs."""
        return self.upload(self.xp.argsort(numbers, kind="stable"))

    def stopwatch(self) -> Stopwatch:
        """A stopwatch for this device's work."""
        return HostStopwatch(self)

    def full(self, shape: int | tuple[int, ...], value: Any, dtype: Any) -> Any:
        """An array with this number everywhere."""
        made = self.empty(shape, dtype)
        made.fill(np.dtype(dtype).type(value))
        return made

    def put(self, array: Any, places: Any, value: Any) -> None:
        """Write a number to a few places of the host's choice."""
        for place in places.tolist():
            self.store(array[place : place + 1], np.array([value], array.dtype))

    def zeros(self, shape: int | tuple[int, ...], dtype: Any) -> Any:
        """An array of zeros."""
        return self.full(shape, 0, dtype)
