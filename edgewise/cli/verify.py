"""`edgewise verify ALGO GRAPH ANSWERS`: a file of answers, judged by the independent checkers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np
import typer
from rich.console import Console

from edgewise import figures, verify
from edgewise.adjacency import Array
from edgewise.cli import command, options, run, screen, vertices
from edgewise.cli.known import ALGORITHMS, Known
from edgewise.errors import FormatError
from edgewise.io import answers, read

if TYPE_CHECKING:
    from edgewise.graph import Graph

app = typer.Typer(
    help="Judge answers, or a graph, with the independent checkers.",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _verify(name: str, known: Known, takes: list[str]) -> command.Run:
    def judge(
        file: run.GraphFile,
        answer: Annotated[
            Path,
            typer.Argument(
                metavar="ANSWERS",
                help="The file of answers: a row a vertex, its id under 'vertex'. "
                "What edgewise run -o writes.",
            ),
        ],
        **given: Any,
    ) -> command.Answer:
        own = {argument: given.pop(argument) for argument in takes}
        graph = read(file, **given)
        asked = run.asked_of(graph, own)
        told = _answers(graph, known, str(answer))
        took = command.timed(lambda: known.checker(graph, **asked, **told))[1]
        return _holds(name, f"{answer}: the answer of {name} holds", graph, list(told), took)

    return judge


def _holds(name: str, words: str, graph: Graph, told: list[str], took: float) -> command.Answer:
    data = {"checked": name, "ok": True, "vertices": graph.num_vertices, "answers": told}

    def show(console: Console) -> None:
        screen.line(console, f"{words} for {figures.count(graph.num_vertices)} vertices", "bold")
        what = f"{', '.join(told)}; checked in {figures.seconds(took)}"
        console.print(screen.pairs([("checked", what)]))

    return command.Answer(data | {"seconds": took}, show)


def _answers(graph: Graph, known: Known, path: str) -> dict[str, Array]:
    """The columns of a file, in the graph's order, under the names that the checker knows."""
    columns = answers.read(path)
    missing = [name for name in known.columns if name not in columns and name != "parent"]
    if missing:
        raise FormatError(path, f"no column is called {missing[0]!r}")
    ranks = _ranks(graph, path, columns[answers.VERTEX])
    told = {}
    for name, called in known.columns.items():
        if name in columns:
            told[called] = _column(graph, path, name, columns[name])[ranks]
    return told


def _column(graph: Graph, path: str, name: str, values: list[Any]) -> Array:
    if name != "parent":
        return answers.numbers(path, name, values)
    labelled = graph.vertex_ids.labels is not None
    known: dict[Any, Any] = {"": None, None: None} if labelled else {"-1": -1, -1: -1}
    for at, value in enumerate(values):
        if value not in known:
            known[value] = vertices.named(graph, value, f"{path}, row {at + 1}: parent")
    found = [known[value] for value in values]
    return np.fromiter(found, object, len(found)) if labelled else np.array(found, np.int64)


def _ranks(graph: Graph, path: str, ids: list[Any]) -> Array:
    """Which row holds each vertex's answer, in the graph's order; each vertex has just one."""
    n, places = graph.num_vertices, _places(graph)
    rows = np.full(n, -1, np.int64)
    for row, word in enumerate(ids):
        place = places.get(word)
        if place is None:
            place = places[vertices.named(graph, word, f"{path}, row {row + 1}: vertex")]
        if rows[place] >= 0:
            raise FormatError(path, f"row {row + 1}: vertex {word!r} has a row already")
        rows[place] = row
    if len(ids) < n:
        lost = graph.ids[int(np.argmin(rows >= 0)) :][:1].tolist()[0]
        raise FormatError(
            path, f"there are {len(ids):,} rows for {n:,} vertices: none for {lost!r}"
        )
    return rows


def _places(graph: Graph) -> dict[Any, int]:
    """Where each id stands in the caller's order, by itself and by the digits of a number."""
    ids = graph.ids.tolist()
    places: dict[Any, int] = {}
    if graph.ids.dtype.kind in "iu":
        places = {str(label): place for place, label in enumerate(ids)}
    return places | {label: place for place, label in enumerate(ids)}


def _graph(file: run.GraphFile, **reading: Any) -> command.Answer:
    """Check a graph itself: checksums, rows, ids, facts, and both directions alike."""
    graph = read(file, **reading)
    took = command.timed(lambda: verify.graph(graph))[1]
    told = ["rows", "types", "facts", "ids"]
    return _holds("graph", f"{file}: the graph is sound", graph, told, took)


def _enter(name: str, known: Known) -> None:
    answered = ["graph", *known.columns.values(), "personalization", "dangling"]
    own = options.of(known.checker, without=answered, panel="What was asked")
    takes = [one.name for one in own]
    reading = options.of(read, without=["path", *takes], panel=run.READING)
    told = run.first_line(known.checker)
    command.add(app, _verify(name, known, takes), name, [*own, *reading], help=told)


for _name, _known in ALGORITHMS.items():
    _enter(_name, _known)
command.add(app, _graph, "graph", options.of(read, without=["path"]))
