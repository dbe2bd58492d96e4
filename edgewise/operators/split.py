"""One frontier into several, by a key: near and far, or bins of equal width.

>>> import edgewise as ew
>>> import numpy as np
>>> g = ew.generate.path(5)
>>> distance = np.array([4, 0, 9, 2, 7])
>>> near, far = ew.split(ew.VertexFrontier.all(g), distance, at=5)
>>> near.vertices().tolist(), far.vertices().tolist()
([0, 1, 3], [2, 4])
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any, TypeVar

import numpy as np

from edgewise import check, engine
from edgewise.adjacency import Array
from edgewise.frontier import Frontier, VertexFrontier
from edgewise.operators.given import FRONTIER, Finite, Key, listed
from edgewise.program.binding import OWN, Bound, Role, bound
from edgewise.schedule.record import note

F = TypeVar("F", bound=Frontier)
MOST_BINS = (1 << 16) - 2
OWN["split"] = ("at", "width", "bins")


@check.accepts(
    frontier=FRONTIER,
    key=Key(),
    at=check.Maybe(Finite()),
    width=check.Maybe(Finite(above_zero=True)),
    bins=check.Maybe(check.Integer(1, MOST_BINS)),
)
def split(
    frontier: F,
    key: Callable[..., Any] | Array,
    *,
    at: float | None = None,
    width: float | None = None,
    bins: int | None = None,
    **arguments: Any,
) -> tuple[F, ...]:
    """The frontier in parts by a key, the members of each in the order that they had.

    `key` is an array with a number for every vertex (or arc, of an EdgeFrontier), in the order of
    positions, or a function that takes by name the vertex `v` (or the arc `e`) and arguments of
    this call.

    With `at`, two parts: members whose keys are below it, and the others. With `width` and `bins`,
    as many bins and one part more: bin i has the keys from `at` + i · `width` up to the next bin's
    (`at` is 0 if not given); whatever is below belongs to the first bin, what is beyond the last
    bin, and NaN, to the last part.

    >>> import edgewise as ew
    >>> import numpy as np
    >>> f = ew.VertexFrontier.all(ew.generate.path(6))
    >>> age = np.array([31, 4, 12, 65, 8, 19])
    >>> [part.vertices().tolist() for part in ew.split(f, age, width=10, bins=3)]
    [[1, 4], [2, 5], [], [0, 3]]
    >>> odd, even = ew.split(f, lambda v: (v + 1) % 2, at=1)
    >>> odd.vertices().tolist()
    [1, 3, 5]
    """
    from edgewise.places.cpu_split import grouped

    begin = perf_counter()
    thresholds = _thresholds(at, width, bins)
    role, asked = asked_for("split", frontier, key, arguments)
    with engine.told_plainly(role):
        parts = grouped(listed(frontier), asked, role.known, thresholds)
    size = frontier.size
    note("split", begin, size, found=size, why=f"{len(parts):,} parts")
    return tuple(type(frontier)(frontier.graph, members=part) for part in parts)


def asked_for(
    where: str, frontier: Frontier, key: Any, arguments: dict[str, Any]
) -> tuple[Role, Bound]:
    """The key as a function of the loop, bound to what it takes."""
    known = "v" if isinstance(frontier, VertexFrontier) else "e"
    sizes = {known: frontier.universe}
    if not isinstance(key, np.ndarray):
        role = Role("key", key, (known,))
        return role, bound(where, (role,), arguments, sizes)
    if len(key) != frontier.universe:
        check.refuse(where, "key", key, f"{frontier.universe} numbers, or a function")
    role = Role("key", OF_ARRAYS[known], (known,))
    return role, bound(where, (role,), {**arguments, "key": key}, sizes)


def _thresholds(at: Any, width: Any, bins: Any) -> Array:
    """The numbers between the parts, whole where what they are made of is."""
    if (width is None) != (bins is None):
        missing = "bins" if bins is None else "width"
        check.refuse("split", missing, None, f"a number: {missing} goes with the other")
    if width is None and at is None:
        check.refuse("split", "at", None, "a number, or else width and bins")
    start = 0 if at is None else at
    if width is None:
        return _column([start])
    return _column([start + width * (i + 1) for i in range(bins)])


def _column(numbers: list[Any]) -> Array:
    """Integers of 64 bits where all fit, else floats."""
    whole = all(isinstance(one, int) and -(1 << 63) <= one < 1 << 63 for one in numbers)
    return np.array(numbers, np.int64 if whole else np.float64)


def _at_vertex(v, key):  # type: ignore[no-untyped-def]
    return key[v]


def _at_arc(e, key):  # type: ignore[no-untyped-def]
    return key[e]


OF_ARRAYS = {"v": _at_vertex, "e": _at_arc}
"""The keys that arrays stand for."""
