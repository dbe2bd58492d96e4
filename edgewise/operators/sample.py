"""A random part of a frontier, and the threshold that a sample of keys suggests.

>>> import edgewise as ew
>>> f = ew.VertexFrontier.all(ew.generate.path(1000))
>>> ew.sample(f, 3, seed=7)
VertexFrontier: 3 of 1,000, as list
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any, TypeVar

import numpy as np

from edgewise import check
from edgewise.adjacency import Array
from edgewise.frontier import Frontier
from edgewise.generate.keys import key as key_of
from edgewise.operators.given import FRONTIER, Column, Key, listed
from edgewise.operators.split import asked_for
from edgewise.program.binding import OWN
from edgewise.schedule.record import note

F = TypeVar("F", bound=Frontier)
OWN["threshold"] = ("share", "samples", "seed")


@check.accepts(
    frontier=FRONTIER, size=check.Integer(0), seed=check.Seed(), weights=check.Maybe(Column())
)
def sample(frontier: F, size: int, *, seed: int = 1, weights: Array | None = None) -> F:
    """So many members, drawn without replacement, in the order that they had; a list.

    A `size` beyond the frontier's takes all. What is drawn depends on the seed and on the number of
    members, not on threads; a member listed twice may be drawn twice. `weights` has a number of 0
    or more for every vertex (or arc, of an EdgeFrontier), in the order of positions: each draw
    takes one of those left by its share of their weight, and never one of weight 0.

    >>> import edgewise as ew
    >>> import numpy as np
    >>> f = ew.VertexFrontier.all(ew.generate.star(100))
    >>> ew.sample(f, 5, seed=3) == ew.sample(f, 5, seed=3)
    True
    >>> ew.sample(f, 1, weights=np.eye(100)[42]).vertices().tolist()
    [42]
    """
    begin = perf_counter()
    places = _drawn(frontier, size, seed, weights)
    why = "alike likely" if weights is None else "by weight"
    note("sample", begin, frontier.size, found=len(places), why=why)
    return type(frontier)(frontier.graph, members=places)


def _drawn(frontier: Frontier, size: int, seed: int, weights: Array | None) -> Array:
    """So many of the members, as positions."""
    from edgewise.places.cpu_sample import drawn, drawn_by_weight

    given = listed(frontier)
    members = None if given.form == "all" else given.positions()
    population, stream = given.size, key_of(seed, "sample")
    if weights is None:
        places = drawn(population, min(size, population), stream)
    else:
        rates = _rates(frontier, weights)
        able = int(np.count_nonzero(rates if members is None else rates[members]))
        places = drawn_by_weight(population, min(size, able), stream, members, rates)
    return places if members is None else members[places]


def _rates(frontier: Frontier, weights: Array) -> Array:
    rates = weights.astype(np.float64)
    if len(rates) != frontier.universe or not (rates >= 0).all() or not np.isfinite(rates).all():
        wanted = f"{frontier.universe} finite numbers of 0 or more"
        check.refuse("sample", "weights", weights, wanted)
    return rates


@check.accepts(
    frontier=FRONTIER,
    key=Key(),
    share=check.Real(0, 1),
    samples=check.Integer(1),
    seed=check.Seed(),
)
def threshold(
    frontier: Frontier,
    key: Callable[..., Any] | Array,
    *,
    share: float = 0.2,
    samples: int = 1000,
    seed: int = 1,
    **arguments: Any,
) -> float:
    """A number that about this share of the members' keys are below, as a sample tells it.

    What `split` takes for `at` where nobody knows the keys beforehand: of 1000 keys drawn, the one
    with 200 below it. Of fewer members than `samples`, all are looked at. `key` is as in `split`.
    A frontier without members has no keys: the answer is 0.

    >>> import edgewise as ew
    >>> import numpy as np
    >>> f = ew.VertexFrontier.all(ew.generate.path(100_000))
    >>> residual = np.arange(100_000.0)
    >>> near, far = ew.split(f, residual, at=ew.threshold(f, residual, share=0.2))
    >>> 0.15 < near.size / f.size < 0.25
    True
    """
    begin = perf_counter()
    role, asked = asked_for("threshold", frontier, key, arguments)
    members = _drawn(frontier, samples, seed, None)
    if not len(members):
        note("threshold", begin, 0)
        return 0
    function, given = asked.functors[0], dict(zip(asked.names, asked.values, strict=True))
    assert function is not None
    names = function.parameters
    keys = [
        function(*(member if name in role.known else given[name] for name in names))
        for member in members
    ]
    ordered = np.sort(np.array(keys))
    found: float = ordered[min(len(ordered) - 1, int(share * len(ordered)))].item()
    note("threshold", begin, frontier.size, found=len(keys), why=f"from {len(keys):,} keys")
    return found
