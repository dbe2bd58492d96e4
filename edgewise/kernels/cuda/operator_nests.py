"""Nests for operators: the skeletons of programs, with the caller's functors at each arc."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, final

from edgewise.kernels.cuda.bind import TRUTH, C, Nest, Slot, nest
from edgewise.kernels.cuda.nests import (
    ARC,
    BALANCES,
    INDEX,
    THREADS,
    Types,
    _measures,
    _rule,
    _yes,
    literal,
)
from edgewise.program.functor import Functor
from edgewise.program.laws import ASSOCIATIVE, COMMUTATIVE
from edgewise.program.monoids import Monoid

Arguments = tuple[tuple[str, str], ...]
PRESENT = ("CONDITIONS", "APPLIES", "OPENS")
NOBODY, HISTORY, CLAIMS = range(3)
"""How a filter tells that a member came before: it does not, by what a block remembers, exactly."""


@final
@dataclass(frozen=True, slots=True)
class Visit:
    """What an advance is made of: its functors, what its members are, what they ask for."""

    functors: tuple[Functor | None, ...]
    """Those called `cond`, `apply` and `open`."""
    arguments: Arguments
    from_edges: bool
    to_edges: bool
    numbered: bool
    exact: bool


@lru_cache(maxsize=512)
def loop(
    one: Visit,
    balances: tuple[str | None, str | None],
    rule: Any,
    types: Types,
    threads: int = THREADS,
) -> Nest:
    """Rounds of an advance: the kernel `loop` of programs, with visits in the place of messages."""
    push, pull = balances
    names = {
        **_names(one, push, pull, types, threads),
        "MEASURES": _yes(_measures(rule)),
        "COMPUTES": "0",
        "KEEPS": _yes(push is not None and not one.from_edges),
        "CLAIMS": _yes(push is not None),
        "URGES": "0",
        "COUNTS_IN": _yes(types.counts_in and not one.from_edges),
        "APART": _yes(one.from_edges),
        "VALUE": "unsigned long long",
    }
    slots = [_rule(rule), *_functions(one, types)]
    return nest("loop_visit.cuh", names, slots, dict(one.arguments))


@lru_cache(maxsize=512)
def advance(
    one: Visit, push: str | None, pull: str | None, types: Types, threads: int = THREADS
) -> Nest:
    """One advance, that pushes or that pulls: the kernels `push_once`, `pull_once`."""
    skeleton = "advance_push.cuh" if pull is None else "advance_pull.cuh"
    names = {
        **_names(one, push, pull, types, threads),
        "KEEPS": "0",
        "CLAIMS": "0",
        "URGES": "0",
        "COUNTS_IN": "0",
        "APART": "1",
    }
    return nest(skeleton, names, _functions(one, types), dict(one.arguments))


def _names(
    one: Visit, push: str | None, pull: str | None, types: Types, threads: int
) -> dict[str, str]:
    return {
        "THREADS": str(threads),
        **types.names(),
        **_members(types, one.from_edges, one.to_edges),
        "VISITS": "1",
        "PUSH": BALANCES[push],
        "PULL": BALANCES[pull],
        "EXACT": _yes(one.exact),
        "NUMBERED": _yes(one.numbered),
        **{name: _yes(f is not None) for name, f in zip(PRESENT, one.functors, strict=True)},
    }


def _members(types: Types, from_edges: bool, to_edges: bool) -> dict[str, str]:
    """What lists hold: an arc is told by a number as its place in the graph's offsets."""
    return {
        "MEMBER": C[types.offset if from_edges else types.head],
        "FINDING": C[types.offset if to_edges else types.head],
        "FROM_EDGES": _yes(from_edges),
        "TO_EDGES": _yes(to_edges),
    }


def _functions(one: Visit, types: Types) -> list[Slot]:
    known = {**dict.fromkeys(("u", "v", "e"), INDEX), "weight": types.weights, "degree": INDEX,
             "via": INDEX}  # fmt: skip
    forms = (("cond", known, TRUTH), ("apply", known, "none"), ("is_open", {"v": INDEX}, TRUTH))
    return [
        Slot(name, functor, given, result)
        for (name, given, result), functor in zip(forms, one.functors, strict=True)
        if functor is not None
    ]


@lru_cache(maxsize=512)
def members(
    functor: Functor,
    arguments: Arguments,
    edges: bool,
    filters: bool,
    culls: int,
    types: Types,
    threads: int = THREADS,
) -> Nest:
    """A filter or a compute: the kernel `every`."""
    asked: Mapping[str, str] = {**ARC, "weight": types.weights, "degree": INDEX}
    names = {
        "THREADS": str(threads),
        **types.names(),
        **_members(types, edges, edges),
        "APART": "1",
        "PULL": "NONE",
        "FILTERS": _yes(filters),
        "CULLS": str(culls),
        "DEGREES": _yes("degree" in functor.parameters),
        "TAILS": _yes("u" in functor.parameters or "degree" in functor.parameters),
    }
    slot = Slot("each", functor, asked, TRUTH if filters else "none")
    return nest("members.cuh", names, [slot], dict(arguments))


@lru_cache(maxsize=64)
def forms(edges: bool, types: Types, threads: int = THREADS) -> Nest:
    """Frontiers in other forms: the kernels `mark`, `spread`, `fill_rows`, and two shares."""
    names = {
        "THREADS": str(threads), **types.names(), **_members(types, edges, edges),
        "APART": "1", "PULL": "NONE",
    }  # fmt: skip
    return nest("frontier.cuh", names, [], {})


def is_cut(combine: Monoid) -> bool:
    """Whether rows may be folded in pieces."""
    return ASSOCIATIVE in combine.laws


@lru_cache(maxsize=512)
def reduction(
    functors: tuple[Functor, Functor | None],
    arguments: Arguments,
    combine: Monoid,
    value: Any,
    numbered: bool,
    types: Types,
    threads: int = THREADS,
) -> Nest:
    """Neighbours reduced: the kernels `fold_rows`, `fold_pieces` and `put_together`."""
    gather, settled = functors
    kind, merge = str(value), combine.combine
    names = {
        "THREADS": str(threads),
        **types.names(),
        "PULL": "NONE",
        "VALUE": C[kind],
        "IDENTITY": literal(combine.identity(value), value),
        "NUMBERED": _yes(numbered),
        "TERMINATES": _yes(settled is not None),
        "COMMUTES": _yes(combine.laws >= {ASSOCIATIVE, COMMUTATIVE}),
        "CUTS": _yes(is_cut(combine)),
    }
    asked: Mapping[str, str] = {**ARC, "weight": types.weights, "degree": INDEX}
    slots = [
        Slot("gather", gather, asked, kind),
        Slot("combine", merge, dict.fromkeys(merge.parameters, kind), kind, alone=True),
    ]
    if settled is not None:
        slots.append(Slot("settled", settled, {"value": kind}, TRUTH))
    return nest("reduce.cuh", names, slots, dict(arguments))
