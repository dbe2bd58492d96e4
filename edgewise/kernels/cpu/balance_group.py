"""Balance "group": small lists to single threads, long lists to the whole team.

Members are taken in chunks from a shared counter; few members in as many chunks as threads, so that
neighbours in the list, whose data often share cache lines, stay on one core. One whose list is long
is put aside; when all chunks are taken, the team goes through those together, block by block.
"""

from __future__ import annotations

from edgewise.kernels.cpu.atomics import add
from edgewise.kernels.cpu.forms import member
from edgewise.kernels.cpu.jit import part
from edgewise.kernels.cpu.specialise import slot
from edgewise.kernels.cpu.team import LOOK, meet, share, stopped

CHUNK, BLOCK, LONG = 1024, 1024, 8192


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
    """Give every arc of every member to `arcs`, once. room[0] counts lists put aside after it."""
    if team == 1:
        for i in range(count):
            if i & LOOK == LOOK and stopped(sync):
                return
            u = member(form, members, bits, i)
            if u >= 0 and opens(me, u, c):
                first, last = row(offsets, u, c)
                arcs(me, u, first, last, c)
        return
    size = min(CHUNK, max(1, (count + team - 1) // team))
    begin = share(sync, team, size)
    while begin < count:
        for i in range(begin, min(begin + size, count)):
            u = member(form, members, bits, i)
            if u >= 0 and opens(me, u, c):
                first, last = row(offsets, u, c)
                if last - first > LONG:
                    room[1 + add(room, 0, 1)] = u
                else:
                    arcs(me, u, first, last, c)
        begin = share(sync, team, size)
    meet(sync, team)
    if room[0] > 0:
        _together(me, team, sync, offsets, room, c)
        meet(sync, team)
        if me == 0:
            room[0] = 0
        meet(sync, team)


@part
def _together(me, team, sync, offsets, room, c):
    """All threads through the long lists: blocks numbered through, taken from the counter."""
    mine = share(sync, team, 1)
    passed = 0
    for k in range(room[0]):
        u = room[1 + k]
        first, last = row(offsets, u, c)
        blocks = (last - first + BLOCK - 1) // BLOCK
        while mine < passed + blocks:
            at = first + (mine - passed) * BLOCK
            arcs(me, u, at, min(at + BLOCK, last), c)
            mine = share(sync, team, 1)
        passed += blocks
