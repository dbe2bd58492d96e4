"""What is legal: computed from the laws a program keeps and the place it runs on.

>>> import edgewise as ew
>>> from edgewise.algorithms.bfs import HOPS
>>> ew.legal(HOPS)[0]
Schedule('push list sync vertex')
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from edgewise import check
from edgewise.errors import ScheduleError
from edgewise.program.laws import ASSOCIATIVE, COMMUTATIVE, MONOTONE, ORDERED, RESIDUAL
from edgewise.schedule.plan import Plan
from edgewise.schedule.schedule import Schedule, every, pinned


@check.accepts(
    program=check.Instance("an edgewise.VertexProgram", "edgewise.VertexProgram"),
    plan=check.Maybe(check.Instance("an edgewise.Plan", "edgewise.Plan")),
)
def legal(program: Any, plan: Plan | None = None) -> tuple[Schedule, ...]:
    """Every schedule that cannot change the program's answer on this plan.

    >>> import edgewise as ew
    >>> from edgewise.algorithms.bfs import HOPS
    >>> len(ew.legal(HOPS))
    36
    """
    chosen = plan or Plan()
    return _fitting("", program.laws, chosen)[0]


def why_not(schedule: Schedule, laws: frozenset[str], plan: Plan) -> str | None:
    """The law that is missing, in words, or None where the schedule is legal."""
    if schedule.frontier == "buckets":
        return _why_not_buckets(schedule, laws)
    if schedule.direction == "pull":
        if schedule.frontier == "list":
            return "a pull asks whether a neighbour is active: the frontier is a bitmap, or all"
        if schedule.balance == "local":
            return "'local' flattens the lists of a push; a pull owns whole rows"
        if not plan.in_edges:
            return "a pull needs in-edges, and the plan has none"
    elif not laws >= {ASSOCIATIVE, COMMUTATIVE}:
        return "a push needs messages that are associative and commutative"
    if schedule.synchrony == "async":
        return _why_not_async(schedule, laws)
    return None


def _why_not_buckets(schedule: Schedule, laws: frozenset[str]) -> str | None:
    if ORDERED not in laws:
        return "bins by priority need a program that is ordered"
    if str(schedule) != "push buckets async group":
        return "bins are emptied by asynchronous pushes in groups: 'push buckets async group'"
    return None


def _why_not_async(schedule: Schedule, laws: frozenset[str]) -> str | None:
    if MONOTONE in laws:
        return None
    if RESIDUAL not in laws:
        return "asynchronous rounds need a program that is monotone or residual"
    if schedule.direction == "pull":
        return "an asynchronous pull needs a monotone program: a residual must be told only once"
    return None


def allowed(program: Any, plan: Plan, words: str | Schedule | None) -> tuple[Schedule, ...]:
    """The legal schedules that fit what a user pinned; refuses when none does, saying why."""
    said = str(words or "")
    good, why = _fitting(said, program.laws, plan)
    if not good:
        raise ScheduleError(f"schedule={said!r} is not legal for {program.name}: {why}")
    return good


@lru_cache(maxsize=1024)
def _fitting(
    words: str, laws: frozenset[str], plan: Plan
) -> tuple[tuple[Schedule, ...], str | None]:
    """The legal schedules that fit the words; if none, the reason against the likeliest."""
    return fitting(words, lambda one: why_not(one, laws, plan))


def fitting(
    words: str, against: Callable[[Schedule], str | None]
) -> tuple[tuple[Schedule, ...], str | None]:
    """The schedules of these words that nothing stands against; if none, what does."""
    said = pinned(words)
    several = [one for one in every() if all(getattr(one, axis) == w for axis, w in said.items())]
    good = tuple(one for one in several if against(one) is None)
    if good:
        return good, None
    likeliest = against(Schedule.parse(words or "push"))
    return good, likeliest or next(filter(None, map(against, several)), None)
