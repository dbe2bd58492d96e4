"""NetworkX's algorithms, at small sizes only."""

from __future__ import annotations

from typing import Any, ClassVar, final

import numpy as np

from bench import graphs
from bench.answers import change
from bench.contest import Settings
from bench.inputs import Array
from bench.solver import Solver
from bench.terms import ITERATIONS


@final
class NetworkX(Solver):
    name = "NetworkX"
    package = "networkx"
    slow = True
    remarks: ClassVar[dict[str, str]] = {
        "sssp": "single_source_dijkstra_path_length",
        "betweenness": "betweenness_centrality_subset",
    }

    def hold(self, rows: graphs.Rows, settings: Settings) -> None:
        import networkx

        self._graph = networkx.Graph()
        self._graph.add_nodes_from(range(rows.size))
        columns = (column.tolist() for column in rows.edges())
        self._graph.add_weighted_edges_from(zip(*columns, strict=True))
        self._size = rows.size
        if settings["algorithm"] == "pagerank":
            self._close = change(settings["graph"]) / rows.size

    def bfs(self, sources: Array) -> Any:
        import networkx

        return networkx.single_source_shortest_path_length(self._graph, int(sources[0]))

    def sssp(self, sources: Array) -> Any:
        import networkx

        return networkx.single_source_dijkstra_path_length(self._graph, int(sources[0]))

    def pagerank(self, sources: Array) -> Any:
        import networkx

        return networkx.pagerank(self._graph, max_iter=ITERATIONS, tol=self._close, weight=None)

    def components(self, sources: Array) -> Any:
        import networkx

        return list(networkx.connected_components(self._graph))

    def betweenness(self, sources: Array) -> Any:
        import networkx

        return networkx.betweenness_centrality_subset(
            self._graph, sources.tolist(), range(self._size)
        )

    def told(self, result: Any, algorithm: str) -> Array:
        if algorithm == "components":
            return labelled(result, self._size)
        return spread(result, self._size)


def spread(values: Any, size: int) -> Array:
    """A mapping from vertices as an array, -1 where it has none."""
    found = np.full(size, -1.0)
    found[list(values.keys())] = list(values.values())
    return found


def labelled(parts: Any, size: int) -> Array:
    """Sets of vertices as labels."""
    found = np.empty(size, np.int64)
    for number, part in enumerate(parts):
        found[list(part)] = number
    return found
