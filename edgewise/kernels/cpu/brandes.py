"""Shortest paths counted forwards, dependencies summed backwards: Brandes, level by level.

`order` holds the reached vertices by distance, `starts` where each distance begins. Both passes
gather: a vertex sums over its in-neighbours one level nearer, later over its out-neighbours one
level farther, so nothing is written by two threads and the sums come out alike every time.

By hops no distance is read. What is summed stands in one of two rows, by turns from level to level,
and is 0 until its level is done. An in-neighbour is at most one level nearer; so in the row of the
level before, whoever is not of that level is still 0, and a row is summed without a question.
"""

from __future__ import annotations

from edgewise.kernels.cpu.access import at, put
from edgewise.kernels.cpu.atomics import prefetch
from edgewise.kernels.cpu.jit import nest, part
from edgewise.kernels.cpu.specialise import slot
from edgewise.kernels.cpu.team import ends, meet, share, stopped

CHUNK, SMALL, AHEAD, STRANDS = 256, 1024, 16, 4
WEIGHTED = False


@slot
def joins(near, far, weight):
    """Whether an arc of this weight between vertices at these distances is on a shortest path."""
    return near >= 0 and far == near + weight


@part
def _nearer(v, offsets, adjacent, weights, distance, paths):
    """The paths to those before v on shortest paths."""
    far, total = distance[v], 0.0
    for e in range(offsets[v], offsets[v + 1]):
        u = at(adjacent, e)
        if joins(at(distance, u), far, at(weights, e) if WEIGHTED else weights[0]):
            total += at(paths, u)
    return total


@part
def _farther(v, offsets, adjacent, weights, distance, ratio):
    """What those behind v on shortest paths have for each path."""
    near, total = distance[v], 0.0
    for e in range(offsets[v], offsets[v + 1]):
        w = at(adjacent, e)
        if joins(near, at(distance, w), at(weights, e) if WEIGHTED else weights[0]):
            total += at(ratio, w)
    return total


@part
def _sum(v, offsets, adjacent, numbers):
    """What all of a row have, in four strands, so that no addition waits for the one before."""
    e, last = at(offsets, v), at(offsets, v + 1)
    a, b, c, d = 0.0, 0.0, 0.0, 0.0
    while last - e >= STRANDS:
        a += at(numbers, at(adjacent, e))
        b += at(numbers, at(adjacent, e + 1))
        c += at(numbers, at(adjacent, e + 2))
        d += at(numbers, at(adjacent, e + 3))
        e += STRANDS
    while e < last:
        a += at(numbers, at(adjacent, e))
        e += 1
    return (a + b) + (c + d)


@part
def _side(level):
    """Which of the two rows a level's numbers stand in; lengths are no levels, and need but one."""
    return 0 if WEIGHTED else level & 1


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
def _is_little(level, starts):
    """Whether a level is not worth a meeting."""
    return starts[level + 1] - starts[level] < SMALL


@nest
def run(
    me, team, sync, offsets, adjacent, weights, in_offsets, in_adjacent, in_weights, distance,
    order, starts, paths, ratio, scores, endpoints,
):  # fmt: skip
    """One source (or none is left): counts into `paths`, dependencies onto `scores`.

    Levels with little in them that follow each other thread 0 does without meeting anybody.
    """
    last = starts.size - 2
    meet(sync, team)
    for level in range(1, last + 1):
        little = _is_little(level, starts)
        at, end = _first(me, team, sync, level, little, starts)
        while at < end:
            for i in range(at, min(at + CHUNK, end)):
                _fetch_ahead(i, order, in_offsets, in_adjacent)
                _forth(
                    order[i], level, in_offsets, in_adjacent, in_weights, distance, paths
                )  # fmt: skip
            at = _next(team, sync, starts[level], at, little)
        if not (little and level < last and _is_little(level + 1, starts)):
            if ends(me, sync, team):
                return
    for level in range(last, -1, -1):
        little = _is_little(level, starts)
        at, end = _first(me, team, sync, level, little, starts)
        while at < end:
            for i in range(at, min(at + CHUNK, end)):
                _fetch_ahead(i, order, offsets, adjacent)
                _back(
                    order[i], level, offsets, adjacent, weights, distance, paths, ratio, scores,
                    endpoints,
                )  # fmt: skip
            at = _next(team, sync, starts[level], at, little)
        _wipe(me, team, level + 2, little, order, starts, ratio)
        if not (little and level > 0 and _is_little(level - 1, starts)):
            if ends(me, sync, team):
                return
    for level in range(2):
        _wipe(me, team, level, False, order, starts, ratio)


@part
def _wipe(me, team, level, alone, order, starts, ratio):
    """Make a level's ratios, which nobody asks for any more, 0 again for the next source."""
    if WEIGHTED or level > starts.size - 2:
        return
    begin, count = starts[level], starts[level + 1] - starts[level]
    first, last = count * me // team, count * (me + 1) // team
    if alone:
        first, last = 0, (count if me == 0 else 0)
    for i in range(begin + first, begin + last):
        put(ratio[_side(level)], at(order, i), 0.0)


@part
def _first(me, team, sync, level, little, starts):
    """Where a thread's work in a level begins, and where the level ends."""
    begin, end = starts[level], starts[level + 1]
    if not little:
        return begin + share(sync, team, CHUNK), end
    return (end if me != 0 or stopped(sync) else begin), end


@part
def _next(team, sync, begin, at, little):
    """Where it goes on: behind what it did where nobody else takes part."""
    return at + CHUNK if little else begin + share(sync, team, CHUNK)


@part
def _forth(v, level, in_offsets, in_adjacent, in_weights, distance, paths):
    """How many shortest paths lead to v."""
    side = _side(level)
    if WEIGHTED:
        found = _nearer(v, in_offsets, in_adjacent, in_weights, distance, paths[0])
    else:
        found = _sum(v, in_offsets, in_adjacent, paths[1 - side])
    paths[side, v] = found


@part
def _back(
    v, level, offsets, adjacent, weights, distance, paths, ratio, scores, endpoints
):  # fmt: skip
    """The dependency of v: its paths times what those behind it have for each of theirs."""
    side = _side(level)
    own = paths[side, v]
    if WEIGHTED:
        total = own * _farther(v, offsets, adjacent, weights, distance, ratio[0])
    else:
        total = own * _sum(v, offsets, adjacent, ratio[1 - side])
        paths[side, v] = 0.0
    ratio[side, v] = (1.0 + total) / own
    if level > 0:
        scores[v] += total + endpoints
