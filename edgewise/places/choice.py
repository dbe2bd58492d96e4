"""Where a call runs: what a caller says, as a place.

>>> from edgewise.places import choice
>>> choice.of("cpu").name
'cpu'
"""

from __future__ import annotations

import os
from functools import cache
from typing import Any, final

import numpy as np

from edgewise import check
from edgewise.adjacency import Array
from edgewise.errors import ArgumentError, DeviceError, MissingDependencyError
from edgewise.places.device import Device

DEFAULT = "EDGEWISE_DEVICE"
"""The environment's word for calls that say nothing."""


@final
class Host:
    """The CPU, as a place that arrays are made in."""

    name, xp = "cpu", np

    def full(self, shape: int, value: Any, dtype: Any) -> Array:
        """An array with this number everywhere."""
        return np.full(shape, value, dtype)

    def put(self, array: Array, places: Array, value: Any) -> None:
        """Write a number to a few places."""
        array[places] = value


HOST = Host()


def of(device: str | None) -> Host | Device:
    """The place that a caller's word means; where he says nothing, the environment's or the CPU."""
    word = device or os.environ.get(DEFAULT, "") or "cpu"
    if device is None:
        _check(word)
    if word == "cpu":
        return HOST
    if word == "auto":
        return _best()
    return gpu(int(word.partition(":")[2] or 0))


def device_of(device: str | None) -> Device | None:
    """The device that a caller's word means; None for the CPU."""
    place = of(device)
    return None if isinstance(place, Host) else place


def _check(word: str) -> None:
    """Refuse what the environment says, if it is no place."""
    try:
        check.DEVICE.clean(word)
    except ValueError:
        raise ArgumentError(f"{DEFAULT}={word!r}: expected {check.DEVICE.places}") from None


def gpu(number: int) -> Device:
    """The GPU of this number."""
    from edgewise.places.cuda import device

    return device(number)


def _best() -> Host | Device:
    """The first GPU, where there is one and kernels can be built; else the CPU."""
    try:
        _can_build()
        return gpu(0)
    except (DeviceError, MissingDependencyError):
        return HOST


@cache
def _can_build() -> bool:
    """True; refuses where a package is missing that kernels are built with."""
    from edgewise.kernels.cuda import toolchain

    return bool(toolchain.versions())
