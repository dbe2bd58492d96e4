"""A schedule: how the next loop is walked. A small frozen value; it never changes an answer.

>>> import edgewise as ew
>>> s = ew.Schedule.parse("pull bitmap")
>>> s
Schedule('pull bitmap sync group')
>>> s.activation, s == ew.Schedule(direction="pull", frontier="bitmap")
('data-driven', True)
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import final

from edgewise import check
from edgewise.errors import ScheduleError

CHOICES: dict[str, tuple[str, ...]] = {
    "direction": ("push", "pull"),
    "frontier": ("list", "bitmap", "all", "buckets"),
    "synchrony": ("sync", "async"),
    "balance": ("vertex", "group", "local", "edge"),
}
"""The axes and what stands on each; a schedule's code numbers them in this order."""
SHIFTS = {"direction": 0, "frontier": 1, "synchrony": 3, "balance": 4}


@check.accepts(
    **{axis: check.Choice(*known, refusal=ScheduleError) for axis, known in CHOICES.items()}
)
@final
@dataclass(frozen=True, slots=True, repr=False)
class Schedule:
    """One way to walk a loop over edges: a word on each of four axes."""

    direction: str = "push"
    frontier: str = "list"
    synchrony: str = "sync"
    balance: str = "group"

    @property
    def activation(self) -> str:
        """Whether the loop goes by what is active, or through everything."""
        return "topology-driven" if self.frontier == "all" else "data-driven"

    @property
    def code(self) -> int:
        """The schedule as a number, as kernels and traces keep it."""
        return sum(
            CHOICES[axis].index(getattr(self, axis)) << shift for axis, shift in SHIFTS.items()
        )

    @classmethod
    @check.accepts(code=check.Integer(0, 63))
    def of_code(cls, code: int) -> Schedule:
        """The schedule of a number."""
        widths = {"direction": 1, "frontier": 3, "synchrony": 1, "balance": 3}
        return cls(
            **{axis: CHOICES[axis][code >> SHIFTS[axis] & width] for axis, width in widths.items()}
        )

    @classmethod
    @check.accepts(words=check.Text("the words of a schedule, as in 'pull bitmap'"))
    def parse(cls, words: str) -> Schedule:
        """The schedule of a few words in any order; what is not said stays at its default.

        A pull asks whether neighbours are active, so its frontier is a bitmap unless it is said.
        """
        said = pinned(words, "words")
        if said.get("direction") == "pull":
            said.setdefault("frontier", "bitmap")
        return cls(**said)

    def __str__(self) -> str:
        return f"{self.direction} {self.frontier} {self.synchrony} {self.balance}"

    def __repr__(self) -> str:
        return f"Schedule({str(self)!r})"


def pinned(words: str, argument: str = "schedule") -> dict[str, str]:
    """What the words fix: {"direction": "pull"} of "pull"; they came as this argument."""
    said: dict[str, str] = {}
    for word in words.replace("-", " ").replace(",", " ").split():
        axis = next((axis for axis, known in CHOICES.items() if word in known), None)
        if axis is None:
            everything = "; ".join(", ".join(known) for known in CHOICES.values())
            raise ScheduleError(f"{argument}={words!r}: no {word!r}; the words are {everything}")
        if said.setdefault(axis, word) != word:
            raise ScheduleError(
                f"{argument}={words!r}: {said[axis]!r} and {word!r} are both a {axis}"
            )
    return said


@cache
def every() -> tuple[Schedule, ...]:
    """Every combination there is, legal or not."""
    return tuple(Schedule(*combination) for combination in product(*CHOICES.values()))
