"""Edge weights and vertex ids kept as attributes, one Python value at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from edgewise.adjacency import Array
from edgewise.convert.arrays import as_weights
from edgewise.errors import GraphError

ABSENT = object()
"""Stands where an edge lacks the attribute."""


def weights_of(
    values: Sequence[Any],
    name: Any,
    default: float | None,
    where: str,
    edge: Callable[[int], str],
) -> Array | None:
    """Weights from the values of one attribute; `name` None means: look for "weight".

    An edge without it gets the default; without a default, either every edge has one or, when
    only looking, none has.
    """
    lacking = [place for place, value in enumerate(values) if value is ABSENT]
    if not lacking:
        found = values or name is not None
        return as_weights(values, where, "weight", edge) if found else None
    if name is None and len(lacking) == len(values):
        return None
    if default is None:
        raise GraphError(
            f"{where}(): {edge(lacking[0])} has no {'weight' if name is None else name!r}: "
            "say what such edges weigh with default=1, or weight=False for no weights"
        )
    whole = default.is_integer() and not any(isinstance(value, float) for value in values)
    given = int(default) if whole else default
    filled = [given if value is ABSENT else value for value in values]
    return as_weights(filled, where, "weight", edge)


def labels_of(ids: Iterable[Any], where: str) -> Array | None:
    """The labels that keep these ids as they are and in order; None for the integers 0..n-1."""
    listed = list(ids)
    for place, label in enumerate(listed):
        if label is None or label != label:
            raise GraphError(f"{where}(): vertex {place} is named {label!r}, which is no id")
    if set(map(type, listed)) == {int} and all(-(1 << 63) <= label < 1 << 63 for label in listed):
        labels = np.array(listed, np.int64)
        return None if np.array_equal(labels, np.arange(len(labels))) else labels
    return np.fromiter(listed, dtype=object, count=len(listed)) if listed else None
