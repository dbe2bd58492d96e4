"""Edges given row by row: an array of two or three columns, or any iterable of pairs or triples."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from edgewise.convert.host import Place, maker, on_host

DOORS = {
    "pandas": "ew.from_pandas",
    "polars": "ew.from_polars",
    "pyarrow": "ew.from_arrow",
    "scipy": "ew.from_scipy",
    "networkx": "ew.from_networkx",
    "igraph": "ew.from_igraph",
}
NO_PAIRS = (str, bytes, bytearray, dict, set, frozenset)
ARRAYS = ("__array__", "__array_interface__", "__cuda_array_interface__", "__dlpack__")


def columns_of_pairs(pairs: Any, where: str) -> tuple[Any, Any, Any]:
    """Tails, heads, and weights where rows have three entries."""
    place = Place(where, "sources")
    _refuse_foreign(pairs, place)
    if isinstance(pairs, memoryview) or any(hasattr(pairs, offer) for offer in ARRAYS):
        return _from_table(pairs, place)
    return _from_rows(_listed(pairs, place), place)


def _from_table(pairs: Any, place: Place) -> tuple[Any, Any, Any]:
    table = on_host(pairs, place)
    if table.ndim != 2 or table.shape[1] not in (2, 3):
        raise place.wrong(
            f"the shape {table.shape} is no list of pairs, which is (m, 2), or (m, 3) with "
            f"weights; give columns as two arguments, {place.where}(sources, targets)"
        )
    return table[:, 0], table[:, 1], table[:, 2] if table.shape[1] == 3 else None


def _refuse_foreign(pairs: Any, place: Place) -> None:
    if isinstance(pairs, str):
        raise place.alien("this is text; read a file with ew.read(path)")
    if isinstance(pairs, dict):
        hint = "[(u, v) for u, heads in d.items() for v in heads]"
        raise place.alien(f"a dict is no list of pairs; give pairs, such as {hint}")
    root = maker(pairs)
    if root == "edgewise" and hasattr(pairs, "to_edges"):
        raise place.alien("this is an edgewise.Graph already; its columns are g.to_edges()")
    frame = hasattr(pairs, "columns") or hasattr(pairs, "column_names")
    door = DOORS.get(root) if frame or root in ("scipy", "networkx", "igraph") else None
    if door is None and root not in DOORS and hasattr(pairs, "__arrow_c_stream__"):
        door = "ew.from_arrow"
    if door is not None:
        raise place.alien(f"this is a {type(pairs).__name__} of {root}; use {door}(...)")


def _listed(pairs: Any, place: Place) -> list[Any]:
    if isinstance(pairs, (bytes, bytearray)) or not isinstance(pairs, Iterable):
        raise place.alien(
            f"expected columns or pairs, not {type(pairs).__name__}: "
            f"{place.where}(sources, targets) or {place.where}([(u, v), ...])"
        )
    return list(pairs)


def _from_rows(rows: list[Any], place: Place) -> tuple[Any, Any, Any]:
    if not rows:
        return np.empty(0, np.int64), np.empty(0, np.int64), None
    _refuse_ragged(rows, place)
    tails, heads = [row[0] for row in rows], [row[1] for row in rows]
    if len(rows[0]) == 2:
        return tails, heads, None
    third = [row[2] for row in rows]
    if dict in map(type, third):
        row = list(map(type, third)).index(dict)
        raise place.alien(f"row {row} carries a dict of attributes; use ew.from_networkx(graph)")
    return tails, heads, third


def _refuse_ragged(rows: list[Any], place: Place) -> None:
    for kind in set(map(type, rows)):
        if issubclass(kind, NO_PAIRS) or not hasattr(kind, "__getitem__"):
            row = list(map(type, rows)).index(kind)
            raise place.alien(f"row {row} is {rows[row]!r:.60}, not a pair; or targets= is missing")
    try:
        widths = list(map(len, rows))
    except TypeError:  # a number of NumPy's, or an array of no dimension
        raise place.alien("the rows are not pairs; or targets= is missing") from None
    width = widths[0] if widths[0] in (2, 3) else 2
    if set(widths) != {width}:
        row = next(row for row, found in enumerate(widths) if found != width)
        raise place.wrong(
            f"row {row} holds {widths[row]} value{'s' * (widths[row] != 1)}: expected {width}, "
            f"as {'(u, v)' if width == 2 else '(u, v, weight)'}"
        )
