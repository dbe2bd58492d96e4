"""Graphs on rows that are there already, and the rows of a graph seen another way."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from edgewise import check
from edgewise.adjacency import Adjacency, Array, frozen, index_type
from edgewise.errors import GraphError
from edgewise.graph import Facts, Graph
from edgewise.ids import VertexIds
from edgewise.places.resident import home, settle
from edgewise.rows import rows_reversed


@check.accepts(directed=check.Flag())
def from_csr(offsets: Any, neighbors: Any, weights: Any = None, *, directed: bool = True) -> Graph:
    """A graph on compressed rows that are there already, sharing their memory where types allow.

    `offsets` has n + 1 entries from 0 to the number of arcs; every neighbour is from 0 to n - 1.
    Both are checked. `directed=False` needs every arc to have its reverse, which is checked too.

    >>> import edgewise as ew
    >>> ew.from_csr([0, 2, 3, 3], [1, 2, 2]).out_degrees
    array([2, 1, 0])
    """
    from edgewise.convert.arrays import as_vector, as_weights

    places = as_vector(offsets, "from_csr", "offsets")
    heads = as_vector(neighbors, "from_csr", "neighbors")
    for name, column in (("offsets", places), ("neighbors", heads)):
        if column.dtype.kind not in "iu" and len(column):
            check.refuse("from_csr", name, column, "integers")
    values = None if weights is None else as_weights(weights, "from_csr")
    return adopt(places, heads, values, directed=directed)


def adopt(
    offsets: Array,
    neighbors: Array,
    weights: Array | None = None,
    *,
    directed: bool = True,
    labels: Array | None = None,
) -> Graph:
    """A graph on given rows, checked in one pass; memory is shared where the types are ours."""
    from edgewise.inspection import refuse_broken_rows

    refuse_broken_rows(offsets, neighbors, weights)
    num_vertices = len(offsets) - 1
    adjacency = Adjacency(
        offsets.astype(np.int64, copy=False),
        neighbors.astype(index_type(num_vertices), copy=False),
        weights,
    )
    facts = Facts(directed=True, weighted=weights is not None)
    graph = Graph(adjacency, facts, VertexIds(num_vertices, labels))
    if directed:
        return graph
    if not graph.is_symmetric:
        raise GraphError(
            "directed=False, and some arc has no reverse of equal weight: use directed=True, "
            "and .symmetrized() to add the reverses"
        )
    return Graph(adjacency, replace(graph.facts, directed=False), graph.vertex_ids)


def transpose(out: Adjacency) -> Adjacency:
    """The rows of the reversed graph."""
    return rows_reversed(out.offsets, out.neighbors, out.weights)


def incoming(graph: Graph) -> Adjacency:
    """The rows of the reverse, made where the graph lives."""
    there = home(graph) if not graph._out.here else None
    return transpose(graph._out) if there is None else there.incoming()


def turned(graph: Graph) -> Graph:
    """The graph with every arc turned round."""
    facts = reversed_facts(graph.facts)
    made = Graph(graph._incoming(), facts, graph.vertex_ids, incoming=graph._out)
    there = home(graph)
    return made if there is None else settle(made, there.turned())


def arc_places(graph: Graph) -> Array:
    """For every in-arc, its place among the out-arcs."""
    if (there := home(graph)) is not None and not graph._out.here:
        places: Array = there.device.download(there.in_arcs)
        return frozen(places)
    places = np.arange(graph.num_arcs, dtype=np.int64)
    carried = rows_reversed(graph.out_offsets, graph.out_neighbors, places).weights
    assert carried is not None
    return carried


def reversed_facts(facts: Facts) -> Facts:
    """What is known of the reverse when this is known of a graph."""
    return replace(
        facts,
        sorted=True,
        min_out_degree=facts.min_in_degree,
        max_out_degree=facts.max_in_degree,
        min_in_degree=facts.min_out_degree,
        max_in_degree=facts.max_out_degree,
    )


def without_weights(graph: Graph) -> Graph:
    """The same rows, weights left out."""
    bare = graph._out.bare()
    symmetric = graph.facts.symmetric or None
    facts = replace(graph.facts, weighted=False, symmetric=symmetric)
    made = Graph(bare, facts, graph.vertex_ids, num_edges=graph._num_edges)
    there = home(graph)
    return made if there is None else settle(made, there.bare())
