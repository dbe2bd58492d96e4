"""Controllers: who picks the next round's schedule, from measured facts, among what is legal.

A controller is a rule and its numbers. The rule is a functor: a function of the facts of the round
and of a small memory, so the same source decides on the host and inside a compiled loop.

>>> import edgewise as ew
>>> ew.Direction(alpha=15, beta=18)
Direction(alpha=15.0, beta=18.0)
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, final

import numpy as np

from edgewise import check
from edgewise.adjacency import Array
from edgewise.program.laws import UNIFORM
from edgewise.schedule import rules
from edgewise.schedule.kinds import Words
from edgewise.schedule.schedule import Schedule, pinned

ABOVE, UPWARD = check.Real(0, above=True), check.Real(0)
MOST_CANDIDATES = 8
"""How many options the memory of a predicting rule has room for."""


class Controller(ABC):
    """Picks, each round, one of the options it chose at the start."""

    @property
    @abstractmethod
    def rule(self) -> Any:
        """The function of (facts, memory) that returns the number of an option."""

    @abstractmethod
    def options(self, legal: Sequence[Schedule]) -> list[Schedule]:
        """The schedules it switches between, the first one first, out of the legal ones."""

    @abstractmethod
    def memory(self) -> Array:
        """The rule's numbers; memory[0] is where it leaves the number of its reason."""


def best(legal: Sequence[Schedule], *wishes: str) -> list[Schedule]:
    """The legal schedules nearest to each wish, each once; a wish that nothing fits is left out."""
    found: list[Schedule] = []
    for wish in wishes:
        wanted = Schedule.parse(wish)
        fitting = [one for one in legal if one.direction == wanted.direction]
        if fitting:
            nearest = max(fitting, key=lambda one: _likeness(one, wanted))
            if nearest not in found:
                found.append(nearest)
    return found


def _likeness(one: Schedule, other: Schedule) -> tuple[bool, ...]:
    return (
        one.frontier == other.frontier,
        one.synchrony == other.synchrony,
        one.balance == other.balance,
    )


@check.accepts(schedule=check.PINNED)
@final
@dataclass(frozen=True, slots=True)
class Fixed(Controller):
    """Always the same schedule, given as one or by its words; without one the first legal one."""

    schedule: Schedule | str | None = None

    def __post_init__(self) -> None:
        if isinstance(self.schedule, str):
            pinned(self.schedule)
            object.__setattr__(self, "schedule", Schedule.parse(self.schedule or "push"))

    @property
    def rule(self) -> Any:
        return rules.fixed

    def options(self, legal: Sequence[Schedule]) -> list[Schedule]:
        assert not isinstance(self.schedule, str)
        return [self.schedule or legal[0]]

    def memory(self) -> Array:
        return np.zeros(8)


@check.accepts(alpha=ABOVE, beta=ABOVE)
@final
@dataclass(frozen=True, slots=True)
class Direction(Controller):
    """Push while the frontier is small, pull while it is large (Beamer; Gunrock's do_a, do_b)."""

    alpha: float = 15.0
    beta: float = 18.0

    @property
    def rule(self) -> Any:
        return rules.direction

    def options(self, legal: Sequence[Schedule]) -> list[Schedule]:
        return best(legal, "push list sync group", "pull bitmap sync group")

    def memory(self) -> Array:
        return np.array([0, self.alpha, self.beta, 0, 0, 0, 0, 0], dtype=float)


@check.accepts(
    alpha=ABOVE,
    beta=ABOVE,
    look=UPWARD,
    most=UPWARD,
    kind=check.Choice("uniform", "plain"),
    place=check.Choice("cpu", "cuda"),
)
@final
@dataclass(frozen=True, slots=True)
class Auto(Controller):
    """What runs when nobody says: the direction by what it will cost, in the program's own way.

    Programs whose pulls can stop early go by the arcs of the frontier and those untouched. Monotone
    and residual ones push asynchronously, all vertices at once while most arcs are walked anyway,
    else from a list; where rounds must be synchronous they pull instead.
    """

    alpha: float = 15.0
    beta: float = 18.0
    look: float = 1 / 32
    most: float = 0.3
    kind: str = "uniform"
    place: str = "cpu"

    @property
    def rule(self) -> Any:
        return rules.auto if self.kind == "uniform" else rules.heavy

    def fitted(self, laws: frozenset[str], place: str = "cpu") -> Auto:
        """The same numbers for a program that keeps these laws, on this place."""
        kind = "uniform" if UNIFORM in laws else "plain"
        return replace(self, kind=kind, place=place)

    def options(self, legal: Sequence[Schedule]) -> list[Schedule]:
        hasty = any(one.direction == "push" and one.synchrony == "async" for one in legal)
        balance = "edge" if self.place == "cuda" else "group"
        if self.kind == "plain" and hasty:
            return best(legal, f"push list async {balance}", f"push all async {balance}")
        return best(legal, f"push list sync {balance}", "pull bitmap sync group")

    def memory(self) -> Array:
        if self.kind == "plain":
            return np.array([0, self.most, 0, 0, 0, 0, 0, 0], dtype=float)
        return np.array([0, self.alpha, self.beta, 0, self.look, 0, 0, 0], dtype=float)


@check.accepts(seed=check.Seed())
@final
@dataclass(frozen=True, slots=True)
class Random(Controller):
    """Any legal schedule, another each round; for tests: the answer must not move."""

    seed: int = 1

    @property
    def rule(self) -> Any:
        return rules.at_random

    def options(self, legal: Sequence[Schedule]) -> list[Schedule]:
        return [one for one in legal if one.frontier != "buckets"]

    def memory(self) -> Array:
        return np.array([0, 1 + self.seed % 2147483645, 0, 0, 0, 0, 0, 0], dtype=float)


@check.accepts(alpha=ABOVE, beta=ABOVE, gamma=ABOVE, delta=UPWARD)
@final
@dataclass(frozen=True, slots=True)
class SepTraversal(Controller):
    """SEP-Graph's Algorithm 2, for traversals: asynchronous pushes, pulls while many are active."""

    alpha: float = 15.0
    beta: float = 2.0
    gamma: float = 1.0
    delta: float = 5.0

    @property
    def rule(self) -> Any:
        return rules.traversal

    def options(self, legal: Sequence[Schedule]) -> list[Schedule]:
        return best(legal, "push list async group", "pull bitmap async group")

    def memory(self) -> Array:
        numbers = [0, self.alpha, self.beta, self.gamma, self.delta, 0, 0, 0]
        return np.array(numbers, dtype=float)


@check.accepts(candidates=Words("the words of one to eight schedules", 1, MOST_CANDIDATES))
@final
@dataclass(frozen=True, slots=True)
class SepIterative(Controller):
    """SEP-Graph's Algorithm 1, for iterations: try the candidates, predict by degrees, switch."""

    candidates: tuple[str, ...] = (
        "pull all sync group",
        "push all async group",
        "push list async group",
    )

    def __post_init__(self) -> None:
        for words in self.candidates:
            pinned(words, "candidates")

    @property
    def rule(self) -> Any:
        return rules.iterative

    def options(self, legal: Sequence[Schedule]) -> list[Schedule]:
        wanted = [Schedule.parse(words) for words in self.candidates]
        return [one for one in wanted if one in legal] or best(legal, *self.candidates)

    def memory(self) -> Array:
        memory = np.zeros(24)
        for place, words in enumerate(self.candidates[:MOST_CANDIDATES]):
            memory[16 + place] = "all" not in words.split()
        return memory
