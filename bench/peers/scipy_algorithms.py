"""SciPy's csgraph, and its product for PageRank."""

from __future__ import annotations

from typing import Any, ClassVar, final

import numpy as np

from bench import graphs
from bench.contest import Settings
from bench.inputs import Array
from bench.solver import Solver
from bench.terms import DAMPING, ITERATIONS, depths, whole


@final
class SciPy(Solver):
    name = "SciPy csgraph"
    package = "scipy"
    lacks: ClassVar[dict[str, str]] = {"betweenness": "has no such call"}
    remarks: ClassVar[dict[str, str]] = {
        "bfs": "order and parents",
        "sssp": "dijkstra",
        "pagerank": "20 products, written for this bench",
    }

    def hold(self, rows: graphs.Rows, settings: Settings) -> None:
        self._matrix = rows.matrix(np.float64)  # csgraph copies any other
        if settings["algorithm"] == "pagerank":
            self._matrix.data[:] = 1
        self._degrees = rows.degrees

    def bfs(self, sources: Array) -> Any:
        from scipy.sparse.csgraph import breadth_first_order

        return breadth_first_order(self._matrix, int(sources[0]))

    def sssp(self, sources: Array) -> Array:
        from scipy.sparse.csgraph import dijkstra

        return dijkstra(self._matrix, indices=int(sources[0]))

    def pagerank(self, sources: Array) -> Array:
        size, sinks = len(self._degrees), self._degrees == 0
        scaled = DAMPING / np.maximum(self._degrees, 1)
        ranks = np.full(size, 1 / size)
        for _ in range(ITERATIONS):
            teleport = (1 - DAMPING + DAMPING * ranks[sinks].sum()) / size
            ranks = self._matrix @ (ranks * scaled)
            ranks += teleport
        return ranks

    def components(self, sources: Array) -> Array:
        from scipy.sparse.csgraph import connected_components

        return connected_components(self._matrix, directed=True, connection="weak")[1]

    def told(self, result: Any, algorithm: str) -> Array:
        if algorithm == "bfs":
            return depths(*result)
        return whole(result) if algorithm == "sssp" else result
