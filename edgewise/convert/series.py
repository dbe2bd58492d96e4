"""Columns of data frames, pandas, polars and Arrow, as NumPy arrays."""

from __future__ import annotations

from typing import Any

import numpy as np

from edgewise.adjacency import Array
from edgewise.convert.host import Place, from_objects
from edgewise.errors import MissingDependencyError


def on_host(column: Any, root: str, place: Place) -> Array:
    """A column of the library named `root`."""
    if hasattr(column, "columns") or hasattr(column, "column_names"):
        raise place.alien(f"a whole table is no column; use ew.from_{_door(root)}(table, ...)")
    take = {"pandas": _from_pandas, "polars": _from_polars, "pyarrow": from_arrow}[root]
    return take(column, place)


def from_capsule(value: Any, place: Place) -> Array:
    """A column offered through the Arrow C interface by any library."""
    try:
        import pyarrow
    except ImportError:
        raise MissingDependencyError("pyarrow", "reading an Arrow column", "arrow") from None
    alone = hasattr(value, "__arrow_c_array__")
    try:
        column = pyarrow.array(value) if alone else pyarrow.chunked_array(value)
    except (pyarrow.ArrowException, TypeError, ValueError) as problem:
        raise place.alien(f"it cannot be read as an Arrow column: {problem}") from problem
    return from_arrow(column, place)


def from_arrow(column: Any, place: Place) -> Array:
    """An Arrow array or chunked array."""
    import pyarrow
    import pyarrow.compute

    if not hasattr(column, "null_count"):
        raise place.alien(f"expected an Arrow array, not {type(column).__name__}")
    if pyarrow.types.is_dictionary(column.type):
        column = column.cast(column.type.value_type)
    if column.null_count:
        raise place.missing(pyarrow.compute.index(column.is_null(), True).as_py())
    if isinstance(column, pyarrow.ChunkedArray):
        if pyarrow.types.is_string(column.type):  # which holds no more than 2 GiB in one piece
            column = column.cast(pyarrow.large_string())
        column = column.chunk(0) if column.num_chunks == 1 else column.combine_chunks()
    if pyarrow.types.is_nested(column.type):
        raise place.alien(f"a column of {column.type} holds no single values")
    return _settled(column.to_numpy(zero_copy_only=False), place)


def _from_pandas(column: Any, place: Place) -> Array:
    levels = getattr(column, "nlevels", 1)
    if levels != 1:
        raise place.alien(f"a MultiIndex of {levels} levels is no column; pass one of its levels")
    if not hasattr(column, "isna") or not hasattr(column, "to_numpy"):
        raise place.alien(f"expected a pandas Series, not {type(column).__name__}")
    if (rows := np.flatnonzero(np.asarray(column.isna()))).size:
        raise place.missing(int(rows[0]))
    dtype = column.dtype
    plain = getattr(dtype, "numpy_dtype", None)  # of the nullable types, Int64 and the like
    if plain is not None and np.dtype(plain).kind in "biuf":
        return np.asarray(column.to_numpy(dtype=plain))
    return _settled(column.to_numpy(), place)


def _from_polars(column: Any, place: Place) -> Array:
    if not hasattr(column, "null_count"):
        raise place.alien(f"expected a polars Series, not {type(column).__name__}")
    if column.null_count():
        raise place.missing(int(column.is_null().arg_max()))
    if column.dtype.is_nested():
        raise place.alien(f"a column of {column.dtype} holds no single values")
    if str(column.dtype) in ("Int128", "UInt128"):  # for which NumPy has no type
        return from_objects(column.to_list(), place)
    return _settled(column.to_numpy(), place)


def _settled(values: Array, place: Place) -> Array:
    if values.dtype.kind == "O" and values.ndim == 1:
        return from_objects(values.tolist(), place)
    return values


def _door(root: str) -> str:
    return "arrow" if root == "pyarrow" else root
