"""Edges given as columns or pairs, checked once; and the edges of a graph given back."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from numbers import Real
from typing import TYPE_CHECKING, Any

import numpy as np

from edgewise.adjacency import Array
from edgewise.convert.host import EXACT, Place, on_host
from edgewise.convert.labels import factorized as factorized
from edgewise.convert.pairs import columns_of_pairs
from edgewise.errors import ArgumentError

if TYPE_CHECKING:
    from edgewise.graph import Graph


def as_vector(value: Any, where: str, argument: str) -> Array:
    """Anything one-dimensional as a contiguous NumPy array, without a copy where that can be."""
    place = Place(where, argument)
    return _vector(on_host(value, place), place)


def as_weights(
    value: Any,
    where: str,
    argument: str = "weights",
    row: Callable[[int], str] = "row {}".format,
) -> Array:
    """A column of real numbers without NaN, of the type it was given in; `row` names its rows."""
    place = Place(where, argument, row)
    weights = _real(_vector(on_host(value, place), place), place)
    if weights.dtype.kind == "f" and (rows := np.flatnonzero(np.isnan(weights))).size:
        raise place.wrong(f"{row(int(rows[0]))} is NaN; drop the edge or give it a weight")
    return weights


def as_ids(
    sources: Any, targets: Any, where: str, arguments: tuple[str, str] = ("sources", "targets")
) -> tuple[Array, Array]:
    """Two columns of vertex ids; NaN is refused, and whole floats are the integers they equal."""
    columns = []
    for value, argument in zip((sources, targets), arguments, strict=True):
        place = Place(where, argument)
        ids = _vector(on_host(value, place), place)
        if ids.dtype.kind == "f" and (rows := np.flatnonzero(np.isnan(ids))).size:
            raise place.wrong(f"row {rows[0]} is NaN, which is no id")
        columns.append(ids)
    floats = [ids for ids in columns if ids.dtype.kind == "f"]
    if floats and all(map(_is_whole, floats)):
        columns = [ids.astype(np.int64) if ids.dtype.kind == "f" else ids for ids in columns]
    return columns[0], columns[1]


def _is_whole(ids: Array) -> bool:
    return bool(np.all((np.abs(ids) <= EXACT) & (ids == np.floor(ids))))


def as_edge_columns(
    sources: Any, targets: Any, weights: Any, where: str
) -> tuple[Array, Array, Array | None]:
    """Tails, heads and weights of one length; `targets=None` when `sources` holds pairs."""
    if targets is None:
        sources, targets, third = columns_of_pairs(sources, where)
        if third is not None and weights is not None:
            raise ArgumentError(f"{where}(): weights are given twice: in triples and by weights=")
        weights = third if weights is None else weights
    tails, heads = as_ids(sources, targets, where)
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
        return _reals(values.tolist(), place)
    if values.dtype.kind == "c":
        raise place.alien("complex numbers cannot weigh an edge; take .real or abs() first")
    if values.dtype.kind not in "biuf" or values.dtype.itemsize > 8:
        raise place.alien(f"expected numbers of at most 64 bits, not {values.dtype}")
    return values


def _reals(values: list[Any], place: Place) -> Array:
    """Decimals, fractions and the like become the nearest floats; a huge integer is refused."""
    for row, value in enumerate(values):
        if not isinstance(value, (Real, Decimal)):
            raise place.alien(f"{place.row(row)} is {value!r:.60}, not a number")
        if isinstance(value, int) and not -(1 << 63) <= value < 1 << 64:
            raise place.wrong(f"{place.row(row)} is {value}: an integer weight has at most 64 bits")
    return np.array([float(value) for value in values], np.float64)


def to_edges(graph: Graph) -> tuple[Array, Array, Array | None]:
    """Tails, heads and weights of all edges in the caller's ids and order."""
    from edgewise.convert.edges import ranked_edges

    tails, heads, weights = ranked_edges(graph)
    labels = graph.vertex_ids.labels
    if labels is None:
        return tails, heads, weights
    return labels[tails], labels[heads], weights
