"""A trace as a table: its cells, as text and as HTML."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from edgewise import figures

if TYPE_CHECKING:
    from edgewise.schedule.trace import Trace

HEADINGS = ("round", "schedule", "active", "edges walked", "found", "time", "why")
NUMBERS = ("round", "active", "edges walked", "found", "time")
MOST = 30
"""Rounds shown, unless told otherwise."""
LAST = 3
"""One in so many of the rounds shown is from the end."""


def title(trace: Trace) -> str:
    """What ran, how long."""
    return f"{trace.program}: {trace.brief}"


def rows(trace: Trace, most: int = MOST) -> list[list[str]]:
    """A row of cells a round; of more than `most`, the first and the last, and a row between."""
    kept = len(trace)
    if kept <= most:
        return [*(_cells(trace, at) for at in range(kept)), *_beyond(trace)]
    last = max(1, most // LAST)
    first = most - last
    middle = ["...", f"{kept - most:,} more round{'' if kept - most == 1 else 's'}", *[""] * 5]
    ends = [*range(first), *range(kept - last, kept)]
    cells = [_cells(trace, at) for at in ends]
    return [*cells[:first], middle, *cells[first:], *_beyond(trace)]


def _cells(trace: Trace, at: int) -> list[str]:
    row = trace[at]
    counts = (figures.count(row[name]) for name in ("active", "walked", "found"))
    return [str(at), row["schedule"], *counts, figures.seconds(row["ms"] / 1e3), row["why"]]


def _beyond(trace: Trace) -> list[list[str]]:
    """A row for the rounds that were too many to be kept."""
    lost = trace.rounds - len(trace)
    return [["...", f"{lost:,} not kept", *[""] * 5]] if lost > 0 and len(trace) else []


def text(trace: Trace, most: int = MOST) -> str:
    """Columns side by side, as wide as they need to be."""
    table = [list(HEADINGS), *rows(trace, most)]
    return f"{title(trace)}\n{figures.aligned(table, NUMBERS)}"


def html(trace: Trace, most: int = MOST) -> str:
    """A table for notebooks."""
    head = "".join(f"<th>{name}</th>" for name in HEADINGS)
    lines = "".join(
        "<tr>" + "".join(_cell(*pair) for pair in zip(row, HEADINGS, strict=True)) + "</tr>"
        for row in rows(trace, most)
    )
    return f"<table><caption>{escape(title(trace))}</caption><tr>{head}</tr>{lines}</table>"


def _cell(cell: str, heading: str) -> str:
    side = "right" if heading in NUMBERS else "left"
    return f'<td style="text-align:{side}">{escape(cell)}</td>'
