"""Edges come out each once, in the caller's ids and order, however the graph lies in memory."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
from hypothesis import given

import edgewise as ew
from tests.zoo import Animal, graphs


def listed(graph: ew.Graph) -> list[tuple[Any, ...]]:
    columns = [column.tolist() for column in graph.to_edges() if column is not None]
    return list(zip(*columns, strict=True))


def expected(animal: Animal) -> Counter[tuple[Any, ...]]:
    """The animal's edges; an undirected one from the end that comes first."""
    ids = animal.labels or list(range(animal.num_vertices))
    rank = {label: at for at, label in enumerate(animal.graph().ids.tolist())}
    edges: Counter[tuple[Any, ...]] = Counter()
    for row, (u, v) in enumerate(animal.pairs):
        tail, head = ids[u], ids[v]
        if not animal.directed and rank[tail] > rank[head]:
            tail, head = head, tail
        edges[(tail, head, *([] if animal.weights is None else [animal.weights[row]]))] += 1
    return edges


def test_every_edge_once(animal: Animal) -> None:
    assert Counter(listed(animal.graph())) == expected(animal)


def test_renumbering_does_not_show(animal: Animal) -> None:
    graph = animal.graph()
    assert listed(graph.renumbered()) == listed(graph)


@given(graphs())
def test_edges_make_the_graph_again(graph: ew.Graph) -> None:
    tails, heads, weights = graph.to_edges()
    assert len(tails) == len(heads) == graph.num_edges
    again = ew.from_edges(
        tails, heads, weights, num_vertices=graph.num_vertices, directed=graph.is_directed
    )
    ew.verify.same_graph(graph, again)
    assert again.weight_dtype == graph.weight_dtype
    assert listed(graph.renumbered()) == listed(graph)


@given(graphs())
def test_order_is_by_tail_and_then_by_head(graph: ew.Graph) -> None:
    tails, heads, _ = graph.to_edges()
    assert all(u <= v for u, v in zip(tails, heads, strict=True)) or graph.is_directed
    pairs = list(zip(tails.tolist(), heads.tolist(), strict=True))
    assert pairs == sorted(pairs)


def test_rows_out_of_order_come_out_in_order() -> None:
    graph = ew.from_csr([0, 3, 3, 4], [2, 1, 0, 0], [4, 3, 2, 1])
    assert listed(graph) == [(0, 0, 2), (0, 1, 3), (0, 2, 4), (2, 0, 1)]


def test_memory_is_shared() -> None:
    graph = ew.from_edges([0, 1], [1, 2], [5.0, 6.0])
    _, heads, weights = graph.to_edges()
    assert np.shares_memory(heads, graph.out_neighbors)
    assert weights is not None and np.shares_memory(weights, graph.out_weights)
    assert not heads.flags.writeable
