"""python-igraph graphs."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from edgewise import build, check
from edgewise.adjacency import Array
from edgewise.convert.attributes import ABSENT, labels_of, weights_of
from edgewise.errors import ArgumentError, GraphError
from edgewise.graph import Graph

if TYPE_CHECKING:
    import igraph

Name = str | int | bool | None


@check.accepts(
    graph=check.Instance("an igraph.Graph", "igraph.Graph", "igraph.GraphBase"),
    weight=check.Name(optional=True),
    name=check.Name(optional=True),
    default=check.Maybe(check.Real()),
    directed=check.Maybe(check.Flag()),
    duplicates=build.DUPLICATES,
    self_loops=build.SELF_LOOPS,
    isolated=build.ISOLATED,
)
def from_igraph(
    graph: igraph.Graph,
    weight: Name = None,
    name: Name = None,
    *,
    default: float | None = None,
    directed: bool | None = None,
    duplicates: str = "keep",
    self_loops: str = "keep",
    isolated: str = "keep",
) -> Graph:
    """A graph from a python-igraph graph; vertices keep their names and their order.

    Main arguments: `weight` names the edge attribute that holds weights; by default it is "weight"
    where there is one, and with False there is none. `name` does the same for the vertex attribute
    that holds ids; by default it is "name", and with False ids are igraph's numbers 0..n-1.

    Other arguments: `default` weighs the edges whose weight is None; `directed` turns the graph
    into a directed or an undirected one; the policies are those of `ew.from_edges`. Other
    attributes are left behind.

    >>> import edgewise as ew, igraph
    >>> ew.from_igraph(igraph.Graph.Famous("Petersen"))
    Graph: 10 vertices, 15 edges, undirected, unweighted
    """
    ends = chain.from_iterable(graph.get_edgelist())
    pairs = np.fromiter(ends, np.int64, 2 * graph.ecount()).reshape(-1, 2)
    tails, heads = np.ascontiguousarray(pairs[:, 0]), np.ascontiguousarray(pairs[:, 1])
    labels = _names(graph, name)
    both_ways = not graph.is_directed() or directed is False
    directed = graph.is_directed() if directed is None else directed
    return build.build(
        tails,
        heads,
        _weights(graph, weight, default),
        num_vertices=graph.vcount() if labels is None else None,
        labels=labels,
        policies=build.Policies(directed, both_ways, duplicates, self_loops, isolated),
    )


def _weights(graph: Any, weight: Name, default: float | None) -> Array | None:
    values = _attribute(graph.es, "weight", weight)
    if values is None:
        return None
    filled = [ABSENT if value is None else value for value in values]
    return weights_of(filled, weight, default, "from_igraph", lambda edge: f"edge {edge}")


def _names(graph: Any, name: Name) -> Array | None:
    values = _attribute(graph.vs, "name", name)
    if values is None:
        return None
    seen: dict[Any, int] = {}
    for vertex, label in enumerate(values):
        try:
            first = seen.setdefault(label, vertex)
        except TypeError:
            raise GraphError(
                f"from_igraph(): vertex {vertex} is named {label!r}, which has no hash: "
                "name=False takes igraph's numbers as ids"
            ) from None
        if first != vertex:
            raise GraphError(
                f"from_igraph(): vertices {first} and {vertex} are both named {label!r}: "
                "name=False takes igraph's numbers as ids"
            )
    return labels_of(values, "from_igraph")


def _attribute(of: Any, usual: str, wanted: Name) -> Sequence[Any] | None:
    """The values of an attribute of edges or vertices, or None where there is to be none."""
    known = of.attributes()
    if wanted is False or (wanted is None and usual not in known):
        return None
    if wanted is not None and wanted not in known:
        shown = ", ".join(map(repr, known)) or "none"
        argument = "weight" if usual == "weight" else "name"
        raise ArgumentError(
            f"from_igraph(): {argument}={wanted!r}: no such attribute; there are {shown}"
        )
    values: Sequence[Any] = of[usual if wanted is None else wanted]
    return values
