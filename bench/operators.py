"""Searches put together from operators, beside `ew.bfs`: `python -m bench.operators`.

On one thread, by processor time, which others on the machine move little.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from statistics import median
from time import process_time
from typing import Any

import numpy as np

import edgewise as ew

FAR, TIMES = 1 << 30, 7


def closer(u, v, depth):  # type: ignore[no-untyped-def]
    """Whether v comes nearer through u."""
    return ew.lower(depth, v, depth[u] + 1)


def reached(u, v, depth):  # type: ignore[no-untyped-def]
    """Whether u is the first to come to v."""
    return ew.claim(depth, v, 1 << 30, depth[u] + 1)


def unseen(v, depth):  # type: ignore[no-untyped-def]
    """Whether nobody came to v yet."""
    return depth[v] == 1 << 30


def stepwise(front: Any, cond: Any, **how: Any) -> None:
    """A loop over advances."""
    while front:
        front = ew.advance(front, cond, **how)


def figures(g: ew.Graph, search: Callable[..., None], source: int) -> float:
    """The median time of a search, in milliseconds; its answer is checked."""
    seconds = []
    for _ in range(TIMES):
        depth = np.full(g.num_vertices, FAR, np.int32)
        depth[source] = 0
        front = ew.VertexFrontier.of(g, [g.ids[source]])
        begin = process_time()
        search(front, depth)
        seconds.append(process_time() - begin)
        ew.verify.bfs(g, g.ids[source], np.where(depth == FAR, -1, depth))
    return median(seconds[1:]) * 1e3


SEARCHES: dict[str, Callable[..., Any]] = {
    "advance": lambda front, depth: stepwise(front, closer, depth=depth),
    "advance, open": lambda front, depth: stepwise(front, reached, open=unseen, depth=depth),
    "traverse": lambda front, depth: ew.traverse(front, closer, depth=depth),
    "traverse, open": lambda f, depth: ew.traverse(f, reached, open=unseen, depth=depth),
}


def by_bfs(g: ew.Graph, source: Any) -> float:
    """The median time of `ew.bfs`, in milliseconds."""
    seconds = []
    for _ in range(TIMES):
        begin = process_time()
        ew.bfs(g, source)
        seconds.append(process_time() - begin)
    return median(seconds[1:]) * 1e3


def main() -> None:
    """A line a graph: `ew.bfs` in milliseconds, and each search as a multiple of it."""
    os.environ["EDGEWISE_THREADS"] = "1"
    for name, g in (
        ("kronecker 16", ew.generate.kronecker(16, edge_factor=16, seed=7)),
        ("kronecker 18", ew.generate.kronecker(18, edge_factor=16, seed=7)),
        ("grid 1000 x 1000", ew.generate.grid(1000, 1000)),
    ):
        source = int(np.argmax(g.out_degrees))
        usual = by_bfs(g, g.ids[source])
        told = (f"{said} {figures(g, one, source) / usual:.2f}" for said, one in SEARCHES.items())
        print(f"{name}: bfs {usual:.2f} ms; times that: {'; '.join(told)}")


if __name__ == "__main__":
    main()
