"""Edges of operators: the caller's own functors decide what passes, and write what they like.

An arc is visited while its head is `open`; where `cond` holds, `apply` runs, and the head, or the
arc itself, is a member of the next frontier. `claims` keeps members from being listed twice: a
bitmap for this round, and one for the round before, which is cleared by the list that it made.
The functors come in two forms, for one thread and for many.
"""

from __future__ import annotations

from collections import namedtuple

import numpy as np

from edgewise.kernels.cpu.access import at
from edgewise.kernels.cpu.atomics import add, either, prefetch
from edgewise.kernels.cpu.bits import lowest, ones
from edgewise.kernels.cpu.board import (
    FORM,
    FOUND,
    FOUND_OUT,
    HELD,
    LEFT,
    NEXT,
    ROUND,
    TURN,
    WALKED,
)
from edgewise.kernels.cpu.forms import LIST, bit, is_set
from edgewise.kernels.cpu.jit import part
from edgewise.kernels.cpu.queue import BUFFER, hand_over, tally
from edgewise.kernels.cpu.specialise import slot
from edgewise.kernels.cpu.team import meet

FROM_EDGES, TO_EDGES, WEIGHTED, NUMBERED, EXACT, OPENS, APPLIES = (False,) * 7
"""What members and findings are; what functors ask for; whether each is found once."""
AHEAD = 24
"""So many vertices ahead a pull calls for the row that it will read."""


@slot
def cond(u, v, e, weight, degree, via, params):
    """Whether the arc passes."""
    return True


@slot
def cond_alone(u, v, e, weight, degree, via, params):
    """The same where nobody else writes."""
    return True


@slot
def apply(u, v, e, weight, degree, via, params):
    """What is done for an arc that passed."""


@slot
def apply_alone(u, v, e, weight, degree, via, params):
    """The same where nobody else writes."""


@slot
def is_open(v, params):
    """Whether arcs to v are visited."""
    return True


Arcs = namedtuple(
    "Arcs",
    "offsets in_offsets heads queue bits fresh local stats state party claims before "
    "universe weights in_weights in_arcs params",
)
"""What the loops over arcs need."""


@part
def pack(
    offsets, heads, in_offsets, fields, queue, bits, fresh, local, stats, state, facts, party
):  # fmt: skip
    """The loops' arrays; the claims of this round and those of the round before."""
    universe, weights, in_weights, in_arcs, claims, params = fields
    turn = state[TURN]
    arrays = (offsets, in_offsets, heads, queue, bits, fresh, local, stats, state, party)
    given = (universe.size, weights, in_weights, in_arcs, params)
    return Arcs(*arrays, claims[turn], claims[1 - turn], *given)


