"""Edges of vertex programs: value and buffer, message, combine, compute, activity.

`buffer` holds the best (or the sum) of what a vertex was told, `value` what it has taken in, and a
vertex is active while the two disagree. Idempotent programs announce `value` in synchronous rounds
and `buffer`, which is never behind it, in asynchronous ones. Residual programs take the buffer by
exchange, add it to the value, and pass on what they took (`sent`).
"""

from __future__ import annotations

from collections import namedtuple

import numpy as np

from edgewise.kernels.cpu.access import at
from edgewise.kernels.cpu.atomics import either, exchange
from edgewise.kernels.cpu.board import (
    ASYNC,
    CODE,
    F_LEAST,
    FACTS_WORDS,
    HELD,
    PULL,
    SAMPLES,
    WALKED,
)
from edgewise.kernels.cpu.forms import ALL, BITMAP, LIST, bit, is_set, member
from edgewise.kernels.cpu.jit import part
from edgewise.kernels.cpu.queue import BUFFER, hand_over, tally
from edgewise.kernels.cpu.sampling import nth_largest
from edgewise.kernels.cpu.specialise import slot
from edgewise.kernels.cpu.team import meet

RESIDUAL, WEIGHTED, NUMBERED, IDENTITY, TERMINATES, URGES = False, False, False, 0, False, False
MANY, TAKEN = 4096, 5
"""With fewer active vertices than this all are urgent; of those sampled, one in so many is."""


@slot
def message(sent, weight, degree, u, v, e, params):
    """What u tells v along e."""
    return sent


@slot
def combine(a, b):
    """The monoid's plain form."""
    return a + b


@slot
def into(array, i, new):
    """The monoid's atomic form: the value there before."""
    return array[i]


@slot
def compute(value, buffer, v, params):
    """The value once the buffer is taken in."""
    return buffer


@slot
def is_active(value, buffer, v, params):
    """Whether a vertex has something to tell."""
    return False


@slot
def settled(value, params):
    """Whether no message can change a buffer any more."""
    return False


@slot
def urgency(value, buffer, v, params):
    """How much a vertex has to tell."""
    return 0.0


News = namedtuple(
    "News",
    "offsets in_offsets heads queue bits fresh local stats state hasty pulls party least "
    "value buffer sent weights in_weights in_arcs params",
)
"""What the loops over arcs need."""


@part
def pack(
    offsets, heads, in_offsets, fields, queue, bits, fresh, local, stats, state, facts, party
):  # fmt: skip
    """The loops' arrays, and what kind of round this is."""
    code = state[CODE]
    kind = (code & ASYNC != 0, code & PULL != 0, party, facts[F_LEAST])
    arrays = (offsets, in_offsets, heads, queue, bits, fresh, local, stats, state)
    return News(*arrays, *kind, *fields)


@part
def _is_active(v, c):
    return is_active(c.value[v], c.buffer[v], v, c.params)


