"""`edgewise demo`: the main job on the CPU, each step timed and checked."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, final

import numpy as np
from rich.console import Console

from edgewise import figures
from edgewise.adjacency import Array
from edgewise.cli import demo_answers, screen
from edgewise.cli.command import Answer, timed
from edgewise.places import cpu

if TYPE_CHECKING:
    from edgewise.graph import Graph

WHAT = (
    "Make graphs, write and read them in three formats, walk them, run algorithms on them; "
    "check every step."
)
SCALE, SIDE = 18, 1000
KRON_HOPS, GRID_HOPS = 4, 100
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
    """Make graphs, write and read them, run algorithms on them: every step timed and checked."""
    begun = time.perf_counter()
    graphs: dict[str, Graph] = {}
    steps = list(_steps(graphs))
    answers = list(demo_answers.all_answered(graphs["kron"], graphs["grid"]))
    took = time.perf_counter() - begun
    good = all([one.ok for one in steps] + [one.ok for one in answers])
    data: dict[str, Any] = {"ok": good, "seconds": took}
    data |= {"steps": [asdict(one) for one in steps], "answers": [asdict(one) for one in answers]}
    return Answer(data, lambda console: _show(console, steps, answers, took), good)


def _steps(graphs: dict[str, Graph]) -> Iterator[Step]:
    """Everything but the algorithms; leaves the graphs that those run on."""
    from edgewise import generate

    yield _first()
    compiled = demo_answers.first()
    yield Step("algorithms first", 0, compiled, "checked in full", compiled > 0)
    kron, made = _made(
        f"Kronecker, scale {SCALE}", lambda: generate.kronecker(SCALE, weights="integer")
    )
    yield made
    grid, made = _made(
        f"grid, {SIDE:,} x {SIDE:,}", lambda: generate.grid(SIDE, SIDE, weights="integer")
    )
    yield made
    graphs |= {"kron": kron, "grid": grid}
    yield _made("small world", lambda: generate.small_world(1 << SCALE, 8, 0.05))[1]
    yield _facts(kron)
    with tempfile.TemporaryDirectory() as folder:
        for name, file in FORMATS.items():
            yield from _there_and_back(kron, name, Path(folder) / file)
    busiest, middle = int(np.argmax(kron.out_degrees)), (SIDE * SIDE + SIDE) // 2
    yield _walked(f"{KRON_HOPS} hops in Kronecker", kron, busiest, KRON_HOPS)
    yield _walked(f"{GRID_HOPS} hops in grid", grid, middle, GRID_HOPS)


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
    return Step("small graphs first", edges, took, "checked in full", True)


def _made(what: str, make: Callable[[], Graph]) -> tuple[Graph, Step]:
    graph, took = timed(make)
    ok = int(graph.out_degrees.sum()) == graph.num_arcs > 0
    return graph, Step(what, graph.num_edges, took, f"{graph.num_vertices:,} vertices", ok)


def _facts(graph: Graph) -> Step:
    """What is known of a graph is looked up again on its bare rows, of which nothing is known."""
    from edgewise import from_csr

    bare = from_csr(graph.out_offsets, graph.out_neighbors)
    names = ("is_symmetric", "is_sorted", "has_self_loops", "has_multi_edges", "max_out_degree")
    found, took = timed(lambda: [getattr(bare, name) for name in names])
    ok = found == [getattr(graph, name) for name in names]
    return Step("look facts up", graph.num_edges, took, f"degrees to {found[-1]:,}", ok)


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
    """Equal to the last arc and weight (both have sorted rows and plain ids)."""
    pairs = [
        (a.out_offsets, b.out_offsets),
        (a.out_neighbors, b.out_neighbors),
        (a.out_weights, b.out_weights),
    ]
    return all(np.array_equal(one, other) for one, other in pairs)  # type: ignore[arg-type]


def _walked(what: str, graph: Graph, start: int, hops: int) -> Step:
    (levels, arcs), took = timed(lambda: _levels(graph, start, hops))
    found = f"{np.count_nonzero(levels >= 0):,} vertices"
    return Step(what, arcs, took, found, _levels_hold(graph, levels, start, hops))


def _levels(graph: Graph, start: int, hops: int) -> tuple[Array, int]:
    """The distance of every vertex within `hops` of `start`, else -1; and the arcs it took."""
    from edgewise.frontier import VertexFrontier

    levels, arcs = np.full(graph.num_vertices, -1, np.int32), 0
    levels[start], frontier = 0, VertexFrontier.of(graph, [start])
    for hop in range(1, hops + 1):
        arcs += frontier.degree_sum
        met = np.zeros(graph.num_vertices, bool)
        met[frontier.edges().heads().positions()] = True
        new = np.flatnonzero(met & (levels < 0))
        levels[new] = hop
        frontier = VertexFrontier.of(graph, new)
    return levels, arcs


def _levels_hold(graph: Graph, levels: Array, start: int, hops: int) -> bool:
    """Whether these are distances: no arc skips a level, every level has one before it."""
    tails, heads = np.repeat(levels, np.diff(graph.out_offsets)), levels[graph.out_neighbors]
    walked = (tails >= 0) & (tails < hops)
    no_skip = bool(np.all((heads[walked] >= 0) & (heads[walked] <= tails[walked] + 1)))
    led_to = np.zeros(graph.num_vertices, bool)
    led_to[graph.out_neighbors[walked & (heads == tails + 1)]] = True
    led = bool(np.array_equal(led_to, levels > 0))
    return no_skip and led and int(levels[start]) == 0


def _show(
    console: Console, steps: list[Step], answers: list[demo_answers.Answered], took: float
) -> None:
    screen.line(console, WHAT, "bold")
    screen.line(console, "")
    rows = [
        (
            step.what,
            figures.count(step.edges) if step.edges else "",
            figures.seconds(step.seconds),
            figures.short(step.edges / step.seconds) if step.edges else "",
            step.found,
            screen.verdict(step.ok),
        )
        for step in steps
    ]
    columns = ["step", "edges", "time", "edges/s", "found", "check"]
    console.print(screen.table(columns, rows, right=["edges", "time", "edges/s"]))
    screen.line(console, "")
    demo_answers.show(console, answers)
    screen.line(console, "")
    held = [one.ok for one in steps] + [one.ok for one in answers]
    wrong = held.count(False)
    verdict = f"{wrong} of {len(held)} checks failed" if wrong else "every check passed"
    threads = f"{cpu.threads()} thread{'' if cpu.threads() == 1 else 's'}"
    screen.line(console, f"{figures.seconds(took)} on {threads}; {verdict}.", "bold")
