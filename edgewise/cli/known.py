"""The algorithms that commands know: a line each. Their options come from their own tables."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, final

import numpy as np

from edgewise import verify
from edgewise.algorithms.bellman_ford import bellman_ford
from edgewise.algorithms.betweenness import betweenness
from edgewise.algorithms.bfs import bfs
from edgewise.algorithms.components import connected_components
from edgewise.algorithms.pagerank import pagerank
from edgewise.algorithms.sssp import sssp
from edgewise.cli import options

if TYPE_CHECKING:
    from edgewise.graph import Graph
    from edgewise.results import Result


def _nothing(found: Any, asked: dict[str, Any]) -> dict[str, Any]:
    return {}


def _rounds(found: Any, asked: dict[str, Any]) -> dict[str, Any]:
    exact = asked.get("variant") == "graphalytics"
    return {"iterations": found.iterations} if exact else {}


def _sources(found: Any, asked: dict[str, Any]) -> dict[str, Any]:
    return {"sources": found.sources.tolist()} if found.num_sources < len(found.graph.ids) else {}


@final
@dataclass(frozen=True, slots=True)
class Known:
    """An algorithm, its checker, and what each column of its answers is called there."""

    function: Callable[..., Result]
    checker: Callable[..., None]
    columns: dict[str, str]
    told: Callable[[Any, dict[str, Any]], dict[str, Any]] = _nothing
    """What else the checker must be told of a result."""
    brief: dict[str, Any] = field(default_factory=dict)
    """What makes it short enough to be timed on a large graph."""
    pinned: dict[str, Any] | None = None
    """What it needs for schedules to be pinned; None where it takes none."""

    @property
    def takes(self) -> list[str]:
        """The arguments that have options."""
        return [one.name for one in options.of(self.function, without=["graph"])]

    def check(self, graph: Graph, found: Result, asked: dict[str, Any]) -> None:
        """Let the checker judge a result that was asked for with these arguments."""
        wanted = inspect.signature(self.checker).parameters
        given = {name: value for name, value in asked.items() if name in wanted}
        answers = {name: getattr(found, name) for name in self.columns.values()}
        self.checker(graph, **{**given, **answers, **self.told(found, asked)})


PATHS = {"distance": "distances", "parent": "parents"}
ALGORITHMS: dict[str, Known] = {
    "bfs": Known(bfs, verify.bfs, PATHS, pinned={}),
    "sssp": Known(sssp, verify.sssp, PATHS, pinned={}),
    "bellman-ford": Known(bellman_ford, verify.bellman_ford, PATHS, pinned={}),
    "pagerank": Known(
        *(pagerank, verify.pagerank, {"rank": "ranks"}, _rounds), pinned={"method": "delta"}
    ),
    "connected-components": Known(
        *(connected_components, verify.connected_components, {"component": "labels"}),
        pinned={"method": "label-propagation"},
    ),
    "betweenness": Known(
        *(betweenness, verify.betweenness, {"score": "scores"}, _sources), {"k": 4, "seed": 1}
    ),
}


def completed(incomplete: str) -> list[str]:
    """The algorithms that a shell may offer."""
    return [name for name in ALGORITHMS if name.startswith(incomplete)]


def start(graph: Graph) -> Any:
    """The vertex to start from where nobody says: one with the most out-edges."""
    return graph.ids[int(np.argmax(graph.out_degrees))].item() if graph.num_vertices else 0


def usual(known: Known, graph: Graph) -> dict[str, Any]:
    """Arguments that any graph has an answer for, soon."""
    source = {"source": start(graph)} if "source" in known.takes else {}
    return {**source, **known.brief}
