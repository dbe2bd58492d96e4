"""What `convert` and `generate` share: choosing a format, writing, saying what was written."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias, final

import typer

from edgewise import figures
from edgewise.cli import screen
from edgewise.cli.command import timed
from edgewise.errors import ArgumentError, FileAccessError, LossWarning
from edgewise.io.registry import TABLE, Format, by_name, by_suffix

if TYPE_CHECKING:
    from edgewise.graph import Graph


def _names(incomplete: str) -> list[str]:
    return [one.name for one in TABLE if one.writable and one.name.startswith(incomplete)]


To: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--to",
        metavar="NAME",
        autocompletion=_names,
        help="The format to write, where OUT's ending does not say it (see edgewise formats).",
    ),
]
Force: TypeAlias = Annotated[
    bool, typer.Option("--force", "-f", help="Replace OUT if it is there already.")
]


@final
@dataclass(frozen=True, slots=True)
class Written:
    """A file that was written."""

    path: Path
    format: str
    edges: int
    num_bytes: int
    seconds: float
    lost: tuple[str, ...]

    def row(self) -> tuple[str, str]:
        """What people read."""
        return "wrote", deed(self.path, self.num_bytes, self.edges, self.seconds)

    def warn(self) -> None:
        """Say on standard error what the format could not keep."""
        for loss in self.lost:
            screen.note("warning", f"{self.format} does not keep {loss}", "yellow")

    def as_dict(self) -> dict[str, Any]:
        """What programs read."""
        return {
            "file": str(self.path),
            "format": self.format,
            "edges": self.edges,
            "bytes": self.num_bytes,
            "seconds": self.seconds,
            "lost": list(self.lost),
        }


def chosen(target: Path, to: str | None, force: bool) -> Format:
    """The format to write, before any work is done for it."""
    form = by_name(to) if to else by_suffix(str(target))
    if form is None or not form.writable:
        names = ", ".join(one.name for one in TABLE if one.writable)
        said = f"the ending of {target} names no format that can be written"
        if form is not None:
            said = f"{form.name} can be read, not written"
        raise ArgumentError(f"{said}: choose with --to, one of {names}")
    if target.exists() and not force:
        raise FileAccessError(target, "the file is there already; --force replaces it")
    return form


def write(graph: Graph, target: Path, form: Format) -> Written:
    """Write, and measure."""
    from edgewise.io import write
    from edgewise.io.losses import losses

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", LossWarning)  # told in our own words
        took = timed(lambda: write(graph, target, format=form.name))[1]
    size = target.stat().st_size
    return Written(target, form.name, graph.num_edges, size, took, losses(graph, form))


def deed(path: Path, num_bytes: int, edges: int, seconds: float) -> str:
    """A file read or written, in one line."""
    speed = figures.rate(edges, seconds, "edges")
    return f"{path}, {figures.size(num_bytes)} in {figures.seconds(seconds)} ({speed})"
