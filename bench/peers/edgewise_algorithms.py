"""Edgewise's algorithms."""

from __future__ import annotations

from typing import Any, ClassVar, final

from bench import graphs
from bench.contest import Settings
from bench.inputs import Array
from bench.solver import Solver


class _Edgewise(Solver):
    package: ClassVar[str | None] = "edgewise"
    compiles: ClassVar[bool] = True
    options: ClassVar[dict[str, Any]] = {}
    """Given to every call: a schedule, say."""

    @property
    def version(self) -> str:
        import edgewise as ew

        return ew.__version__

    def hold(self, rows: graphs.Rows, settings: Settings) -> None:
        import edgewise as ew

        sources, targets, weights = rows.edges()
        carried = weights.astype("int32") if settings["algorithm"] == "sssp" else None
        self._graph = ew.from_edges(
            sources, targets, carried, num_vertices=rows.size, directed=False
        )

    def bfs(self, sources: Array) -> Array:
        import edgewise as ew

        return ew.bfs(self._graph, int(sources[0]), **self.options).distances

    def sssp(self, sources: Array) -> Array:
        import edgewise as ew

        return ew.sssp(self._graph, int(sources[0]), **self.options).distances

    def pagerank(self, sources: Array) -> Array:
        import edgewise as ew

        found = ew.pagerank(self._graph, variant="graphalytics", max_iter=20, **self.options)
        return found.ranks

    def components(self, sources: Array) -> Array:
        import edgewise as ew

        return ew.connected_components(self._graph, **self.options).labels

    def betweenness(self, sources: Array) -> Array:
        import edgewise as ew

        self._sources = sources
        found = ew.betweenness(
            self._graph, sources=sources.tolist(), normalized=False, **self.options
        )
        return found.scores

    def told(self, result: Array, algorithm: str) -> Array:
        """Scores as plain sums: of a source they are scaled up by one source less."""
        if algorithm != "betweenness":
            return result
        sums, tried = result.copy(), len(self._sources)
        sums[self._sources] *= (tried - 1) / tried
        return sums


@final
class Auto(_Edgewise):
    name = "Edgewise"


@final
class Float32(_Edgewise):
    """Half the bytes, as programs in C++ often have it."""

    name = "Edgewise, dtype='float32'"
    compiles = False
    options: ClassVar[dict[str, Any]] = {"dtype": "float32"}

    def enters(self, settings: Settings) -> bool:
        return self.declines(settings) is None and not settings["tiny"]

    def declines(self, settings: Settings) -> str | None:
        return None if settings["algorithm"] == "pagerank" else "has no such choice"
