"""NetworKit."""

from __future__ import annotations

from typing import Any, ClassVar, final

import numpy as np

from bench import load
from bench.contest import Contender, Facts, Settings, tally


class _NetworKit(Contender):
    package: ClassVar[str | None] = "networkit"


def networkit_facts(graph: Any) -> Facts:
    import networkit

    ranking = networkit.centrality.DegreeCentrality(graph, ignoreSelfLoops=False)
    total = graph.totalEdgeWeight() if graph.isWeighted() else None
    return tally(np.asarray(ranking.run().scores()), total)


@final
class Build(_NetworKit):
    table = "build"
    name = "NetworKit GraphFromCoo"
    note = "rows unsorted; int32 widened first, for it takes int64 only"

    def run(self, inputs: Any, settings: Settings) -> Any:
        import networkit

        sources, targets, weights, size = inputs
        columns = sources.astype(np.int64, copy=False), targets.astype(np.int64, copy=False)
        graph = networkit.GraphFromCoo(
            columns if weights is None else (weights.astype(np.float64), columns),
            n=size,
            weighted=weights is not None,
            directed=not settings["both"],
        )
        if not settings["clean"]:
            graph.removeMultiEdges()
        if settings["both"]:
            graph.removeSelfLoops()
        return graph

    def facts(self, result: Any, settings: Settings) -> Facts:
        return networkit_facts(result)


def _simplified(graph: Any) -> Any:
    graph.removeMultiEdges()
    graph.removeSelfLoops()
    return graph


@final
class Generate(_NetworKit):
    table = "generate"
    name = "NetworKit"

    def declines(self, settings: Settings) -> str | None:
        return "has no such generator" if settings["family"] in ("grid", "geometric") else None

    def run(self, inputs: Any, settings: Settings) -> Any:
        import networkit
        from networkit import generators

        networkit.setSeed(inputs, False)
        size, factor, family = settings["vertices"], settings["factor"], settings["family"]
        if family in ("kron", "kron_kept"):
            shares = 0.57, 0.19, 0.19, 0.05
            graph = generators.RmatGenerator(settings["scale"], factor, *shares).generate()
            return graph if family == "kron_kept" else _simplified(graph)
        if family == "gnm":
            return generators.ErdosRenyiGenerator(size, settings["probability"]).generate()
        if family == "preferential":
            return generators.BarabasiAlbertGenerator(factor, size, sequential=False).generate()
        return generators.WattsStrogatzGenerator(size, factor, 0.1).generate()

    def facts(self, result: Any, settings: Settings) -> Facts:
        return Facts(2 * result.numberOfEdges() - result.numberOfSelfLoops(), None)


@final
class Parse(_NetworKit):
    table = "parse"
    name = "NetworKit"
    note = "rows unsorted"

    def declines(self, settings: Settings) -> str | None:
        return "reads no gzip" if settings["kind"] == "gz" else None

    def run(self, inputs: Any, settings: Settings) -> Any:
        from networkit import graphio

        if settings["kind"] == "mtx":
            return graphio.MTXGraphReader().read(inputs)
        return graphio.EdgeListReader("\t", 0, "#", True, True).read(inputs)

    def facts(self, result: Any, settings: Settings) -> Facts:
        return networkit_facts(result)


@final
class Load(_NetworKit):
    table = "load"
    name = "NetworKit binary"

    def ready(self, settings: Settings) -> None:
        import networkit

        sources, targets, size = load.graph(settings)
        once = sources < targets
        columns = sources[once].astype(np.int64), targets[once].astype(np.int64)
        graph = networkit.GraphFromCoo(columns, n=size)
        networkit.graphio.NetworkitBinaryWriter().write(graph, self._path(settings))

    def prepare(self, settings: Settings) -> None:
        if settings["cold"]:
            load.forget(load.place(settings, "networkit.nkb"))

    def run(self, inputs: Any, settings: Settings) -> Any:
        import networkit

        return networkit.graphio.NetworkitBinaryReader().read(self._path(settings))

    def facts(self, result: Any, settings: Settings) -> Facts:
        return networkit_facts(result)

    def _path(self, settings: Settings) -> str:
        return str(load.place(settings, "networkit.nkb"))
