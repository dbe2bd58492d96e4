"""Sweeps, against what `kernels/reference_sweep.py` says they mean."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, final

import numpy as np
import pytest

import edgewise as ew
from edgewise.algorithms import pagerank_programs as ranks
from edgewise.kernels import reference, reference_sweep
from edgewise.places import cpu_sweep
from tests.programs import GROUPS, RANDOM, shaped
from tests.teams import teams as teams
from tests.zoo import ZOO

pytestmark = pytest.mark.usefixtures("teams", "_small_pieces")

Array = np.ndarray[Any, Any]
NEAR = {"float32": 1e-4, "float64": 1e-11}
FEW = 7
"""Rounds of programs that would not settle."""


@pytest.fixture
def _small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows of small graphs are cut, so that every thread gets some."""
    monkeypatch.setattr(cpu_sweep, "PIECE", 8)


@final
@dataclass(frozen=True)
class Case:
    """A program, what vertices begin with, and what its functions are told besides, by position."""

    program: ew.SweepProgram
    begins: Callable[[int], Array]
    told: Callable[[int], dict[str, Any]] = lambda n: {}
    rounds: int = FEW
    kinds: tuple[Any, ...] = (None, np.int32)


def _numbered(n: int) -> Array:
    return np.arange(n) % 5


def _modulo(total, value):
    return (total + value) % 1009


def _held(total, value, v, held, degree):
    return value if held[v] else total / max(degree[v], 1)


def _noted(change, other, rounds, shared):
    shared[0] = other
    shared[1] = change
    shared[7] = rounds
    return rounds >= 5


def _told(n: int) -> dict[str, Any]:
    return {"held": np.arange(n) % 7 == 0, "degree": np.arange(n) % 4 + 1, "little": 2.0}


CASES = {
    "walks": Case(
        ew.SweepProgram(
            "walks",
            value=np.int64,
            gather=lambda sent, weight: sent * weight,
            update=_modulo,
            send=lambda value, v: value + v % 3,
        ),
        _numbered,
    ),
    "heat": Case(
        ew.SweepProgram(
            "heat",
            gather=lambda sent, weight: sent * weight / 12,
            update=_held,
            send=lambda value: value,
            settle=lambda change, little: change < little,
        ),
        lambda n: _numbered(n) * 20.0,
        _told,
        rounds=60,
    ),
    "notes": Case(
        ew.SweepProgram(
            "notes",
            value=np.float32,
            gather=lambda sent, weight: sent - weight,
            update=lambda total, v, shared: (total + shared[0] + shared[7] * v) / 64,
            send=lambda value, v: value / (v + 1),
            measure=lambda old, new, v: (new - old) * v,
            count=lambda new: new / 8,
            settle=_noted,
        ),
        lambda n: _numbered(n).astype(np.float32),
        kinds=(None, np.float64),
    ),
    "all alike": Case(
        ew.SweepProgram(
            "all alike",
            value=np.int32,
            gather=lambda sent: 0,
            update=lambda total, value: min(value, 3) + total,
            send=lambda value: value,
        ),
        _numbered,
        rounds=1 << 40,
    ),
}


def _rows(g: ew.Graph, weighted: bool = True) -> reference.Rows:
    return reference.Rows(g.out_offsets, g.out_neighbors, g.out_weights if weighted else None)


def compare(case: Case, g: ew.Graph, rounds: int, weighted: bool) -> None:
    """One run of the engine, compared with the definition."""
    n, place = g.num_vertices, g.vertex_ids.positions(g.ids.tolist())
    told, begins = case.told(n), case.begins(n).astype(case.program.value)
    first = np.empty_like(begins)
    first[place] = begins
    meant = reference_sweep.sweep(case.program, _rows(g, weighted), first, rounds, told)
    run = ew.sweep(case.program, g, start=begins, rounds=rounds, weighted=weighted, **told)
    assert run.trace.rounds == meant.rounds
    expected = np.array(meant.values, case.program.value)[place]
    assert run.values.dtype == expected.dtype
    if expected.dtype.kind == "f":
        near = NEAR[expected.dtype.name]
        np.testing.assert_allclose(run.values, expected, near, near)
    else:
        assert np.array_equal(run.values, expected)


