"""Parents from distances, on the CPU place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from edgewise.adjacency import Array
from edgewise.kernels.cpu import parents as kernels
from edgewise.places import cpu

if TYPE_CHECKING:
    from edgewise.graph import Graph


def hop_parents(graph: Graph, distances: Array) -> Array:
    """The position of a parent one hop nearer, for every vertex that was reached."""
    parents = np.empty(graph.num_vertices, graph.vertex_dtype)
    rows = (graph.in_offsets, graph.in_neighbors, distances, parents)
    cpu.each(kernels.hop_parents, [(*span, *rows) for span in _spans(graph)])
    return parents


def path_parents(graph: Graph, distances: Array, sources: Array, unreached: Any) -> Array:
    """The position of a parent on a shortest path; a source is its own."""
    parents = np.full(graph.num_vertices, kernels.OPEN, graph.vertex_dtype)
    parents[distances == unreached] = kernels.NONE
    parents[sources] = sources
    weights = np.ones(1, np.int32) if graph.in_weights is None else graph.in_weights
    rows = (graph.in_offsets, graph.in_neighbors, weights, distances)
    tasks = [(*span, *rows, distances.dtype.type(unreached), parents) for span in _spans(graph)]
    waiting = sum(cpu.each(kernels.path_parents, tasks))
    while waiting > 0 and kernels.even_parents(*rows, parents) > 0:
        waiting = int(np.count_nonzero(parents == kernels.OPEN))
    return parents


def tight_parents(graph: Graph, distances: Array, sources: Array, unreached: Any) -> Array:
    """Parents where arcs may weigh less than nothing: a search along arcs that attain distances."""
    from edgewise.algorithms.bfs import hops
    from edgewise.csr import from_csr

    tails = np.repeat(np.arange(graph.num_vertices), np.diff(graph.out_offsets))
    heads, weights = graph.out_neighbors, graph.out_weights
    reached = distances[tails] != unreached
    lengths = distances[tails] + (1 if weights is None else weights.astype(distances.dtype))
    tight = reached & (lengths == distances[heads])
    offsets = np.concatenate(([0], np.cumsum(tight)))[graph.out_offsets]
    attained = from_csr(offsets, heads[tight])
    return hop_parents(attained, hops(attained, sources))


def _spans(graph: Graph) -> list[tuple[int, int]]:
    return cpu.spans(graph.num_vertices, 1 << 12, 4)
