"""Planted errors in distances and parents: each is caught, and each is an error."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import edgewise as ew
from edgewise import verify
from edgewise.adjacency import Adjacency
from tests.answers import INF, NAN, WORDS, alike, are_parents, refused

ARCS = [(0, 1), (1, 2), (0, 2), (2, 3), (3, 2), (4, 5), (5, 4), (4, 3)]
ROADS = ew.from_edges(ARCS, weights=[2, 3, 9, 0, 0, 0, 0, 1])
FLOATS = ew.from_edges(ARCS, weights=[0.25, 0.375, 2.0, 0.0, 0.0, 0.0, 0.0, 0.1])
DEBTS = ew.from_edges(
    [(0, 1), (1, 2), (0, 2), (2, 3), (3, 1), (4, 0)], weights=[5, -4, 3, -2, 6, 1]
)

STEPS = {"distances": [0, 1, 1, 2, -1], "parents": ["ann", "ann", "ann", "cat", None]}
LENGTHS = {"distances": [0, 2, 5, 5, -1, -1], "parents": [0, 0, 1, 2, -1, -1]}
REALS = {"distances": [0, 0.25, 0.625, 0.625, INF, INF], "parents": [0, 0, 1, 2, -1, -1]}
OWED = {"distances": [0, 5, 1, -1, -1], "parents": [0, 0, 1, 2, -1]}

WRONG_STEPS: dict[str, list[Any]] = {
    "one too far": [0, 1, 1, 3, -1],
    "one too near": [0, 1, 1, 1, -1],
    "all too far": [0, 2, 2, 3, -1],
    "the longer way": [0, 1, 2, 3, -1],
    "a source that is not at 0": [1, 1, 1, 2, -1],
    "everything one further": [1, 2, 2, 3, -1],
    "the unreachable reached": [0, 1, 1, 2, 1],
    "the unreachable at 0": [0, 1, 1, 2, 0],
    "the reachable unreached": [0, 1, 1, -1, -1],
    "the source unreached": [-1, 1, 1, 2, -1],
    "nothing reached": [-1] * 5,
    "two swapped": [0, 1, 2, 1, -1],
    "below -1": [0, 1, 1, 2, -2],
    "the largest number for unreached": [0, 1, 1, 2, 2**31 - 1],
    "floats": [0.0, 1.0, 1.0, 2.0, -1.0],
    "not a number": [0, 1, 1, 2, NAN],
    "too few": [0, 1, 1, 2],
    "too many": [0, 1, 1, 2, -1, -1],
    "none": [],
}
WRONG_STEP_PARENTS: dict[str, list[Any]] = {
    "a parent of the same level": ["ann", "ann", "bob", "cat", None],
    "a parent without an arc": ["ann", "ann", "ann", "bob", None],
    "a parent that is unreached": ["ann", "ann", "ann", "eve", None],
    "the wrong end of an arc": ["ann", "cat", "ann", "cat", None],
    "its own parent": ["ann", "bob", "ann", "cat", None],
    "a parent cut off": ["ann", "ann", "ann", None, None],
    "a parent of the unreached": ["ann", "ann", "ann", "cat", "dan"],
    "the unreached its own": ["ann", "ann", "ann", "cat", "eve"],
    "a source without": [None, "ann", "ann", "cat", None],
    "a source with another": ["bob", "ann", "ann", "cat", None],
    "a stranger": ["ann", "ann", "ann", "zoe", None],
    "positions instead of ids": [0, 0, 0, 2, -1],
    "no ids at all": ["ann", "ann", "ann", ["cat"], None],
    "too few": ["ann", "ann", "ann", "cat"],
    "a circle": ["ann", "ann", "dan", "cat", None],
}
WRONG_LENGTHS: dict[str, list[Any]] = {
    "one too far": [0, 2, 6, 5, -1, -1],
    "one too near": [0, 1, 4, 4, -1, -1],
    "the straight road": [0, 2, 9, 9, -1, -1],
    "a circle that is free lifted": [0, 2, 4, 4, -1, -1],
    "a free circle reached": [0, 2, 5, 5, 9, 9],
    "a free circle reached at 0": [0, 2, 5, 5, 0, 0],
    "half of it reached": [0, 2, 5, 5, 4, -1],
    "the reachable unreached": [0, 2, 5, -1, -1, -1],
    "a source not at 0": [1, 2, 5, 5, -1, -1],
    "a source unreached": [-1, 2, 5, 5, -1, -1],
    "below -1": [0, 2, 5, 5, -2, -2],
    "the wrong mark": [0, 2, 5, 5, 2**62, 2**62],
    "swapped": [0, 5, 2, 5, -1, -1],
    "floats": [0.0, 2.0, 5.0, 5.0, -1.0, -1.0],
    "infinite": [0, 2, 5, 5, INF, INF],
    "too few": [0, 2, 5, 5, -1],
}
WRONG_LENGTH_PARENTS: dict[str, list[Any]] = {
    "a circle of free arcs": [0, 0, 3, 2, -1, -1],
    "an arc that is no shortest": [0, 0, 0, 2, -1, -1],
    "no arc": [0, 0, 1, 1, -1, -1],
    "a parent cut off": [0, 0, 1, -1, -1, -1],
    "parents of the unreached": [0, 0, 1, 2, 5, 4],
    "a source without": [-1, 0, 1, 2, -1, -1],
    "an unreached parent": [0, 0, 1, 4, -1, -1],
    "no vertex": [0, 0, 1, 6, -1, -1],
    "below -1": [0, 0, 1, 2, -2, -1],
    "None among integers": [0, 0, 1, 2, None, None],
    "floats": [0.0, 0.0, 1.0, 2.0, -1.0, -1.0],
}
WRONG_REALS: dict[str, list[Any]] = {
    "one too far": [0, 0.25, 0.625, 0.75, INF, INF],
    "a hair too far": [0, 0.25, 0.625, 0.625 + 1e-13, INF, INF],
    "a hair too near": [0, 0.25, 0.625 - 1e-13, 0.625 - 1e-13, INF, INF],
    "too near": [0, 0.125, 0.5, 0.5, INF, INF],
    "the straight road": [0, 0.25, 2.0, 2.0, INF, INF],
    "a free circle reached": [0, 0.25, 0.625, 0.625, 7.5, 7.5],
    "half of it reached": [0, 0.25, 0.625, 0.625, 7.5, INF],
    "the reachable unreached": [0, 0.25, 0.625, INF, INF, INF],
    "not a number": [0, 0.25, 0.625, NAN, INF, INF],
    "not a number where unreached": [0, 0.25, 0.625, 0.625, NAN, INF],
    "-1 where unreached": [0, 0.25, 0.625, 0.625, -1.0, -1.0],
    "the largest number where unreached": [0, 0.25, 0.625, 0.625, 1.7e308, 1.7e308],
    "a source below 0": [-0.5, -0.25, 0.125, 0.125, INF, INF],
    "minus infinity": [-INF, 0.25, 0.625, 0.625, INF, INF],
    "integers": [0, 0, 1, 1, -1, -1],
    "too many": [0, 0.25, 0.625, 0.625, INF, INF, INF],
}
WRONG_DEBTS: dict[str, list[Any]] = {
    "one too far": [0, 5, 1, 0, -1],
    "one too near": [0, 5, 1, -2, -1],
    "the straight road": [0, 5, 3, 1, -1],
    "a circle that costs nothing lowered": [0, 3, -1, -3, -1],
    "a source below 0": [-1, 4, 0, -2, -1],
    "the unreachable reached": [0, 5, 1, -1, 3],
    "the unreachable at 0": [0, 5, 1, -1, 0],
    "the least for unreached": [0, 5, 1, -1, -(2**63)],
    "the largest where reached": [0, 5, 1, 2**63 - 1, 2**63 - 1],
    "nothing reached": [-1] * 5,
    "floats": [0.0, 5.0, 1.0, -1.0, INF],
    "too few": [0, 5, 1, -1],
}
WRONG_DEBT_PARENTS: dict[str, list[Any]] = {
    "a circle that costs nothing": [0, 3, 1, 2, -1],
    "an arc that is no shortest": [0, 0, 0, 2, -1],
    "a parent of the unreached": [0, 0, 1, 2, 0],
    "a parent cut off": [0, 0, -1, 2, -1],
    "a source with a parent": [4, 0, 1, 2, -1],
}
TREES = [
    (verify.bfs, WORDS, "ann", STEPS, WRONG_STEPS, WRONG_STEP_PARENTS),
    (verify.sssp, ROADS, 0, LENGTHS, WRONG_LENGTHS, WRONG_LENGTH_PARENTS),
    (verify.sssp, FLOATS, 0, REALS, WRONG_REALS, WRONG_LENGTH_PARENTS),
    (verify.bellman_ford, DEBTS, 0, OWED, WRONG_DEBTS, WRONG_DEBT_PARENTS),
    (verify.bellman_ford, FLOATS, 0, REALS, WRONG_REALS, WRONG_LENGTH_PARENTS),
]


def planted(place: int) -> list[Any]:
    """Every planted error of one kind of answer, with its name."""
    return [
        pytest.param(*case[:4], wrong, id=f"{case[0].__name__}: {name}")
        for case in TREES
        for name, wrong in case[place].items()
    ]


@pytest.mark.parametrize(("checker", "g", "source", "right", "wrong"), planted(4))
def test_planted_distances(checker: Any, g: ew.Graph, source: Any, right: Any, wrong: Any) -> None:
    assert not alike(right["distances"], wrong), "there is but one right answer, and this is it"
    for graph in (g, g.renumbered()):
        checker(graph, source, **right)
        refused(checker, graph, source, wrong)
        refused(checker, graph, source, np.array(wrong))


@pytest.mark.parametrize(("checker", "g", "source", "right", "wrong"), planted(5))
def test_planted_parents(checker: Any, g: ew.Graph, source: Any, right: Any, wrong: Any) -> None:
    assert are_parents(g, source, right["distances"], right["parents"])
    assert not are_parents(g, source, right["distances"], wrong)
    for graph in (g, g.renumbered()):
        assert "parent" in refused(checker, graph, source, right["distances"], wrong)


def test_what_is_said_of_parents() -> None:
    for parents, says in (
        (["ann", "ann", "ann", None, None], "the parent of 'dan' is None, but it is reached"),
        (["ann", "ann", "ann", "zoe", None], "the parent of 'dan' is zoe, which is no vertex"),
        (["bob", "ann", "ann", "cat", None], "the parent of 'ann' is 'bob', but it is a source"),
    ):
        assert says in refused(verify.bfs, WORDS, "ann", STEPS["distances"], parents)


def test_limits_that_were_not_kept() -> None:
    near, far = [0, 1, 1, -1, -1], [0, 1, 1, 2, -1]
    verify.bfs(WORDS, "ann", near, depth_limit=1)
    assert "unreached" in refused(verify.bfs, WORDS, "ann", near, depth_limit=2)
    assert "'dan' is 2, beyond the limit of 1" in refused(
        verify.bfs, WORDS, "ann", far, depth_limit=1
    )
    verify.sssp(ROADS, 0, [0, 2, -1, -1, -1, -1], cutoff=4.5)
    refused(verify.sssp, ROADS, 0, [0, 2, -1, -1, -1, -1], cutoff=5)
    refused(verify.sssp, ROADS, 0, [0, 2, 5, 5, -1, -1], cutoff=4.5)
    refused(verify.sssp, ROADS, 0, [0, 2, 9, 9, -1, -1], cutoff=9)
    refused(verify.sssp, ROADS, 0, [0, -1, -1, -1, -1, -1], cutoff=4)


def test_a_circle_within_rounding_is_no_path() -> None:
    """Each of two vertices is attained from the other, but for the last place of one."""
    g = ew.from_edges([(0, 0), (1, 2), (2, 1)], weights=[1.0, 1e-300, 1e-300])
    verify.sssp(g, 0, [0, INF, INF])
    refused(verify.sssp, g, 0, [0, 1.0, 1.0 + 2**-52])
    refused(verify.sssp, g, 0, [0, 1e300, 1e300])
    refused(verify.bellman_ford, g, 0, [0, 1.0, 1.0 + 2**-52])


def test_floats_are_as_wide_as_weights() -> None:
    right = np.array(REALS["distances"])
    single = ew.from_edges(*FLOATS.to_edges()[:2], FLOATS.out_weights.astype(np.float32))
    verify.sssp(single, 0, right)
    verify.sssp(single, 0, right.astype(np.float32))
    assert "not float64" in refused(verify.sssp, FLOATS, 0, right.astype(np.float32))
    refused(verify.sssp, single, 0, right.astype(np.float16))


def test_sums_beyond_64_bits() -> None:
    g = ew.from_edges([(0, 1), (1, 2)], weights=np.array([5, 2**64 - 1], np.uint64))
    refused(verify.sssp, g, 0, [0, 5, 4])
    refused(verify.bellman_ford, g, 0, [0, 5, 4])
    g = ew.from_edges([(0, 1), (1, 2), (0, 3)], weights=[2**62 - 1, 2**62 + 2, -1])
    assert (2**62 - 1) + (2**62 + 2) == 2**63 + 1, "which wraps round to what follows"
    refused(verify.bellman_ford, g, 0, [0, 2**62 - 1, -(2**63) + 1, -1])
    g = ew.from_edges([(0, 1), (1, 2), (1, 3)], weights=[1e308, 1.7e308, INF])
    verify.sssp(g, 0, [0, 1e308, INF, INF])
    refused(verify.sssp, g, 0, [0, 1e308, 1.7e308, INF])


def test_no_answer_passes_where_a_negative_circle_is_reached() -> None:
    g = ew.from_edges([(0, 1), (1, 2), (2, 1)], weights=[1, -2, 1])
    for answer in ([0, 1, -1], [0, 0, -2], [0, -1, -1], [0, -9, -11]):
        assert "longer than that" in refused(verify.bellman_ford, g, 0, answer)
    verify.bellman_ford(g.reversed(), 0, [0, -1, -1])
    verify.bellman_ford(g.reversed(), 0, [0, 2**63 - 1, 2**63 - 1])
    assert "two ways" in refused(verify.bellman_ford, g.reversed(), 0, [0, -1, 2**63 - 1])


def test_weights_that_have_no_sum() -> None:
    for weight in (NAN, -INF):
        rows = Adjacency(np.array([0, 1, 1]), np.array([1], np.int32), np.array([weight]))
        g = ew.Graph(rows, ew.Facts(directed=True, weighted=True))
        for checker in (verify.sssp, verify.bellman_ford):
            assert "no such distances" in refused(checker, g, 0, [0, weight])
    assert "more than 0" in refused(verify.betweenness, ROADS, [0.0] * 6, weighted=True)
