"""Nests for a program: which skeletons go together, and with what in their slots."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any

import numpy as np

from edgewise.kernels.cpu import atomics, jit
from edgewise.kernels.cpu.bind import bound, plain
from edgewise.kernels.cpu.ordered import scaled
from edgewise.kernels.cpu.specialise import specialised
from edgewise.program.monoids import LOOP, Monoid
from edgewise.program.sweep import SweepProgram
from edgewise.program.vertex import ACTIVE, COMPUTE, MESSAGE, SETTLED, VertexProgram


@lru_cache(maxsize=512)
def loop(
    program: VertexProgram,
    family: str,
    balances: tuple[str | None, str | None],
    rule: Any,
    arguments: tuple[str, ...] = (),
    weighted: bool = False,
) -> Any:
    """The round loop of a program: its edges, the walks of both directions, the rule inside."""
    edges = specialised("uniform") if family == "uniform" else _relax(program, arguments, weighted)
    push, pull = balances
    slots: dict[str, Any] = {
        "choose": plain(rule),
        "pack": edges.pack,
        "select": edges.select,
        "prepare": edges.prepare,
        "PUSHES": push is not None,
        "PULLS": pull is not None,
        "CLAIMS": program.residual and family != "uniform",
        "URGES": program.urgency is not None,
    }
    if program.urgency is not None:
        slots["least"] = edges.least
    if push is not None:
        walk = specialised(f"balance_{push}", arcs=edges.arcs, opens=edges.opens)
        slots["push"] = walk.walk
    if pull is not None:
        slots["pull"] = specialised(f"pull_{pull}", word=edges.word).walk
    return specialised("traverse", **slots).run


def _relax(program: VertexProgram, arguments: Sequence[str], weighted: bool) -> Any:
    names = tuple(arguments)
    slots = {
        "message": bound(program.message, MESSAGE, names),
        "compute": bound(program.compute, COMPUTE, names),
        "is_active": bound(program.is_active, ACTIVE, names),
        "combine": plain(program.combine.combine.function),
        "into": atomic(program.combine),
        "RESIDUAL": program.residual,
        "WEIGHTED": weighted,
        "NUMBERED": program.reads_arcs,
        "IDENTITY": program.combine.identity(program.value),
        "TERMINATES": program.settled is not None,
    }
    if program.urgency is not None:
        slots["urgency"] = bound(program.urgency, COMPUTE, names)
        slots["URGES"] = True
    if program.settled is not None:
        slots["settled"] = bound(program.settled, SETTLED, names)
    return specialised("relax", **slots)


@lru_cache(maxsize=512)
def ordered(program: VertexProgram, arguments: tuple[str, ...], weighted: bool, real: bool) -> Any:
    """The loop of an ordered program, which goes by bins."""
    slots: dict[str, Any] = {
        "message": bound(program.message, MESSAGE, tuple(arguments)),
        "WEIGHTED": weighted,
    }
    if real:
        slots["key"] = scaled
    return specialised("ordered", **slots).run


@lru_cache(maxsize=512)
def sweep(program: SweepProgram, arguments: tuple[str, ...], weighted: bool) -> Any:
    """The loop of a sweep."""
    slots: dict[str, Any] = {"WEIGHTED": weighted}
    for name, one, known in program.functions():
        slots[name] = bound(one, known, tuple(arguments))
    return specialised("sweep", **slots).run


def brandes(weighted: bool) -> Any:
    """The two passes of betweenness, over hops or over weights."""
    return specialised("brandes", WEIGHTED=weighted).run


def atomic(monoid: Monoid) -> Any:
    """The monoid's atomic form: one instruction where there is one, else a loop."""
    if monoid.atomic == LOOP:
        return specialised("swap", combine=plain(monoid.combine.function)).into
    return _instruction(monoid.atomic)


@cache
def _instruction(name: str) -> Any:
    operate = getattr(atomics, name)

    def into(array, i, new):
        return operate(array, i, new)

    into.__name__ = into.__qualname__ = f"into_{name}"
    made = jit.part(into)
    made.edgewise_identity = f"atomic {name}"
    return made


def no_weights() -> Any:
    """What stands where a graph has no weights: every arc weighs one."""
    return np.ones(1, np.int32)
