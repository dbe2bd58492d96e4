"""igraph's algorithms."""

from __future__ import annotations

from typing import Any, ClassVar, final

import numpy as np

from bench import graphs
from bench.contest import Settings
from bench.inputs import Array
from bench.solver import Solver
from bench.terms import whole


@final
class Igraph(Solver):
    name = "igraph"
    package = "igraph"
    remarks: ClassVar[dict[str, str]] = {
        "sssp": "distances, which takes Dijkstra's",
        "pagerank": "until it settles",
    }

    def hold(self, rows: graphs.Rows, settings: Settings) -> None:
        import igraph

        sources, targets, weights = rows.edges()
        pairs = zip(sources.tolist(), targets.tolist(), strict=True)
        self._graph = igraph.Graph(rows.size, pairs)
        if settings["algorithm"] == "sssp":
            self._graph.es["weight"] = weights.tolist()

    def bfs(self, sources: Array) -> Any:
        return self._graph.bfs(int(sources[0]))

    def sssp(self, sources: Array) -> Any:
        return self._graph.distances([int(sources[0])], weights="weight", algorithm="dijkstra")

    def pagerank(self, sources: Array) -> Any:
        return self._graph.pagerank()

    def components(self, sources: Array) -> Any:
        return self._graph.connected_components(mode="weak").membership

    def betweenness(self, sources: Array) -> Any:
        return self._graph.betweenness(directed=False, sources=sources.tolist())

    def variant(self, algorithm: str) -> int:
        return int(algorithm == "pagerank")

    def told(self, result: Any, algorithm: str) -> Array:
        if algorithm == "bfs":
            return _depths(result, self._graph.vcount())
        return whole(result[0]) if algorithm == "sssp" else np.asarray(result)


def _depths(result: Any, size: int) -> Array:
    order, starts, _ = result
    found = np.full(size, -1)
    found[order] = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    return found
