"""What algorithms refuse, and that each refusal says what to do."""

from __future__ import annotations

import numpy as np
import pytest

import edgewise as ew
from edgewise.schedule.schedule import every
from tests import found
from tests.programs import TRIALS

DEBT = ew.from_edges([("a", "b", 2), ("b", "c", -1)])
CYCLE = ew.from_edges([("s", "a", 1), ("a", "b", 1), ("b", "c", -3), ("c", "a", 1), ("c", "d", 1)])


def test_negative_weights_lead_to_bellman_ford() -> None:
    with pytest.raises(ew.NegativeWeightError, match=r"weight is -1.*ew\.bellman_ford takes"):
        ew.sssp(DEBT, "a")
    assert ew.bellman_ford(DEBT, "a").distances.tolist() == [0, 2, 1]


def test_a_negative_cycle_is_told_with_its_vertices() -> None:
    with pytest.raises(ew.NegativeCycleError, match=r"weighs -1.*\.cycle holds it") as told:
        ew.bellman_ford(CYCLE, "s")
    cycle = told.value.cycle
    begin = cycle.index("a")
    assert cycle[begin:] + cycle[:begin] == ["a", "b", "c"]
    assert ew.bellman_ford(CYCLE, "d").num_reached == 1


@pytest.mark.parametrize("seed", range(20))
def test_whatever_is_told_is_a_negative_cycle(seed: int) -> None:
    dice = np.random.default_rng(seed)
    n = int(dice.integers(2, 30))
    tails, heads = dice.integers(0, n, (2, 3 * n))
    weights = dice.integers(-3, 9, 3 * n)
    g = ew.from_edges(tails, heads, weights, num_vertices=n)
    try:
        far = ew.bellman_ford(g, 0)
    except ew.NegativeCycleError as told:
        lightest: dict[tuple[int, int], int] = {}
        for u, v, w in zip(tails.tolist(), heads.tolist(), weights.tolist(), strict=True):
            lightest[u, v] = min(w, lightest.get((u, v), 99))
        steps = zip(told.cycle, [*told.cycle[1:], told.cycle[0]], strict=True)
        assert sum(lightest[step] for step in steps) < 0
    else:
        ew.verify.bellman_ford(g, 0, far.distances, far.parents)


@pytest.mark.parametrize("name", found.found())
def test_an_unknown_vertex_is_named(name: str) -> None:
    for argument in {"source", "sources"} & set(found.arguments(name)):
        for many in ("zoe", ["a", "zoe"]):
            if argument == "source" or isinstance(many, list):
                with pytest.raises(ew.UnknownVertexError, match=rf"{name}\(\): {argument}.*'zoe'"):
                    found.found()[name](DEBT, **{argument: many})


@pytest.mark.parametrize("trial", TRIALS)
def test_what_is_illegal_names_the_law(trial: str) -> None:
    program = TRIALS[trial].program
    legal = {str(one) for one in ew.legal(program)}
    g = ew.from_edges([(0, 1)], weights=[1])
    for one in every():
        if str(one) not in legal:
            with pytest.raises(ew.ScheduleError, match="is not legal for .*: .*[a-z]{4}") as told:
                ew.run(program, g, schedule=one, **TRIALS[trial].arguments)
            assert str(one) in str(told.value)
    if program.residual:
        with pytest.raises(ew.ScheduleError, match="monotone"):
            ew.run(program, g, schedule="pull async", **TRIALS[trial].arguments)


def test_laws_that_were_not_declared_are_named() -> None:
    def program(*laws: str) -> ew.VertexProgram:
        least = ew.Monoid("least", lambda a, b: min(a, b), "largest", laws=laws)
        return ew.VertexProgram("told", value=int, combine=least, message=lambda sent: sent)

    g = ew.from_edges([(0, 1)])
    for laws, schedule, missing in (
        (("associative",), "push", "associative and commutative"),
        ((), "push", "associative and commutative"),
        (("associative", "commutative"), "push async", "monotone or residual"),
        (("associative", "commutative", "idempotent"), "buckets", "ordered"),
    ):
        with pytest.raises(ew.ScheduleError, match=missing):
            ew.run(program(*laws), g, schedule=schedule)
    with pytest.raises(ew.ScheduleError, match="method='label-propagation' does"):
        ew.connected_components(g, schedule="push")
