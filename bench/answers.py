"""What is right: computed once, kept in bench/data, compared with what each run gave.

`python -m bench.answers bfs kron18` makes one of them; the bench does so where one is missing.
"""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from typing import Any

import numpy as np

from bench import graphs
from bench.inputs import DATA, Array, kept
from bench.terms import GROUP, SOURCES, digest, numbered, shares

TOLERANCE = 1e-6
"""How far shares of a whole may lie apart, summed over all vertices."""


def make(algorithm: str, graph: str) -> None:
    """Make the answers, where they are missing, in a process that leaves no memory behind."""
    if not (DATA / f"{graph}-{algorithm}.npy").exists():
        subprocess.run([sys.executable, "-m", "bench.answers", algorithm, graph], check=True)


@cache
def right(algorithm: str, graph: str) -> Array:
    """A digest for every source, or scores."""
    from bench.reference import MAKERS

    return kept(f"{graph}-{algorithm}", lambda: MAKERS[algorithm](graphs.rows(graph), graph))


def fault(settings: dict[str, Any], inputs: Array, found: Array, variant: int = 0) -> str | None:
    """What is wrong with an answer, if anything is."""
    algorithm, graph = settings["algorithm"], settings["graph"]
    told, row = right(algorithm, graph), 0
    if algorithm in ("bfs", "sssp", "betweenness"):
        row = int(np.flatnonzero(graphs.sources(graph, SOURCES) == inputs[0])[0])
    if algorithm == "components":
        found = numbered(found)
    if told.dtype == np.uint64:
        return None if digest(found) == told[row] else "another answer than SciPy's"
    far = float(np.abs(shares(found) - told[row // GROUP, variant]).sum())
    return None if far <= TOLERANCE else f"shares of the whole are off by {far:.1e}"


def change(graph: str) -> float:
    """What the twentieth iteration still changes, and a little: who stops there stops after it."""
    make("pagerank-change", graph)
    return float(right("pagerank-change", graph)[0])


if __name__ == "__main__":
    right(*sys.argv[1:])
