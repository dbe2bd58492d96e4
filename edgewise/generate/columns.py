"""Filling columns of edges in parallel, and making the graph of them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate
from typing import TYPE_CHECKING, Any

import numpy as np

from edgewise import progress
from edgewise.adjacency import Array, index_type
from edgewise.build import Policies, build
from edgewise.graph import Graph
from edgewise.places import cpu

if TYPE_CHECKING:
    from edgewise.places.device import Device

WAVE = 1 << 22
"""How much is done between two reports of progress."""
BATCH = 64
"""How many blocks are done between two reports of progress."""


def reserve(
    where: str,
    num_vertices: int,
    num_edges: int,
    directed: bool,
    weight: int = 0,
    device: Device | None = None,
) -> None:
    """Refuse a graph that is certain not to fit: its edge columns and its adjacency."""
    if device is not None:
        _refuse_large(device, num_vertices, num_edges)
        return
    index = index_type(num_vertices).itemsize
    arcs = num_edges * (1 if directed else 2)
    needed = (2 * index + weight) * num_edges + (index + weight) * arcs + 8 * (num_vertices + 1)
    cpu.reserve(needed, f"{where}(): a graph of {num_vertices:,} vertices and {num_edges:,} edges")


def reserve_columns(
    where: str, num_vertices: int, num_edges: int, device: Device | None = None
) -> None:
    """Refuse edge columns that do not fit."""
    if device is not None:
        _refuse_large(device, num_vertices, num_edges)
        return
    needed = 2 * index_type(num_vertices).itemsize * num_edges
    cpu.reserve(needed, f"{where}(): a list of {num_edges:,} edges")


def _refuse_large(device: Device, num_vertices: int, num_edges: int) -> None:
    """Refuse what no device takes; whether its memory is enough is seen when it is asked for."""
    from edgewise.places.resident import refuse_large

    refuse_large(device, num_vertices, num_edges)


def edge_columns(num_vertices: int, num_edges: int) -> tuple[Array, Array]:
    """Room for this many edges."""
    index = index_type(num_vertices)
    return np.empty(num_edges, index), np.empty(num_edges, index)


def fill(kernel: Callable[..., Any], total: int, *args: Any, stage: str = "generating") -> None:
    """Call kernel(begin, end, *args) on pieces that cover range(total)."""
    with progress.stage(stage, total) as advance:
        for begin in range(0, total, WAVE):
            size = min(WAVE, total - begin)
            spans = cpu.spans(size, per_thread=4)
            cpu.each(kernel, [(begin + a, begin + b, *args) for a, b in spans])
            advance(size)


def count_and_fill(
    where: str,
    kernels: tuple[Callable[..., Any], Callable[..., Any]],
    num_vertices: int,
    total: int,
    block: int,
    *args: Any,
) -> tuple[Array, Array]:
    """Edges of which it is not known beforehand how many each block of range(total) has.

    kernels are count(begin, end, *args) and fill(begin, end, start, sources, targets, *args).
    """
    count, write = kernels
    blocks = [(begin, min(begin + block, total)) for begin in range(0, total, block)]
    counts = _batches("counting edges", count, [(*ends, *args) for ends in blocks])
    starts = list(accumulate(counts, initial=0))
    reserve_columns(where, num_vertices, starts[-1])
    columns = edge_columns(num_vertices, starts[-1])
    work = [(*ends, start, *columns, *args) for ends, start in zip(blocks, starts, strict=False)]
    _batches("generating", write, work)
    return columns


def made(
    columns: tuple[Array, Array],
    weights: Array | None,
    num_vertices: int,
    *,
    directed: bool = False,
    duplicates: str = "keep",
    self_loops: str = "keep",
) -> Graph:
    """The graph of generated edges; vertices without an edge are kept."""
    policies = Policies(directed, None, duplicates, self_loops, ids="range")
    return build(*columns, weights, num_vertices=num_vertices, policies=policies)


def _batches(stage: str, kernel: Callable[..., Any], work: list[Any]) -> list[int]:
    results: list[int] = []
    with progress.stage(stage, len(work)) as advance:
        for begin in range(0, len(work), BATCH):
            batch = work[begin : begin + BATCH]
            results += cpu.each(kernel, batch)
            advance(len(batch))
    return results
