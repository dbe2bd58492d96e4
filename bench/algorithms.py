"""Table: from a graph in memory to an answer."""

from __future__ import annotations

from typing import Any

import numpy as np

from bench import graphs
from bench.contest import Case, Settings
from bench.terms import ALGORITHMS, GROUP, SOURCES

TITLE = "Algorithms: from a graph in memory to an answer"
ABOUT = (
    "Simple undirected graphs, the same for all: *kron* (Graph500's Kronecker edges, edge factor "
    "16) and *uniform* of two to the power of that number of vertices, *grid* of that many "
    "vertices a side, a tenth of its edges missing. Weights are whole numbers from 1 to 255. Each "
    "contender holds the graph in its own form before the clock starts, and stops the clock with "
    "its own kind of result. bfs and sssp: distances from one of 16 sources, one after the other. "
    "pagerank: 20 iterations, where a remark does not say otherwise. betweenness: from four "
    "sources at a time, not on the grid, whose numbers of shortest paths no float64 can hold. A "
    "contender that has used up its time sits out; a remark says how many runs it did."
)
MEASURE = ""

PATIENCE = 5
"""Seconds of counted runs that a contender is given in a case."""
WARM = "kron8"
ROUNDS = {"bfs": SOURCES, "sssp": SOURCES, "betweenness": SOURCES // GROUP}


def cases(scale: int) -> list[Case]:
    """Every algorithm on two Kronecker graphs, a uniform one and a grid; and at a small size."""
    small, side = max(4, scale - 2), round(1500 * 2 ** ((scale - 20) / 2))
    names = [f"kron{small}", f"kron{scale}", f"uniform{small}", f"grid{side}"]
    tiny = f"kron{min(12, small)}"
    return [
        case
        for algorithm in ALGORITHMS
        for case in [
            *(_case(algorithm, name, False) for name in names if _apt(algorithm, name)),
            _case(algorithm, tiny, True),
        ]
    ]


def _apt(algorithm: str, name: str) -> bool:
    return algorithm != "betweenness" or not name.startswith("grid")


def _case(algorithm: str, name: str, tiny: bool) -> Case:
    rows = graphs.rows(name)
    size = f"{rows.size:,} vertices, {rows.arcs:,} arcs"
    settings: Settings = {"algorithm": algorithm, "graph": name, "tiny": tiny}
    return Case(
        "algorithms",
        f"{algorithm}, {name}{', small' * tiny}: {size}",
        settings,
        settings | {"graph": WARM},
        rounds=ROUNDS.get(algorithm, 1),
        patience=None if tiny else PATIENCE,
        group="" if tiny else algorithm,
        firsts=tiny,
    )


def inputs(settings: Settings) -> Any:
    """The next source, or the next four, or none; the run not counted takes the first."""
    run = settings["run"] = settings.get("run", -1) + 1
    rounds = ROUNDS.get(settings["algorithm"], 0)
    if not rounds:
        return np.empty(0, np.int64)
    taken = graphs.sources(settings["graph"], SOURCES).reshape(rounds, -1)
    return taken[max(run - 1, 0) % rounds]