@part
def select(me, party, sync, bits, c):
    """The frontier is what has something to tell."""
    for w in range(bits.size * me // party, bits.size * (me + 1) // party):
        active = np.uint64(0)
        for v in range(w << 6, min((w + 1) << 6, c.value.size)):
            if _is_active(v, c):
                active |= bit(v)
        bits[w] = active
    meet(sync, party)


@part
def _take_in(u, c):
    """Compute one vertex: the buffer goes into the value; False when there was nothing."""
    if not _is_active(u, c):
        if RESIDUAL:
            c.sent[u] = IDENTITY
        return False
    if RESIDUAL:
        taken = exchange(c.buffer, u, IDENTITY)
        c.value[u] = compute(c.value[u], taken, u, c.params)
        c.sent[u] = taken
    else:
        _catch_up(u, c)
    return True


@part
def _catch_up(u, c):
    """Take in what the buffer holds, and, in haste, what came while the value was on its way.

    Who tells u better between the two sees the old value, and leaves it to us.
    """
    seen = c.buffer[u]
    exchange(c.value, u, compute(c.value[u], seen, u, c.params))
    while c.hasty and c.party > 1 and c.buffer[u] != seen:
        seen = c.buffer[u]
        exchange(c.value, u, compute(c.value[u], seen, u, c.params))


@part
def prepare(me, party, sync, form, members, bits, count, c):
    """Synchronous rounds, and pulls, compute all members before any message goes out."""
    if c.hasty and not c.pulls:
        return form
    n = c.value.size
    if form == ALL:
        for w in range(bits.size * me // party, bits.size * (me + 1) // party):
            active = np.uint64(0)
            for v in range(w << 6, min((w + 1) << 6, n)):
                if _take_in(v, c):
                    active |= bit(v)
            bits[w] = active
        form = BITMAP
    else:
        ahead = count if form != BITMAP else n
        for i in range(ahead * me // party, ahead * (me + 1) // party):
            u = member(form, members, bits, i)
            if u >= 0:
                _take_in(u, c)
    meet(sync, party)
    return form


@part
def least(fields, form, members, bits, count, facts):
    """The least urgency of this round: what one in TAKEN of a sample of the active reaches."""
    value, buffer, params = fields[0], fields[1], fields[6]
    if count < MANY:
        return -np.inf
    ahead = count if form == LIST else value.size
    stride, held = max(1, ahead // SAMPLES), 0
    for i in range(0, ahead, stride):
        v = member(form, members, bits, i)
        if v >= 0 and held < SAMPLES and is_active(value[v], buffer[v], v, params):
            facts[FACTS_WORDS + held] = urgency(value[v], buffer[v], v, params)
            held += 1
    if held == 0:
        return -np.inf
    return nth_largest(facts, FACTS_WORDS, held, held // TAKEN)


@part
def _waits(u, c):
    """Whether u has something to tell, and others have more."""
    value, buffer = c.value[u], c.buffer[u]
    if not is_active(value, buffer, u, c.params):
        return False
    return urgency(value, buffer, u, c.params) < c.least


@part
def _postpone(me, u, c):
    """u comes again in the next round, once."""
    if either(c.fresh, u >> 6, bit(u)) & bit(u) == 0:
        held = c.stats[me, HELD]
        c.local[me, held] = u
        c.stats[me, HELD] = held + 1
        if held + 1 == BUFFER:
            hand_over(
                me, BUFFER, c.local, c.queue, c.offsets, c.heads, c.in_offsets, c.stats, c.state
            )


@part
def opens(me, u, c):
    """Asynchronous pushes compute a vertex only now; one that has nothing to tell is left out.

    Of a program that knows of urgency, those that are not urgent are left for later.
    """
    if not c.hasty:
        return True
    if URGES and _waits(u, c):
        _postpone(me, u, c)
        return False
    return _take_in(u, c)


@part
def _told(u, c):
    """What u passes on: its residual, its value, or, in haste, the best it knows."""
    if RESIDUAL:
        return at(c.sent, u)
    return at(c.buffer, u) if c.hasty else at(c.value, u)


@part
def _put(v, new, c):
    """Combine a message into the buffer of v; the buffer before."""
    if c.party > 1:
        return into(c.buffer, v, new)
    old = c.buffer[v]
    c.buffer[v] = combine(old, new)
    return old


@part
def _is_news(v, old, new, c):
    """Whether this message, and none before it, gave v something to tell."""
    value = at(c.value, v)
    if is_active(value, old, v, c.params):
        return False
    if not is_active(value, combine(old, new), v, c.params):
        return False
    claimed = RESIDUAL or (c.hasty and c.party > 1)
    return not claimed or either(c.fresh, v >> 6, bit(v)) & bit(v) == 0


@part
def arcs(me, u, begin, end, c):
    """Push: tell every head, and list those that have news through it."""
    held, buffer, told = c.stats[me, HELD], c.buffer, _told(u, c)
    degree = c.offsets[u + 1] - c.offsets[u]
    for e in range(begin, end):
        v = at(c.heads, e)
        weight = at(c.weights, e) if WEIGHTED else c.weights[0]
        new = buffer.dtype.type(message(told, weight, degree, u, v, e, c.params))
        if not RESIDUAL and combine(at(buffer, v), new) == at(buffer, v):
            continue
        old = _put(v, new, c)
        if _is_news(v, old, new, c):
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
def _gather(v, best, first, last, heads, c):
    """What v's in-neighbours tell it, combined; and where it stopped listening."""
    e = first
    while e < last and not (TERMINATES and settled(best, c.params)):
        u = at(heads, e)
        if is_set(c.bits, u):
            told = _told(u, c)
            if told != IDENTITY:
                weight = at(c.in_weights, e) if WEIGHTED else c.in_weights[0]
                degree = c.offsets[u + 1] - c.offsets[u]
                arc = np.int64(at(c.in_arcs, e)) if NUMBERED else np.int64(e)
                new = message(told, weight, degree, u, v, arc, c.params)
                best = combine(best, c.buffer.dtype.type(new))
        e += 1
    return best, e


@part
def word(me, w, offsets, heads, c):
    """Pull: 64 vertices that gather from their neighbours; the bits of those with news."""
    found, buffer = np.uint64(0), c.buffer
    walked, count, total, total_in = 0, 0, 0, 0
    for v in range(w << 6, min((w + 1) << 6, c.value.size)):
        first, last = offsets[v], offsets[v + 1]
        best, end = _gather(v, buffer[v], first, last, heads, c)
        walked += end - first
        buffer[v] = best
        if _is_active(v, c):
            found |= bit(v)
            count += 1
            total += c.offsets[v + 1] - c.offsets[v]
            total_in += last - first
    c.fresh[w] = found
    tally(me, c.stats, count, total, total_in, walked)
