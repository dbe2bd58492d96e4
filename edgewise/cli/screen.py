"""What people see: tables and lines, in colour on a terminal and plain elsewhere."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

UNBOUNDED = 10_000
"""The width where there is no terminal to fit: nothing is wrapped or cut in a pipe or a file."""


def out() -> Console:
    """Standard output."""
    piped = not sys.stdout.isatty() and "COLUMNS" not in os.environ
    return Console(highlight=False, width=UNBOUNDED if piped else None)


def err() -> Console:
    """Standard error."""
    return Console(stderr=True, highlight=False)


def table(
    columns: Sequence[str], rows: Iterable[Sequence[str | Text]], right: Sequence[str] = ()
) -> Table:
    """A plain table; the columns in `right` hold numbers."""
    drawn = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="bold")
    for column in columns:
        drawn.add_column(column, justify="right" if column in right else "left", overflow="fold")
    for row in rows:
        drawn.add_row(*(_plain(cell) for cell in row))
    return drawn


def pairs(rows: Iterable[tuple[str, str]]) -> Table:
    """Names and what is said of them, side by side."""
    drawn = Table.grid(padding=(0, 2))
    drawn.add_column(style="cyan", no_wrap=True)
    drawn.add_column(overflow="fold")
    for name, value in rows:
        drawn.add_row(Text(f"  {name}"), _plain(value))
    return drawn


def line(console: Console, text: str, style: str = "") -> None:
    """A line of prose, whatever it holds."""
    console.print(Text(printable(text), style=style))


def note(label: str, text: str, style: str) -> None:
    """One line to standard error: `error: ...`, `hint: ...`, `warning: ...`."""
    said = Text.assemble((f"{label}: ", style), printable(text))
    err().print(said, soft_wrap=True)


def verdict(ok: bool) -> Text:
    """Whether a check passed."""
    return Text("ok", style="green") if ok else Text("WRONG", style="bold red")


def printable(text: str) -> str:
    """The text with everything that could move a terminal's cursor written out."""
    return "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in text)


def speaks_unicode(console: Console) -> bool:
    """Whether block characters can be shown."""
    return console.encoding.lower().startswith("utf")


def _plain(cell: str | Text) -> Text:
    if isinstance(cell, Text):
        return cell
    return Text("\n".join(printable(line) for line in cell.split("\n")))
