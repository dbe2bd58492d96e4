"""Random weights of generated edges: what a caller may ask for, and drawing them."""

from __future__ import annotations

import math
import operator
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias, final

import numpy as np

from edgewise import check
from edgewise.adjacency import Array
from edgewise.generate.columns import fill
from edgewise.generate.keys import key

if TYPE_CHECKING:
    from edgewise.places.device import Device

Spec: TypeAlias = str | tuple[float, float] | None

GAP_WEIGHTS = (1, 255)
STAGE = "drawing weights"


@final
class Weights(check.Kind):
    """None, a word, or the two ends of a range."""

    def __init__(self, *more: str) -> None:
        self.words = ("uniform", "integer", *more)

    @property
    def expected(self) -> str:
        quoted = ", ".join(repr(word) for word in self.words)
        return f"None, {quoted}, or (low, high) with low <= high, at most 2**63 apart"

    def clean(self, value: Any) -> Spec:
        if value is None or (isinstance(value, str) and value in self.words):
            return value
        if isinstance(value, str):
            raise ValueError
        if not isinstance(value, tuple):
            raise TypeError
        return _range(value)

    def bad(self) -> Sequence[Any]:
        odd = [0, 1, -1, 1.5, True, math.nan, "", "uniform ", "UNIFORM", "int", b"uniform", []]
        lengths = [(), (1,), (1, 2, 3), [1, 2], ["uniform"], np.arange(2), np.ones(2)]
        ends = [(2, 1), (1.0, 0.5), (math.nan, 1), (0, math.inf), (-math.inf, 0), ("a", "b")]
        wide = [(-1e308, 1e308), (-(1 << 63), 1 << 62), (0, 1 << 63), (-(1 << 64), 0)]
        return [*check.NEVER, *odd, *lengths, *ends, *wide, (True, 2), (None, 1), (1, None)]


def itemsize(spec: Spec) -> int:
    """Bytes a weight takes."""
    return 0 if spec is None else _dtype(spec).itemsize


def draw(
    spec: Spec, count: int, seed: int, family: str, device: Device | None = None
) -> Array | None:
    """The weights of `count` edges, by their place in the list; on the device, if one is given."""
    if spec is None:
        return None
    own, dtype = key(seed, f"{family} weights"), _dtype(spec)
    low, high = GAP_WEIGHTS if isinstance(spec, str) else spec
    if device is not None:
        there: Array = _on_device(device, spec, own, (low, high), count, dtype)
        return there
    from edgewise.kernels.cpu import generate_weights as kernels

    out = np.empty(count, dtype)
    if spec == "uniform":
        fill(kernels.unit_weights, count, own, out, stage=STAGE)
    elif dtype.kind == "i":
        choices = np.uint64(int(high) - int(low) + 1)
        fill(kernels.integer_weights, count, own, low, choices, out, stage=STAGE)
    else:
        fill(kernels.real_weights, count, own, low, high, out, stage=STAGE)
    return out


def _on_device(
    device: Device,
    spec: Spec,
    own: np.uint64,
    ends: tuple[float, float],
    count: int,
    dtype: np.dtype[Any],
) -> Any:
    from edgewise.places import cuda_generate

    if spec == "uniform":
        return cuda_generate.unit_weights(device, own, count)
    if dtype.kind == "i":
        low, high = map(int, ends)
        return cuda_generate.integer_weights(device, own, low, high, count, dtype)
    return cuda_generate.real_weights(device, own, *ends, count)


def _dtype(spec: str | tuple[float, float]) -> np.dtype[Any]:
    low, high = GAP_WEIGHTS if isinstance(spec, str) else spec
    if isinstance(spec, str) and spec != "integer":
        return np.dtype(np.float32)
    if isinstance(low, float):
        return np.dtype(np.float64)
    return np.dtype(np.int32 if low >= -(1 << 31) and high < 1 << 31 else np.int64)


def _range(value: tuple[Any, ...]) -> tuple[float, float]:
    """Two integers, or two floats where one of the ends is not an integer."""
    low, high = value
    if isinstance(low, (bool, np.bool_)) or isinstance(high, (bool, np.bool_)):
        raise TypeError
    try:
        low, high = operator.index(low), operator.index(high)
        whole = low >= -(1 << 63) and high < 1 << 63 and high - low < 1 << 63
    except TypeError:
        low, high = check.Real().clean(low), check.Real().clean(high)
        whole = math.isfinite(high - low)
    if not whole or low > high:
        raise ValueError
    return low, high
