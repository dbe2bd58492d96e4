"""Table: from a graph in memory to what its neighbourhoods hold."""

from __future__ import annotations

from typing import Any

import numpy as np

from bench import graphs
from bench.contest import Case, Settings
from bench.inputs import SEED, Array

TITLE = "Neighborhoods: triangles, sums over neighbours, supervertices"
ABOUT = (
    "Simple undirected graphs, the same for all, as in the table of algorithms. *triangles*: how "
    "many there are; giving arcs a direction, or renumbering, is part of the job. *sums*: for "
    "every vertex, the sum of a number that each of its neighbours has. *supervertices*: the "
    "weighted graph between 1,000 parts, drawn evenly, parallel edges added up, those inside of a "
    "part left out. Each contender holds the graph in its own form before the clock starts; "
    "counts, or sums of what comes out, are compared."
)
MEASURE = ""

PARTS = 1000
JOBS = "triangles", "sums", "supervertices"
PATIENCE = 60


def cases(scale: int) -> list[Case]:
    """Every job on a Kronecker graph, a uniform one and a grid; triangles at a small size too."""
    small, side = max(4, scale - 2), round(1500 * 2 ** ((scale - 20) / 2))
    names = [f"kron{small}", f"uniform{small}", f"grid{side}"]
    told = [_case(job, name, False) for job in JOBS for name in names]
    return [*told, _case("triangles", f"kron{min(12, small)}", True)]


def _case(job: str, name: str, tiny: bool) -> Case:
    rows = graphs.rows(name)
    settings: Settings = {"job": job, "graph": name, "tiny": tiny}
    title = f"{job}, {name}{', small' * tiny}: {rows.size:,} vertices, {rows.arcs:,} arcs"
    warm = settings | {"graph": "kron8"}
    return Case("neighborhoods", title, settings, warm, patience=PATIENCE, firsts=tiny)


def inputs(settings: Settings) -> Array:
    """A number for every vertex: its part, or what its neighbours add up."""
    size = graphs.rows(settings["graph"]).size
    rng: Any = np.random.default_rng(SEED)
    return rng.integers(0, PARTS, size) if settings["job"] == "supervertices" else rng.random(size)
