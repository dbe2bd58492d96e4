"""What all distances claim, however they were found.

They are not too long when no arc leads to a shorter one, and not too short when arcs that attain
them lead back to a source.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from edgewise.verify.arcs import Arcs, Array, reachable
from edgewise.verify.frame import Claims
from edgewise.verify.given import name
from edgewise.verify.reached import Found, told


def shortest(
    claims: Claims, g: Any, sources: Array, found: Found, arcs: Arcs, limit: float | None = None
) -> Arcs:
    """Check distances from the nearest source, up to a limit; returns the arcs that attain them."""
    values, reached, _ = found
    start = reached[sources] & (values[sources] == 0)
    claims.everywhere(start, lambda at: told(g, values, sources[at], "but it is a source"))
    if limit is not None:
        within = ~reached | (values <= limit)
        claims.everywhere(within, lambda at: told(g, values, at, f"beyond the limit of {limit:g}"))
    usable = reached[arcs.tails] & (arcs.weights < np.inf)
    with np.errstate(over="ignore"):
        tight = _tight(claims, g, found, arcs.where(usable), limit)
    _attained(claims, g, sources, found, tight)
    return tight


def _tight(claims: Claims, g: Any, found: Found, arcs: Arcs, limit: float | None) -> Arcs:
    """The arcs that attain the distance of their heads, once none was seen to shorten it."""
    values, reached, rounding = found
    tails, heads, weights = arcs
    slack: Any = 0
    if rounding:
        slack = rounding * np.abs(values[tails]) + rounding * np.abs(weights)
    total = values[tails] + weights.astype(np.float64)
    near = np.isfinite(total) if limit is None else total + slack <= limit
    there = reached[heads]
    claims.everywhere(
        there | ~near,
        lambda at: f"{_step(g, arcs, at)} {name(g, heads[at])} itself is said to be unreached",
    )
    gap = values[heads] - values[tails]
    exact = not rounding  # integers are compared in their own types, which a sum might leave
    no_less = gap <= weights if exact else gap <= weights + slack
    claims.everywhere(
        no_less | ~there,
        lambda at: f"{_step(g, arcs, at)} " + told(g, values, heads[at], "longer than that"),
    )
    no_more = gap >= weights if exact else gap >= weights - slack
    return arcs.where(there & no_more)


def _attained(claims: Claims, g: Any, sources: Array, found: Found, tight: Arcs) -> None:
    """Every distance is that of some path: walk the tight arcs from the sources.

    Where no weight is negative, a tight arc from a nearer vertex is enough, as that vertex has its
    own; only arcs between vertices of one distance, which may go in circles, are left to walk.
    """
    values, reached, _ = found
    grounded = np.zeros(g.num_vertices, bool)
    left = np.ones(len(tight.tails), bool)
    if not (tight.weights < 0).any():
        grounded[tight.heads[values[tight.tails] < values[tight.heads]]] = True
        left = values[tight.tails] == values[tight.heads]
    grounded[sources] = True
    tails, heads, _ = tight.where(left & ~grounded[tight.heads])
    walked = reachable(np.flatnonzero(grounded), tails, heads, g.num_vertices)
    claims.everywhere(
        walked | ~reached, lambda at: told(g, values, at, "but no path is that short")
    )


def _step(g: Any, arcs: Arcs, at: int) -> str:
    tail, head, weight = (column[at] for column in arcs)
    return f"an arc of {weight} leads from {name(g, tail)} to {name(g, head)}, but"
