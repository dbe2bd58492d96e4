"""Any column-like object as a NumPy array on the host, without a copy where that can be.

Who made the object is read off its class, so nothing is imported that is not there already.
"""

from __future__ import annotations

import array
from collections.abc import Callable, Iterable, Sequence
from typing import Any, final

import numpy as np

from edgewise.adjacency import Array
from edgewise.errors import ArgumentError, ArgumentTypeError, MissingDependencyError

EXACT = 1 << 53
"""Up to here every integer is a 64-bit float as well."""

DLPACK_ON_HOST = (1, 3, 11)  # plain memory, and memory pinned for CUDA or ROCm
NOT_COLUMNS = (str, bytes, bytearray, dict, set, frozenset, int, float, complex, np.generic)


@final
class Place:
    """The argument that a value came by, for the words of a refusal."""

    def __init__(
        self, where: str, argument: str, row: Callable[[int], str] = "row {}".format
    ) -> None:
        self.where, self.argument, self.row = where, argument, row

    def wrong(self, problem: str) -> ArgumentError:
        return ArgumentError(f"{self.where}(): {self.argument}: {problem}")

    def alien(self, problem: str) -> ArgumentTypeError:
        return ArgumentTypeError(f"{self.where}(): {self.argument}: {problem}")

    def missing(self, row: int) -> ArgumentError:
        many = f"{self.row(row).split()[0]}s"
        return self.wrong(f"{self.row(row)} is missing (null); drop or fill such {many} first")


def maker(value: Any) -> str:
    """The library an object comes from ("pandas", "polars", ...): its own, or a base class's."""
    known = ("pandas", "polars", "pyarrow", "scipy", "networkx", "igraph", "edgewise")
    roots = [ancestor.__module__.split(".")[0] for ancestor in type(value).__mro__]
    return next((root for root in roots if root in known), roots[0])


def on_host(value: Any, place: Place) -> Array:
    """The value as an array of however many dimensions; nulls are refused."""
    if isinstance(value, np.ndarray):
        return _from_numpy(value, place)
    if isinstance(value, (list, tuple)):
        return from_objects(value, place)
    if isinstance(value, range):
        return np.arange(value.start, value.stop, value.step)
    if isinstance(value, NOT_COLUMNS):
        raise _no_column(value, place)
    return _from_library(value, place)


def _from_library(value: Any, place: Place) -> Array:
    root = maker(value)
    if root in ("pandas", "polars", "pyarrow"):
        from edgewise.convert import series

        return series.on_host(value, root, place)
    if hasattr(value, "__cuda_array_interface__"):
        return _from_cuda(value, place)
    if hasattr(value, "__dlpack__") and hasattr(value, "__dlpack_device__"):
        return _from_dlpack(value, place)
    if hasattr(value, "__arrow_c_array__") or hasattr(value, "__arrow_c_stream__"):
        from edgewise.convert import series

        return series.from_capsule(value, place)
    if isinstance(value, (array.array, memoryview)) or hasattr(value, "__array__"):
        return _from_numpy(_asked(lambda: np.asarray(value), place), place)
    if isinstance(value, Iterable):
        return from_objects(list(value), place)
    raise _no_column(value, place)


def _from_numpy(value: Array, place: Place) -> Array:
    if isinstance(value, np.ma.MaskedArray):
        if (rows := np.flatnonzero(np.ma.getmaskarray(value))).size:
            raise place.wrong(f"{place.row(rows[0])} is masked; fill the array first, .filled(...)")
        value = value.data
    if value.dtype.kind == "T":
        value = value.astype(object)
    if value.dtype.kind == "V":
        raise place.alien(f"an array of {value.dtype} records is no column; pass one field")
    if value.dtype.kind == "O" and value.ndim == 1:
        return from_objects(value.tolist(), place)
    return np.asarray(value)


def _from_cuda(value: Any, place: Place) -> Array:
    copied: Array = _asked(lambda: _cupy().asarray(value).get(), place)
    return copied


def _from_dlpack(value: Any, place: Place) -> Array:
    kind = int(_asked(value.__dlpack_device__, place)[0])
    if kind in DLPACK_ON_HOST:
        return np.asarray(_asked(lambda: np.from_dlpack(value), place))
    if kind not in (2, 13):
        raise place.wrong(f"its memory is on a device (DLPack kind {kind}); copy it to the host")
    copied: Array = _asked(lambda: _cupy().from_dlpack(value).get(), place)
    return copied


def _cupy() -> Any:
    try:
        import cupy
    except ImportError:
        raise MissingDependencyError("cupy", "copying a CUDA array to the host", "cuda") from None
    return cupy


def _asked(ask: Any, place: Place) -> Any:
    """What another library answers; its refusals become ours."""
    try:
        return ask()
    except MissingDependencyError:
        raise
    except Exception as problem:
        reason = str(problem) or type(problem).__name__
        raise place.alien(f"it cannot be read as an array: {reason}") from problem


def from_objects(values: Sequence[Any], place: Place) -> Array:
    """Python values as the plainest array that keeps them apart; strings stay objects."""
    kinds = set(map(type, values))
    if any(issubclass(kind, np.generic) for kind in kinds):
        values = [v.item() if isinstance(v, np.number | np.bool_ | np.str_) else v for v in values]
        kinds = set(map(type, values))
    if kinds <= {bool, int, float}:
        return _from_numbers(values, kinds)
    for kind in kinds:
        if kind.__name__ in ("NoneType", "NAType", "NaTType"):
            raise place.missing([type(value) for value in values].index(kind))
        if issubclass(kind, (list, np.ndarray, dict, set)):
            row = [type(value) for value in values].index(kind)
            raise place.alien(f"{place.row(row)} is {_article(kind)}, not one value")
    return np.fromiter(values, dtype=object, count=len(values))


def _from_numbers(values: Sequence[Any], kinds: set[type]) -> Array:
    if kinds == {bool}:
        return np.array(values, dtype=bool)
    if float in kinds:
        exact = len(kinds) == 1 or all(abs(v) <= EXACT for v in values if type(v) is int)
        return np.array(values, dtype=np.float64 if exact else object)
    for dtype in (np.int64, np.uint64):
        try:
            return np.array(values, dtype=dtype)
        except OverflowError:
            continue
    return np.array(values, dtype=object)


def _no_column(value: Any, place: Place) -> ArgumentTypeError:
    return place.alien(f"expected an array, a column or a list, not {_article(type(value))}")


def _article(kind: type) -> str:
    return f"{'an' if kind.__name__[:1].lower() in 'aeiou' else 'a'} {kind.__name__}"
