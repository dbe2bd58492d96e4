"""NetworkX: dictionaries of Python objects, so at small sizes only."""

from __future__ import annotations

from typing import Any, ClassVar, final

from bench.contest import Contender, Facts, Settings, tally


class _NetworkX(Contender):
    package: ClassVar[str | None] = "networkx"


def networkx_facts(graph: Any) -> Facts:
    degrees = graph.out_degree() if graph.is_directed() else graph.degree()
    return tally([degree for _, degree in degrees])


@final
class Build(_NetworkX):
    table = "build"
    name = "NetworkX add_edges_from"

    def declines(self, settings: Settings) -> str | None:
        return None if settings["tiny"] else "only at a small size"

    def run(self, inputs: Any, settings: Settings) -> Any:
        import networkx

        sources, targets, _, size = inputs
        graph = networkx.DiGraph()
        graph.add_nodes_from(range(size))
        graph.add_edges_from(zip(sources.tolist(), targets.tolist(), strict=True))
        return graph

    def facts(self, result: Any, settings: Settings) -> Facts:
        return networkx_facts(result)


@final
class Generate(_NetworkX):
    table = "generate"
    name = "NetworkX"

    def declines(self, settings: Settings) -> str | None:
        return None if settings["tiny"] else "only at a small size"

    def run(self, inputs: Any, settings: Settings) -> Any:
        import networkx

        if settings["family"] == "grid":
            return networkx.grid_2d_graph(settings["side"], settings["side"])
        size, probability = settings["vertices"], settings["probability"]
        return networkx.fast_gnp_random_graph(size, probability, seed=inputs)

    def facts(self, result: Any, settings: Settings) -> Facts:
        grid = settings["family"] == "grid"
        return networkx_facts(result) if grid else Facts(2 * result.number_of_edges(), None)


@final
class Parse(_NetworkX):
    table = "parse"
    name = "NetworkX read_edgelist"

    def enters(self, settings: Settings) -> bool:
        return bool(settings["kind"] != "mtx")

    def declines(self, settings: Settings) -> str | None:
        return None if settings["tiny"] else "only at a small size"

    def run(self, inputs: Any, settings: Settings) -> Any:
        import networkx

        return networkx.read_edgelist(inputs, nodetype=int, create_using=networkx.DiGraph)

    def facts(self, result: Any, settings: Settings) -> Facts:
        return networkx_facts(result)
