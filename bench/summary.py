"""What all cases tell together: geometric means of the ratios to Edgewise."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp, log

from bench.harness import Entry, Outcome

BEST = "the best Python library of each case"
ALL = "all"

Pick = Callable[[Outcome], float | None]


def means(outcomes: Sequence[Outcome]) -> tuple[list[str], list[list[str]]]:
    """Headings, and a row for each contender and for the best library; none without groups."""
    grouped = [one for one in outcomes if one.case.group and _base(one)]
    groups = list(dict.fromkeys(one.case.group for one in grouped))
    cells = [[name, *_row(grouped, groups, pick)] for name, pick in _picks(grouped).items()]
    return ["contender", *groups, ALL], [row for row in cells if any(row[1:])]


def _picks(outcomes: Sequence[Outcome]) -> dict[str, Pick]:
    """What stands for a row in each case: its median time."""
    names = dict.fromkeys(one.name for case in outcomes for one in _peers(case))
    return {BEST: _best} | {name: _named(name) for name in names}


def _named(name: str) -> Pick:
    return lambda outcome: next(
        (one.median for one in _peers(outcome) if one.name == name and _counts(one)), None
    )


def _best(outcome: Outcome) -> float | None:
    libraries = (one for one in _peers(outcome) if not one.outside and _counts(one))
    return min((one.median for one in libraries), default=None)


def _row(outcomes: Sequence[Outcome], groups: Sequence[str], pick: Pick) -> list[str]:
    parts = [[one for one in outcomes if one.case.group == group] for group in groups]
    return [_cell(part, pick) for part in [*parts, outcomes]]


def _cell(outcomes: Sequence[Outcome], pick: Pick) -> str:
    """The mean, and of how many cases where that is not all."""
    ratios = [
        taken / base
        for outcome in outcomes
        if (taken := pick(outcome)) is not None and (base := _base(outcome)) is not None
    ]
    if not ratios:
        return ""
    mean = exp(sum(map(log, ratios)) / len(ratios))
    some = f" ({len(ratios)} of {len(outcomes)})" if len(ratios) < len(outcomes) else ""
    return f"{mean:.2f} x{some}" if mean < 10 else f"{mean:.0f} x{some}"


def _base(outcome: Outcome) -> float | None:
    """Edgewise's time."""
    ours = (one for one in outcome.entries if one.name.startswith("Edgewise") and _counts(one))
    return next((one.median for one in ours), None)


def _peers(outcome: Outcome) -> list[Entry]:
    return [one for one in outcome.entries if not one.name.startswith("Edgewise")]


def _counts(entry: Entry) -> bool:
    return bool(entry.seconds) and entry.problem is None
