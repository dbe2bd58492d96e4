"""One good call of every operator and of what its functors call, as `tests/calls.py` has others."""

from __future__ import annotations

import numpy as np

import edgewise as ew
from edgewise import check
from tests.calls import GRAPH, NO_COLUMNS, Case

SHARED = [
    Case(
        name,
        getattr(ew, name),
        {"array": np.array([5, 7]), "index": 1, **more},
        {"index": [*check.Integer(0).bad(), 2, 9]},
    )
    for name, more in {
        "lower": {"number": 3},
        "lift": {"number": 3},
        "add": {"number": 3},
        "claim": {"expected": 7, "number": 3},
        "set_bits": {"bits": 3},
    }.items()
]
FRONT = ew.VertexFrontier.of(GRAPH, ["a"])


def passes(v, most):
    """A functor with an argument of the caller's."""
    return v < most


NO_MOST = [
    "x",
    None,
    b"x",
    1j,
    object(),
    [1],
    (1,),
    {1: 2},
    np.float16(1),
    np.array(["a"]),
    1 << 70,
]
WALKS = [
    Case(
        name,
        getattr(ew, name),
        {"frontier": FRONT, argument: passes, "most": 2},
        {"most": NO_MOST},
    )
    for name, argument in (
        *(("advance", "cond"), ("traverse", "cond"), ("filter", "keep"), ("compute", "apply")),
    )
]
with ew.record() as RECORD:
    ew.compute(FRONT, passes, most=2)
OPERATORS = [
    *SHARED,
    *WALKS,
    Case("Record.total", RECORD.total, {"column": "found"}, {"column": NO_COLUMNS}),
]
