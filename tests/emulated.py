"""Runs on the emulated device: how tests ask for them, and nests with room for little.

As they are, the nests keep small rounds on one block, give whole blocks to rows of a thousand arcs
only, and sample only where thousands are active: a small graph would never come that far. Those
made here are the same, with other constants.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import count
from typing import Any

import numpy as np
import pytest

from edgewise.kernels.cuda import nests, sources
from edgewise.places import choice
from tests.emulator import EmulatedDevice, available
from tests.programs import PLAIN, TRIALS, Trial, shaped

NEEDED = pytest.mark.skipif(not available(), reason="kernels cannot be emulated here")
CONSTANTS = {
    "LONG_ROW 1024": "LONG_ROW 24",
    "LITTLE (2 * THREADS)": "LITTLE 8",
    "MANY 4096": "MANY 4",
    "TAKEN 5": "TAKEN 3",
    "OWN 16": "OWN 4",
}
"""What stands in the skeletons, and what stands there for small graphs."""
ALL = {**TRIALS, **PLAIN}


def use(device: EmulatedDevice, patch: pytest.MonkeyPatch) -> EmulatedDevice:
    """Whoever says "cuda" from now on gets this one."""
    patch.setattr(choice, "gpu", lambda number: device)
    return device


def with_little_room(patch: pytest.MonkeyPatch) -> None:
    """Nests are made with other constants from now on."""
    plain = sources.expanded

    def expanded(name: str, seen: set[str] | None = None) -> str:
        text = plain(name, seen)
        for known, small in CONSTANTS.items():
            text = text.replace(f"#define {known}\n", f"#define {small}\n")
        return text

    patch.setattr(sources, "expanded", expanded)
    patch.setattr(nests, "loop", lru_cache(nests.loop.__wrapped__))


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> EmulatedDevice:
    """A device whose loops have room for little."""
    with_little_room(monkeypatch)
    return use(EmulatedDevice(), monkeypatch)


_runs = count()


def vary(device: EmulatedDevice) -> str:
    """Another number of blocks, another order of turns; says which."""
    at = next(_runs)
    device.blocks, device.seed = 1 + at % 3, 1 + at * 7919 % 100_003
    return f"{device.blocks} blocks, seed {device.seed}"


@lru_cache(maxsize=256)
def defined(trial: str, name: str) -> np.ndarray[Any, Any]:
    """What the reference says of a program on one of the graphs of `tests/programs.py`."""
    one: Trial = ALL[trial]
    return one.defined(shaped(name, one.weights))[0]


def check(trial: str, name: str, device: EmulatedDevice, **how: Any) -> Any:
    """One run, compared with the reference; its trace."""
    one, told = ALL[trial], vary(device)
    values, trace = one.run(shaped(name, one.weights), device="cuda", **how)
    expected = defined(trial, name)
    if not one.agrees(values, expected):
        at = int(np.flatnonzero(values != expected)[0])
        pytest.fail(
            f"{trial} on {name}, {told}, {how}: vertex {at} has {values[at]}, not {expected[at]}",
            pytrace=False,
        )
    return trace
