"""Nests for operators: the skeletons of programs, with the caller's functors at each arc."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, final

from edgewise.kernels.cpu.bind import bound, plain
from edgewise.kernels.cpu.specialise import specialised
from edgewise.program.functor import Functor

ARC = ("u", "v", "e", "weight", "degree", "via")
HEAD = ("v",)
MEMBER = ("u", "v", "e", "weight", "degree")


@final
@dataclass(frozen=True, slots=True)
class Visit:
    """What an advance is made of: its functors, what its members are, what they ask for."""

    cond: Functor | None
    apply: Functor | None
    open: Functor | None
    names: tuple[str, ...]
    from_edges: bool
    to_edges: bool
    weighted: bool
    numbered: bool
    exact: bool


@lru_cache(maxsize=512)
def visit(one: Visit, balances: tuple[str | None, str | None], rule: Any) -> Any:
    """The rounds of an advance: the loop of programs, with visits in the place of messages."""
    arcs = _arcs(one)
    push, pull = balances
    slots: dict[str, Any] = {
        "choose": plain(rule),
        "pack": arcs.pack,
        "select": arcs.select,
        "prepare": arcs.prepare,
        "PUSHES": push is not None,
        "PULLS": pull is not None,
    }
    if one.to_edges:
        slots["hand_in"] = arcs.hand_in
    if push is not None:
        walk = specialised(f"balance_{push}", arcs=arcs.arcs, opens=arcs.opens, row=arcs.row)
        slots["push"] = walk.walk
    if pull is not None:
        slots["pull"] = specialised(f"pull_{pull}", word=arcs.word).walk
    return specialised("traverse", **slots).run


def _arcs(one: Visit) -> Any:
    slots: dict[str, Any] = {
        "FROM_EDGES": one.from_edges,
        "TO_EDGES": one.to_edges,
        "WEIGHTED": one.weighted,
        "NUMBERED": one.numbered,
        "EXACT": one.exact,
        "OPENS": one.open is not None,
        "APPLIES": one.apply is not None,
    }
    for name, functor in (("cond", one.cond), ("apply", one.apply)):
        if functor is not None:
            slots[name] = bound(functor, ARC, one.names)
            slots[f"{name}_alone"] = bound(functor, ARC, one.names, alone=True)
    if one.open is not None:
        slots["is_open"] = bound(one.open, HEAD, one.names)
    return specialised("visit", **slots)


@lru_cache(maxsize=512)
def members(
    functor: Functor,
    names: tuple[str, ...],
    edges: bool,
    weighted: bool,
    filters: bool,
    exact: bool,
) -> Any:
    """The loop of a filter or a compute."""
    return specialised(
        "members",
        each=bound(functor, MEMBER, names),
        each_alone=bound(functor, MEMBER, names, alone=True),
        EDGES=edges,
        WEIGHTED=weighted,
        TAILS="u" in functor.parameters or "degree" in functor.parameters,
        FILTERS=filters,
        EXACT=exact,
    ).run
