"""Arrays of the emulated device: guarded at both ends, counted, refused when a test wants so."""

from __future__ import annotations

import ctypes
import itertools
import math
import weakref
from typing import Any, final

import numpy as np

from edgewise.errors import DeviceMemoryError
from tests.emulator.libraries import runtime

_numbers = itertools.count(1)
_described: dict[int, str] = {}


@final
class Memory:
    """What one device has given out."""

    def __init__(self) -> None:
        self.total = self.live = self.live_bytes = self.most_bytes = 0
        self.fail_after: int | None = None

    def array(self, shape: int | tuple[int, ...], dtype: Any) -> np.ndarray:
        """A new array, every byte of it 0xCD; the memory goes when the last view of it does."""
        kind = np.dtype(dtype)
        size = math.prod(shape if isinstance(shape, tuple) else (shape,)) * kind.itemsize
        self._perhaps_refuse(size)
        number = next(_numbers)
        start = runtime().emulated_allocate(number, size)
        if not start:
            raise DeviceMemoryError("emulated", size, 0)
        block = (ctypes.c_char * size).from_address(start)
        self._count(1, size)
        weakref.finalize(block, self._freed, number, size)
        _described[number] = f"array {number} ({kind}, shape {shape})"
        return np.ndarray(shape, kind, block)

    def _perhaps_refuse(self, size: int) -> None:
        if self.fail_after is None:
            return
        self.fail_after -= 1
        if self.fail_after <= 0:
            self.fail_after = None
            raise DeviceMemoryError("emulated", size, 0)

    def _count(self, arrays: int, size: int) -> None:
        self.total += max(arrays, 0)
        self.live += arrays
        self.live_bytes += arrays * size
        self.most_bytes = max(self.most_bytes, self.live_bytes)

    def _freed(self, number: int, size: int) -> None:
        runtime().emulated_free(number)
        _described.pop(number, None)
        self._count(-1, size)


def near(address: int | None) -> tuple[int, str]:
    """How an address lies to the array that it is in or next to; 0 where it is near none."""
    offset = ctypes.c_longlong()
    number = runtime().emulated_nearest(address, ctypes.byref(offset))
    told = f"{offset.value} bytes from the start of {_described.get(number, 'an array')}"
    return number, told if number else "far from every array"


def overrun() -> str | None:
    """Says which array was written over at its ends, if one was."""
    side = ctypes.c_int()
    number = runtime().emulated_overrun(ctypes.byref(side))
    where = "before its start" if side.value < 0 else "past its end"
    return f"wrote {where}: {_described.get(number, 'an array')}" if number else None
