"""The table of a run, and its finds as files."""

from __future__ import annotations

import json
from pathlib import Path

from tests.fuzz.make import case
from tests.fuzz.watch import Found, Row

COLUMNS = (
    ("format", 13),
    ("files", 9),
    ("graphs", 8),
    ("format", 8),
    ("cut", 7),
    ("sum", 7),
    ("unknown", 8),
    ("missing", 8),
    ("graph", 7),
    ("memory", 7),
    ("other", 6),
    ("finds", 6),
    ("files/s", 8),
    ("grown", 9),
)
CLASSES = (
    *("FormatError", "TruncatedError", "ChecksumError", "UnknownFormatError"),
    *("FileMissingError", "GraphError", "MemoryLimitError"),
)


def heading() -> str:
    """The names of the columns: graphs accepted, refusals by class, finds, speed, growth."""
    return "  ".join(name.rjust(width) for name, width in COLUMNS)


def line(row: Row) -> str:
    """One format's line."""
    classes = [row.endings[name] for name in CLASSES]
    other = row.files - row.endings["graph"] - row.endings["find"] - sum(classes)
    speed = row.files / row.seconds if row.seconds else 0.0
    numbers = [row.files, row.endings["graph"], *classes, other, len(row.finds), round(speed)]
    cells = [row.format, *(f"{number:,}" for number in numbers), f"{row.grown / 2**20:.1f} MiB"]
    return "  ".join(cell.rjust(width) for cell, (_, width) in zip(cells, COLUMNS, strict=True))


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
