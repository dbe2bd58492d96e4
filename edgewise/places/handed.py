"""A caller's arrays and numbers on a device: those of the host are brought there, and back."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, final

import numpy as np

from edgewise import check
from edgewise.errors import ArgumentError, FunctorError
from edgewise.program.written import written

if TYPE_CHECKING:
    from edgewise.places.device import Device
    from edgewise.program.binding import Bound


@final
class Handed:
    """What functors ask for beside what the loop has, as kernels take it."""

    def __init__(self, where: str, given: Bound, device: Device) -> None:
        self._device, self._where = device, where
        self._back: dict[int, tuple[str, Any, Any]] = {}
        self._others: list[tuple[Any, Any]] = []
        self._given = given
        pairs = zip(given.names, given.values, strict=True)
        self.values = tuple(self._there(name, value) for name, value in pairs)
        self.words = _words(given.names, tuple([(one.dtype, one.ndim) for one in self.values]))

    def _there(self, name: str, value: Any) -> Any:
        if not isinstance(value, np.ndarray) and not hasattr(value, "__cuda_array_interface__"):
            number = np.asarray(value)[()]
            return np.uint8(number) if number.dtype == bool else number
        if value.ndim != 1:
            raise ArgumentError(
                f"{self._where}(): {name}={check.shown(value)}: on {self._device.name} functors "
                f"read arrays of one dimension: hand over {name}.ravel()"
            )
        if self._device.owns(value):
            return self._in_place(value)
        if id(value) in self._back:
            return self._back[id(value)][2]
        copy = self._device.upload(np.ascontiguousarray(value))
        self._back[id(value)] = (name, value, copy)
        return copy

    def _in_place(self, value: Any) -> Any:
        """An array of the device, used where it lies, if its numbers lie side by side."""
        there = self._device.upload(value)
        if there.flags.c_contiguous:
            return there
        copy = self._device.empty(there.shape, there.dtype)
        copy[...] = there
        self._others.append((there, copy))
        return copy

    def give_back(self) -> None:
        """What functors may have written is written in place."""
        for there, copy in self._others:
            there[...] = copy
        if not self._back:
            return
        functors = [one for one in self._given.functors if one is not None]
        maybe = frozenset[str]().union(*(written(one.function) for one in functors))
        twice = {id(v): [] for v in self._given.values}  # type: dict[int, list[str]]
        for name, value in zip(self._given.names, self._given.values, strict=True):
            twice[id(value)].append(name)
        for key, (name, host, copy) in self._back.items():
            if maybe.isdisjoint(twice[key]):
                continue
            now = self._device.download(copy)
            if host.flags.writeable:
                host[...] = now
            elif not np.array_equal(host.view(np.uint8), now.view(np.uint8)):
                raise FunctorError(f"{self._where}(): {name} is read-only, and a functor writes it")


@lru_cache(maxsize=512)
def _words(names: tuple[str, ...], kinds: tuple[tuple[Any, int], ...]) -> tuple[Any, ...]:
    """Names, and the types of numbers and arrays, as nests have them."""
    words = [f"{kind}*" if dimensions else str(kind) for kind, dimensions in kinds]
    return tuple(zip(names, words, strict=True))
