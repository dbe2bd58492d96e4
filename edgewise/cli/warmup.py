"""`edgewise warmup`: compile kernels now, so that no later process waits for the compiler."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, final

import typer
from rich.console import Console

from edgewise import check, figures, gpus, progress
from edgewise.cli import command, compiled, screen, warmup_cuda
from edgewise.cli.known import ALGORITHMS, Known, completed, usual
from edgewise.cli.run import OnDevice, named
from edgewise.errors import EdgewiseError
from edgewise.kernels.home import home

if TYPE_CHECKING:
    from edgewise.graph import Graph

SCALE = 12
"""Large enough for every path that large graphs take."""
WEIGHTS = ("int32", "int64", "float64")
MORE_WEIGHTS = (*WEIGHTS, "float32")


@final
@dataclass(frozen=True, slots=True)
class Warmed:
    """What was compiled for one algorithm, and what was there already."""

    algorithm: str
    compiled: int
    found: int
    seconds: float


def run(
    algorithms: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[ALGO]...",
            help="Which algorithms; all that there are, if none is named.",
            autocompletion=completed,
        ),
    ] = None,
    everything: Annotated[
        bool,
        typer.Option(
            "--all", help="Also every method, variant, type of weights and schedule; takes minutes."
        ),
    ] = False,
    device: OnDevice = None,
    arch: Annotated[
        list[str] | None,
        typer.Option(
            "--arch",
            metavar="N",
            help="Build for GPUs of this capability, as in 90; none is needed. May be given again.",
        ),
    ] = None,
) -> command.Answer:
    """Compile the kernels of algorithms now, so that no later process waits for the compiler."""
    for name in algorithms or ():
        if name not in ALGORITHMS:
            check.refuse("warmup", "algorithms", name, f"some of {', '.join(ALGORITHMS)}")
    wanted = warmup_cuda.architectures(arch or [])
    if wanted or _is_gpu(device):
        return warmup_cuda.run(algorithms or [], everything, device, wanted)
    names = algorithms or list(ALGORITHMS)
    warmed, took = command.timed(lambda: list(_all(names, everything)))
    folder = str(home())
    data = {"warmed": [asdict(one) for one in warmed], "seconds": took, "folder": folder}
    return command.Answer(data, lambda console: _show(console, warmed, took, folder), timed=False)


def _is_gpu(device: str | None) -> bool:
    """Whether the word means a GPU; "auto" does where there is one."""
    named("warmup", device)
    return bool(gpus.seen().devices) if device == "auto" else (device or "cpu") != "cpu"


def _all(names: list[str], everything: bool) -> Iterator[Warmed]:
    with progress.stage("compiling", len(names) + 1) as advance:
        graphs: list[Graph] = []
        yield _counted("graphs and files", lambda: graphs.extend(_graphs(everything)))
        advance(1)
        for name in names:
            yield _counted(name, partial(_warm, ALGORITHMS[name], graphs, everything))
            advance(1)


def _counted(name: str, work: Callable[[], None]) -> Warmed:
    before, there = compiled.kernels(), compiled.found()
    took = command.timed(work)[1]
    return Warmed(name, compiled.kernels() - before, compiled.found() - there, took)


def _graphs(everything: bool) -> Iterator[Graph]:
    """One without weights, then one of each type of weights, as they come from files."""
    from edgewise import generate, io

    kinds = MORE_WEIGHTS if everything else WEIGHTS
    plain = generate.kronecker(SCALE)
    directed = generate.gnm(1 << SCALE, 16 << SCALE, directed=True)
    with tempfile.TemporaryDirectory() as folder:
        for graph in (plain, directed):
            path = Path(folder) / "warm.ew"
            io.write(graph, path)
            opened = io.read(path)
            opened.out_degrees, opened.in_degrees  # noqa: B018
            yield graph
            for kind in kinds if graph is plain or everything else kinds[:1]:
                yield _weighted(graph, kind)


def _weighted(graph: Graph, kind: str) -> Graph:
    import numpy as np

    from edgewise import from_edges

    sources, targets, _ = graph.to_edges()
    weights = 1 + np.arange(len(sources)) % 255
    directed = graph.is_directed
    return from_edges(sources, targets, weights.astype(kind), directed=directed)


def _warm(known: Known, graphs: list[Graph], everything: bool) -> None:
    """Run it in its usual ways; what does not apply to a graph is left out."""
    for graph in graphs:
        for ways in _ways(known, everything):
            try:
                found = known.function(graph, **usual(known, graph), **ways)
                found.top(1)
                found.columns  # noqa: B018
            except EdgewiseError:
                continue


def _ways(known: Known, everything: bool) -> Iterator[dict[str, Any]]:
    """The defaults; with everything, each word of each option, and each schedule."""
    from edgewise.schedule.schedule import every

    yield {}
    if not everything:
        return
    function = known.function
    kinds = check.TABLE[f"{function.__module__}.{function.__qualname__}"].kinds
    for name, kind in kinds.items():
        for word in getattr(kind, "words", (True,) if isinstance(kind, check.Flag) else ()):
            yield {name: word}
    if known.pinned is not None:
        for schedule in every():
            yield {**known.pinned, "schedule": str(schedule)}


def _show(console: Console, warmed: list[Warmed], took: float, folder: str) -> None:
    rows = [
        (one.algorithm, str(one.compiled), str(one.found), figures.seconds(one.seconds))
        for one in warmed
    ]
    headings = ["for", "compiled", "there already", "time"]
    console.print(screen.table(headings, rows, right=headings[1:]))
    screen.line(console, "")
    many = sum(one.compiled for one in warmed)
    said = f"{many} kernel{'' if many == 1 else 's'} compiled in {figures.seconds(took)}"
    screen.line(console, f"{said}; all are kept in {folder}", "bold")
