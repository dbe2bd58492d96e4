"""`edgewise run ALGO GRAPH`: an algorithm on the graph in a file.

Every algorithm is a function of the library; its options are that function's arguments.
"""

from __future__ import annotations

import inspect
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from os import environ
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias, final

import typer
from rich.console import Console

from edgewise import check as checks
from edgewise import figures
from edgewise.cli import command, options, screen, vertices
from edgewise.cli.known import ALGORITHMS, Known
from edgewise.errors import ArgumentError, FileAccessError
from edgewise.places import choice

if TYPE_CHECKING:
    from edgewise.graph import Graph
    from edgewise.results import Result

READING = "Reading the graph"
GraphFile: TypeAlias = Annotated[
    Path, typer.Argument(metavar="GRAPH", help="The file that holds the graph.")
]
Threads: TypeAlias = Annotated[
    int | None, typer.Option("--threads", metavar="N", help="How many threads to use.")
]
OnDevice: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--device",
        metavar="WORD",
        help=f"{options.HELP['device']}.",
        autocompletion=lambda incomplete: [
            word for word in options.OFFERED["device"] if word.startswith(incomplete)
        ],
    ),
]

app = typer.Typer(
    help="Run an algorithm on the graph in a file.",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@final
@dataclass(slots=True)
class Ran:
    """A run: what was asked, what came of it, how long each part took."""

    name: str
    file: Path
    graph: Graph
    asked: dict[str, Any]
    found: Result
    opened: float
    times: list[float]
    shown: int
    device: str
    """Where it ran."""
    checked: float | None = None
    files: dict[str, tuple[Path, float]] = field(default_factory=dict)
    rounds: bool = False

    def as_dict(self) -> dict[str, Any]:
        """What programs read."""
        seconds = {"open": self.opened, "run": self.times, "check": self.checked}
        asked = {name: _plain(value) for name, value in self.asked.items() if value is not None}
        files = {what: str(path) for what, (path, _) in self.files.items()}
        told = {
            "algorithm": self.name,
            "file": str(self.file),
            "vertices": self.graph.num_vertices,
            "edges": self.graph.num_edges,
            "arguments": asked,
            "device": self.device,
            "summary": self.found.summary,
            "top": self.found.top(self.shown),
            "seconds": {**seconds, "median": statistics.median(self.times)},
            "checked": self.checked is not None,
            "rounds": self.found.trace.rounds,
            "schedules": self.found.trace.schedules,
            "written": files,
        }
        return told | ({"trace": self.found.trace.as_dict()} if self.rounds else {})

    def show(self, console: Console) -> None:
        """What people read."""
        screen.line(console, f"{type(self.found).__name__}: {self.found.summary}", "bold")
        console.print(screen.pairs(self._rows()))
        top = self.found.top(self.shown)
        if top:
            screen.line(console, "")
            screen.line(console, f"{self.found.leaders}:")
            rows = [[_cell(value) for value in row.values()] for row in top]
            console.print(screen.table(list(top[0]), rows, right=list(top[0])))
        if self.rounds:
            self._show_trace(console)

    def _rows(self) -> list[tuple[str, str]]:
        about = f"{self.file}, opened in {figures.seconds(self.opened)}"
        rows = [("graph", f"{repr(self.graph).removeprefix('Graph: ')}; {about}")]
        if self.device != "cpu":
            rows.append(("device", self.device))
        rows.append(("time", _spoken(self.times)))
        trace = self.found.trace
        if trace.rounds:
            rows.append(("rounds", f"{trace.brief}: {', '.join(trace.schedules)}"))
        if self.checked is not None:
            rows.append(("check", f"the answer holds ({figures.seconds(self.checked)})"))
        for what, (path, took) in self.files.items():
            size = figures.size(path.stat().st_size)
            rows.append((what, f"{path}, {size} in {figures.seconds(took)}"))
        return rows

    def _show_trace(self, console: Console) -> None:
        from edgewise.schedule import trace_table

        screen.line(console, "")
        rows = trace_table.rows(self.found.trace)
        if rows:
            console.print(screen.table(trace_table.HEADINGS, rows, right=trace_table.NUMBERS))
        else:
            screen.line(console, f"{self.name} goes without rounds: there is no trace of any.")


def _cell(value: Any) -> str:
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def _plain(value: Any) -> Any:
    return value if isinstance(value, (str, int, float, bool, list)) else repr(value)


def _spoken(times: list[float]) -> str:
    median = figures.seconds(statistics.median(times))
    if len(times) == 1:
        return median
    ends = f"{figures.seconds(min(times))} to {figures.seconds(max(times))}"
    return f"{median}, the median of {len(times)} runs ({ends}) after one that is not counted"


@contextmanager
def on_threads(number: int | None) -> Iterator[None]:
    """Use so many threads meanwhile."""
    if number is None:
        yield
        return
    if number < 1:
        raise ArgumentError(f"--threads {number}: expected an integer of 1 or more")
    before = environ.get("EDGEWISE_THREADS")
    environ["EDGEWISE_THREADS"] = str(number)
    try:
        yield
    finally:
        if before is None:
            del environ["EDGEWISE_THREADS"]
        else:
            environ["EDGEWISE_THREADS"] = before


def named(where: str, word: str | None) -> str | None:
    """The word after --device, if it is one."""
    try:
        return checks.DEVICE.clean(word)
    except ValueError:
        checks.refuse(where, "device", word, checks.DEVICE.places)


def asked_of(graph: Graph, given: dict[str, Any]) -> dict[str, Any]:
    """Arguments as the library takes them: vertices as the graph knows them."""
    asked = dict(given)
    for name in options.VERTICES:
        words = asked.get(name)
        if words is not None:
            many = [vertices.named(graph, word, f"--{name}") for word in words]
            asked[name] = many[0] if len(many) == 1 and name == "source" else many or None
    return asked


def _run(name: str, known: Known) -> command.Run:
    def run(
        file: GraphFile,
        output: _Output = None,
        trace: _Trace = False,
        save_trace: _SaveTrace = None,
        plot: _Plot = None,
        check: _Check = False,
        top: _Top = 10,
        repeat: _Repeat = 1,
        threads: Threads = None,
        force: _Force = False,
        **given: Any,
    ) -> command.Answer:
        from edgewise.io import read

        _refuse_early(output, (output, save_trace, plot), force)
        own = {argument: given.pop(argument) for argument in known.takes}
        with on_threads(threads):
            graph, opened = command.timed(lambda: read(file, **given))
            asked = asked_of(graph, own)
            times = [
                command.timed(lambda: known.function(graph, **asked))
                for _ in range(repeat + (repeat > 1))
            ]
            found = times[-1][0]
            seconds = [took for _, took in times][-repeat:]
            where = choice.of(asked["device"]).name if "device" in asked else "cpu"
            ran = Ran(name, file, graph, asked, found, opened, seconds, top, where, rounds=trace)
            if check:
                ran.checked = command.timed(lambda: known.check(graph, found, asked))[1]
            _write(ran, {"wrote": output, "trace": save_trace, "picture": plot})
        return command.Answer(ran.as_dict(), ran.show)

    return run


def _refuse_early(output: Path | None, files: tuple[Path | None, ...], force: bool) -> None:
    """Before any work is done for it."""
    from edgewise.io import answers

    if output is not None:
        answers.ending(str(output))
    for file in files:
        if file is not None and file.exists() and not force:
            raise FileAccessError(file, "the file is there already; --force replaces it")


def _write(ran: Ran, files: dict[str, Path | None]) -> None:
    writers: dict[str, Callable[[str], Any]] = {
        "wrote": ran.found.save,
        "trace": ran.found.trace.save,
        "picture": ran.found.trace.plot,
    }
    for what, file in files.items():
        if file is not None:
            begun = time.perf_counter()
            writers[what](str(file))
            ran.files[what] = file, time.perf_counter() - begun


def first_line(function: Any) -> str:
    """What a function does, in a line."""
    return (inspect.getdoc(function) or "").partition("\n")[0].replace("`", "")


_Output: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help="Write every vertex's answer, by its ending: .csv, .tsv, .json, .parquet, .feather.",
    ),
]
_Trace: TypeAlias = Annotated[
    bool, typer.Option("--trace", help="Show the rounds: what ran, on how much, how long, why.")
]
_SaveTrace: TypeAlias = Annotated[
    Path | None, typer.Option("--save-trace", metavar="FILE", help="Write the rounds as JSON.")
]
_Plot: TypeAlias = Annotated[
    Path | None,
    typer.Option("--plot", metavar="FILE", help="Draw the rounds, as .png, .svg or .pdf."),
]
_Check: TypeAlias = Annotated[
    bool, typer.Option("--check", help="Let the independent checker judge the answer.")
]
_Top: TypeAlias = Annotated[
    int, typer.Option("--top", metavar="N", min=0, help="How many rows to show.")
]
_Repeat: TypeAlias = Annotated[
    int,
    typer.Option(
        "--repeat", metavar="N", min=1, help="Time N runs, after one that is not counted."
    ),
]
_Force: TypeAlias = Annotated[
    bool, typer.Option("--force", "-f", help="Replace files that are there already.")
]


def _enter(name: str, known: Known) -> None:
    from edgewise.io import read

    own = options.of(known.function, without=["graph"], panel="The algorithm")
    reading = options.of(read, without=["path", *known.takes], panel=READING)
    command.add(app, _run(name, known), name, [*own, *reading], help=first_line(known.function))


for _name, _known in ALGORITHMS.items():
    _enter(_name, _known)
