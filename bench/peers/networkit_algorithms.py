"""NetworKit's algorithms, on as many threads as there are cores."""

from __future__ import annotations

from itertools import chain, count
from typing import Any, ClassVar, final

import numpy as np

from bench import graphs
from bench.contest import Settings
from bench.inputs import Array
from bench.machine import cores
from bench.solver import Solver
from bench.terms import DAMPING, GROUP, ITERATIONS, SOURCES, whole


@final
class NetworKit(Solver):
    name = "NetworKit"
    package = "networkit"
    remarks: ClassVar[dict[str, str]] = {
        "bfs": "one thread",
        "sssp": "Dijkstra, one thread",
        "components": "ConnectedComponents, one thread",
        "betweenness": "EstimateBetweenness, which weighs by distance",
    }

    def hold(self, rows: graphs.Rows, settings: Settings) -> None:
        import networkit

        networkit.setNumberOfThreads(cores())
        sources, targets, weights = rows.edges()
        columns = sources.astype(np.int64), targets.astype(np.int64)
        if settings["algorithm"] == "betweenness":
            self._rename(networkit, rows.size, settings["graph"])
            columns = self._names[columns[0]], self._names[columns[1]]
        weighted = settings["algorithm"] == "sssp"
        self._graph = networkit.GraphFromCoo(
            (weights.astype(np.float64), columns) if weighted else columns,
            n=rows.size,
            weighted=weighted,
            directed=False,
        )

    def _rename(self, networkit: Any, size: int, graph: str) -> None:
        """EstimateBetweenness draws its sources: have the vertices that it will draw, given these
        seeds, be the sources that the others are told."""
        wanted = graphs.sources(graph, SOURCES)
        self._seeds, drawn = _draws(networkit, size, SOURCES // GROUP)
        self._groups = wanted.reshape(-1, GROUP)
        self._names = np.arange(size)
        self._names[wanted] = drawn
        self._names[np.setdiff1d(drawn, wanted)] = np.setdiff1d(wanted, drawn)

    def bfs(self, sources: Array) -> Any:
        import networkit

        return networkit.distance.BFS(self._graph, int(sources[0]), storePaths=False).run()

    def sssp(self, sources: Array) -> Any:
        import networkit

        return networkit.distance.Dijkstra(self._graph, int(sources[0]), storePaths=False).run()

    def pagerank(self, sources: Array) -> Any:
        from networkit import centrality

        spread = centrality.SinkHandling.DistributeSinks
        found = centrality.PageRank(self._graph, DAMPING, 0.0, distributeSinks=spread)
        found.maxIterations = ITERATIONS
        return found.run()

    def components(self, sources: Array) -> Any:
        import networkit

        return networkit.components.ConnectedComponents(self._graph).run()

    def betweenness(self, sources: Array) -> Any:
        import networkit

        group = int(np.flatnonzero(self._groups[:, 0] == sources[0])[0])
        networkit.setSeed(self._seeds[group], False)
        one_less = GROUP - 1  # it takes a source more than it is told
        return networkit.centrality.EstimateBetweenness(self._graph, one_less, parallel=True).run()

    def variant(self, algorithm: str) -> int:
        return int(algorithm == "betweenness")

    def told(self, result: Any, algorithm: str) -> Array:
        if algorithm in ("bfs", "sssp"):
            return whole(result.getDistances(asarray=True))
        if algorithm == "components":
            return np.array(result.getPartition().getVector())
        scores = np.asarray(result.scores())
        return scores[self._names] if algorithm == "betweenness" else scores


def _draws(networkit: Any, size: int, groups: int) -> tuple[list[int], Array]:
    """Seeds that draw four vertices each, all different, and these."""
    graph, drawn = networkit.Graph(size), dict[int, list[int]]()
    for seed in count():
        networkit.setSeed(seed, False)
        four = [networkit.graphtools.randomNode(graph) for _ in range(GROUP)]
        if len({*chain(*drawn.values(), four)}) == GROUP * (len(drawn) + 1):
            drawn[seed] = four
        if len(drawn) == groups:
            break
    return list(drawn), np.concatenate(list(drawn.values()))
