"""The demo: every step is checked, and a step that fails is told."""

from __future__ import annotations

import re

import pytest

import edgewise as ew
from edgewise.cli import demo, demo_answers
from edgewise.cli.known import Known
from tests.cli import edgewise


@pytest.fixture
def small_demo(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo, "SCALE", 8)
    monkeypatch.setattr(demo, "SIDE", 20)
    monkeypatch.setattr(demo, "GRID_HOPS", 3)


@pytest.mark.usefixtures("small_demo")
def test_demo_checks_every_step() -> None:
    said, data = edgewise("demo"), edgewise("demo", "--json").data
    assert said.code == 0
    assert said.out.startswith(demo.WHAT)
    assert "every check passed" in said.out
    checked = [*data["steps"], *data["answers"]]
    assert data["ok"] and all(one["ok"] for one in checked)
    assert len(checked) == len(re.findall(r" ok *$", said.out, re.M))
    assert {one["algorithm"] for one in data["answers"]} == set(demo_answers.ASKED)
    assert any("pull" in ran for one in data["answers"] for ran in one["schedules"])


@pytest.mark.usefixtures("small_demo")
def test_demo_fails_when_an_answer_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(*given: object) -> None:
        raise ew.verify.VerificationError("bfs: wrong")

    monkeypatch.setattr(Known, "check", wrong)
    said = edgewise("demo")
    assert said.code == 1
    assert said.out.count("WRONG") == 1 + len(edgewise("demo", "--json").data["answers"])


@pytest.mark.usefixtures("small_demo")
@pytest.mark.parametrize("check", ["_same", "_levels_hold"])
def test_demo_fails_when_a_check_does(check: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo, check, lambda *given: False)
    said = edgewise("demo")
    assert said.code == 1
    assert "WRONG" in said.out
    assert "checks failed" in said.out


def test_levels_that_are_wrong_do_not_hold() -> None:
    graph = ew.generate.path(12)
    levels, arcs = demo._levels(graph, 0, 4)
    assert levels.tolist() == [0, 1, 2, 3, 4, -1, -1, -1, -1, -1, -1, -1]
    assert arcs == 1 + 2 * 3
    assert demo._levels_hold(graph, levels, 0, 4)
    for at, wrong in [(0, 1), (1, -1), (2, 1), (3, 4), (4, -1), (5, 4), (9, 2)]:
        broken = levels.copy()
        broken[at] = wrong
        assert not demo._levels_hold(graph, broken, 0, 4)
