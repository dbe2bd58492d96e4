"""The edges of a graph in the caller's order, whatever order the graph lies in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from edgewise.adjacency import Adjacency, Array

if TYPE_CHECKING:
    from edgewise.graph import Graph


def ranked_edges(graph: Graph) -> tuple[Array, Array, Array | None]:
    """Every edge once, as ranks (numbers in the caller's order), by tail and then by head.

    An undirected edge is told from its lower end; parallel edges are as many as they are.
    """
    rows = ranked_rows(graph, ascending=True)
    tails, heads, weights = rows.rows(), rows.neighbors, rows.weights
    if graph.is_directed:
        return tails, heads, weights
    once = tails <= heads
    return tails[once], heads[once], None if weights is None else weights[once]


def ranked_rows(graph: Graph, ascending: bool = False) -> Adjacency:
    """The out-rows with the caller's numbers for positions; the graph's own where they are that.

    `ascending` asks for every row in order. Parallel arcs stay in the order they stand in.
    """
    order = graph.vertex_ids.order
    if order is None and not (ascending and not graph.is_sorted):
        return graph._out
    from edgewise.rows import rows_of_edges

    tails, heads = graph._out.rows(), graph.out_neighbors
    if order is not None:
        tails, heads = order[tails], order[heads]
    return rows_of_edges(tails, heads, graph.out_weights, graph.num_vertices).adjacency
