"""Supervertices: a graph with a vertex for each label, and what lies between the labels.

>>> import edgewise as ew
>>> g = ew.from_edges([(0, 1, 2), (1, 2, 5), (0, 2, 1), (2, 3, 7)], directed=False)
>>> found = ew.contract(g, [0, 0, 9, 9])
>>> found
Contraction: 4 vertices to 2, 4 edges to 1
>>> found.graph.to_edges()
(array([0]), array([9]), array([6]))
"""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Any, final

import numpy as np

from edgewise import check
from edgewise.adjacency import Array
from edgewise.build import Policies, build
from edgewise.errors import WeightOverflowError
from edgewise.schedule.record import note

if TYPE_CHECKING:
    from edgewise.graph import Graph

COUNT = "count"


@final
@dataclass(frozen=True, slots=True, repr=False)
class Contraction:
    """A contracted graph, and the way back."""

    original: Graph
    """The graph that was contracted."""
    graph: Graph
    """The graph of supervertices; its ids are the labels."""
    places: Array
    """For every vertex, in the caller's order, the place of its supervertex in `graph.ids`."""

    @property
    def sizes(self) -> Array:
        """How many vertices each supervertex has, in the order of `graph.ids`."""
        return np.bincount(self.places, minlength=self.graph.num_vertices)

    @check.accepts(values=check.Several("an array with an entry a supervertex"))
    def spread(self, values: Array) -> Array:
        """What every supervertex has, given to each of its vertices, in the caller's order.

        >>> import edgewise as ew
        >>> found = ew.contract(ew.generate.path(4), ["a", "b", "b", "b"])
        >>> found.spread(found.sizes)
        array([1, 3, 3, 3])
        """
        many = np.asarray(values)
        if many.shape[:1] != (self.graph.num_vertices,):
            wanted = f"{self.graph.num_vertices} entries, one a supervertex"
            check.refuse("Contraction.spread", "values", values, wanted)
        spread: Array = many[self.places]
        return spread

    def __repr__(self) -> str:
        g, h = self.original, self.graph
        return (
            f"Contraction: {g.num_vertices:,} vertices to {h.num_vertices:,}, "
            f"{g.num_edges:,} edges to {h.num_edges:,}"
        )


@check.accepts(
    graph=check.GRAPH,
    labels=check.Several("an array of labels, one a vertex"),
    weights=check.Choice("sum", "min", "max", "first", COUNT),
    self_loops=check.Choice("drop", "keep"),
)
def contract(
    graph: Graph, labels: Any, *, weights: str = "sum", self_loops: str = "drop"
) -> Contraction:
    """The graph whose vertices are the labels, and whose edges are those between them, combined.

    `labels` has a label for every vertex, in the order of `graph.ids`: numbers or text. Edges
    between the same two labels become one; its weight is the sum, the least, the greatest or the
    first of theirs, in their own type, or by "count" how many there were. Edges without weights
    weigh one each in a sum, and stay without in the least, the greatest and the first. Edges inside
    a label are dropped, or with `self_loops="keep"` become its loop; an undirected one counts once.

    Cost: about that of building a graph of the edges that are left.

    >>> import edgewise as ew
    >>> g = ew.generate.grid(2, 3)
    >>> ew.contract(g, ["left", "mid", "right"] * 2).graph.to_pandas()
      source target  weight
    0   left    mid       2
    1    mid  right       2
    >>> ew.contract(g, [0, 0, 1, 0, 0, 1], self_loops="keep").graph.to_edges()
    (array([0, 0, 1], dtype=int32), array([0, 1, 1], dtype=int32), array([4, 2, 1]))
    """
    from edgewise.places.cpu_contract import between, dense

    begin = perf_counter()
    places, names = dense(_labels(graph, labels))
    order = graph.vertex_ids.order
    by_position = places if order is None else places[order]
    carried, how = _carried(graph, weights)
    drops = self_loops == "drop"
    tails, heads, values = between(graph, by_position, carried, drops)
    plain = names.dtype.kind in "iu" and len(names) and names[-1] == len(names) - 1 and not names[0]
    try:
        made = build(
            *(tails, heads, values),
            num_vertices=len(names) if plain or not len(names) else None,
            labels=None if plain or not len(names) else names,
            policies=Policies(directed=graph.is_directed, duplicates=how),
        )
    except WeightOverflowError:
        raise WeightOverflowError(
            f"contract(): weights='sum': between two labels they add up to more than "
            f"{graph.weight_dtype} holds; give the graph's weights in a wider type"
        ) from None
    arcs = graph.num_arcs
    about = {"out_degrees": arcs, "walked": arcs, "found": made.num_vertices}
    note("contract", begin, graph.num_vertices, **about, why=f"{made.num_arcs:,} arcs are left")
    return Contraction(graph, made, places)


def _labels(graph: Graph, labels: Any) -> Array:
    """The labels as a column that can be sorted."""
    given = labels if isinstance(labels, np.ndarray) else list(labels)
    try:
        many = np.asarray(given) if len(given) else np.empty(0, np.int64)
    except (TypeError, ValueError):
        many = np.array(given, object).reshape(-1, 1)
    known = many.dtype.kind in "biufU" and not (many.dtype.kind == "f" and np.isnan(many).any())
    mixed = many.dtype.kind == "U" and not all(isinstance(one, str) for one in given)
    if many.shape != (graph.num_vertices,) or not known or mixed:
        wanted = f"{graph.num_vertices} numbers or texts, one a vertex"
        check.refuse("contract", "labels", labels, wanted)
    return many.astype(np.int8) if many.dtype.kind == "b" else many


def _carried(graph: Graph, weights: str) -> tuple[Array | None, str]:
    """What edges carry into the new graph, and how it is combined."""
    if weights == COUNT or (weights == "sum" and not graph.is_weighted):
        return np.ones(graph.num_arcs, np.int64), "sum"
    if not graph.is_weighted:
        return None, "first"
    return graph.out_weights, weights
