"""From the ids of an edge list to positions 0..n-1, as the ids policy says."""

from __future__ import annotations

from typing import Any

import numpy as np

from edgewise.adjacency import Array
from edgewise.errors import GraphError
from edgewise.places import cpu


def settled(
    sources: Array, targets: Array, num_vertices: int | None, labels: Array | None, ids: str
) -> tuple[Array, Array, int, Array | None]:
    """Both columns as positions, how many vertices there are, and their labels if they have any.

    Columns of a device stay there, unless their ids are labels.

    With `labels`, the columns hold positions in it already.
    """
    if labels is not None:
        num_vertices = len(labels)
    elif not _is_range(sources, targets, num_vertices, ids):
        sources, targets, labels = _labelled(sources, targets, num_vertices)
        num_vertices = len(labels)
    sources, targets = _positions(sources, targets)
    return sources, targets, _checked_range(sources, targets, num_vertices), labels


def _is_range(sources: Array, targets: Array, num_vertices: int | None, ids: str) -> bool:
    integers = sources.dtype.kind in "iu" and targets.dtype.kind in "iu"
    if num_vertices is not None or ids == "range":
        if not integers and len(sources) and ids != "labels":
            odd = sources.dtype if sources.dtype.kind not in "iu" else targets.dtype
            raise GraphError(
                f"ids of type {odd} are not positions 0..n-1: leave out num_vertices "
                "and use ids='labels'"
            )
        return ids != "labels"
    if ids == "labels" or not integers:
        return len(sources) == 0
    if not len(sources):
        return True
    low, high = _extremes(sources, targets)
    return low >= 0 and passes_for_range(high, len(sources))


def passes_for_range(high: int, rows: int) -> bool:
    """Whether integers from 0 to `high` in so many rows are taken for positions, unless told."""
    return high < max(1 << 16, 8 * rows)


def _labelled(
    sources: Array, targets: Array, num_vertices: int | None
) -> tuple[Array, Array, Array]:
    from edgewise.convert.arrays import factorized

    tails, heads, labels = factorized(_on_host(sources), _on_host(targets))
    if num_vertices is not None and num_vertices != len(labels):
        raise GraphError(
            f"num_vertices={num_vertices} does not go with ids='labels': {len(labels)} ids occur; "
            "leave one of the two out"
        )
    return tails, heads, labels


def _positions(sources: Array, targets: Array) -> tuple[Array, Array]:
    """Both columns in one of the few types that kernels are compiled for."""
    if sources.dtype.kind not in "iu" or targets.dtype.kind not in "iu":
        return sources.astype(np.int64), targets.astype(np.int64)  # both are empty
    if np.uint64 in (sources.dtype, targets.dtype):
        for column in (sources, targets):
            if len(column) and int(column.max()) >= 1 << 62:
                raise GraphError(f"id {column.max()} is too large for ids='range': use 'labels'")
    narrow = sources.dtype == targets.dtype == np.int32
    wanted = np.int32 if narrow else np.int64
    return sources.astype(wanted, copy=False), targets.astype(wanted, copy=False)


def _checked_range(sources: Array, targets: Array, num_vertices: int | None) -> int:
    if not len(sources):
        return num_vertices or 0
    low, high = _extremes(sources, targets)
    if low < 0 or (num_vertices is not None and high >= num_vertices):
        _refuse_range(sources, targets, num_vertices)
    if num_vertices is None and high >= 8 * len(sources):  # far more vertices than edges
        cpu.reserve(
            8 * high, f"ids='range' (ids='labels' takes only those that occur) up to id {high:,}"
        )
    return high + 1 if num_vertices is None else num_vertices


def _refuse_range(sources: Array, targets: Array, num_vertices: int | None) -> None:
    top = np.inf if num_vertices is None else num_vertices
    outside = (sources < 0) | (targets < 0) | (sources >= top) | (targets >= top)
    row = int(outside.nonzero()[0][0])
    limit = "0 or more" if num_vertices is None else f"from 0 to {num_vertices - 1}"
    raise GraphError(
        f"edge {row} is {sources[row]} to {targets[row]}: expected ids {limit}; "
        "ids='labels' accepts any ids"
    )


def _on_host(column: Any) -> Array:
    """Columns may be a device's: CuPy's arrays."""
    if isinstance(column, np.ndarray):
        return column
    copied: Array = column.get()
    return copied


def _extremes(sources: Array, targets: Array) -> tuple[int, int]:
    from edgewise.kernels.cpu.rows import extremes

    columns = [column for column in (sources, targets) if len(column)]
    if not all(isinstance(column, np.ndarray) for column in columns):  # they lie on a device
        return min(int(one.min()) for one in columns), max(int(one.max()) for one in columns)
    pieces = [(column[a:b],) for column in columns for a, b in cpu.spans(len(column), 1 << 18)]
    found = cpu.each(extremes, pieces)
    return int(min(low for low, _ in found)), int(max(high for _, high in found))
