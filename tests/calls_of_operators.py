"""One good call of every operator and of what its functors call, as `tests/calls.py` has others."""

from __future__ import annotations

import numpy as np

import edgewise as ew
from edgewise import check
from tests.calls import Case

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
OPERATORS = [*SHARED]
