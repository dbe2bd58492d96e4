"""Records of operators on neighborhoods and sets: a row a call, in the form of the others."""

from __future__ import annotations

from typing import Any

import numpy as np

import edgewise as ew
from edgewise.schedule.record import COLUMNS

G = ew.from_edges([(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3), (4, 0)])
FRONT = ew.VertexFrontier.of(G, [0, 4])
TOLD = ("active", "out_degrees", "walked", "found", "why")


def row(operator: str, call: Any) -> tuple[Any, ...]:
    """What the record says of the one call in it."""
    with ew.record() as calls:
        call()
    assert len(calls) == 1, "an operator that uses another writes one row"
    (only,) = calls
    assert tuple(only) == COLUMNS
    assert (only["call"], only["operator"], only["schedule"]) == (0, operator, "")
    assert 0 < only["ms"] < 60_000
    return tuple(only[name] for name in TOLD)


def test_reduced_neighbors_tell_what_lists_hold() -> None:
    def reduced(**how: Any) -> Any:
        return lambda: ew.reduce_neighbors(FRONT, lambda v: v, ew.MAX, value=int, **how)

    assert row("reduce_neighbors", reduced()) == (2, 4, 4, 2, "out-neighbors")
    assert row("reduce_neighbors", reduced(direction="in")) == (2, 4, 1, 2, "in-neighbors")
    ends = reduced(settled=lambda value: value > 2)
    assert row("reduce_neighbors", ends) == (2, 4, 4, 2, "out-neighbors, until settled")


def test_intersections_tell_of_pairs() -> None:
    found = row("intersect", lambda: ew.intersect(G))
    assert found == (7, 22, 0, 4, "by the lists' lengths")
    two = ew.VertexFrontier.of(G, [1, 2])
    found = row("intersect", lambda: ew.intersect(FRONT, two, method="search", common=True))
    assert found == (2, 7, 0, 2, "method='search'")


def test_parts_and_samples_tell_of_members() -> None:
    everybody, key = ew.VertexFrontier.all(G), np.arange(5)
    found = row("split", lambda: ew.split(everybody, key, width=1, bins=3))
    assert found == (5, 0, 0, 5, "4 parts")
    assert row("sample", lambda: ew.sample(everybody, 3)) == (5, 0, 0, 3, "alike likely")
    found = row("sample", lambda: ew.sample(everybody, 9, weights=np.eye(5)[1]))
    assert found == (5, 0, 0, 1, "by weight")
    found = row("threshold", lambda: ew.threshold(everybody, key, samples=4))
    assert found == (5, 0, 0, 4, "from 4 keys")
    nobody = ew.VertexFrontier.none(G)
    assert row("threshold", lambda: ew.threshold(nobody, key)) == (0, 0, 0, 0, "")


def test_a_contraction_tells_what_is_left() -> None:
    found = row("contract", lambda: ew.contract(G, [0, 0, 1, 1, 1]))
    assert found == (5, 7, 7, 2, "2 arcs are left")


def test_nothing_is_looked_up_where_nobody_keeps_a_record() -> None:
    """The degrees of a frontier's members cost a pass over it."""
    front = ew.VertexFrontier.of(G, [0, 4])
    ew.intersect(front, front)
    assert front._degree_sum is None
