"""Balance "edge": all arcs of all members in one range, cut into equal pieces anywhere.

Needs to know where each member's arcs begin among all: a scan over the members tells. A thread
then finds its first member by binary search, and walks.
"""

from __future__ import annotations

from edgewise.kernels.cpu.forms import member
from edgewise.kernels.cpu.jit import part
from edgewise.kernels.cpu.specialise import slot
from edgewise.kernels.cpu.team import meet, share

PIECE, LARGE = 4096, 1 << 16
"""Arcs that one of many threads takes at a time, and one alone: as many as he looks up after."""


@slot
def opens(me, u, c):
    """Called once for each member before its arcs; whether it has anything to say."""
    return True


@slot
def arcs(me, u, begin, end, c):
    """What a family does with the arcs begin..end of u."""


@slot
def row(offsets, u, c):
    """Where the arcs of a member begin and end."""
    return offsets[u], offsets[u + 1]


@part
def walk(me, team, sync, form, members, bits, count, offsets, room, c):
    """Give every arc of every member to `arcs`, once. room holds count + 1 + team numbers."""
    _scan(me, team, sync, form, members, bits, count, offsets, room, c)
    _pieces(me, team, sync, form, members, bits, count, offsets, room, c)


@part
def _scan(me, team, sync, form, members, bits, count, offsets, room, c):
    """room[i]: how many arcs the members before the i-th have; room[count]: all have."""
    first, last = count * me // team, count * (me + 1) // team
    total = 0
    for i in range(first, last):
        room[i] = total
        u = member(form, members, bits, i)
        if u >= 0 and opens(me, u, c):
            begin, end = row(offsets, u, c)
            total += end - begin
    room[count + 1 + me] = total
    meet(sync, team)
    before = 0
    for other in range(me):
        before += room[count + 1 + other]
    for i in range(first, last):
        room[i] += before
    if me == team - 1:
        room[count] = before + total
    meet(sync, team)


@part
def _pieces(me, team, sync, form, members, bits, count, offsets, starts, c):
    total = starts[count]
    piece = PIECE if team > 1 else LARGE
    begin = share(sync, team, piece)
    while begin < total:
        end = min(begin + piece, total)
        i = _last_at_most(starts, count, begin)
        while i < count and starts[i] < end:
            u = member(form, members, bits, i)
            if u >= 0:
                low, high = max(starts[i], begin), min(starts[i + 1], end)
                if low < high:
                    shift = row(offsets, u, c)[0] - starts[i]
                    arcs(me, u, low + shift, high + shift, c)
            i += 1
        begin = share(sync, team, piece)


@part
def _last_at_most(starts, count, place):
    """The last i below count with starts[i] <= place."""
    low, high = 0, count
    while high - low > 1:
        middle = (low + high) // 2
        if starts[middle] <= place:
            low = middle
        else:
            high = middle
    return low
