"""Filling a frontier: each thread collects members in a buffer of its own and hands it over whole.

One shared addition a buffer (the cores' kind of warp appending). Handing over is also where the
next frontier's degrees are summed, for the controller.
"""

from __future__ import annotations

import numpy as np

from edgewise.kernels.cpu.atomics import add, either, prefetch
from edgewise.kernels.cpu.bits import lowest, ones
from edgewise.kernels.cpu.board import (
    CODE,
    FORMS,
    FOUND,
    FOUND_IN,
    FOUND_OUT,
    HELD,
    LEFT,
    NEXT,
    WALKED,
)
from edgewise.kernels.cpu.forms import ALL, bit
from edgewise.kernels.cpu.jit import part
from edgewise.kernels.cpu.team import meet

BUFFER = 2048


@part
def hand_over(me, held, local, queue, offsets, heads, in_offsets, stats, state):
    """Count what a thread's buffer holds, and append it to the queue, unless all take part."""
    keeps = (state[CODE] & FORMS) >> 1 != ALL
    base = add(state, NEXT, held) if keeps else 0
    _append(me, held, base, keeps, local, queue, offsets, heads, in_offsets, stats)


@part
def hand_in(me, party, sync, local, queue, offsets, heads, in_offsets, stats, state):
    """The end of a round: what is left in the buffers goes into the queue in the threads' order.

    So a thread finds in its share of the next frontier what it wrote itself, where its core has it.
    """
    keeps = (state[CODE] & FORMS) >> 1 != ALL
    held = stats[me, HELD]
    stats[me, LEFT] = held
    base = state[NEXT] if party == 1 else 0
    if party > 1 and keeps:
        meet(sync, party)
        base = state[NEXT]
        for other in range(me):
            base += stats[other, LEFT]
    _append(me, held, base, keeps, local, queue, offsets, heads, in_offsets, stats)


@part
def _append(me, held, base, keeps, local, queue, offsets, heads, in_offsets, stats):
    total, total_in = 0, 0
    for i in range(held):
        v = local[me, i]
        if keeps:
            queue[base + i] = v
        first = offsets[v]
        total += offsets[v + 1] - first
        prefetch(heads, first)
        if in_offsets.size > 0:
            total_in += in_offsets[v + 1] - in_offsets[v]
    stats[me, HELD] = 0
    stats[me, FOUND] += held
    stats[me, FOUND_OUT] += total
    stats[me, FOUND_IN] += total_in


@part
def tally(me, stats, count, total, total_in, walked):
    """Add to what a thread has counted in this round."""
    stats[me, FOUND] += count
    stats[me, FOUND_OUT] += total
    stats[me, FOUND_IN] += total_in
    stats[me, WALKED] += walked


@part
def list_to_bits(me, party, sync, members, count, bits):
    """Set the bits of listed members; each word is cleared first, then set by whole words."""
    words = bits.size
    for w in range(words * me // party, words * (me + 1) // party):
        bits[w] = 0
    meet(sync, party)
    for i in range(count * me // party, count * (me + 1) // party):
        v = members[i]
        _set(bits, v, party)
    meet(sync, party)


@part
def _set(bits, v, party):
    if party > 1:
        either(bits, v >> 6, bit(v))
    else:
        bits[v >> 6] |= bit(v)


@part
def bits_to_list(me, party, sync, bits, queue, counts):
    """List the members of a bitmap in ascending order, and count them; counts: one a thread."""
    words = bits.size
    first, last = words * me // party, words * (me + 1) // party
    held = 0
    for w in range(first, last):
        held += ones(bits[w])
    counts[me, HELD] = held
    meet(sync, party)
    at, total = 0, 0
    for other in range(party):
        if other < me:
            at += counts[other, HELD]
        total += counts[other, HELD]
    for w in range(first, last):
        word = bits[w]
        while word != 0:
            queue[at] = (w << 6) + lowest(word)
            word = word & (word - np.uint64(1))
            at += 1
    meet(sync, party)
    counts[me, HELD] = 0
    return total
