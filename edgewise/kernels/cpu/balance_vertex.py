"""Balance "vertex": members dealt out evenly beforehand, each with all its arcs to one thread."""

from __future__ import annotations

from edgewise.kernels.cpu.forms import member
from edgewise.kernels.cpu.jit import part
from edgewise.kernels.cpu.specialise import slot
from edgewise.kernels.cpu.team import LOOK, stopped


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
    """Give every arc of every member to `arcs`, once."""
    for i in range(count * me // team, count * (me + 1) // team):
        if i & LOOK == LOOK and stopped(sync):
            return
        u = member(form, members, bits, i)
        if u >= 0 and opens(me, u, c):
            first, last = row(offsets, u, c)
            arcs(me, u, first, last, c)
