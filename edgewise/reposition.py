"""The same graph at other positions: busy vertices first, or without the isolated ones."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from edgewise.adjacency import Adjacency, Array, index_type
from edgewise.graph import Graph
from edgewise.ids import VertexIds
from edgewise.rows import rows_of_edges


def renumber_by_degree(graph: Graph) -> Graph:
    """Positions by falling degree (in and out together), equal degrees in their old order."""
    degrees = graph._out.degrees()
    if graph.is_directed:
        degrees = degrees + np.bincount(graph.out_neighbors, minlength=graph.num_vertices)
    order = np.argsort(-degrees, kind="stable").astype(graph.vertex_dtype)
    return _repositioned(graph, order)


def without_isolated(graph: Graph) -> Graph:
    """The graph without vertices that no edge touches; the others keep their ids."""
    touched = graph._out.degrees() > 0
    touched[graph.out_neighbors] = True
    if touched.all():
        return graph
    kept = np.flatnonzero(touched)
    place = (np.cumsum(touched) - 1).astype(index_type(len(kept)))
    offsets = np.concatenate((graph.out_offsets[:-1][touched], graph.out_offsets[-1:]))
    rows = Adjacency(offsets, place[graph.out_neighbors], graph.out_weights)
    rank_kept = np.zeros(graph.num_vertices, bool)
    old_order = graph.vertex_ids.order
    rank_kept[kept if old_order is None else old_order[kept]] = True
    labels = graph.vertex_ids.all()[rank_kept]
    order = None
    if old_order is not None:
        new_rank = np.cumsum(rank_kept) - 1
        order = new_rank[old_order[kept]].astype(rows.vertex_dtype)
    facts = replace(graph.facts, min_out_degree=None, min_in_degree=None)
    return Graph(rows, facts, VertexIds(len(kept), labels, order))


def _repositioned(graph: Graph, order: Array) -> Graph:
    """The same graph with what was at `order[p]` at position p."""
    place = np.empty_like(order)
    place[order] = np.arange(len(order), dtype=order.dtype)
    rows = rows_of_edges(
        place[graph._out.rows()],
        place[graph.out_neighbors],
        graph.out_weights,
        graph.num_vertices,
    )
    facts = replace(graph.facts, sorted=True)
    return Graph(rows.adjacency, facts, graph.vertex_ids.reordered(order))
