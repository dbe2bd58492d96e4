"""`edgewise convert IN OUT`: from one file format to another."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from edgewise.cli import screen, writing
from edgewise.cli.command import Answer, timed


def run(
    source: Annotated[Path, typer.Argument(metavar="IN", help="The file to read.")],
    target: Annotated[Path, typer.Argument(metavar="OUT", help="The file to write.")],
    to: writing.To = None,
    force: writing.Force = False,
    **reading: Any,
) -> Answer:
    """Convert a graph file: the formats go by the names, or by --format and --to."""
    from edgewise.io import read

    form = writing.chosen(target, to, force)
    graph, opened = timed(lambda: read(source, **reading))
    written = writing.write(graph, target, form)
    data = {"read": {"file": str(source), "seconds": opened}, "written": written.as_dict()}

    def show(console: Console) -> None:
        screen.line(console, repr(graph), "bold")
        console.print(screen.pairs([_read_row(source, graph.num_edges, opened), written.row()]))

    written.warn()
    return Answer(data, show)


def _read_row(source: Path, edges: int, seconds: float) -> tuple[str, str]:
    return "read", writing.deed(source, source.stat().st_size, edges, seconds)
