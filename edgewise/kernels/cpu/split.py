"""The loop of `split`: count who falls between which thresholds, then put everybody in his place.

Each thread has a stretch of the members; the counts, summed thresholds first and threads second,
tell where each puts its own. So the order of the members survives, on any number of threads.
"""

from __future__ import annotations

from edgewise.kernels.cpu.access import at, put
from edgewise.kernels.cpu.jit import nest, part
from edgewise.kernels.cpu.specialise import slot
from edgewise.kernels.cpu.team import meet, stopped

BLOCK = 1 << 14
"""Members between two looks whether somebody said stop."""


@slot
def key(member, params):
    """What a member is split by."""
    return member


@nest
def run(me, team, sync, everybody, members, thresholds, which, counts, begins, out, params):
    """Members grouped by how many thresholds do not exceed their keys; begins[k]: where group k."""
    n = out.size
    begin, end = n * me // team, n * (me + 1) // team
    mine = counts[me]
    for i in range(begin, end):
        if i % BLOCK == 0 and stopped(sync):
            break
        member = i if everybody else at(members, i)
        group = _group(key(member, params), thresholds)
        put(which, i, group)
        mine[group] += 1
    meet(sync, team)
    if stopped(sync):
        return
    if me == 0:
        _begins(team, thresholds.size + 1, counts, begins)
    meet(sync, team)
    for i in range(begin, end):
        if i % BLOCK == 0 and stopped(sync):
            break
        group = at(which, i)
        put(out, mine[group], i if everybody else at(members, i))
        mine[group] += 1


@part
def _begins(team, groups, counts, begins):
    """Counts become the places of each thread's first member of each group."""
    total = 0
    for group in range(groups):
        begins[group] = total
        for thread in range(team):
            size = counts[thread, group]
            counts[thread, group] = total
            total += size
    begins[groups] = total


@part
def _group(number, thresholds):
    """How many thresholds are not above the number; all of them where it is NaN."""
    low, high = 0, thresholds.size
    while low < high:
        middle = (low + high) >> 1
        if number < at(thresholds, middle):
            high = middle
        else:
            low = middle + 1
    return low
