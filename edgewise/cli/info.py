"""`edgewise info FILE`: what is in a file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias, final

import typer
from rich.console import Console
from rich.table import Table

from edgewise import figures
from edgewise.cli import screen
from edgewise.cli.command import Answer, timed

if TYPE_CHECKING:
    from edgewise.graph import Graph
    from edgewise.info import Degrees, Info

MOST_BARS = 12
BAR = 30
Bin: TypeAlias = tuple[tuple[int, int], int]


@final
@dataclass(frozen=True, slots=True)
class Sight:
    """A file that was looked at."""

    file: Path
    num_bytes: int
    opened: float
    described: float
    checked: float | None
    info: Info

    def as_dict(self) -> dict[str, Any]:
        """What programs read."""
        times = {"open": self.opened, "describe": self.described, "check": self.checked}
        about = {"file": str(self.file), "bytes_on_disk": self.num_bytes, "seconds": times}
        return about | self.info.as_dict()

    def show(self, console: Console) -> None:
        """What people read."""
        screen.line(console, self.info.title, "bold")
        console.print(screen.pairs([*self._rows(), *self.info.rows(sketch=False)]))
        if self.info.vertices:
            screen.line(console, "")
            console.print(_histogram(console, self.info.out_degrees))

    def _rows(self) -> list[tuple[str, str]]:
        opened, described = figures.seconds(self.opened), figures.seconds(self.described)
        rows = [
            ("file", f"{self.file}, {figures.size(self.num_bytes)}"),
            ("time", f"opened in {opened}, looked through in {described}"),
        ]
        if self.checked is not None:
            rows.append(
                ("check", f"every row, id and fact holds ({figures.seconds(self.checked)})")
            )
        return rows


def run(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to look at.")],
    facts: Annotated[
        bool, typer.Option("--facts", help="Look up the facts that are not known yet.")
    ] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Check every row, id and fact; slow on large graphs.")
    ] = False,
    **reading: Any,
) -> Answer:
    """Show what is in a graph file: sizes, types, memory, degrees, facts."""
    from edgewise.io import read

    graph, opened = timed(lambda: read(file, **reading))
    info, described = timed(lambda: _described(graph, facts))
    checked = timed(lambda: _check(graph))[1] if check else None
    sight = Sight(file, file.stat().st_size, opened, described, checked, info)
    return Answer(sight.as_dict(), sight.show)


def _described(graph: Graph, facts: bool) -> Info:
    if facts:
        for fact in ("is_symmetric", "is_sorted", "has_self_loops", "has_multi_edges"):
            getattr(graph, fact)
        graph.in_degrees  # noqa: B018
    return graph.info()


def _check(graph: Graph) -> None:
    from edgewise import verify

    verify.graph(graph)


def _histogram(console: Console, degrees: Degrees) -> Table:
    """Degrees in bins that double (or grow faster, where they would be too many)."""
    bins = _merged(list(zip(degrees.bounds(), degrees.bins, strict=True)))
    total, top = sum(degrees.bins), max((held for _, held in bins), default=1)
    mark = "█" if screen.speaks_unicode(console) else "#"
    rows = [
        (
            figures.count(low) if low == high else f"{low:,}-{high:,}",
            figures.count(held),
            f"{100 * held / total:.1f} %",
            mark * -(-held * BAR // top),
        )
        for (low, high), held in bins
    ]
    return screen.table(
        ["degree", "vertices", "share", ""], rows, right=["degree", "vertices", "share"]
    )


def _merged(bins: list[Bin]) -> list[Bin]:
    """At most MOST_BARS bins: the lone 0 stays, the others are joined in equal runs."""
    step = max(1, -(-(len(bins) - 1) // (MOST_BARS - 1)))
    runs = [bins[at : at + step] for at in range(1, len(bins), step)]
    joined = [((run[0][0][0], run[-1][0][1]), sum(held for _, held in run)) for run in runs]
    return bins[:1] + joined