@pytest.mark.parametrize("name", CASES)
def test_sweeps_mean_what_the_definition_says(name: str, threads: int) -> None:
    """All animals by one thread, what they make together and random graphs by any number."""
    case = CASES[name]
    for animal in (*GROUPS, *ZOO) if threads == 1 else GROUPS:
        for kind in case.kinds:
            g = shaped(animal.name, kind)
            compare(case, g, case.rounds, True)
            compare(case, g, 2, False)
    compare(case, shaped("hubs", case.kinds[1], True), case.rounds, True)
    compare(case, shaped("hubs", None), 0, True)


def test_a_sweep_ends_when_it_settles_or_when_told() -> None:
    """Rounds are counted alike: those that were allowed, or those that it took."""
    g, case = shaped("hubs", None), CASES["heat"]
    told = {**case.told(130), "little": 0.1}
    took = ew.sweep(case.program, g, start={0: 90}, rounds=case.rounds, **told).trace.rounds
    assert 3 < took < case.rounds
    assert ew.sweep(case.program, g, start={0: 90}, rounds=3, **told).trace.rounds == 3


VARIANTS: dict[str, dict[str, Any]] = {
    "networkx": {},
    "networkx, aimed": {"personalization": {0: 1, 3: 2}, "dangling": {1: 1}},
    "gap": {"variant": "gap", "tol": 1e-4},
    "graphalytics": {"variant": "graphalytics", "max_iter": 6},
    "float32": {"dtype": "float32", "tol": 1e-5},
}


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("kind", [None, np.float64])
def test_pagerank_means_what_the_definition_says(variant: str, kind: Any, threads: int) -> None:
    """Settled, after so many rounds, and with what stands on vertices without out-arcs shared."""
    how = {"alpha": 0.85, "tol": 1e-6, "max_iter": 200, "variant": "networkx", "dtype": "float64"}
    how |= VARIANTS[variant]
    for animal in RANDOM if threads == 1 else RANDOM[:1]:
        g = shaped(animal.name, kind)
        plan = ranks.Plan(g, how["variant"], how["alpha"], how["tol"], how["dtype"])
        plan.aim(how.get("personalization"), how.get("dangling"))
        first = plan.first(None)
        lost = sum(first[v] for v in range(len(first)) if plan.share[v] == 0)
        program, told = plan.sweep()
        rows = _rows(g, plan.weighted)
        meant = reference_sweep.sweep(program, rows, first, how["max_iter"], told, [lost])
        found = ew.pagerank(g, **how)
        assert found.iterations == meant.rounds
        assert meant.settled or variant == "graphalytics"
        near = NEAR[how["dtype"]]
        np.testing.assert_allclose(found.ranks, meant.values, near, near)
        assert found.error == pytest.approx(meant.shared[ranks.CHANGE], rel=near, abs=near)
        started = {"start": first, "rounds": 3, "weighted": plan.weighted}
        run = ew.sweep(program, g, **started, **told)
        three = reference_sweep.sweep(program, rows, first, 3, told)
        np.testing.assert_allclose(run.values, three.values, near, near)


def test_the_definition_checks_every_access() -> None:
    """What compiled loops would read or write outside is refused; so is too large a number."""
    rows = reference.Rows([0, 1, 1], [1])
    beyond = ew.SweepProgram(
        "beyond",
        gather=lambda sent: sent,
        update=lambda v, place: place[v - 1],
        send=lambda value: value,
    )
    with pytest.raises(IndexError, match="index -1"):
        reference_sweep.sweep(beyond, rows, [0, 0], 1, {"place": [1.0, 2.0]})
    huge = ew.SweepProgram(
        "huge",
        value=np.int8,
        gather=lambda sent: sent * 100,
        update=lambda total: total,
        send=lambda value: value,
    )
    with pytest.raises(OverflowError):
        reference_sweep.sweep(huge, rows, [2, 2], 1)
