"""Betweenness: on how many shortest paths between others each vertex lies.

>>> import edgewise as ew
>>> ew.betweenness(ew.generate.path(4)).scores.round(3).tolist()
[0.0, 0.667, 0.667, 0.0]
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, final

import numpy as np

from edgewise import check, engine, progress
from edgewise.adjacency import Array
from edgewise.errors import GraphError
from edgewise.places import choice
from edgewise.results import Result, highest
from edgewise.starting import positions_of

if TYPE_CHECKING:
    from edgewise.graph import Graph


@final
class Betweenness(Result):
    """A score a vertex."""

    __slots__ = ("_scores", "_sources")

    leaders = "the highest scores"

    def __init__(self, graph: Graph, trace: Any, scores: Array, sources: Array) -> None:
        super().__init__(graph, trace)
        self._scores, self._sources = scores, sources

    @property
    def sources(self) -> Array:
        """The ids of the vertices that paths were counted from."""
        found: Array = self.graph.vertex_ids.of(self._sources)
        return found

    @property
    def num_sources(self) -> int:
        """How many vertices paths were counted from."""
        return len(self._sources)

    @property
    def scores(self) -> Array:
        """The score of every vertex, in the order of `graph.ids`."""
        return self.graph.vertex_ids.in_caller_order(self._scores)

    @property
    def columns(self) -> dict[str, Array]:
        """The scores."""
        return {"score": self.scores}

    def _top(self, count: int) -> dict[str, Array]:
        return highest(self.graph, "score", self.scores, count)

    @property
    def summary(self) -> str:
        """How many sources were used, and the vertex most passed through."""
        if not len(self._scores):
            return "no vertices"
        top = int(np.argmax(self._scores))
        first = f"{self.graph.vertex_ids.of(top)!r} scores highest with {self._scores[top]:.3g}"
        return f"from {self.num_sources:,} sources, {first}"


@check.accepts(
    graph=check.GRAPH,
    sources=check.Maybe(check.Several("a list or array of vertex ids")),
    k=check.Maybe(check.Integer(1)),
    seed=check.Maybe(check.Seed()),
    normalized=check.Flag(),
    endpoints=check.Flag(),
    weighted=check.Flag(),
    device=check.DEVICE,
)
def betweenness(
    graph: Graph,
    *,
    sources: Iterable[Any] | Array | None = None,
    k: int | None = None,
    seed: int | None = None,
    normalized: bool = True,
    endpoints: bool = False,
    weighted: bool = False,
    device: str | None = None,
) -> Betweenness:
    """Score every vertex by the shortest paths that pass through it.

    Exact unless told otherwise: `sources` counts only paths from these, `k` from as many chosen at
    random (`seed` fixes them); both are scaled up as NetworkX does. `weighted` measures paths by
    weight, which must be above 0. Parallel edges count once. `device` says where it runs ("cpu",
    "cuda", "cuda:1", "auto"). Time: as many searches as sources.

    >>> import edgewise as ew
    >>> ew.betweenness(ew.generate.star(4), normalized=False).scores.tolist()
    [3.0, 0.0, 0.0, 0.0]
    """
    chosen = _sources(graph, sources, k, seed)
    work = _work(graph, endpoints, weighted, device)
    with progress.stage("betweenness", len(chosen)) as advance:
        work.add(chosen, advance)
    scores = work.totals * _scales(graph, chosen, normalized, endpoints)
    return Betweenness(graph, engine.nothing("betweenness", work.seconds), scores, chosen)


def _work(graph: Graph, endpoints: bool, weighted: bool, device: str | None) -> Any:
    """Where dependencies are summed, on the place that the call runs on."""
    if weighted and not (graph.weight_range or (1, 1))[0] > 0:
        raise GraphError(
            f"betweenness(): a weight is {(graph.weight_range or (0,))[0]}: weights must be above 0"
        )
    place: Any = choice.of(device)
    if place is choice.HOST:
        from edgewise.places.cpu_betweenness import Dependencies

        return Dependencies(_simple(graph if weighted else graph.unweighted()), endpoints)
    from edgewise.places import cuda_betweenness as cuda

    simple = cuda.kept(graph, weighted, lambda: _simple(graph, weighted))
    return cuda.Dependencies(simple, endpoints, weighted and graph.is_weighted, place, device)


def _simple(graph: Graph, weighted: bool = True) -> Graph:
    """The graph without parallel edges; of those the lightest stays where weights count."""
    if not graph.has_multi_edges:
        return graph
    return graph.simplified("min" if weighted and graph.is_weighted else "first", "keep")


def _sources(graph: Graph, sources: Any, k: int | None, seed: int | None) -> Array:
    n = graph.num_vertices
    if sources is not None and k is not None:
        check.refuse("betweenness", "k", k, "None where sources are given")
    if sources is not None:
        many = sources if isinstance(sources, np.ndarray) else list(sources)
        return np.unique(positions_of(graph, many, "betweenness(): sources"))
    if k is None or k >= n:
        return np.arange(n)
    ranks = np.random.default_rng(seed).choice(n, k, replace=False)
    return np.sort(graph.vertex_ids.positions(graph.ids[ranks]))


def _scales(graph: Graph, chosen: Array, normalized: bool, endpoints: bool) -> Any:
    """What sums are multiplied by: one over the pairs tried, or all pairs over the pairs tried.

    A vertex is no start of a path through itself, so a source has one start less, as in NetworkX;
    the score of a lone source is not a number.
    """
    n = graph.num_vertices
    starts = n if endpoints else n - 1
    if starts < 2:
        return 1.0
    tried = np.full(n, float(len(chosen)))
    if not endpoints:
        tried[chosen] -= 1
    tried[tried == 0] = np.nan
    ways = 1 if graph.is_directed else 2
    return 1 / (tried * (starts - 1)) if normalized else starts / (tried * ways)
