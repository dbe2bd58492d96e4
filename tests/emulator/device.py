"""The device that tests run kernels on where there is no GPU."""

from __future__ import annotations

from typing import Any, final

import numpy as np

from edgewise.kernels.cuda.bind import Nest
from edgewise.places.device import Device, Kernel
from tests.emulator import memory
from tests.emulator.kernel import EmulatedKernel, Library
from tests.emulator.memory import Memory

_libraries: dict[Any, Library] = {}


@final
class EmulatedDevice(Device):
    """A processor that passes for a device.

    `blocks` are resident at once; the order in which threads take their turns comes from `seed`.
    """

    name, xp, arch = "emulated", np, 90

    def __init__(self, blocks: int = 3, *, threads: int = 64, seed: int = 1) -> None:
        self.blocks, self.threads, self.seed, self.workers = blocks, threads, seed, 4
        self.patience, self.limit = 20.0, 120.0
        """Seconds without any thread coming further, and in all, until a launch is given up."""
        self.strict = True
        """Whether kernels take arrays of this device only."""
        self.memory = Memory()

    def kernel(self, nest: Nest, name: str) -> Kernel:
        """One kernel of a nest, built and loaded once."""
        if nest.key not in _libraries:
            _libraries[nest.key] = Library(nest)
        return EmulatedKernel(self, _libraries[nest.key], name)

    def empty(self, shape: int | tuple[int, ...], dtype: Any) -> Any:
        """An array full of 0xCD."""
        return self.memory.array(shape, dtype)

    def upload(self, array: Any) -> Any:
        """A copy, guarded; an array of the device as it is."""
        given = np.asarray(array)
        if self.owns(given):
            return array
        made = self.empty(given.shape, given.dtype)
        made[...] = given
        return made

    def store(self, array: Any, values: Any) -> None:
        """Put the host's numbers into an array of the device, or a part of one."""
        if not self.owns(array):
            raise TypeError("store() into an array of the host")
        array[...] = values

    def download(self, array: Any) -> Any:
        """A copy that the device knows nothing of."""
        return np.array(array)

    def synchronize(self) -> None:
        """Launches have ended when they return."""

    def owns(self, array: np.ndarray) -> bool:
        """Whether an array lies in memory of the device."""
        return memory.near(array.ctypes.data)[0] > 0

    def next_seed(self) -> int:
        """Another order of turns for each launch."""
        self.seed += 1
        return self.seed

    @property
    def fail_after(self) -> int | None:
        """Set to k, the k-th allocation from then on is refused, once."""
        return self.memory.fail_after

    @fail_after.setter
    def fail_after(self, allocations: int | None) -> None:
        self.memory.fail_after = allocations
