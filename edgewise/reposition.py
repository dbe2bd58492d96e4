"""The same graph at other positions: busy vertices first, or without the isolated ones."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from edgewise.adjacency import Adjacency, Array, index_type
from edgewise.graph import Facts, Graph
from edgewise.ids import VertexIds
from edgewise.places.resident import home, settle
from edgewise.rows import Rows, rows_of_edges

if TYPE_CHECKING:
    from edgewise.places.resident import Resident


def graph_of(rows: Rows, facts: Facts, ids: VertexIds) -> Graph:
    """The graph on finished rows. It lives where they were made."""
    if rows.there is None:
        return Graph(rows.adjacency, facts, ids)
    facts = replace(facts, **rows.there.degrees(facts.directed))
    edges = (rows.adjacency.num_arcs + rows.there.loops) // 2
    return settle(Graph(rows.adjacency, facts, ids, num_edges=edges), rows.there)


def renumber_by_degree(graph: Graph) -> Graph:
    """Positions by falling degree (in and out together), equal degrees in their old order."""
    there = home(graph)
    if there is not None:
        return _on_device(graph, there)
    degrees = graph._out.degrees()
    if graph.is_directed:
        degrees = degrees + np.bincount(graph.out_neighbors, minlength=graph.num_vertices)
    order = np.argsort(-degrees, kind="stable").astype(graph.vertex_dtype)
    return _repositioned(graph, order)


def without_isolated(graph: Graph) -> Graph:
    """The graph without vertices that no edge touches; the others keep their ids."""
    there = home(graph)
    if there is not None:
        return _without_isolated(graph, there)
    touched = graph._out.degrees() > 0
    touched[graph.out_neighbors] = True
    if touched.all():
        return graph
    place = (np.cumsum(touched) - 1).astype(index_type(int(np.count_nonzero(touched))))
    offsets = np.concatenate((graph.out_offsets[:-1][touched], graph.out_offsets[-1:]))
    rows = Adjacency(offsets, place[graph.out_neighbors], graph.out_weights)
    facts = replace(graph.facts, min_out_degree=None, min_in_degree=None)
    return Graph(rows, facts, _remaining(graph.vertex_ids, touched))


def _remaining(ids: VertexIds, touched: Array) -> VertexIds:
    """The ids of the positions that are touched."""
    kept, old_order = np.flatnonzero(touched), ids.order
    rank_kept = np.zeros(ids.num_vertices, bool)
    rank_kept[kept if old_order is None else old_order[kept]] = True
    order = None
    if old_order is not None:
        new_rank = np.cumsum(rank_kept) - 1
        order = new_rank[old_order[kept]].astype(index_type(len(kept)))
    return VertexIds(len(kept), ids.all()[rank_kept], order)


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


def _on_device(graph: Graph, there: Resident) -> Graph:
    """The graph renumbered where it lives; the order comes to the host when somebody asks."""
    from edgewise.places.cuda_reposition import by_degree

    order, rows = by_degree(there)
    before = graph.vertex_ids

    def late() -> tuple[Array | None, Array | None]:
        after = before.reordered(there.device.download(order))
        return after.labels, after.order

    facts = replace(graph.facts, sorted=True)
    return graph_of(rows, facts, VertexIds(graph.num_vertices, late=late))


def _without_isolated(graph: Graph, there: Resident) -> Graph:
    """The same where the graph lives."""
    from edgewise.places import cuda_reposition

    touched = cuda_reposition.touched(there)
    if bool(touched.all()):
        return graph
    kept, rows = cuda_reposition.without(there, touched)
    facts = replace(graph.facts, min_out_degree=None, min_in_degree=None)
    facts = replace(facts, **rows.degrees(facts.directed))
    ids = _remaining(graph.vertex_ids, kept)
    adjacency = rows.adjacency(graph.weight_dtype)
    return settle(Graph(adjacency, facts, ids, num_edges=graph._num_edges), rows)
