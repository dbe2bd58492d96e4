"""Operators on members: keep some of them (filter), or do something to each (compute).

No two meet, so the walk is a chunk at a time from a shared counter. A list may hold a member twice.
An exact filter claims each in a bitmap; an inexact one culls what it can cheaply remember: a bitmap
that threads write without atomics, and a short history of each thread's own.
"""

from __future__ import annotations

from collections import namedtuple

import numpy as np

from edgewise.kernels.cpu.access import at
from edgewise.kernels.cpu.atomics import either
from edgewise.kernels.cpu.bits import lowest, ones
from edgewise.kernels.cpu.board import FOUND, HELD
from edgewise.kernels.cpu.forms import LIST, bit, is_set
from edgewise.kernels.cpu.jit import nest, part
from edgewise.kernels.cpu.specialise import slot
from edgewise.kernels.cpu.team import GLANCE, meet, share, stopped

EDGES, WEIGHTED, TAILS, FILTERS, EXACT = (False,) * 5
CHUNK, WORDS, HISTORY = 1024, 64, 1 << 8
"""Members, and words of a bitmap, that a thread takes at a time; members that it remembers."""


@slot
def each(u, v, e, weight, degree, params):
    """Whether a member is kept, or what is done to it."""
    return True


@slot
def each_alone(u, v, e, weight, degree, params):
    """The same where nobody else writes."""
    return True


Members = namedtuple("Members", "offsets heads weights params party")
"""What is known of a member."""


@part
def _tail(e, offsets):
    """The vertex whose row holds the arc."""
    low, high = 0, offsets.size - 1
    while high - low > 1:
        middle = (low + high) // 2
        if at(offsets, middle) <= e:
            low = middle
        else:
            high = middle
    return low


@part
def _asked(i, c):
    """Hand a member to the functor."""
    if EDGES:
        u = _tail(i, c.offsets) if TAILS else np.int64(0)
        v, e = np.int64(at(c.heads, i)), i
        weight = at(c.weights, i) if WEIGHTED else c.weights[0]
        degree = at(c.offsets, u + 1) - at(c.offsets, u)
    else:
        u, v, e, weight = i, i, i, c.weights[0]
        degree = at(c.offsets, i + 1) - at(c.offsets, i)
    if c.party == 1:
        return each_alone(u, v, e, weight, degree, c.params)
    return each(u, v, e, weight, degree, c.params)


@part
def _is_first(me, i, seen, history, c):
    """Whether a listed member comes for the first time, as far as that is known."""
    if EXACT:
        if c.party > 1:
            return either(seen, i >> 6, bit(i)) & bit(i) == 0
    else:
        if history[me, i % HISTORY] == i:
            return False
        history[me, i % HISTORY] = i
    if is_set(seen, i):
        return False
    seen[i >> 6] |= bit(i)
    return True


@nest
def run(
    me, team, sync, form, members, count, bits, fresh, kept, seen, history, stats, offsets, heads,
    weights, params,
):  # fmt: skip
    """Every member once; those that are kept go into `kept`, or, of a bitmap, into `fresh`."""
    c = Members(offsets, heads, weights, params, team)
    if form != LIST:
        _words(me, team, sync, bits, fresh, stats, c)
    elif FILTERS:
        _keep(me, team, sync, members, count, kept, seen, history, stats, c)
    else:
        begin = share(sync, team, CHUNK)
        while begin < count:
            for i in range(begin, min(begin + CHUNK, count)):
                if i & GLANCE == GLANCE and stopped(sync):
                    return
                _asked(np.int64(members[i]), c)
            begin = share(sync, team, CHUNK)


@part
def _words(me, team, sync, bits, fresh, stats, c):
    """The members of a bitmap, none of which comes twice."""
    found = 0
    begin = share(sync, team, WORDS)
    while begin < bits.size:
        for w in range(begin, min(begin + WORDS, bits.size)):
            left, stays = bits[w], np.uint64(0)
            if stopped(sync):
                return
            while left != 0:
                i = (w << 6) + lowest(left)
                left = left & (left - np.uint64(1))
                if FILTERS:
                    if _asked(i, c):
                        stays |= bit(i)
                else:
                    _asked(i, c)
            if FILTERS:
                fresh[w] = stays
                found += ones(stays)
        begin = share(sync, team, WORDS)
    stats[me, FOUND] = found


@part
def _keep(me, team, sync, members, count, kept, seen, history, stats, c):
    """The kept of a list, in its order: each thread fills its own share, then all close up."""
    first, last = count * me // team, count * (me + 1) // team
    place = first
    for k in range(first, last):
        if k & GLANCE == GLANCE and stopped(sync):
            break
        i = np.int64(members[k])
        if _is_first(me, i, seen, history, c) and _asked(i, c):
            kept[place] = i
            place += 1
    stats[me, HELD] = place - first
    stats[me, FOUND] = place - first
    meet(sync, team)
    if me == 0:
        _close_up(team, count, kept, stats)


@part
def _close_up(team, count, kept, stats):
    place = stats[0, HELD]
    for other in range(1, team):
        first = count * other // team
        for k in range(first, first + stats[other, HELD]):
            kept[place] = kept[k]
            place += 1
