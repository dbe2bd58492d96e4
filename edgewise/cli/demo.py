"""`edgewise demo`: the main job on the CPU, each step timed and checked."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, final

import numpy as np
from rich.console import Console
from rich.text import Text

from edgewise import figures
from edgewise.adjacency import Array
from edgewise.cli import screen
from edgewise.cli.command import Answer, timed
from edgewise.places import cpu

if TYPE_CHECKING:
    from edgewise.graph import Graph

WHAT = "Make three graphs, write and read them in three formats, walk them: timed and checked."
SCALE, SIDE = 18, 1000
HOPS = 4
FORMATS = {"native": "demo.ew", "edge list": "demo.el", "MatrixMarket": "demo.mtx"}


@final
@dataclass(frozen=True, slots=True)
class Step:
    """One line of the table."""

    what: str
    edges: int
    seconds: float
    found: str
    ok: bool


def run() -> Answer:
    """Make graphs, write and read them, walk them: every step timed and checked."""
    steps, took = timed(lambda: list(_steps()))
    good = all(step.ok for step in steps)
    data = {"ok": good, "seconds": took, "steps": [asdict(step) for step in steps]}
    return Answer(data, lambda console: _show(console, steps, took), good)


def _steps() -> Iterator[Step]:
    from edgewise import generate

    yield _first()
    kron, made = _made(f"make Kronecker, scale {SCALE}", lambda: generate.kronecker(SCALE))
    yield made
    grid, made = _made(f"make grid, {SIDE:,} x {SIDE:,}", lambda: generate.grid(SIDE, SIDE))
    yield made
    yield _made("make small world", lambda: generate.small_world(1 << SCALE, 8, 0.05))[1]
    yield _facts(kron)
    with tempfile.TemporaryDirectory() as folder:
        for name, file in FORMATS.items():
            yield from _there_and_back(kron, name, Path(folder) / file)
    yield _walked(f"{HOPS} hops in Kronecker", kron, int(kron.ids[np.argmax(kron.out_degrees)]))
    yield _walked(f"{HOPS} hops in grid", grid, SIDE * SIDE // 2 + SIDE // 2)


def _first() -> Step:
    """Everything once on small graphs: compiles the kernels, and checks all there is to check."""
    from edgewise import generate, io, verify

    begun = time.perf_counter()
    graphs = [generate.kronecker(8), generate.grid(9, 9), generate.small_world(64, 4, 0.1)]
    with tempfile.TemporaryDirectory() as folder:
        for graph in graphs:
            verify.graph(graph)
            for file in FORMATS.values():
                io.write(graph, Path(folder) / file)
                verify.same_graph(graph, io.read(Path(folder) / file, directed=False))
    took = time.perf_counter() - begun
    edges = sum(graph.num_edges for graph in graphs)
    return Step("small graphs first", edges, took, "compiled once, kept for next time", True)


def _made(what: str, make: Callable[[], Graph]) -> tuple[Graph, Step]:
    graph, took = timed(make)
    ok = int(graph.out_degrees.sum()) == graph.num_arcs > 0
    return graph, Step(what, graph.num_edges, took, f"{graph.num_vertices:,} vertices", ok)


def _facts(graph: Graph) -> Step:
    facts, took = timed(lambda: (graph.is_sorted, graph.is_symmetric, graph.max_out_degree))
    ok = facts == (True, True, int(graph.out_degrees.max()))
    return Step("look up facts", graph.num_edges, took, f"at most {facts[2]:,} neighbours", ok)


def _there_and_back(graph: Graph, name: str, path: Path) -> Iterator[Step]:
    from edgewise import io

    took = timed(lambda: io.write(graph, path))[1]
    size = path.stat().st_size
    yield Step(f"write {name}", graph.num_edges, took, figures.size(size), size > 0)
    again, took = timed(lambda: _opened(path, graph.num_vertices))
    yield Step(f"read {name}", graph.num_edges, took, "the same graph", _same(graph, again))


def _opened(path: Path, num_vertices: int) -> Graph:
    from edgewise import io

    told = num_vertices if path.suffix == ".el" else None  # edge lists do not say it
    graph = io.read(path, directed=False, num_vertices=told)
    graph.out_offsets  # noqa: B018  (a native file is checked when it is first looked into)
    return graph


def _same(a: Graph, b: Graph) -> bool:
    """Equal to the last arc (both have sorted rows and plain ids)."""
    rows = np.array_equal(a.out_offsets, b.out_offsets)
    return rows and np.array_equal(a.out_neighbors, b.out_neighbors)


def _walked(what: str, graph: Graph, start: int) -> Step:
    (levels, arcs), took = timed(lambda: _levels(graph, start))
    reached = int(np.count_nonzero(levels >= 0))
    found = f"{reached:,} vertices within {HOPS} of {start:,}"
    return Step(what, arcs, took, found, _levels_hold(graph, levels, start))


def _levels(graph: Graph, start: int) -> tuple[Array, int]:
    """The distance of every vertex within HOPS of `start`, else -1; and how many arcs it took."""
    from edgewise.frontier import VertexFrontier

    levels, arcs = np.full(graph.num_vertices, -1, np.int8), 0
    levels[start], frontier = 0, VertexFrontier.of(graph, [start])
    for hop in range(1, HOPS + 1):
        arcs += frontier.degree_sum
        met = np.zeros(graph.num_vertices, bool)
        met[frontier.edges().heads().positions()] = True
        new = np.flatnonzero(met & (levels < 0))
        levels[new] = hop
        frontier = VertexFrontier.of(graph, new)
    return levels, arcs


def _levels_hold(graph: Graph, levels: Array, start: int) -> bool:
    """Whether these are distances: no arc skips a level, every level has one before it."""
    tails = np.repeat(levels, np.diff(graph.out_offsets)).astype(np.int16)
    heads = levels[graph.out_neighbors].astype(np.int16)
    walked = (tails >= 0) & (tails < HOPS)
    no_skip = bool(np.all((heads[walked] >= 0) & (heads[walked] <= tails[walked] + 1)))
    led_to = np.zeros(graph.num_vertices, bool)
    led_to[graph.out_neighbors[walked & (heads == tails + 1)]] = True
    return no_skip and bool(np.array_equal(led_to, levels > 0)) and levels[start] == 0


def _show(console: Console, steps: list[Step], took: float) -> None:
    screen.line(console, WHAT, "bold")
    screen.line(console, "")
    rows = [
        (
            step.what,
            figures.count(step.edges),
            figures.seconds(step.seconds),
            figures.rate(step.edges, step.seconds, "edges"),
            step.found,
            Text("ok", style="green") if step.ok else Text("WRONG", style="bold red"),
        )
        for step in steps
    ]
    columns = ["step", "edges", "time", "speed", "found", "check"]
    console.print(screen.table(columns, rows, right=["edges", "time", "speed"]))
    screen.line(console, "")
    wrong = sum(not step.ok for step in steps)
    verdict = f"{wrong} of {len(steps)} checks failed" if wrong else "every check passed"
    threads = f"{cpu.threads()} thread{'' if cpu.threads() == 1 else 's'}"
    screen.line(console, f"{figures.seconds(took)} on {threads}; {verdict}.", "bold")
