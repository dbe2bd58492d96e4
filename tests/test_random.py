"""Another schedule every round, drawn anew: the answer does not move."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import edgewise as ew
from tests.lots import Lots
from tests.programs import GROUPS, TRIALS, defined, shaped
from tests.teams import teams as teams

pytestmark = pytest.mark.usefixtures("teams")
A_TRIAL, IN_ALL_LONG = 30, 10_000


def drawn(trial: str, seed: int, patch: pytest.MonkeyPatch) -> int:
    """One run, compared with the reference; how many schedules it went by."""
    dice = random.Random(seed)
    one, name = TRIALS[trial], dice.choice(GROUPS[:4]).name
    patch.setenv("EDGEWISE_THREADS", str(dice.choice((1, 2))))
    controllers: list[Any] = [ew.Random(seed), Lots(seed), Lots(seed, ("sync",))]
    g = shaped(name, one.weights)
    values, trace = one.run(g, controller=dice.choice(controllers))
    expected, _ = defined(trial, name)
    assert one.agrees(values, expected), f"{trial} on {name}, seed {seed}: {trace.schedules}"
    return len(trace.schedules)


@pytest.mark.slow
@pytest.mark.parametrize("trial", TRIALS)
def test_a_few_hundred_runs(trial: str, monkeypatch: pytest.MonkeyPatch) -> None:
    most = max(drawn(trial, seed, monkeypatch) for seed in range(A_TRIAL))
    assert most > 2


@pytest.mark.long
@pytest.mark.parametrize("trial", TRIALS)
def test_ten_thousand_runs(trial: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(IN_ALL_LONG // len(TRIALS) + 1):
        drawn(trial, seed, monkeypatch)


@pytest.mark.slow
def test_the_draw_is_wide() -> None:
    """Of all legal schedules of the round loop, each comes up."""
    g = ew.generate.path(400)
    came = set(ew.bfs(g, 0, controller=ew.Random(3)).trace.schedules)
    legal = {str(one) for one in ew.legal(TRIALS["hops"].program)}
    assert came <= legal and len(came) > 0.8 * len(legal)
    assert np.array_equal(ew.bfs(g, 0, controller=ew.Random(3)).distances, np.arange(400))
