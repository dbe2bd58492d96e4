"""The edges of a graph in the caller's order, whatever order the graph lies in."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from edgewise.adjacency import Array

if TYPE_CHECKING:
    from edgewise.graph import Graph


def ranked_edges(graph: Graph) -> tuple[Array, Array, Array | None]:
    """Every edge once, as ranks (numbers in the caller's order), by tail and then by head.

    An undirected edge is told from its lower end; parallel edges are as many as they are.
    """
    tails, heads, weights = ranked_arcs(graph)
    if not graph.is_directed:
        once = tails <= heads
        tails, heads = tails[once], heads[once]
        weights = None if weights is None else weights[once]
    return tails, heads, weights


def ranked_arcs(graph: Graph) -> tuple[Array, Array, Array | None]:
    """Every arc, as ranks, by tail and then by head."""
    tails = np.repeat(
        np.arange(graph.num_vertices, dtype=graph.vertex_dtype), np.diff(graph.out_offsets)
    )
    heads, weights = graph.out_neighbors, graph.out_weights
    order = graph.vertex_ids.order
    if order is None and graph.is_sorted:
        return tails, heads, weights
    if order is not None:
        tails, heads = order[tails], order[heads]
    places = np.lexsort((heads, tails))
    return tails[places], heads[places], None if weights is None else weights[places]
