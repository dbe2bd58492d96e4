"""Edges of uniform programs: in a round all messages are equal, and the first one settles a vertex.

So nothing is read of the sender, the receiver needs no buffer, and a pull may stop at the first
neighbour that is in the frontier: a bitmap that fits the cache answers.
"""

from __future__ import annotations

from collections import namedtuple

import numpy as np

from edgewise.kernels.cpu.access import at, put
from edgewise.kernels.cpu.atomics import cas, prefetch
from edgewise.kernels.cpu.bits import lowest
from edgewise.kernels.cpu.board import BASE, CODE, FORMS, HELD, ROUND, WALKED
from edgewise.kernels.cpu.forms import ALL, bit, is_set
from edgewise.kernels.cpu.jit import part
from edgewise.kernels.cpu.queue import BUFFER, hand_over, tally
from edgewise.kernels.cpu.specialise import slot
from edgewise.kernels.cpu.team import meet

UNSEEN, AHEAD = -1, 24
"""Who has no value yet; how many vertices ahead a pull calls rows from memory."""


@slot
def step(value):
    """What the vertices reached in a round get, from what the frontier has."""
    return value + 1


Hops = namedtuple(
    "Hops",
    "offsets in_offsets value queue bits fresh local stats state now then everything party heads "
    "open",
)
"""What the loops over arcs need."""


@part
def pack(
    offsets, heads, in_offsets, fields, queue, bits, fresh, local, stats, state, facts, party
):  # fmt: skip
    """The loops' arrays, and the values of this round and the next."""
    value = fields[0]
    now = value.dtype.type(state[ROUND] + state[BASE])
    everything = (state[CODE] & FORMS) >> 1 == ALL
    arrays = (offsets, in_offsets, value, queue, bits, fresh, local, stats, state)
    return Hops(*arrays, now, step(now), everything, party, heads, fields[1])


@part
def select(me, party, sync, bits, c):
    """The frontier is what has the present value."""
    for w in range(bits.size * me // party, bits.size * (me + 1) // party):
        active = np.uint64(0)
        for v in range(w << 6, min((w + 1) << 6, c.value.size)):
            if c.value[v] == c.now:
                active |= bit(v)
        bits[w] = active
    meet(sync, party)


@part
def prepare(me, party, sync, form, members, bits, count, c):
    """Nothing is computed before the messages go out."""
    return form


@part
def opens(me, u, c):
    """A member of the frontier; of all vertices, one that has the present value."""
    return not c.everything or c.value[u] == c.now


@part
def arcs(me, u, begin, end, c):
    """Push: settle every head that is not settled yet."""
    held, value = c.stats[me, HELD], c.value
    for e in range(begin, end):
        v = at(c.heads, e)
        if at(value, v) == UNSEEN:
            if c.party == 1:
                put(value, v, c.then)
            elif not cas(value, v, UNSEEN, c.then):
                continue
            c.local[me, held] = v
            held += 1
            if held == BUFFER:
                hand_over(
                    me, held, c.local, c.queue, c.offsets, c.heads, c.in_offsets, c.stats, c.state
                )
                held = 0
    c.stats[me, HELD] = held
    c.stats[me, WALKED] += end - begin


@part
def word(me, w, offsets, heads, c):
    """Pull: 64 vertices that look for a neighbour in the frontier; their bits in the next one.

    `c.open` has a bit for each vertex that may still be reached: who is settled, or has nobody to
    look for, is looked at once and never again.
    """
    found, value, open_word = np.uint64(0), c.value, c.open[w]
    left = open_word
    walked, count, total, total_in = 0, 0, 0, 0
    while left != 0:
        v = (w << 6) + lowest(left)
        left = left & (left - np.uint64(1))
        if at(value, v) != UNSEEN:
            open_word ^= bit(v)
            continue
        first, last = at(offsets, v), at(offsets, v + 1)
        prefetch(heads, at(offsets, min(v + AHEAD, value.size)))
        e = _search(first, last, heads, c)
        walked += e - first
        if e < last:
            put(value, v, c.then)
            found |= bit(v)
            count += 1
            walked += 1
            total += at(c.offsets, v + 1) - at(c.offsets, v)
            total_in += last - first
        if e < last or first == last:
            open_word ^= bit(v)
    c.open[w] = open_word
    c.fresh[w] = found
    tally(me, c.stats, count, total, total_in, walked)


@part
def _search(first, last, heads, c):
    """The first arc of a row that comes from the frontier, or the row's end."""
    e = first
    if c.everything:
        while e < last and at(c.value, at(heads, e)) != c.now:
            e += 1
    else:
        while e < last and not is_set(c.bits, at(heads, e)):
            e += 1
    return e
