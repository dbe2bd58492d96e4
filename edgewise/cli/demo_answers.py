"""The second half of the demo: each algorithm on each graph, checked, with what ran."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, final

from rich.console import Console

from edgewise import figures
from edgewise.cli import screen
from edgewise.cli.command import timed
from edgewise.cli.known import ALGORITHMS, usual
from edgewise.verify import VerificationError

if TYPE_CHECKING:
    from edgewise.graph import Graph

ASKED: dict[str, dict[str, Any]] = {
    "bfs": {},
    "sssp": {},
    "pagerank": {"tol": 1e-9},
    "connected-components": {},
    "betweenness": {},
}
ON_GRIDS = ("bfs", "sssp", "connected-components")
"""Betweenness and PageRank have nothing to tell of a grid."""
SMALL = 9


@final
@dataclass(frozen=True, slots=True)
class Answered:
    """One question: what it took, what was found, which schedules ran, whether it holds."""

    algorithm: str
    graph: str
    edges: int
    seconds: float
    checking: float
    found: str
    rounds: int
    schedules: list[str]
    ok: bool


def first() -> float:
    """Each algorithm once on a small graph, which compiles its kernels; the seconds it took."""
    from edgewise import generate

    begun, graph = time.perf_counter(), generate.kronecker(SMALL, weights="integer")
    answers = [answered(name, "", graph) for name in ASKED]
    good = all(one.ok for one in answers)
    return time.perf_counter() - begun if good else -1.0


def all_answered(kron: Graph, grid: Graph) -> Iterator[Answered]:
    """Every question."""
    for name in ASKED:
        yield answered(name, "Kronecker", kron)
        if name in ON_GRIDS:
            yield answered(name, "grid", grid)


def answered(name: str, called: str, graph: Graph) -> Answered:
    """One algorithm on one graph."""
    known = ALGORITHMS[name]
    asked = {**usual(known, graph), **ASKED[name]}
    found, took = timed(lambda: known.function(graph, **asked))
    begun, ok = time.perf_counter(), True
    try:
        known.check(graph, found, asked)
    except VerificationError:
        ok = False
    checking, trace = time.perf_counter() - begun, found.trace
    edges, told = graph.num_edges, found.summary
    return Answered(name, called, edges, took, checking, told, trace.rounds, trace.schedules, ok)


def show(console: Console, answers: list[Answered]) -> None:
    """The table."""
    rows = [
        (
            f"{one.algorithm}, {one.graph}",
            figures.seconds(one.seconds),
            figures.short(one.edges / one.seconds),
            figures.count(one.rounds) if one.rounds else "",
            "\n".join(one.schedules) or "a loop of its own",
            screen.verdict(one.ok),
        )
        for one in answers
    ]
    columns = ["algorithm", "time", "edges/s", "rounds", "what ran", "check"]
    console.print(screen.table(columns, rows, right=["time", "edges/s", "rounds"]))
