"""Edges given as columns or pairs, checked once; and the edges of a graph given back."""

from __future__ import annotations

from decimal import Decimal
from numbers import Real
from typing import TYPE_CHECKING, Any

import numpy as np

from edgewise.adjacency import Array
from edgewise.convert.host import EXACT, Place, maker, on_host
from edgewise.convert.labels import factorized as factorized
from edgewise.errors import ArgumentError, ArgumentTypeError

if TYPE_CHECKING:
    from edgewise.graph import Graph

DOORS = {
    "pandas": "ew.from_pandas",
    "polars": "ew.from_polars",
    "pyarrow": "ew.from_arrow",
    "scipy": "ew.from_scipy",
    "networkx": "ew.from_networkx",
    "igraph": "ew.from_igraph",
}


def as_vector(value: Any, where: str, argument: str) -> Array:
    """Anything one-dimensional as a contiguous NumPy array, without a copy where that can be."""
    place = Place(where, argument)
    return _vector(on_host(value, place), place)


def as_weights(value: Any, where: str, argument: str = "weights") -> Array:
    """A column of real numbers without NaN, of the type it was given in."""
    place = Place(where, argument)
    weights = _real(_vector(on_host(value, place), place), place)
    if weights.dtype.kind == "f" and (rows := np.flatnonzero(np.isnan(weights))).size:
        raise place.wrong(f"row {rows[0]} is NaN; drop the edge or give it a weight")
    return weights


def as_ids(value: Any, where: str, argument: str) -> Array:
    """A column of vertex ids; whole floats become the integers they equal, NaN is refused."""
    place = Place(where, argument)
    ids = _vector(on_host(value, place), place)
    if ids.dtype.kind != "f":
        return ids
    if (rows := np.flatnonzero(np.isnan(ids))).size:
        raise place.wrong(f"row {rows[0]} is NaN, which is no id")
    whole = bool(np.all((np.abs(ids) <= EXACT) & (ids == np.floor(ids))))
    return ids.astype(np.int64) if whole else ids


def as_edge_columns(
    sources: Any, targets: Any, weights: Any, where: str
) -> tuple[Array, Array, Array | None]:
    """Tails, heads and weights of one length; `targets=None` when `sources` holds pairs."""
    if targets is None:
        sources, targets, third = _from_pairs(sources, where)
        if third is not None and weights is not None:
            raise ArgumentError(f"{where}(): weights are given twice: in triples and by weights=")
        weights = third if weights is None else weights
    tails, heads = as_ids(sources, where, "sources"), as_ids(targets, where, "targets")
    if len(tails) != len(heads):
        raise ArgumentError(
            f"{where}(): sources has {len(tails):,} entries and targets {len(heads):,}; "
            "an edge needs both"
        )
    if weights is None:
        return tails, heads, None
    checked = as_weights(weights, where)
    if len(checked) != len(tails):
        raise ArgumentError(
            f"{where}(): there are {len(tails):,} edges and {len(checked):,} weights; "
            "give one weight an edge"
        )
    return tails, heads, checked


def _vector(values: Array, place: Place) -> Array:
    if values.ndim != 1:
        raise place.wrong(f"expected one dimension, not the shape {values.shape}")
    native = values.dtype.newbyteorder("=")
    return np.require(values, dtype=native, requirements=["C", "A"])


def _real(values: Array, place: Place) -> Array:
    if values.dtype.kind == "O":
        for row, value in enumerate(values.tolist()):
            if not isinstance(value, (Real, Decimal)):
                raise place.alien(f"row {row} is {value!r}, not a number")
        return values.astype(np.float64)
    if values.dtype.kind == "c":
        raise place.alien("complex numbers cannot weigh an edge; take .real or abs() first")
    if values.dtype.kind not in "biuf" or values.dtype.itemsize > 8:
        raise place.alien(f"expected numbers of at most 64 bits, not {values.dtype}")
    return values


# pairs -----------------------------------------------------------------------------------------


def _from_pairs(pairs: Any, where: str) -> tuple[Any, Any, Any]:
    """The columns of pairs or triples: an array with two or three columns, or rows of them."""
    place = Place(where, "sources")
    _refuse_foreign(pairs, where)
    if isinstance(pairs, (list, tuple)) or not _array_like(pairs):
        return _from_rows(_listed(pairs, place), place)
    table = on_host(pairs, place)
    if table.ndim != 2 or table.shape[1] not in (2, 3):
        raise place.wrong(
            f"the shape {table.shape} is no list of pairs, which is (m, 2), or (m, 3) with "
            "weights; give columns as two arguments, from_edges(sources, targets)"
        )
    third = table[:, 2] if table.shape[1] == 3 else None
    return table[:, 0], table[:, 1], third


def _refuse_foreign(pairs: Any, where: str) -> None:
    if isinstance(pairs, str):
        raise ArgumentTypeError(f"{where}(): sources is text; read a file with ew.read(path)")
    if isinstance(pairs, dict):
        raise ArgumentTypeError(
            f"{where}(): sources is a dict; give pairs, such as "
            "[(u, v) for u, heads in d.items() for v in heads]"
        )
    root = maker(pairs)
    whole = not hasattr(pairs, "name") or root in ("networkx", "igraph")
    if root in DOORS and whole:
        raise ArgumentTypeError(
            f"{where}(): sources is a {type(pairs).__name__} of {root}; use {DOORS[root]}(...)"
        )


def _array_like(value: Any) -> bool:
    offers = ("__array__", "__array_interface__", "__cuda_array_interface__", "__dlpack__")
    return any(hasattr(value, offer) for offer in offers) or isinstance(value, memoryview)


def _listed(pairs: Any, place: Place) -> list[Any]:
    if isinstance(pairs, (bytes, bytearray)):
        raise place.alien("bytes are no list of pairs")
    try:
        return list(pairs)
    except TypeError:
        raise place.alien(
            f"expected columns or pairs, not {type(pairs).__name__}: from_edges(sources, targets) "
            "or from_edges([(u, v), ...])"
        ) from None


def _from_rows(rows: list[Any], place: Place) -> tuple[Any, Any, Any]:
    if not rows:
        return np.empty(0, np.int64), np.empty(0, np.int64), None
    for row, pair in enumerate(rows):
        if isinstance(pair, (str, bytes, dict, set, frozenset)) or not hasattr(pair, "__len__"):
            raise place.alien(f"row {row} is {pair!r:.60}, not a pair; or targets= is missing")
    width = len(rows[0])
    for row, pair in enumerate(rows):
        if len(pair) != width or width not in (2, 3):
            raise place.wrong(
                f"row {row} holds {len(pair)} values: expected "
                f"{width if width in (2, 3) else '2 or 3'}, as (u, v) or (u, v, weight)"
            )
    columns = [[pair[column] for pair in rows] for column in range(width)]
    if width == 3 and isinstance(columns[2][0], dict):
        raise place.alien("row 0 carries a dict of attributes; use ew.from_networkx(graph)")
    return columns[0], columns[1], columns[2] if width == 3 else None


# back ------------------------------------------------------------------------------------------


def to_edges(graph: Graph) -> tuple[Array, Array, Array | None]:
    """Tails, heads and weights of all edges in the caller's ids and order."""
    from edgewise.convert.edges import ranked_edges

    tails, heads, weights = ranked_edges(graph)
    labels = graph.vertex_ids.labels
    if labels is None:
        return tails, heads, weights
    return labels[tails], labels[heads], weights
