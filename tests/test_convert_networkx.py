"""NetworkX graphs of all four classes, in and out, and python-igraph's in."""

from __future__ import annotations

import sys
from collections import Counter
from typing import Any

import igraph
import networkx as nx
import numpy as np
import pytest
from hypothesis import given

import edgewise as ew
from tests.zoo import Animal, graphs

CLASSES = [nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph]
EDGES = [("z", 3, 1.5), ("z", 3, 2.5), (3, "z", 4.5), ((1, 2), "z", 1.0), (3, 3, 4.0)]


def sample(kind: Any) -> Any:
    graph = kind()
    graph.add_nodes_from(["z", 3, (1, 2)])
    graph.add_weighted_edges_from(EDGES)
    graph.add_node("alone")
    return graph


def edges(graph: Any) -> Counter[Any]:
    """The edges of a NetworkX graph with weights, whichever way an undirected one is told."""
    rank = {node: at for at, node in enumerate(graph)}
    listed = graph.edges(data="weight")
    if not graph.is_directed():
        listed = [(*sorted(edge[:2], key=rank.__getitem__), edge[2]) for edge in listed]
    return Counter(tuple(edge) for edge in listed)


@pytest.mark.parametrize("kind", CLASSES)
def test_every_class(kind: Any) -> None:
    theirs = sample(kind)
    graph = ew.from_networkx(theirs)
    ew.verify.graph(graph)
    assert graph.is_directed == theirs.is_directed()
    assert graph.num_edges == theirs.number_of_edges()
    assert graph.ids.tolist() == list(theirs)
    back = graph.to_networkx()
    assert type(back) is kind
    assert list(back) == list(theirs)
    assert edges(back) == edges(theirs)


@pytest.mark.parametrize("kind", CLASSES)
def test_igraph_tells_the_same(kind: Any) -> None:
    theirs = igraph.Graph.from_networkx(sample(kind))
    graph = ew.from_igraph(theirs, name="_nx_name")
    ew.verify.graph(graph)
    ew.verify.same_graph(graph, ew.from_networkx(sample(kind)))


def test_views_are_graphs_too() -> None:
    theirs = sample(nx.MultiDiGraph)
    for view in (theirs.reverse(copy=False), theirs.subgraph(["z", 3]), theirs.edge_subgraph([])):
        graph = ew.from_networkx(view)
        assert graph.ids.tolist() == list(view)
        assert edges(graph.to_networkx()) == edges(view)


def test_out_and_in_again(animal: Animal) -> None:
    graph = animal.graph()
    for given_out in (graph, graph.renumbered()):
        theirs = given_out.to_networkx()
        assert theirs.number_of_nodes() == graph.num_vertices
        assert theirs.number_of_edges() == graph.num_edges
        again = ew.from_networkx(theirs)
        ew.verify.graph(again)
        ew.verify.same_graph(graph, again)
        assert again.ids.tolist() == graph.ids.tolist()


@given(graphs())
def test_any_graph_survives(graph: ew.Graph) -> None:
    theirs = graph.to_networkx()
    weighted = graph.is_weighted and graph.num_edges > 0
    again = ew.from_networkx(theirs, weight="weight" if graph.is_weighted else None)
    ew.verify.same_graph(graph, again)
    assert again.vertex_ids.plain
    ends = list(zip(*(column.tolist() for column in graph.to_edges()[:2]), strict=True))
    other = igraph.Graph(graph.num_vertices, ends, directed=graph.is_directed)
    if weighted:
        other.es["weight"] = graph.to_edges()[2].tolist()
    ew.verify.same_graph(
        graph if weighted or not graph.is_weighted else graph.unweighted(), ew.from_igraph(other)
    )


def test_values_are_plain_python() -> None:
    weights = np.array([1], np.float32)
    theirs = ew.from_edges(np.array([5], np.int16), [6], weights, ids="labels").to_networkx()
    assert [type(node) for node in theirs] == [int, int]
    assert [type(weight) for *_, weight in theirs.edges(data="weight")] == [float]


# directions and policies -----------------------------------------------------------------------


def test_direction_can_be_changed() -> None:
    path, arc = nx.path_graph(3), nx.DiGraph([(0, 1)])
    both = ew.from_networkx(path, directed=True)
    assert (both.is_directed, both.num_edges) == (True, 4)
    flat = ew.from_networkx(arc, directed=False)
    assert (flat.is_directed, flat.num_edges, flat.num_arcs) == (False, 1, 2)
    assert ew.from_igraph(igraph.Graph([(0, 1)]), directed=True).num_edges == 2
    assert ew.from_igraph(igraph.Graph([(0, 1)], directed=True), directed=False).num_arcs == 2


@pytest.mark.parametrize("read", ["networkx", "igraph"])
def test_policies(read: str) -> None:
    ends, weights = [(0, 1), (1, 0), (2, 2), (1, 3)], [1, 2, 3, 4]
    if read == "networkx":
        theirs: Any = nx.MultiGraph()
        theirs.add_nodes_from(range(5))
        theirs.add_weighted_edges_from([(*e, w) for e, w in zip(ends, weights, strict=True)])
        make: Any = ew.from_networkx
    else:
        theirs = igraph.Graph(5, ends, edge_attrs={"weight": weights})
        make = ew.from_igraph
    assert make(theirs).num_edges == 4
    assert make(theirs, duplicates="sum").to_edges()[2].tolist() == [3, 4, 3]
    assert make(theirs, duplicates="min").to_edges()[2].tolist() == [1, 4, 3]
    assert make(theirs, self_loops="drop").num_edges == 3
    assert make(theirs, self_loops="drop", isolated="drop").ids.tolist() == [0, 1, 3]
    with pytest.raises(ew.GraphError, match="self_loops='refuse'"):
        make(theirs, self_loops="refuse")


