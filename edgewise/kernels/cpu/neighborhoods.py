"""Nests of the operators on neighbourhoods and sets, with a call's functions in their slots."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from edgewise.kernels.cpu import nests
from edgewise.kernels.cpu.bind import bound, plain
from edgewise.program.functor import Functor
from edgewise.program.laws import ASSOCIATIVE, COMMUTATIVE
from edgewise.program.monoids import Monoid


class Gathering(NamedTuple):
    """What one nest of `reduce_neighbors` is made for."""

    functors: tuple[Functor | None, ...]
    """`gather`, and perhaps `settled`."""
    known: tuple[tuple[str, ...], ...]
    """What each may ask of the loop."""
    arguments: tuple[str, ...]
    combine: Monoid
    value: np.dtype[Any]
    weighted: bool
    numbered: bool
    """Whether arcs go by places among the out-arcs that have to be looked up."""


@lru_cache(maxsize=512)
def reduction(one: Gathering) -> Any:
    """The loop of `reduce_neighbors`."""
    cuts = ASSOCIATIVE in one.combine.laws
    slots: dict[str, Any] = {
        "combine": plain(one.combine.combine.function),
        "IDENTITY": one.combine.identity(one.value),
        "WEIGHTED": one.weighted,
        "NUMBERED": one.numbered,
        "TERMINATES": one.functors[1] is not None,
        "STRANDS": cuts and COMMUTATIVE in one.combine.laws,
        "CUTS": cuts,
    }
    for name, functor, known in zip(("gather", "settled"), one.functors, one.known, strict=True):
        if functor is not None:
            slots[name] = bound(functor, known, one.arguments)
    return nests.specialised("reduce_neighbors", **slots).run


@lru_cache(maxsize=512)
def intersection(
    where: Functor | None,
    known: tuple[str, ...],
    arguments: tuple[str, ...],
    repeats: bool,
    lists: bool,
) -> Any:
    """The loop of `intersect`: one that counts, or one that lists."""
    slots: dict[str, Any] = {"ASKS": where is not None, "REPEATS": repeats, "LISTS": lists}
    if where is not None:
        slots["where"] = bound(where, known, arguments)
    return nests.specialised("intersect", **slots).run


@lru_cache(maxsize=512)
def splitting(key: Functor, known: tuple[str, ...], arguments: tuple[str, ...]) -> Any:
    """The loop of `split`."""
    return nests.specialised("split", key=bound(key, known, arguments)).run
