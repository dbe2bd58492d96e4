"""Shortest paths counted forwards, dependencies summed backwards: Brandes, level by level.

`order` holds the reached vertices by distance, `starts` where each distance begins. Both passes
gather: a vertex sums over its in-neighbours one level nearer, later over its out-neighbours one
level farther, so nothing is written by two threads and the sums come out alike every time.
"""

from __future__ import annotations

from edgewise.kernels.cpu.access import at
from edgewise.kernels.cpu.atomics import prefetch
from edgewise.kernels.cpu.jit import nest, part
from edgewise.kernels.cpu.specialise import slot
from edgewise.kernels.cpu.team import ends, meet, share

CHUNK, SMALL, AHEAD = 256, 1024, 16
WEIGHTED = False


@slot
def joins(near, far, weight):
    """Whether an arc of this weight between vertices at these distances is on a shortest path."""
    return near >= 0 and far == near + weight


@part
def _count(v, offsets, adjacent, weights, distance, paths):
    far, total = distance[v], 0.0
    for e in range(offsets[v], offsets[v + 1]):
        u = at(adjacent, e)
        if joins(at(distance, u), far, at(weights, e) if WEIGHTED else weights[0]):
            total += at(paths, u)
    return total


@part
def _depend(v, offsets, adjacent, weights, distance, ratio):
    near, total = distance[v], 0.0
    for e in range(offsets[v], offsets[v + 1]):
        w = at(adjacent, e)
        if joins(near, at(distance, w), at(weights, e) if WEIGHTED else weights[0]):
            total += at(ratio, w)
    return total


@nest
def count_levels(begin, end, distance, counts):
    """How many of the vertices begin..end are at each distance."""
    for v in range(begin, end):
        if distance[v] >= 0:
            counts[distance[v]] += 1


@nest
def place_levels(begin, end, distance, cursors, order):
    """Put the vertices begin..end into the order, each at its distance's cursor."""
    for v in range(begin, end):
        level = distance[v]
        if level >= 0:
            order[cursors[level]] = v
            cursors[level] += 1


@part
def _fetch_ahead(i, order, offsets, adjacent):
    """Call the row of one whose turn comes soon."""
    prefetch(adjacent, at(offsets, order[min(i + AHEAD, order.size - 1)]))


@part
def _share_of(me, team, sync, begin, end):
    """The next piece of a level: where it begins, or its end when there is none."""
    return min(begin + share(sync, team, CHUNK), end)


@nest
def run(
    me, team, sync, offsets, adjacent, weights, in_offsets, in_adjacent, in_weights, distance,
    order, starts, paths, ratio, scores, endpoints,
):  # fmt: skip
    """One source (or none is left): counts into `paths`, dependencies onto `scores`."""
    levels = starts.size - 1
    meet(sync, team)
    for level in range(1, levels):
        begin, end = starts[level], starts[level + 1]
        if end - begin < SMALL:
            if me == 0:
                for i in range(begin, end):
                    v = order[i]
                    _fetch_ahead(i, order, in_offsets, in_adjacent)
                    paths[v] = _count(v, in_offsets, in_adjacent, in_weights, distance, paths)
        else:
            at = _share_of(me, team, sync, begin, end)
            while at < end:
                for i in range(at, min(at + CHUNK, end)):
                    v = order[i]
                    _fetch_ahead(i, order, in_offsets, in_adjacent)
                    paths[v] = _count(v, in_offsets, in_adjacent, in_weights, distance, paths)
                at = _share_of(me, team, sync, begin, end)
        if ends(me, sync, team):
            return
    for back in range(levels):
        level = levels - 1 - back
        begin, end = starts[level], starts[level + 1]
        if end - begin < SMALL:
            if me == 0:
                for i in range(begin, end):
                    _fetch_ahead(i, order, offsets, adjacent)
                    _back(
                        order[i], level, offsets, adjacent, weights, distance, paths, ratio,
                        scores, endpoints,
                    )  # fmt: skip
        else:
            at = _share_of(me, team, sync, begin, end)
            while at < end:
                for i in range(at, min(at + CHUNK, end)):
                    _fetch_ahead(i, order, offsets, adjacent)
                    _back(
                        order[i], level, offsets, adjacent, weights, distance, paths, ratio,
                        scores, endpoints,
                    )  # fmt: skip
                at = _share_of(me, team, sync, begin, end)
        if ends(me, sync, team):
            return


@part
def _back(
    v, level, offsets, adjacent, weights, distance, paths, ratio, scores, endpoints
):  # fmt: skip
    """The dependency of v: its paths times what those behind it have for each of theirs."""
    total = paths[v] * _depend(v, offsets, adjacent, weights, distance, ratio)
    ratio[v] = (1.0 + total) / paths[v]
    if level > 0:
        scores[v] += total + endpoints
