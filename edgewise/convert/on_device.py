"""Edges whose columns lie on a GPU: taken where they are, if they are plain numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from edgewise.places.device import Device

CUDA = 2
"""DLPack's number for memory of NVIDIA's GPUs."""


def device_of(*columns: Any) -> Device | None:
    """The device that all these columns lie on (those that are None aside), if they do."""
    numbers = {number_of(column) for column in columns if column is not None}
    if len(numbers) != 1 or (number := numbers.pop()) is None:
        return None
    from edgewise.places import choice

    return choice.gpu(number)


def number_of(column: Any) -> int | None:
    """The number of the GPU that something lies on; None where it lies on none."""
    try:
        if hasattr(column, "__cuda_array_interface__"):
            import cupy

            return int(cupy.asarray(column).device.id)
        if hasattr(column, "__dlpack_device__"):
            kind, number = column.__dlpack_device__()
            return int(number) if int(kind) == CUDA else None
    except Exception:  # whatever is wrong with it is told when it is read
        return None
    return None


def edge_columns(
    device: Device, sources: Any, targets: Any, weights: Any
) -> tuple[Any, Any, Any] | None:
    """Tails, heads and weights as arrays of their device; None where they want a closer look.

    Whoever gets None copies them to the host, where every kind of column is known, or refused.
    """
    columns = [None if one is None else _array(device, one) for one in (sources, targets, weights)]
    tails, heads, values = columns
    if heads is None and tails is not None and tails.ndim == 2 and tails.shape[1] == 2:
        tails, heads = tails[:, 0], tails[:, 1]
    if tails is None or heads is None or not (tails.ndim == heads.ndim == 1):
        return None
    if tails.dtype.kind not in "iu" or heads.dtype.kind not in "iu" or len(tails) != len(heads):
        return None
    if values is not None and not _weigh(device, values, len(tails)):
        return None
    with device.working(tails.nbytes + heads.nbytes):
        whole = device.xp.ascontiguousarray
        return whole(tails), whole(heads), None if values is None else whole(values)


def _array(device: Device, column: Any) -> Any:
    """Whatever lies on the device as an array of it, without a copy."""
    if hasattr(column, "__cuda_array_interface__") or not hasattr(column, "__dlpack__"):
        return device.upload(column)
    with device.working():
        return device.xp.from_dlpack(column)


def _weigh(device: Device, values: Any, count: int) -> bool:
    """Whether this is a weight for each of so many edges."""
    if values.ndim != 1 or len(values) != count or values.dtype.kind not in "biuf":
        return False
    with device.working(count):
        return values.dtype.kind != "f" or not bool(device.xp.isnan(values).any())
