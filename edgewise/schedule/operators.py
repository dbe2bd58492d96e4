"""What is legal for operators. They declare no laws: what they may do follows from what they are.

What their functors write is written in place, and seen at once; a round ends before the next one
begins. So there is nothing between "sync" and "async" to choose, and nobody but the frontier knows
who is active.
"""

from __future__ import annotations

from functools import lru_cache

from edgewise.errors import ScheduleError
from edgewise.schedule.controllers import Auto, Controller
from edgewise.schedule.legal import fitting, why_not
from edgewise.schedule.plan import Plan
from edgewise.schedule.schedule import Schedule

LAWS = frozenset({"associative", "commutative"})
"""Arcs may be visited in any order: that an operator relies on."""


@lru_cache(maxsize=256)
def allowed(where: str, words: str, vertices: bool) -> tuple[Schedule, ...]:
    """The legal schedules that fit the words; `vertices`: it leads from vertices to vertices."""
    good, why = fitting(words, lambda one: _why_not(one, vertices))
    if not good:
        raise ScheduleError(f"{where}(): schedule={words!r} is not legal: {why}")
    return good


def _why_not(one: Schedule, vertices: bool) -> str | None:
    if one.frontier in ("all", "buckets"):
        return "an operator is told who is active: its frontier is a list or a bitmap"
    if one.synchrony == "async":
        return (
            "a round of operators is 'sync': no law says that it may begin before the last one "
            "ended; what functors write is seen at once in any case"
        )
    if one.direction == "pull" and not vertices:
        return "a pull asks vertices about their in-neighbours: it leads from vertices to vertices"
    return why_not(one, LAWS, Plan())


def options(
    where: str, words: str, vertices: bool, stops: bool, form: str, controller: Controller | None
) -> tuple[Controller, list[Schedule]]:
    """Who decides, and between what. Without a controller, pulls only where they `stop` early."""
    legal = allowed(where, words, vertices)
    if controller is None:
        return _by_default(legal, stops, form == "all")
    chosen = list(controller.options(legal))
    for one in chosen:
        if one not in legal:
            why = _why_not(one, vertices) or f"{words!r} is pinned"
            raise ScheduleError(f"{where}(): controller={controller!r}: {str(one)!r}: {why}")
    if not chosen:
        raise ScheduleError(f"{where}(): controller={controller!r} finds no schedule")
    return controller, chosen


@lru_cache(maxsize=256)
def _by_default(
    legal: tuple[Schedule, ...], stops: bool, everybody: bool
) -> tuple[Controller, list[Schedule]]:
    """Push, from a list unless everybody is in; and pull while the frontier is large."""
    wanted = "bitmap" if everybody else "list"
    pushes = [one for one in legal if one.direction == "push"]
    pulls = [one for one in legal if one.direction == "pull"]
    kept = [_nearest(pushes, wanted)] if pushes else []
    if pulls and (stops or not pushes):
        kept.append(_nearest(pulls, "bitmap"))
    return Auto(), kept


def _nearest(legal: list[Schedule], form: str) -> Schedule:
    return max(legal, key=lambda one: (one.frontier == form, one.balance == "group"))
