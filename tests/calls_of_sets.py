"""One good call of every operator on neighbourhoods and sets, as `tests/calls.py` has others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

import edgewise as ew
from edgewise import check
from edgewise.operators.given import Key
from tests.calls import GRAPH, NO_NUMBERS, NO_TYPE, Case

NO_KEY: Sequence[Any] = [*Key().bad(), np.arange(2), np.arange(4.0), lambda zoe: 1]
EVERYBODY = ew.VertexFrontier.all(GRAPH)
SETS = [
    Case(
        "reduce_neighbors",
        ew.reduce_neighbors,
        {"members": GRAPH, "gather": lambda weight: weight, "combine": ew.SUM},
        {"value": NO_TYPE},
    ),
    Case("intersect", ew.intersect, {"pairs": GRAPH}),
    Case("split", ew.split, {"frontier": EVERYBODY, "key": np.arange(3), "at": 1}, {"key": NO_KEY}),
    Case("sample", ew.sample, {"frontier": EVERYBODY, "size": 2}),
    Case("threshold", ew.threshold, {"frontier": EVERYBODY, "key": np.arange(3)}, {"key": NO_KEY}),
    Case(
        "contract",
        ew.contract,
        {"graph": GRAPH, "labels": [0, 0, 1]},
        {"labels": [*check.Several("").bad(), [1, 2], [0, 1, None], [[1], [2], [3]], [1j] * 3]},
    ),
    Case(
        "Contraction.spread",
        ew.contract(GRAPH, [0, 0, 1]).spread,
        {"values": np.arange(2)},
        {
            "values": [
                *check.Several("").bad(),
                *NO_NUMBERS[8:12],
                *map(range, (0, 1, *range(3, 20))),
            ]
        },
    ),
]
