"""The checkers, tried on planted errors: each must be caught, and nothing else."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given

import edgewise as ew
from edgewise.adjacency import Adjacency
from edgewise.graph import Facts, Graph
from edgewise.ids import VertexIds
from tests.zoo import BY_NAME, graphs


def made(offsets, neighbors, weights=None, directed=True, ids=None, incoming=None, **facts):
    """A graph put together without any check."""
    rows = Adjacency(np.array(offsets), np.array(neighbors, np.int32), weights)
    known = Facts(directed=directed, weighted=weights is not None, **facts)
    return Graph(rows, known, ids, incoming=incoming)


GOOD = ([0, 2, 3, 3], [1, 2, 2])

PLANTED = {
    "offsets do not start at 0": made([1, 2, 3, 3], [1, 2, 2]),
    "offsets do not end at m": made([0, 2, 2, 2], [1, 2, 2]),
    "offsets fall": made([0, 3, 2, 3], [1, 2, 2]),
    "a neighbour beyond n": made([0, 2, 3, 3], [1, 3, 2]),
    "a negative neighbour": made([0, 2, 3, 3], [1, -1, 2]),
    "too few weights": made(*GOOD, weights=np.ones(2)),
    "wrong type of offsets": Graph(
        Adjacency(np.array([0, 0], np.int32), np.empty(0, np.int32)), Facts(True, False)
    ),
    "wrong type of neighbours": Graph(
        Adjacency(np.array([0, 0]), np.empty(0, np.int64)), Facts(True, False)
    ),
    "not sorted, said to be": made([0, 2, 3, 3], [2, 1, 2], sorted=True),
    "a loop, said to be none": made([0, 1], [0], self_loops=False),
    "no loop, said to be one": made(*GOOD, self_loops=True),
    "parallel edges, said to be none": made([0, 2, 2], [1, 1], multi_edges=False),
    "not symmetric, said to be": made(*GOOD, symmetric=True),
    "a wrong largest degree": made(*GOOD, max_out_degree=3),
    "a wrong smallest in-degree": made(*GOOD, min_in_degree=1),
    "undirected without a reverse": made(*GOOD, directed=False),
    "undirected with unequal weights": made(
        [0, 1, 2], [1, 0], weights=np.array([1.0, 2.0]), directed=False
    ),
    "in-arcs that are not the out-arcs": made(
        *GOOD, incoming=Adjacency(np.array([0, 0, 2, 3]), np.array([0, 0, 1], np.int32))
    ),
    "two vertices of one id": made(*GOOD, ids=VertexIds(3, np.array([1, 1, 2]))),
    "too few ids": made(*GOOD, ids=VertexIds(3, np.array([1, 2]))),
    "an order that is no permutation": made(*GOOD, ids=VertexIds(3, None, np.array([0, 0, 2]))),
}


@pytest.mark.parametrize("graph", PLANTED.values(), ids=list(PLANTED))
def test_planted_errors_in_graphs_are_caught(graph):
    with pytest.raises(ew.verify.VerificationError, match="^graph: "):
        ew.verify.graph(graph)


def test_the_graph_that_the_errors_were_planted_in_is_right():
    ew.verify.graph(made(*GOOD))


@given(graphs())
def test_a_graph_is_the_same_as_itself(g):
    ew.verify.same_graph(g, g)
    ew.verify.same_graph(
        g, ew.from_csr(g.out_offsets, g.out_neighbors, g.out_weights, directed=g.is_directed)
    )


@pytest.mark.parametrize(
    ("other", "says"),
    [
        ([("ann", "bob"), ("bob", "cat"), ("dan", "cat")], "edge 2 differs: .'cat', 'dan'. and"),
        ([("ann", "bob"), ("bob", "cat"), ("cat", "eve")], "set of ids"),
        ([("ann", "bob"), ("bob", "cat"), ("cat", "dan"), ("ann", "bob")], "num_edges"),
        ([("ann", "bob"), ("bob", "cat")], "num_vertices"),
        ([("ann", "bob", 1), ("bob", "cat", 1), ("cat", "dan", 1)], "is_weighted"),
    ],
)
def test_graphs_that_differ(other, says):
    with pytest.raises(ew.verify.VerificationError, match=says):
        ew.verify.same_graph(BY_NAME["words"].graph(), ew.from_edges(other))


def test_weights_and_direction_count():
    g = ew.from_edges([0, 0], [1, 1], [2, 3])
    ew.verify.same_graph(g, ew.from_edges([0, 0], [1, 1], [3.0, 2.0]))
    with pytest.raises(ew.verify.VerificationError, match="edge 1 differs"):
        ew.verify.same_graph(g, ew.from_edges([0, 0], [1, 1], [2, 4]))
    with pytest.raises(ew.verify.VerificationError, match="is_directed"):
        ew.verify.same_graph(g, ew.from_edges([0, 0], [1, 1], [2, 3], directed=False))


def test_verify_imports_nothing_above_it():
    """The checkers stand on NumPy, the error tree and the argument table alone."""
    import ast
    from pathlib import Path

    for file in Path(ew.verify.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("edgewise"):
                names = {f"{node.module}.{alias.name}" for alias in node.names}
                below = ("edgewise.verify", "edgewise.errors", "edgewise.check")
                assert all(name.startswith(below) for name in names), file


def test_facts_are_values():
    facts = BY_NAME["path"].graph().facts
    assert replace(facts) == facts
    with pytest.raises(AttributeError):
        facts.directed = True
