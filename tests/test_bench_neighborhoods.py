"""The bench of neighborhoods: every contender that is here finds the same, and what is right."""

from __future__ import annotations

from pathlib import Path

import networkx
import numpy as np
import pytest

from bench import graphs, inputs, neighborhoods
from bench.peers import every


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is made here is not kept."""
    monkeypatch.setattr(inputs, "DATA", tmp_path)
    monkeypatch.setattr(graphs, "DATA", tmp_path)


def test_all_agree_and_triangles_are_those_of_networkx() -> None:
    cases = neighborhoods.cases(8)
    assert len(cases) == 3 * len(neighborhoods.JOBS) + 1
    for case in cases:
        numbers = neighborhoods.inputs(case.settings)
        told = []
        for one in every("neighborhoods"):
            if one.missing is None and one.declines(case.settings) is None:
                one.ready(case.settings)
                told.append(one.facts(one.run(numbers.copy(), case.settings), case.settings))
        first = told[0]
        assert first is not None and len(told) >= 2
        assert all(each is not None and first.agrees(each) for each in told), (case.title, told)
        if case.settings["job"] == "triangles":
            near, far, _ = graphs.rows(case.settings["graph"]).edges()
            pairs = zip(near.tolist(), far.tolist(), strict=True)
            assert 3 * first.arcs == sum(networkx.triangles(networkx.Graph(pairs)).values())


def test_a_wrong_sum_is_told_from_a_right_one() -> None:
    settings = {"job": "sums", "graph": "kron6", "tiny": False}
    one = every("neighborhoods")[0]
    one.ready(settings)
    right = one.run(neighborhoods.inputs(settings), settings)
    wrong = np.roll(right, 1)
    told, other = one.facts(right, settings), one.facts(wrong, settings)
    assert told is not None and other is not None and not told.agrees(other)
