"""Urgent vertices first: the sampled threshold, and answers that it does not change."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import edgewise as ew
from edgewise.algorithms.pagerank_programs import _owes
from edgewise.kernels.cpu import sampling
from tests.programs import shaped, share
from tests.teams import TINY
from tests.teams import teams as teams

FINITE = st.floats(allow_nan=False, allow_infinity=False)

EAGER = ew.VertexProgram(
    "eager ranks",
    value=np.float64,
    combine=ew.SUM,
    message=share,
    is_active=_owes,
    urgency=lambda buffer: buffer,
    residual=True,
)


def waits(trace: ew.Trace) -> bool:
    """Whether in some round many of the active were left for later."""
    return any(row["walked"] < 0.8 * row["out_degrees"] for row in trace)


@given(st.lists(FINITE, min_size=1, max_size=60), st.data())
def test_the_nth_largest_is_found(numbers: list[float], data: st.DataObject) -> None:
    nth = data.draw(st.integers(0, len(numbers) - 1))
    row = np.array([-1.0, *numbers, 7.0])
    found = sampling.nth_largest.py_func(row, 1, len(numbers), nth)
    assert found == sorted(numbers, reverse=True)[nth]
    assert sorted(row[1:-1]) == sorted(numbers)
    assert (row[0], row[-1]) == (-1, 7)


@pytest.mark.usefixtures("teams")
@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize("frontier", ["list", "bitmap", "all"])
def test_ranks_are_the_same_in_any_order(
    frontier: str, threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EDGEWISE_THREADS", str(threads))
    monkeypatch.setitem(TINY, "relax", {**TINY["relax"], "MANY": 4, "TAKEN": 3})
    g = shaped("hubs", None)
    start = np.full(g.num_vertices, 0.15)
    how = {"start": start, "initial": 0.0, "damping": 0.5, "owed": 1e-9}
    calm = ew.run(EAGER, g, schedule="pull all sync", **how)
    urgent = ew.run(EAGER, g, schedule=f"push {frontier} async group", **how)
    assert np.allclose(calm.values, urgent.values, rtol=0, atol=1e-6)
    assert waits(urgent.trace)


def test_pagerank_takes_the_urgent_first() -> None:
    g = ew.generate.kronecker(13, 8, seed=3)
    plain = ew.pagerank(g, method="delta", schedule="push list async")
    urgent = ew.pagerank(g, method="delta", schedule="push list async", priority=True)
    assert np.abs(plain.ranks - urgent.ranks).sum() < 1e-6
    assert urgent.trace.rounds > plain.trace.rounds
    assert waits(urgent.trace)
    assert not waits(plain.trace)


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ({"priority": True}, "priority"),
        ({"controller": ew.Auto()}, "controller"),
        ({"method": "delta", "start": {0: 1.0}}, "start"),
    ],
)
def test_what_a_method_does_not_read_is_refused(arguments: dict[str, object], named: str) -> None:
    with pytest.raises(ew.ArgumentError, match=rf"pagerank\(\): {named}="):
        ew.pagerank(ew.generate.path(3), **arguments)
