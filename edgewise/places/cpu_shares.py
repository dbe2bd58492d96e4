"""Shares of ranks on the CPU place: what vertices send along an arc, what is stranded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from edgewise.adjacency import Array
from edgewise.kernels.cpu import shares as kernels
from edgewise.places import cpu

if TYPE_CHECKING:
    from edgewise.graph import Graph

PIECE = 1 << 16
"""Vertices summed up at a time, on any number of threads, so that sums come out alike."""


def shares(graph: Graph, weighted: bool, dtype: Any) -> Array:
    """One over the number, or the weight, of every vertex's out-arcs; 0 where it has none."""
    share = np.empty(graph.num_vertices, dtype)
    spans = cpu.spans(len(share), 1 << 14, 4)
    if weighted:
        weights = graph.out_weights
        cpu.each(kernels.by_weight, [(*s, graph.out_offsets, weights, share) for s in spans])
    else:
        cpu.each(kernels.by_degree, [(*s, graph.out_offsets, share) for s in spans])
    return share


def stranded(share: Array, ranks: Array) -> float:
    """How much rank stands on vertices that send nothing on."""
    n = len(ranks)
    tasks = [(begin, min(begin + PIECE, n), share, ranks) for begin in range(0, n, PIECE)]
    return float(sum(cpu.each(kernels.stranded, tasks)))
