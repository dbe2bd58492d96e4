"""`edgewise formats`: the file formats and what each of them keeps."""

from __future__ import annotations

from rich.console import Console

from edgewise.cli import screen
from edgewise.cli.command import Answer
from edgewise.io.registry import COMPRESSED, TABLE


def run() -> Answer:
    """List the file formats: their endings, whether they can be written, what they keep."""
    known = [
        {
            "name": one.name,
            "suffixes": list(one.suffixes),
            "about": one.about,
            "reads": True,
            "writes": one.writable,
            "keeps": one.keeps,
        }
        for one in TABLE
    ]
    return Answer({"formats": known, "compressed": list(COMPRESSED)}, _show)


def _show(console: Console) -> None:
    rows = [
        (
            one.name,
            " ".join(one.suffixes),
            "read, write" if one.writable else "read",
            one.keeps,
        )
        for one in TABLE
    ]
    console.print(screen.table(["format", "endings", "can", "keeps"], rows))
    screen.line(console, "")
    endings = " or ".join(COMPRESSED)
    screen.line(console, f"Any of them may be compressed: add {endings} to the name.", "dim")
