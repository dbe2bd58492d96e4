"""rustworkx's algorithms."""

from __future__ import annotations

from typing import Any, ClassVar, final

import numpy as np

from bench import graphs
from bench.answers import change
from bench.contest import Settings
from bench.inputs import PIECE, Array
from bench.peers.networkx_algorithms import labelled, spread
from bench.solver import Solver
from bench.terms import ITERATIONS


@final
class Rustworkx(Solver):
    name = "rustworkx"
    package = "rustworkx"
    lacks: ClassVar[dict[str, str]] = {"betweenness": "takes no sources"}
    remarks: ClassVar[dict[str, str]] = {
        "bfs": "bfs_layers",
        "sssp": "dijkstra_shortest_path_lengths, weights by float()",
        "pagerank": "20 iterations, gives the ranks of the 19th",
    }

    def hold(self, rows: graphs.Rows, settings: Settings) -> None:
        import rustworkx

        self._graph = rustworkx.PyGraph(multigraph=True)
        self._graph.add_nodes_from(range(rows.size))
        columns = rows.edges() if settings["algorithm"] == "sssp" else rows.edges()[:2]
        extend = (
            self._graph.extend_from_weighted_edge_list
            if len(columns) == 3
            else self._graph.extend_from_edge_list
        )
        for begin in range(0, rows.arcs // 2, PIECE):
            piece = (column[begin : begin + PIECE].tolist() for column in columns)
            extend(list(zip(*piece, strict=True)))
        if settings["algorithm"] == "pagerank":
            self._graph = self._graph.to_directed()
            self._close = change(settings["graph"]) / rows.size
        self._size = rows.size

    def bfs(self, sources: Array) -> Any:
        import rustworkx

        return rustworkx.bfs_layers(self._graph, [int(sources[0])])

    def sssp(self, sources: Array) -> Any:
        import rustworkx

        source = int(sources[0])
        return source, rustworkx.dijkstra_shortest_path_lengths(self._graph, source, float)

    def pagerank(self, sources: Array) -> Any:
        import rustworkx

        return rustworkx.pagerank(self._graph, max_iter=ITERATIONS, tol=self._close)

    def components(self, sources: Array) -> Any:
        import rustworkx

        return rustworkx.connected_components(self._graph)

    def variant(self, algorithm: str) -> int:
        return 2 if algorithm == "pagerank" else 0

    def told(self, result: Any, algorithm: str) -> Array:
        if algorithm == "components":
            return labelled(result, self._size)
        if algorithm == "bfs":
            return _depths(result, self._size)
        if algorithm == "pagerank":
            return spread(result, self._size)
        source, lengths = result
        found = spread(lengths, self._size)
        found[source] = 0
        return found


def _depths(layers: Any, size: int) -> Array:
    found = np.full(size, -1)
    for depth, layer in enumerate(layers):
        found[np.asarray(layer, np.int64)] = depth
    return found
