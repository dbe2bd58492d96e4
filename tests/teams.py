"""Real teams on small graphs: nests whose blocks are so small that there is work for everybody.

As they are, the nests keep small rounds on one thread, hand buffers over by the thousand and split
lists from thousands of arcs on: a small graph would never come that far. The nests here are the
same, made with other constants.
"""

from __future__ import annotations

from typing import Any

import pytest

from edgewise import engine
from edgewise.kernels.cpu import nests, operator_nests, specialise
from edgewise.places import cpu_loop, cpu_operators

LONG = 6
TINY: dict[str, dict[str, int]] = {
    "traverse": {"SMALL": 0},
    "balance_group": {"CHUNK": 4, "BLOCK": 4, "LONG": LONG},
    "balance_local": {"CHUNK": 4},
    "balance_edge": {"PIECE": 5},
    "pull_group": {"CHUNK": 1},
    "relax": {"BUFFER": 3},
    "uniform": {"BUFFER": 3},
    "brandes": {"SMALL": 2, "CHUNK": 2},
    "visit": {"BUFFER": 3},
    "members": {"CHUNK": 2, "WORDS": 1, "HISTORY": 2},
}
"""The constants, by the skeleton they stand in."""


def tiny(stem: str, **slots: Any) -> Any:
    """A skeleton with its slots filled, and with tiny constants."""
    return specialise.specialised(stem, **{**slots, **TINY.get(stem, {})})


@pytest.fixture
def teams(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small graphs are run by as many threads as there are, all of which find work."""
    monkeypatch.setattr(engine, "ALONE", 0)
    monkeypatch.setattr(cpu_loop, "LONG", LONG)
    monkeypatch.setattr(nests, "specialised", tiny)
    monkeypatch.setattr(cpu_operators, "LONG", LONG)
    monkeypatch.setattr(operator_nests, "specialised", tiny)
    for made in (operator_nests.visit, operator_nests.members):
        made.cache_clear()
