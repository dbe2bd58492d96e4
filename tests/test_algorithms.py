"""Every algorithm there is, in every variant, on every legal schedule: each answer is checked.

Algorithms are found, not listed (`tests/found.py`). This runs compiled kernels; all variants with
all schedules are run once more as plain Python by `tests/test_plain.py`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import edgewise as ew
from edgewise import verify
from edgewise.schedule.schedule import CHOICES
from tests import found
from tests.programs import RANDOM, shaped
from tests.teams import teams as teams
from tests.zoo import BY_NAME, ZOO

SMALL = 100
"""Vertices of graphs that are asked about in every way."""
KINDS = (None, np.int64, np.float64)
"""Types of weights, and none."""
COMPILED_ELSEWHERE = ({"priority": True}, {"method": "delta", "dtype": "float32"})
"""Variants whose loops, compiled, differ from others' in a type or a word only."""


def cells() -> list[Any]:
    """Every algorithm in every variant."""
    return [
        pytest.param(name, how, id=" ".join([name, *map(str, how.values())]))
        for name in found.found()
        for how in found.variants(name)
        if not any(part.items() <= how.items() for part in COMPILED_ELSEWHERE)
    ]


def pinned() -> list[Any]:
    """Every algorithm that takes schedules, in a variant that takes many, with every balance.

    Residual programs have loops of their own, which take long to compile: by groups only.
    """
    cases = []
    for name in filter(found.takes_schedules, found.found()):
        for how in found.variants(name):
            if len(found.legal(name, how)) < 2:
                continue
            compiled = ("group",) if how.get("method") == "delta" else CHOICES["balance"]
            cases += [pytest.param(name, how, balance) for balance in compiled]
            break
    return cases


def test_every_algorithm_has_its_checker_and_can_be_called() -> None:
    assert len(found.found()) >= 6
    for name, function in found.found().items():
        assert getattr(ew, name) is function, f"{name} is not among the public names"
        assert hasattr(verify, name), f"{name} has no checker in verify/"
        for argument in found.arguments(name):
            told = argument in found.SAMPLES or argument in found.variants(name)[0]
            assert told, f"{name}: tests/found.py has no samples of {argument}"


@pytest.mark.parametrize(("name", "how"), cells())
def test_every_variant_is_right_on_every_graph(name: str, how: found.How) -> None:
    tried = 0
    for animal in ZOO:
        if animal.num_vertices:
            small = animal.num_vertices < SMALL
            tried += found.judged(name, animal.graph(), how, samples=small)
            if small:
                tried += found.judged(name, animal.graph().renumbered(), how, samples=False)
    assert tried > len(ZOO)


@pytest.mark.parametrize(("name", "how"), cells())
def test_an_empty_graph_has_an_empty_answer(name: str, how: found.How) -> None:
    if "source" in found.arguments(name):
        return
    result = found.found()[name](BY_NAME["empty"].graph(), **how)
    for values in found.answer(result).values():
        assert len(values) == 0
    assert "vert" in repr(result) or "0" in repr(result)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "how"), cells())
@pytest.mark.usefixtures("teams")
def test_every_variant_is_right_with_many_threads(
    name: str, how: found.How, monkeypatch: pytest.MonkeyPatch
) -> None:
    for threads, one in zip((2, 5, 2), RANDOM, strict=False):
        monkeypatch.setenv("EDGEWISE_THREADS", str(threads))
        for kind in KINDS:
            found.judged(name, shaped(one.name, kind), how, samples=False)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "how", "balance"), pinned())
@pytest.mark.usefixtures("teams")
def test_every_schedule_is_right(
    name: str, how: found.How, balance: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EDGEWISE_THREADS", "2")
    legal = [one for one in found.legal(name, how) if one.balance == balance]
    assert legal
    for group in RANDOM:
        g = shaped(group.name, np.float64)
        for one in legal:
            found.judged(name, g, {**how, "schedule": one}, samples=False)
