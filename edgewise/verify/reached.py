"""Distances as they were given: of the right type, and which of them are there at all."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from edgewise.verify.arcs import Arcs, Array, reachable
from edgewise.verify.frame import Claims
from edgewise.verify.given import by_position, name

ROUNDING = 8
"""Floats may be off by so many units of their last place on each arc: sums along different paths
round differently. Integers are exact."""
LARGEST = 1 << 62
"""Of two integers nearer to 0 than this, the difference is an integer of 64 bits."""


class Found(NamedTuple):
    """Distances by position, in 64 bits; which are there; what share of them rounding may take."""

    values: Array
    reached: Array
    rounding: float


def from_zero(claims: Claims, g: Any, distances: Array, arcs: Arcs) -> Found:
    """Distances of 0 or more; unreached ones are -1, or infinite among floats."""
    values = _values(claims, g, distances, arcs.weights)
    whole = values.dtype.kind == "i"
    lowest = -1 if whole else 0
    claims.everywhere(values >= lowest, lambda at: told(g, values, at, "which is none"))
    return Found(values, values >= 0 if whole else values < np.inf, _rounding(distances))


def of_any_sign(claims: Claims, g: Any, sources: Array, distances: Array, arcs: Arcs) -> Found:
    """Distances that may be negative.

    Among integers, unreached ones are all -1 or all the largest of their type; as -1 may be a
    distance too, what is reached is found anew.
    """
    values = _values(claims, g, distances, arcs.weights)
    if values.dtype.kind == "f":
        claims.everywhere(values > -np.inf, lambda at: told(g, values, at, "which is none"))
        return Found(values, values < np.inf, _rounding(distances))
    reached = reachable(sources, arcs.tails, arcs.heads, g.num_vertices)
    marks = [-1, np.iinfo(distances.dtype).max]
    right = reached | np.isin(values, marks)
    claims.everywhere(right, lambda at: told(g, values, at, "but no path leads there"))
    one = len(np.unique(values[~reached])) < 2
    claims.holds(one, "unreached distances are told in two ways")
    small = ~reached | ((values > -LARGEST) & (values < LARGEST))
    claims.everywhere(small, lambda at: told(g, values, at, "too large to be checked"))
    return Found(values, reached, 0)


def told(g: Any, values: Array, at: Any, remark: str) -> str:
    """What was said of a vertex, and what to think of it."""
    return f"the distance of {name(g, at)} is {values[at]}, {remark}"


def _values(claims: Claims, g: Any, distances: Array, weights: Array) -> Array:
    """Distances by position: integers where weights are, else floats no narrower than weights."""
    if weights.dtype.kind == "f":
        width = max(4, weights.dtype.itemsize)
        fits = distances.dtype.kind == "f" and distances.dtype.itemsize >= width
        wanted = f"float{8 * width}"
    else:
        fits, wanted = distances.dtype.kind == "i", "signed integers"
    claims.holds(fits, f"distances are of type {distances.dtype}, not {wanted}")
    values = by_position(claims, g, "distances", distances)
    return values.astype(f"{distances.dtype.kind}8")


def _rounding(distances: Array) -> float:
    return ROUNDING * float(np.finfo(distances.dtype).eps) if distances.dtype.kind == "f" else 0
