"""Parents from distances: for each vertex the first in-neighbour that explains its distance.

A pass over in-arcs, each row owned by one thread; the answer depends on the distances alone, not
on the schedule that found them. Where arcs may weigh nothing, a parent must be strictly nearer, or
have a parent already: those that only such arcs reach are found in further passes.
"""

from __future__ import annotations

from edgewise.kernels.cpu.jit import kernel

NONE, OPEN = -1, -2


@kernel
def hop_parents(begin, end, in_offsets, in_heads, distance, parents):
    """Parents of a breadth-first search."""
    for v in range(begin, end):
        far = distance[v]
        parents[v] = v if far == 0 else NONE
        if far > 0:
            for e in range(in_offsets[v], in_offsets[v + 1]):
                if distance[in_heads[e]] == far - 1:
                    parents[v] = in_heads[e]
                    break


@kernel
def path_parents(begin, end, in_offsets, in_heads, in_weights, distance, unreached, parents):
    """Parents that are strictly nearer; OPEN where there is none but the vertex is reached."""
    weighted = in_weights.size > 1 or in_heads.size <= in_weights.size
    waiting = 0
    for v in range(begin, end):
        if parents[v] != OPEN or distance[v] == unreached:
            continue
        for e in range(in_offsets[v], in_offsets[v + 1]):
            u = in_heads[e]
            if distance[u] < distance[v] and distance[u] != unreached:
                weight = in_weights[e] if weighted else in_weights[0]
                if distance.dtype.type(distance[u] + weight) == distance[v]:
                    parents[v] = u
                    break
        if parents[v] == OPEN:
            waiting += 1
    return waiting


@kernel
def even_parents(in_offsets, in_heads, in_weights, distance, parents):
    """Parents over arcs that add nothing, one step further; how many were found."""
    weighted = in_weights.size > 1 or in_heads.size <= in_weights.size
    found = 0
    for v in range(parents.size):
        if parents[v] != OPEN:
            continue
        for e in range(in_offsets[v], in_offsets[v + 1]):
            u = in_heads[e]
            weight = in_weights[e] if weighted else in_weights[0]
            reached = distance.dtype.type(distance[u] + weight) == distance[v]
            if parents[u] != OPEN and reached and distance[u] == distance[v]:
                parents[v] = u
                found += 1
                break
    return found
