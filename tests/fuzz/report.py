"""The table of a run, and its finds as files."""

from __future__ import annotations

import json
from pathlib import Path

from tests.fuzz.make import case
from tests.fuzz.watch import Found, Row

COLUMNS = {
    "FormatError": "content",
    "TruncatedError": "cut",
    "ChecksumError": "sums",
    "UnknownFormatError": "unknown",
    "FileMissingError": "missing",
    "GraphError": "policy",
    "ArgumentError": "argument",
    "MemoryLimitError": "memory",
}
"""The classes of errors with a column of their own."""
WIDTHS = (13, 9, 9, *(9 for _ in COLUMNS), 7, 6, 9, 10)


def heading() -> str:
    """The names of the columns: graphs accepted, refusals by class, finds, speed, growth."""
    return _row(
        "format", "files", "graphs", *COLUMNS.values(), "other", "finds", "files/s", "grown"
    )


def line(row: Row) -> str:
    """One format's line; the speed is that of one process, the growth that of its memory."""
    classes = [row.endings[name] for name in COLUMNS]
    other = row.files - row.endings["graph"] - row.endings["find"] - sum(classes)
    speed = round(row.files / row.seconds) if row.seconds else 0
    numbers = (row.files, row.endings["graph"], *classes, other, len(row.finds), speed)
    return _row(row.format, *(f"{number:,}" for number in numbers), f"{row.grown >> 20} MiB")


def _row(*cells: str) -> str:
    return " ".join(cell.rjust(width) for cell, width in zip(cells, WIDTHS, strict=True))


def keep(found: Found, folder: Path) -> Path | None:
    """Save the files of a find, what was asked of them and what happened; where."""
    if found.index < 0:
        return None
    made = case(found.format, found.seed, found.index)
    place = folder / found.format / f"{found.seed}-{found.index}"
    place.mkdir(parents=True, exist_ok=True)
    for name, content in made.files.items():
        (place / name).write_bytes(content)
    facts: dict[str, object] = {"name": made.name, "problem": found.problem, "read": made.read}
    if made.fault is not None:
        facts["must_refuse"] = made.fault
    facts["sound"], facts["forged"] = made.sound, made.forged
    (place / "found.json").write_text(json.dumps(facts, indent=1) + "\n")
    return place


def told(found: Found, place: Path | None) -> str:
    """A find in words."""
    remake = f"--format {found.format} --seed {found.seed}, file {found.index}"
    return f"\nFIND ({remake})\n  {found.problem}\n  kept in {place}"
