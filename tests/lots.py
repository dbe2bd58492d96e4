"""A controller that draws the next schedule by lot, among all that are legal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, final

import numpy as np

import edgewise as ew
from edgewise.schedule.rules import OPTIONS

SKIPPED = {"buckets"}
"""Frontiers that other loops than the round loop walk."""


def walkable(program: ew.VertexProgram) -> list[ew.Schedule]:
    """Every legal schedule of the round loop."""
    return [one for one in ew.legal(program) if one.frontier not in SKIPPED]


def draw(facts, memory):  # type: ignore[no-untyped-def]
    """The next number of a series, as the number of an option."""
    memory[0] = 7
    memory[1] = (memory[1] * 75 + 74) % 65537
    return int(memory[1]) % int(facts[OPTIONS])


@final
@dataclass(frozen=True)
class Lots(ew.Controller):
    """Another schedule every round, out of those with these words."""

    seed: int
    words: tuple[str, ...] = ()

    @property
    def rule(self) -> Any:
        return draw

    def options(self, legal: Sequence[ew.Schedule]) -> list[ew.Schedule]:
        return [
            one
            for one in legal
            if one.frontier not in SKIPPED and set(self.words) <= set(str(one).split())
        ]

    def memory(self) -> Any:
        return np.array([0, self.seed, *[0] * 6], dtype=float)