@part
def select(me, party, sync, bits, c):
    """Of all members every bit is set."""
    for w in range(bits.size * me // party, bits.size * (me + 1) // party):
        left = c.universe - (w << 6)
        bits[w] = ~np.uint64(0) if left >= 64 else bit(left) - np.uint64(1)
    meet(sync, party)


@part
def prepare(me, party, sync, form, members, bits, count, c):
    """Clear what the round before claimed: it found this round's members, and lists them."""
    if EXACT and c.state[ROUND] > 0 and c.state[FORM] == LIST:
        words = c.before.size
        if count < words:
            for i in range(count * me // party, count * (me + 1) // party):
                c.before[members[i] >> 6] = 0
        else:
            for w in range(words * me // party, words * (me + 1) // party):
                c.before[w] = 0
    return form


@part
def opens(me, u, c):
    """Whoever is a member is walked."""
    return True


@part
def row(offsets, u, c):
    """Where the arcs of a member begin and end: those of a vertex, or of an arc's head."""
    start = at(c.heads, u) if FROM_EDGES else u
    return at(offsets, start), at(offsets, start + 1)


@part
def _passes(u, v, e, weight, degree, via, c):
    """Visit one arc."""
    if c.party == 1:
        passed = cond_alone(u, v, e, weight, degree, via, c.params)
        if passed and APPLIES:
            apply_alone(u, v, e, weight, degree, via, c.params)
    else:
        passed = cond(u, v, e, weight, degree, via, c.params)
        if passed and APPLIES:
            apply(u, v, e, weight, degree, via, c.params)
    return passed


@part
def _is_new(found, c):
    """Whether nobody has found this member in this round."""
    if not EXACT:
        return True
    if is_set(c.claims, found):
        return False
    if c.party == 1:
        c.claims[found >> 6] |= bit(found)
        return True
    return either(c.claims, found >> 6, bit(found)) & bit(found) == 0


@part
def arcs(me, u, begin, end, c):
    """Push: visit the arcs of a member."""
    via, held = u, c.stats[me, HELD]
    start = np.int64(at(c.heads, u)) if FROM_EDGES else u
    degree = at(c.offsets, start + 1) - at(c.offsets, start)
    for e in range(begin, end):
        v = np.int64(at(c.heads, e))
        if OPENS and not is_open(v, c.params):
            continue
        weight = at(c.weights, e) if WEIGHTED else c.weights[0]
        if not _passes(start, v, e, weight, degree, via, c):
            continue
        found = e if TO_EDGES else v
        if _is_new(found, c):
            c.local[me, held] = found
            if TO_EDGES:
                c.stats[me, FOUND_OUT] += at(c.offsets, v + 1) - at(c.offsets, v)
            held += 1
            if held == BUFFER:
                _hand_over(me, held, c)
                held = 0
    c.stats[me, HELD] = held
    c.stats[me, WALKED] += end - begin


@part
def _hand_over(me, held, c):
    if TO_EDGES:
        base = add(c.state, NEXT, held)
        _append(me, held, base, c.local, c.queue, c.stats)
    else:
        arrays = (c.local, c.queue, c.offsets, c.heads, c.in_offsets, c.stats, c.state)
        hand_over(me, held, *arrays)


@part
def hand_in(me, party, sync, local, queue, offsets, heads, in_offsets, stats, state):
    """The end of a round that found arcs: the rest goes into the queue in the threads' order."""
    held = stats[me, HELD]
    stats[me, LEFT] = held
    base = state[NEXT]
    if party > 1:
        meet(sync, party)
        base = state[NEXT]
        for other in range(me):
            base += stats[other, LEFT]
    _append(me, held, base, local, queue, stats)


@part
def _append(me, held, base, local, queue, stats):
    for i in range(held):
        queue[base + i] = local[me, i]
    stats[me, HELD] = 0
    stats[me, FOUND] += held


@part
def word(me, w, offsets, heads, c):
    """Pull: 64 vertices ask their in-neighbours in the frontier, each while it is open."""
    found, left = np.uint64(0), _open(w, c)
    walked, total, total_in = 0, 0, 0
    while left != 0:
        v = (w << 6) + lowest(left)
        left = left & (left - np.uint64(1))
        if OPENS and not is_open(v, c.params):
            continue
        first, last = at(offsets, v), at(offsets, v + 1)
        prefetch(heads, at(offsets, min(v + AHEAD, c.universe)))
        passed, end = _ask(v, first, last, heads, c)
        walked += end - first
        if passed:
            found |= bit(v)
            total += at(c.offsets, v + 1) - at(c.offsets, v)
            total_in += last - first
    c.fresh[w] = found
    tally(me, c.stats, ones(found), total, total_in, walked)


@part
def _open(w, c):
    """The bits of those that are open, of 64 vertices: most are closed in the end, and left out."""
    bits = np.uint64(0)
    for v in range(w << 6, min((w + 1) << 6, c.universe)):
        if not OPENS or is_open(v, c.params):
            bits |= bit(v)
    return bits


@part
def _ask(v, first, last, heads, c):
    """Visit the in-arcs of v that come from the frontier; whether one passed, where it ended."""
    passed, e = False, first
    while e < last:
        u = np.int64(at(heads, e))
        if is_set(c.bits, u):
            weight = at(c.in_weights, e) if WEIGHTED else c.in_weights[0]
            degree = at(c.offsets, u + 1) - at(c.offsets, u)
            arc = np.int64(at(c.in_arcs, e)) if NUMBERED else e
            if _passes(u, v, arc, weight, degree, u, c):
                passed = True
            if OPENS and not is_open(v, c.params):
                return passed, e + 1
        e += 1
    return passed, e
