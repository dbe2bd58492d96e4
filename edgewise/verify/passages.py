"""How often shortest paths pass each vertex, by Brandes' sums over all paths from some sources."""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import pairwise
from typing import Any

import numpy as np

from edgewise.verify.arcs import Arcs, Array, once, places

Steps = list[tuple[Array, Array]]
"""The arcs of each level, as tails and heads."""
ROOM = 1 << 22
"""How many vertices and arcs are handled at once, those of each source counted on their own."""


def by_levels(offsets: Array, arcs: Arcs, sources: Array, endpoints: bool) -> Array:
    """By the number of steps: as many sources side by side as there is room for."""
    passages = np.zeros(len(offsets) - 1)
    many = max(1, ROOM // (len(passages) + len(arcs.heads) + 1))
    for begin in range(0, len(sources), many):
        chosen = sources[begin : begin + many]
        n, slots = len(passages), np.arange(len(chosen)) * len(passages) + chosen
        steps, order = _spread(offsets, arcs.heads, slots, n * len(chosen))
        passages += _summed(steps, slots, order, n, endpoints)
    return passages


def _spread(offsets: Array, heads: Array, slots: Array, size: int) -> tuple[Steps, Array]:
    """Level by level, the arcs that shortest paths take, between slots: source * n + vertex."""
    n = len(offsets) - 1
    level, scratch = np.full(size, -1), np.empty(size, np.int64)
    level[slots] = 0
    steps: Steps = []
    while len(slots):
        vertices = slots % n
        found, counts = places(offsets, vertices)
        tails = np.repeat(slots, counts)
        ends = np.repeat(slots - vertices, counts) + heads[found]
        fresh = level[ends] < 0
        tails, ends = tails[fresh], ends[fresh]
        level[ends] = len(steps) + 1
        steps.append((tails, ends))
        slots = once(ends, scratch)
    return steps, level


def _summed(steps: Steps, slots: Array, level: Array, n: int, endpoints: bool) -> Array:
    """Count paths forwards, then what hangs on each vertex backwards."""
    paths, hanging = np.zeros(len(level)), np.zeros(len(level))
    paths[slots] = 1
    for tails, ends in steps:
        np.add.at(paths, ends, paths[tails])
    for tails, ends in reversed(steps):
        np.add.at(hanging, tails, paths[tails] * ((1 + hanging[ends]) / paths[ends]))
    reached = (level > 0).reshape(-1, n)
    if endpoints:
        hanging += level > 0
        hanging[slots] = reached.sum(axis=1)
    else:
        hanging[slots] = 0
    passages: Array = hanging.reshape(-1, n).sum(axis=0)
    return passages


def by_lengths(offsets: Array, arcs: Arcs, sources: Array, endpoints: bool) -> Array:
    """By weights: one source after the other, with a heap."""
    passages = np.zeros(len(offsets) - 1)
    rows = _rows(offsets, arcs)
    for source in sources.tolist():
        order, paths, before = _settled(rows, source)
        hanging = np.zeros(len(passages))
        for vertex in reversed(order[1:]):
            for earlier in before[vertex]:
                hanging[earlier] += paths[earlier] * (1 + hanging[vertex]) / paths[vertex]
        hanging[source] = 0
        if endpoints:
            hanging[order[1:]] += 1
            hanging[source] = len(order) - 1
        passages += hanging
    return passages


def _rows(offsets: Array, arcs: Arcs) -> list[list[tuple[int, Any]]]:
    pairs = list(zip(arcs.heads.tolist(), arcs.weights.tolist(), strict=True))
    bounds = offsets.tolist()
    return [pairs[begin:end] for begin, end in pairwise(bounds)]


def _settled(
    rows: list[list[tuple[int, Any]]], source: int
) -> tuple[list[int], dict[int, float], dict[int, list[int]]]:
    """Vertices by distance; how many shortest paths lead to each, and from where."""
    paths, before, distances = {source: 1.0}, {source: list[int]()}, {source: 0}
    order: list[int] = []
    done: set[int] = set()
    heap = [(0, source)]
    while heap:
        length, vertex = heappop(heap)
        if vertex in done:
            continue
        done.add(vertex)
        order.append(vertex)
        for head, weight in rows[vertex]:
            through, best = length + weight, distances.get(head)
            if head in done or (best is not None and through > best):
                continue
            if best is None or through < best:
                distances[head], paths[head], before[head] = through, 0.0, []
                heappush(heap, (through, head))
            paths[head] += paths[vertex]
            before[head].append(vertex)
    return order, paths, before
