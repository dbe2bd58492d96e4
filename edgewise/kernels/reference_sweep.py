"""The living definition of sweeps, in plain Python.

What a run of a `SweepProgram` means. In a round:

1. every vertex sends one number along each of its arcs; what `gather` makes of it is added up at
   the arc's head;
2. every vertex gets its new value from that sum and from its old one;
3. what `measure` and `count` say of every vertex, added up, decides by `settle` whether that was
   the last round. It may leave numbers in `shared`, which the next round's updates read.

Compiled loops add a list up in strands and measures in pieces, so reals may differ in the last
places. Rows and their checks are those of `kernels/reference.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, final

import numpy as np

from edgewise.kernels.reference import Checked, Rows, argument, call

SHARED = 8
"""Numbers that `settle` leaves to the rounds after."""


@final
@dataclass(frozen=True)
class Swept:
    """Every vertex's value at the end, what is shared, and how it came to an end."""

    values: list[Any]
    shared: list[Any]
    rounds: int
    settled: bool


def sweep(
    program: Any,
    rows: Rows,
    values: Sequence[Any],
    rounds: int | None = None,
    arguments: Mapping[str, Any] | None = None,
    shared: Sequence[float] = (),
) -> Swept:
    """Run a sweep over out-arcs from these values; rows without weights count each arc as 1."""
    value = Checked(values, program.value)
    given = {name: argument(one) for name, one in (arguments or {}).items()}
    real = program.value if program.value.kind == "f" else np.float64
    board = Checked([*shared, *[0] * (SHARED - len(shared))], real)
    done, settled = 0, False
    while not settled and (rounds is None or done < rounds):
        new = _updated(program, rows, value, board, given)
        change = _measured(program.measure, value, new, given)
        other = _measured(program.count, value, new, given)
        value, done = new, done + 1
        sums = {"change": change, "other": other, "rounds": done, "shared": board}
        settled = bool(call(program.settle, given, **sums))
    return Swept(list(value), list(board), done, settled)


def _updated(program: Any, rows: Rows, value: Checked, board: Checked, given: Any) -> Checked:
    """Every vertex's new value, from what all others sent."""
    total = Checked([0] * len(rows), program.value)
    for u in range(len(rows)):
        sent = value.kept(call(program.send, given, value=value[u], v=u))
        for e in rows.of(u):
            arrives = call(program.gather, given, sent=sent, weight=rows.weights[e])
            total[rows.heads[e]] += total.kept(arrives)
    known = [{"total": total[v], "value": one, "v": v} for v, one in enumerate(value)]
    new = [value.kept(call(program.update, given, **one, shared=board)) for one in known]
    return Checked(new, program.value)


def _measured(functor: Callable[..., Any], old: Checked, new: Checked, given: Any) -> float:
    """One of a round's two sums, over all vertices."""
    pairs = enumerate(zip(old, new, strict=True))
    return float(sum(call(functor, given, old=was, new=now, v=v) for v, (was, now) in pairs))