# weights ---------------------------------------------------------------------------------------


def some_weighted() -> Any:
    theirs = nx.path_graph(3)
    theirs[1][2]["weight"] = 7
    theirs[0][1]["km"] = 0.5
    theirs[1][2]["km"] = 2
    return theirs


def test_weights_are_found_named_or_left() -> None:
    theirs = some_weighted()
    assert ew.from_networkx(theirs, "km").to_edges()[2].tolist() == [0.5, 2.0]
    assert not ew.from_networkx(theirs, weight=False).is_weighted
    assert not ew.from_networkx(nx.path_graph(3)).is_weighted
    filled = ew.from_networkx(theirs, default=1)
    assert filled.weight_dtype == np.int64
    assert filled.to_edges()[2].tolist() == [1, 7]
    assert ew.from_networkx(theirs, default=0.5).to_edges()[2].tolist() == [0.5, 7]
    assert ew.from_networkx(nx.path_graph(2), "km", default=3).to_edges()[2].tolist() == [3]


def test_weights_on_some_edges_only_are_refused() -> None:
    with pytest.raises(ew.GraphError, match=r"edge \(0, 1\) has no 'weight'.*default=1"):
        ew.from_networkx(some_weighted())
    with pytest.raises(ew.GraphError, match="has no 'cost'"):
        ew.from_networkx(some_weighted(), weight="cost")
    theirs = igraph.Graph([(0, 1), (1, 2)], edge_attrs={"weight": [None, 2]})
    with pytest.raises(ew.GraphError, match="edge 0 has no 'weight'"):
        ew.from_igraph(theirs)
    assert ew.from_igraph(theirs, default=1).to_edges()[2].tolist() == [1, 2]


@pytest.mark.parametrize("value", ["7", None, float("nan"), [1], 1j])
def test_weights_that_are_none(value: Any) -> None:
    theirs = nx.Graph()
    theirs.add_edge(0, 1, weight=value)
    with pytest.raises(ew.ArgumentError, match=r"from_networkx\(\): weight: edge \(0, 1\) is"):
        ew.from_networkx(theirs)


# ids -------------------------------------------------------------------------------------------


def test_node_order_is_kept() -> None:
    theirs = nx.DiGraph([(2, 0), (0, 1)])
    graph = ew.from_networkx(theirs)
    assert graph.ids.tolist() == [2, 0, 1]
    assert graph.out_degrees.tolist() == [1, 1, 0]
    assert ew.from_networkx(nx.path_graph(3)).vertex_ids.plain
    assert ew.from_networkx(nx.Graph([(True, 2)])).ids.tolist() == [True, 2]
    assert ew.from_networkx(nx.Graph([(2**70, -1)])).ids.tolist() == [2**70, -1]
    grid = ew.from_networkx(nx.grid_2d_graph(2, 2))
    assert grid.neighbors((0, 0)).tolist() == [(0, 1), (1, 0)]  # as the nodes stand


def test_a_node_without_identity_is_refused() -> None:
    with pytest.raises(ew.GraphError, match="named nan"):
        ew.from_networkx(nx.Graph([(0, float("nan"))]))


def test_names_of_igraph() -> None:
    theirs = igraph.Graph([(0, 1)], vertex_attrs={"name": ["ann", "bob"], "age": [7, 8]})
    assert ew.from_igraph(theirs).ids.tolist() == ["ann", "bob"]
    assert ew.from_igraph(theirs, name="age").ids.tolist() == [7, 8]
    assert ew.from_igraph(theirs, name=False).ids.tolist() == [0, 1]
    theirs.vs["name"] = ["ann", "ann"]
    with pytest.raises(ew.GraphError, match="vertices 0 and 1 are both named 'ann'"):
        ew.from_igraph(theirs)
    theirs.vs["name"] = ["ann", None]
    with pytest.raises(ew.GraphError, match="vertex 1 is named None"):
        ew.from_igraph(theirs)
    theirs.vs["name"] = ["ann", ["bob"]]
    with pytest.raises(ew.GraphError, match="has no hash"):
        ew.from_igraph(theirs)
    theirs.vs["name"] = ["ann", "bob"]
    for wrong in ({"name": "nom"}, {"weight": "cost"}):
        with pytest.raises(ew.ArgumentError, match="no such attribute; there are"):
            ew.from_igraph(theirs, **wrong)


def test_empty_graphs() -> None:
    for kind in CLASSES:
        graph = ew.from_networkx(kind())
        assert (graph.num_vertices, graph.is_directed) == (0, kind().is_directed())
    assert ew.from_igraph(igraph.Graph()).num_vertices == 0
    assert ew.from_igraph(igraph.Graph(3)).num_vertices == 3


def test_each_door_takes_its_own_graphs() -> None:
    ours, theirs, others = ew.from_edges([0], [1]), nx.path_graph(2), igraph.Graph(2)
    for door, wrong in (
        (ew.from_networkx, [ours, others]),
        (ew.from_igraph, [ours, theirs]),
        (ew.from_scipy, [ours, theirs, others]),
    ):
        for graph in wrong:
            with pytest.raises(ew.ArgumentTypeError):
                door(graph)


def test_networkx_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "networkx", None)
    with pytest.raises(ew.MissingDependencyError, match=r"edgewise\[networkx\]"):
        ew.from_edges([0], [1]).to_networkx()


def test_scipy_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "scipy.sparse", None)
    with pytest.raises(ew.MissingDependencyError, match="pip install scipy"):
        ew.from_edges([0], [1]).to_scipy()
