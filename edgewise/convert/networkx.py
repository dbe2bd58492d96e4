"""NetworkX graphs of all four classes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from edgewise import build, check
from edgewise.adjacency import Array
from edgewise.convert.arrays import to_edges
from edgewise.convert.attributes import ABSENT, labels_of, weights_of
from edgewise.errors import MissingDependencyError
from edgewise.graph import Graph

if TYPE_CHECKING:
    import networkx


@check.accepts(
    graph=check.Instance("a NetworkX graph", "networkx.Graph"),
    weight=check.Name(optional=True),
    default=check.Maybe(check.Real()),
    directed=check.Maybe(check.Flag()),
    duplicates=build.DUPLICATES,
    self_loops=build.SELF_LOOPS,
    isolated=build.ISOLATED,
)
def from_networkx(
    graph: networkx.Graph,
    weight: str | int | bool | None = None,
    *,
    default: float | None = None,
    directed: bool | None = None,
    duplicates: str = "keep",
    self_loops: str = "keep",
    isolated: str = "keep",
) -> Graph:
    """A graph from any NetworkX graph; nodes keep their names and their order.

    Main arguments: `weight` names the edge attribute that holds weights; by default it is "weight"
    where edges have it, and with False there is none. `default` weighs the edges that lack it
    (NetworkX's own algorithms take 1); without it, weights on some edges only are refused.

    Other arguments: `directed` turns the graph into a directed or an undirected one; the policies
    are those of `ew.from_edges`. Other attributes and the keys of parallel edges are left behind.

    >>> import edgewise as ew, networkx as nx
    >>> ew.from_networkx(nx.karate_club_graph())
    Graph: 34 vertices, 78 edges, undirected, int64 weights
    >>> ew.from_networkx(nx.DiGraph([("ann", "bob")])).neighbors("ann").tolist()
    ['bob']
    """
    nodes = list(graph)
    labels = labels_of(nodes, "from_networkx")
    tails, heads = _arcs(graph, nodes)
    weights = None
    if weight is not False:
        name = "weight" if weight is None else weight
        values = [attributes.get(name, ABSENT) for attributes in _attributes(graph)]
        weights = weights_of(
            values,
            weight,
            default,
            "from_networkx",
            lambda arc: f"edge {(nodes[tails[arc]], nodes[heads[arc]])!r}",
        )
    turned = directed is False and graph.is_directed()
    directed = graph.is_directed() if directed is None else directed
    policies = build.Policies(directed, turned, duplicates, self_loops, isolated)
    number = len(nodes) if labels is None else None
    return build.build(tails, heads, weights, num_vertices=number, labels=labels, policies=policies)


def _arcs(graph: Any, nodes: list[Any]) -> tuple[Array, Array]:
    """Tails and heads; NetworkX, too, keeps an undirected edge at both ends and a loop once."""
    place = {node: position for position, node in enumerate(nodes)}
    rows = [around for _, around in graph.adjacency()]
    counts = np.fromiter(map(len, rows), np.int64, len(rows))
    ends = map(place.__getitem__, chain.from_iterable(rows))
    heads = np.fromiter(ends, np.int64, int(counts.sum()))
    tails = np.repeat(np.arange(len(rows)), counts)
    if not graph.is_multigraph():
        return tails, heads
    many = map(len, chain.from_iterable(around.values() for around in rows))
    times = np.fromiter(many, np.int64, len(heads))
    return np.repeat(tails, times), np.repeat(heads, times)


def _attributes(graph: Any) -> Iterator[dict[Any, Any]]:
    """The attributes of every arc, in the order of `_arcs`."""
    between = chain.from_iterable(around.values() for _, around in graph.adjacency())
    if not graph.is_multigraph():
        return between
    return chain.from_iterable(parallel.values() for parallel in between)


def to_networkx(graph: Graph) -> networkx.Graph:
    """A NetworkX graph of the fitting class; ids and weights become plain Python values."""
    try:
        import networkx
    except ImportError:
        raise MissingDependencyError("networkx", "to_networkx()", "networkx") from None
    kinds = {
        (True, False): networkx.DiGraph,
        (False, False): networkx.Graph,
        (True, True): networkx.MultiDiGraph,
        (False, True): networkx.MultiGraph,
    }
    answer = kinds[graph.is_directed, graph.has_multi_edges]()
    answer.add_nodes_from(graph.ids.tolist())
    tails, heads, weights = to_edges(graph)
    if weights is None:
        answer.add_edges_from(zip(tails.tolist(), heads.tolist(), strict=True))
    else:
        edges = zip(tails.tolist(), heads.tolist(), weights.tolist(), strict=True)
        answer.add_weighted_edges_from(edges)
    return answer
