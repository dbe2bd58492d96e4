"""Balance "local": a thread flattens the lists of a chunk of members into one loop over arcs.

The inner loops of a chunk become one: a running sum of degrees tells which member an arc belongs
to, so short lists cost no loop of their own (Slota's collapse within a team).
"""

from __future__ import annotations

from edgewise.kernels.cpu.forms import member
from edgewise.kernels.cpu.jit import part
from edgewise.kernels.cpu.specialise import slot
from edgewise.kernels.cpu.team import share

CHUNK = 128


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
    """Give every arc of every member to `arcs`, once. room: 2 * CHUNK numbers a thread, from 1."""
    chosen = 1 + me * 2 * CHUNK
    ends = chosen + CHUNK
    begin = share(sync, team, CHUNK)
    while begin < count:
        held, total = 0, 0
        for i in range(begin, min(begin + CHUNK, count)):
            u = member(form, members, bits, i)
            if u >= 0 and opens(me, u, c):
                first, last = row(offsets, u, c)
                total += last - first
                room[chosen + held], room[ends + held] = u, total
                held += 1
        _flat(me, room, chosen, ends, total, offsets, c)
        begin = share(sync, team, CHUNK)


@part
def _flat(me, room, chosen, ends, total, offsets, c):
    k, u = 0, room[chosen]
    shift = row(offsets, u, c)[0] if total > 0 else 0
    for flat in range(total):
        while flat >= room[ends + k]:
            k += 1
            u = room[chosen + k]
            shift = row(offsets, u, c)[0] - room[ends + k - 1]
        arcs(me, u, flat + shift, flat + shift + 1, c)
