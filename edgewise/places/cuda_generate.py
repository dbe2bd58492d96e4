"""Edges and weights drawn on a device: the same numbers as on the CPU, from the same keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from edgewise.kernels.cuda import building

if TYPE_CHECKING:
    from edgewise.adjacency import Array
    from edgewise.kernels.cuda.bind import Nest
    from edgewise.places.device import Device


def start(device: Device, nest: Nest, name: str, work: int, arguments: Sequence[Any]) -> None:
    """Launch a kernel whose threads take one piece of `work` after another, till none is left."""
    if work > 0:
        kernel, threads = device.kernel(nest, name), device.threads
        blocks = min(kernel.resident(threads), -(-work // threads))
        kernel.launch(blocks, threads, arguments)


def kronecker_edges(
    device: Device, key: np.uint64, table: Array, scale: int, draws: int, labels: Array, count: int
) -> tuple[Any, Any]:
    """Tails and heads, as `kernels/cpu/generate_kronecker.py` draws them."""
    tails, heads = device.empty(count, np.int32), device.empty(count, np.int32)
    rounds = np.int32(len(labels))
    start(
        device, building.generate(device.threads), "kronecker_edges", count,
        (
            key, device.upload(table), np.int32(draws), np.int32(scale),
            device.upload(labels) if rounds else None, rounds, np.int64(count), tails, heads,
        ),
    )  # fmt: skip
    return tails, heads


def unit_weights(device: Device, key: np.uint64, count: int) -> Any:
    """Numbers between 0 and 1."""
    out = device.empty(count, np.float32)
    nest = building.generate(device.threads)
    start(device, nest, "unit_weights", count, (key, np.int64(count), out))
    return out


def integer_weights(
    device: Device, key: np.uint64, low: int, high: int, count: int, dtype: np.dtype[Any]
) -> Any:
    """Whole numbers from low to high."""
    out = device.empty(count, dtype)
    name = "narrow_weights" if dtype == np.int32 else "wide_weights"
    arguments = (key, np.int64(low), np.uint64(high - low + 1), np.int64(count), out)
    start(device, building.generate(device.threads), name, count, arguments)
    return out


def real_weights(device: Device, key: np.uint64, low: float, high: float, count: int) -> Any:
    """Real numbers from low to high."""
    out = device.empty(count, np.float64)
    arguments = (key, np.float64(low), np.float64(high), np.int64(count), out)
    start(device, building.generate(device.threads), "real_weights", count, arguments)
    return out
