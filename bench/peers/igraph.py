"""python-igraph."""

from __future__ import annotations

from typing import Any, ClassVar, final

import numpy as np

from bench import load
from bench.contest import Contender, Facts, Settings, tally


class _Igraph(Contender):
    package: ClassVar[str | None] = "igraph"


def igraph_facts(graph: Any) -> Facts:
    total = float(np.sum(graph.es["weight"])) if "weight" in graph.es.attributes() else None
    return tally(graph.degree(mode="out"), total)


@final
class Build(_Igraph):
    table = "build"
    name = "igraph Graph(edges)"
    note = "given pairs of Python numbers, which it takes faster than arrays"

    def run(self, inputs: Any, settings: Settings) -> Any:
        import igraph

        sources, targets, weights, size = inputs
        pairs = zip(sources.tolist(), targets.tolist(), strict=True)
        carried = {} if weights is None else {"edge_attrs": {"weight": weights}}
        graph = igraph.Graph(size, pairs, directed=not settings["both"], **carried)
        if not settings["clean"]:
            graph.simplify(multiple=True, loops=settings["both"])
        return graph

    def facts(self, result: Any, settings: Settings) -> Facts:
        return igraph_facts(result)


@final
class Generate(_Igraph):
    table = "generate"
    name = "igraph"

    def declines(self, settings: Settings) -> str | None:
        kron = settings["family"] in ("kron", "kron_kept")
        return "has no such generator" if kron else None

    def run(self, inputs: Any, settings: Settings) -> Any:
        import random

        from igraph import Graph

        random.seed(inputs)
        size, factor, family = settings["vertices"], settings["factor"], settings["family"]
        if family == "gnm":
            return Graph.Erdos_Renyi(size, m=settings["edges"])
        if family == "preferential":
            return Graph.Barabasi(size, factor, implementation="bag")
        if family == "small_world":
            return Graph.Watts_Strogatz(1, size, factor, 0.1)
        if family == "geometric":
            return Graph.GRG(size, settings["radius"])
        return Graph.Lattice([settings["side"], settings["side"]], circular=False)

    def facts(self, result: Any, settings: Settings) -> Facts:
        grid = settings["family"] == "grid"
        return igraph_facts(result) if grid else Facts(2 * result.ecount(), None)


@final
class Parse(_Igraph):
    table = "parse"
    name = "igraph"
    note = "takes no comments: given the file without, blanks for tabs"

    def enters(self, settings: Settings) -> bool:
        return bool(settings["kind"] != "mtx")

    def declines(self, settings: Settings) -> str | None:
        return "reads no gzip" if settings["kind"] == "gz" else None

    def run(self, inputs: Any, settings: Settings) -> Any:
        from igraph import Graph

        if settings["weighted"]:
            return Graph.Read_Ncol(settings["bare"], names=False, weights=True, directed=True)
        return Graph.Read_Edgelist(settings["bare"], directed=True)

    def facts(self, result: Any, settings: Settings) -> Facts:
        return igraph_facts(result)


@final
class Load(_Igraph):
    table = "load"
    name = "igraph pickle"
    note = "runs code when loaded"

    def declines(self, settings: Settings) -> str | None:
        return "left out for its length" if settings["cold"] else None

    def ready(self, settings: Settings) -> None:
        import igraph

        sources, targets, size = load.graph(settings)
        once = sources < targets
        graph = igraph.Graph(size, np.column_stack((sources[once], targets[once])))
        graph.write_pickle(str(load.place(settings, "igraph.pickle")))

    def run(self, inputs: Any, settings: Settings) -> Any:
        from igraph import Graph

        return Graph.Read_Pickle(str(load.place(settings, "igraph.pickle")))

    def facts(self, result: Any, settings: Settings) -> Facts:
        return igraph_facts(result)
