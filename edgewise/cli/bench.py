"""`edgewise bench`: how fast each algorithm is here, and each schedule against the default."""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, final

import numpy as np
import typer
from rich.console import Console

from edgewise import check, figures, progress
from edgewise.cli import command, screen
from edgewise.cli.known import ALGORITHMS, Known, completed, usual
from edgewise.cli.run import OnDevice, Threads, named, on_threads
from edgewise.errors import EdgewiseError, ScheduleError
from edgewise.places import choice, cpu

if TYPE_CHECKING:
    from edgewise.graph import Graph
    from edgewise.results import Result

MORE = "In a clone, `make bench` sets other libraries beside, on larger graphs."
AUTO = "as it likes"


@final
@dataclass(frozen=True, slots=True)
class Timed:
    """One way to get one answer, and what it took."""

    algorithm: str
    schedule: str
    seconds: list[float]
    rounds: int
    edges: int
    """How many edges the graph has."""
    ran: list[str]
    same: bool = True

    @property
    def median(self) -> float:
        return statistics.median(self.seconds)


def run(
    file: Annotated[
        Path | None,
        typer.Argument(metavar="[GRAPH]", help="The graph; a Kronecker graph, if none is given."),
    ] = None,
    scale: Annotated[
        int, typer.Option("--scale", metavar="N", min=4, max=30, help="2^N vertices are generated.")
    ] = 18,
    only: Annotated[
        list[str] | None,
        typer.Option(
            "--only",
            metavar="ALGO",
            help="Only this algorithm; may be given again for several.",
            autocompletion=completed,
        ),
    ] = None,
    schedules: Annotated[
        bool,
        typer.Option("--schedules", help="Also pin each legal schedule; compiles them at first."),
    ] = False,
    repeat: Annotated[
        int, typer.Option("--repeat", metavar="N", min=1, help="How many runs are counted.")
    ] = 5,
    threads: Threads = None,
    device: OnDevice = None,
) -> command.Answer:
    """Time each algorithm on this machine, and each schedule against the default."""
    for name in only or ():
        if name not in ALGORITHMS:
            check.refuse("bench", "only", name, f"one of {', '.join(ALGORITHMS)}")
    place = choice.of(named("bench", device)).name
    with on_threads(threads):
        graph = _graph(file, scale)
        timed = list(_all(graph, only or list(ALGORITHMS), schedules, repeat, device))
        used = cpu.threads()
    wrong = [one for one in timed if not one.same]
    data = {
        "graph": str(file) if file else f"kronecker, scale {scale}",
        "vertices": graph.num_vertices,
        "edges": graph.num_edges,
        "threads": used,
        "device": place,
        "times": [asdict(one) | {"median": one.median} for one in timed],
    }
    return command.Answer(
        data, lambda out: _show(out, graph, timed, repeat, used, place), ok=not wrong, timed=False
    )


def _graph(file: Path | None, scale: int) -> Graph:
    from edgewise import generate, io

    if file is not None:
        return io.read(file)
    return generate.kronecker(scale, edge_factor=16, weights="integer")


def _all(
    graph: Graph, names: list[str], schedules: bool, repeat: int, device: str | None
) -> Iterator[Timed]:
    for name in names:
        known = ALGORITHMS[name]
        asked = usual(known, graph)
        if "device" in known.takes:
            asked["device"] = device
        elif choice.of(device) is not choice.HOST:
            screen.note("left out", f"{name} runs on the CPU only", "yellow")
            continue
        try:
            first = _timed(name, AUTO, known, graph, asked, repeat, None)
        except EdgewiseError as refused:
            screen.note("left out", f"{name}: {refused}", "yellow")
            continue
        yield first[0]
        if schedules and known.pinned is not None:
            yield from _pinned(name, known, graph, asked, repeat)


def _pinned(
    name: str, known: Known, graph: Graph, asked: dict[str, Any], repeat: int
) -> Iterator[Timed]:
    """The default of the program that takes schedules, then every schedule that is legal."""
    from edgewise.schedule.schedule import every

    asked = {**asked, **(known.pinned or {})}
    default, right = _timed(name, "Auto", known, graph, asked, repeat, None)
    yield default
    with progress.stage(f"schedules of {name}", len(every())) as advance:
        for schedule in every():
            words = str(schedule)
            try:
                told = {**asked, "schedule": words}
                yield _timed(name, words, known, graph, told, repeat, right)[0]
            except ScheduleError:
                continue
            finally:
                advance(1)


def _timed(
    name: str,
    schedule: str,
    known: Known,
    graph: Graph,
    asked: dict[str, Any],
    repeat: int,
    right: Result | None,
) -> tuple[Timed, Result]:
    """So many runs, after one that is not counted, and whether the answer is the right one."""
    found = known.function(graph, **asked)
    times = [command.timed(lambda: known.function(graph, **asked))[1] for _ in range(repeat)]
    same = right is None or _alike(found, right, next(iter(known.columns.values())))
    trace = found.trace
    return Timed(name, schedule, times, trace.rounds, graph.num_edges, trace.schedules, same), found


def _alike(one: Any, other: Any, column: str) -> bool:
    return bool(np.allclose(getattr(one, column), getattr(other, column), rtol=1e-4, atol=1e-9))


def _show(
    console: Console, graph: Graph, timed: list[Timed], repeat: int, threads: int, place: str
) -> None:
    cores = f"{threads} thread{'' if threads == 1 else 's'}" if place == "cpu" else place
    screen.line(console, f"{graph!r}; {cores}, medians of {repeat}", "bold")
    rows = [
        (
            one.algorithm,
            figures.seconds(one.median),
            f"{figures.seconds(min(one.seconds))} to {figures.seconds(max(one.seconds))}",
            figures.short(one.edges / one.median),
            figures.count(one.rounds),
            ", ".join(one.ran),
        )
        for one in timed
        if one.schedule == AUTO
    ]
    headings = ["algorithm", "time", "least to most", "edges/s", "rounds", "what ran"]
    console.print(screen.table(headings, rows, right=headings[1:5]))
    for name in dict.fromkeys(one.algorithm for one in timed):
        pinned = [one for one in timed if one.algorithm == name and one.schedule != AUTO]
        if pinned:
            _show_schedules(console, name, pinned)
    screen.line(console, "")
    screen.line(console, MORE, "dim")


def _show_schedules(console: Console, name: str, timed: list[Timed]) -> None:
    """Auto first, then the pinned ones, the fastest first."""
    auto, *pinned = timed
    rows = [
        (
            one.schedule,
            figures.seconds(one.median),
            f"{one.median / auto.median:.2f}",
            figures.count(one.rounds),
            "" if one.same else "WRONG",
        )
        for one in [auto, *sorted(pinned, key=lambda one: one.median)]
    ]
    headings = ["schedule", "time", "to Auto", "rounds", ""]
    screen.line(console, "")
    screen.line(console, f"{name}, each schedule pinned:")
    console.print(screen.table(headings, rows, right=headings[1:4]))
