"""Every program, on every legal schedule, with any number of threads, on every graph: one answer.

What the answer is, `kernels/reference.py` says. Here the schedules are pinned one by one, and one
controller draws a new one each round.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

import edgewise as ew
from tests.programs import GROUPS, TRIALS, defined, shaped
from tests.teams import teams as teams
from tests.zoo import ZOO

pytestmark = pytest.mark.usefixtures("teams")

THREADS = (1, 2, 5)
"""Alone; as many as a small machine has; more than there is work."""
FULLY = ("hops", "shortest")
"""Programs whose every schedule is tried always; of the others, those balanced by group."""
SKIPPED = {"buckets"}


def schedules(trial: str) -> list[ew.Schedule]:
    """Every schedule that is legal for a program."""
    return [one for one in ew.legal(TRIALS[trial].program) if one.frontier not in SKIPPED]


def cells() -> Iterable[Any]:
    """A program and a schedule, each pair once."""
    for trial in TRIALS:
        for one in schedules(trial):
            quick = trial in FULLY or one.balance == "group"
            marks = () if quick else pytest.mark.slow
            yield pytest.param(trial, one, id=f"{trial}, {one}", marks=marks)


def check(trial: str, name: str, threads: int, renumbered: bool = False, **how: Any) -> ew.Trace:
    """One run, compared with the reference."""
    one, g = TRIALS[trial], shaped(name, TRIALS[trial].weights, renumbered)
    values, trace = one.run(g, **how)
    expected, _ = defined(trial, name, renumbered)
    if not one.agrees(values, expected):
        at = int(np.flatnonzero(values != expected)[0])
        pytest.fail(
            f"{trial} on {name} with {threads} threads, {how}: vertex {at} has {values[at]}, "
            f"not {expected[at]}",
            pytrace=False,
        )
    return trace


def with_threads(patch: pytest.MonkeyPatch, wanted: Iterable[int]) -> Iterable[int]:
    for threads in wanted:
        patch.setenv("EDGEWISE_THREADS", str(threads))
        yield threads


@pytest.mark.parametrize(("trial", "schedule"), list(cells()))
def test_every_schedule_gives_the_answer(
    trial: str, schedule: ew.Schedule, monkeypatch: pytest.MonkeyPatch
) -> None:
    for threads in with_threads(monkeypatch, THREADS):
        for group in GROUPS:
            check(trial, group.name, threads, schedule=schedule)
    for _ in with_threads(monkeypatch, [1]):
        for animal in ZOO:
            check(trial, animal.name, 1, schedule=schedule)
        check(trial, "hubs", 1, renumbered=True, schedule=schedule)


@pytest.mark.parametrize("threads", THREADS[1:])
@pytest.mark.parametrize("trial", TRIALS)
def test_every_animal_is_run_by_teams(
    trial: str, threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each with another schedule."""
    monkeypatch.setenv("EDGEWISE_THREADS", str(threads))
    legal = [one for one in schedules(trial) if trial in FULLY or one.balance == "group"]
    for at, animal in enumerate(ZOO):
        if animal.name != "long path":
            check(trial, animal.name, threads, schedule=legal[at * 7 % len(legal)])
