"""The loop of ordered programs: nearest bin first, as delta-stepping does it.

A vertex is told something (`best` falls), is put into the bin of its priority, and speaks when that
bin's turn comes; `value` is what it said last, so that a vertex that lies in bins twice speaks
once. News for the bin at hand are followed up by the thread that made them, without a meeting, as
long as they are few. A bin with little in it is left to thread 0 alone.
"""

from __future__ import annotations

import numpy as np

from edgewise.kernels.cpu.access import at, put
from edgewise.kernels.cpu.atomics import lesser, prefetch, ticks
from edgewise.kernels.cpu.bins import (
    BINS,
    BLOCK,
    FAR,
    NOTHING,
    SHORT,
    hold,
    release,
)
from edgewise.kernels.cpu.board import (
    ALONE,
    DONE,
    FOUND,
    ROUND,
    ROWS,
    SINCE,
    T_ACTIVE,
    T_CODE,
    T_FOUND,
    T_OUT,
    T_TICKS,
    T_WALKED,
    T_WHY,
    WALKED,
)
from edgewise.kernels.cpu.jit import nest, part
from edgewise.kernels.cpu.specialise import slot
from edgewise.kernels.cpu.team import CURSOR, meet, share, stopped

WEIGHTED = True
LAST_KEY = float(1 << 60)
BASE_KEY, BIN, CHAINS, LISTED, TAKEN = 26, 27, 28, 29, 30
"""state: the key of bin 0; the lowest bin in use; blocks of the bin taken; vertices in them; it."""
FUSED, SMALL, AHEAD = 1000, 256, 8
"""Up to how many follow-ups a thread does by itself; bins smaller than that are done alone."""


@slot
def message(sent, weight, degree, u, v, e, params):
    """What u tells v along e."""
    return sent + weight


@slot
def key(value, delta):
    """The priority of a value: bins go by it, lowest first."""
    return np.int64(value) >> np.int64(delta)


@part
def scaled(value, delta):
    """The priority of a real value; delta is one over the width of a bin."""
    return np.int64(min(value * delta, LAST_KEY))


@part
def _place(me, v, new, delta, pool, links, heads, fills, state):
    slot_number = max(key(new, delta) - state[BASE_KEY], state[BIN])
    hold(me, min(slot_number, FAR), v, pool, links, heads, fills, state)


@part
def _speak(
    me, party, u, offsets, adjacent, weights, value, best, params, limit, delta, pool, links, heads,
    fills, stats, state,
):  # fmt: skip
    """Let u tell its neighbours, if it has anything that it has not said yet."""
    told = at(best, u)
    if not told < at(value, u):
        return
    put(value, u, told)
    first, last = at(offsets, u), at(offsets, u + 1)
    for e in range(first, last):
        v = at(adjacent, e)
        weight = at(weights, e) if WEIGHTED else weights[0]
        new = best.dtype.type(message(told, weight, last - first, u, v, e, params))
        if new < at(best, v) and new <= limit:
            if party == 1:
                put(best, v, new)
            elif not new < lesser(best, v, new):
                continue
            _place(me, v, new, delta, pool, links, heads, fills, state)
    stats[me, FOUND] += 1
    stats[me, WALKED] += last - first


@nest
def run(
    me, team, sync, offsets, adjacent, weights, value, best, params, limit, delta, pool, links,
    heads, fills, work, stats, state, trace, code,
):  # fmt: skip
    """Bins in ascending order until all are empty, the pool is short, or somebody said stop."""
    while True:
        if me == 0:
            _decide(team, sync, heads, fills, links, work, state)
        if me != 0 or state[ALONE] == 0:
            meet(sync, team)
        if state[DONE] != 0:
            return
        party = 1 if state[ALONE] != 0 else team
        if state[TAKEN] == FAR:
            _rebin(me, party, sync, value, best, delta, pool, links, heads, fills, work, state)
        else:
            _bin(
                me, party, sync, offsets, adjacent, weights, value, best, params, limit, delta,
                pool, links, heads, fills, work, stats, state,
            )  # fmt: skip
        if party > 1:
            meet(sync, party)
        if me == 0:
            _note(team, stats, state, trace, code)


@part
def _decide(team, sync, heads, fills, links, work, state):
    """Thread 0: the first bin with anything in it, and its blocks as a list of work."""
    state[ALONE] = 0
    bin_at = BINS
    for one in range(team):
        for slot_number in range(state[BIN], FAR + 1):
            if slot_number >= bin_at:
                break
            if heads[one, slot_number] != NOTHING:
                bin_at = slot_number
    ended = bin_at == BINS or state[SHORT] != 0 or stopped(sync)
    state[DONE] = 1 if ended else 0
    if ended:
        return
    state[BIN], state[TAKEN] = bin_at, bin_at
    count, listed = 0, 0
    for one in range(team):
        block, fill = heads[one, bin_at], fills[one, bin_at]
        while block != NOTHING:
            work[count, 0], work[count, 1] = block, fill
            count, listed = count + 1, listed + fill
            block, fill = links[block], BLOCK
        heads[one, bin_at] = NOTHING
        fills[one, bin_at] = 0
    state[CHAINS], state[LISTED] = count, listed
    sync[CURSOR] = 0
    state[ALONE] = 1 if team == 1 or listed < SMALL else 0
    state[SINCE] = ticks()


@part
def _fetch_ahead(pool, block, i, fill, offsets, adjacent, weights):
    """Call the rows of those whose turn comes soon."""
    prefetch(offsets, pool[block, min(i + 2 * AHEAD, fill - 1)])
    first = at(offsets, pool[block, min(i + AHEAD, fill - 1)])
    prefetch(adjacent, first)
    if WEIGHTED:
        prefetch(weights, first)


@part
def _bin(
    me, party, sync, offsets, adjacent, weights, value, best, params, limit, delta, pool, links,
    heads, fills, work, stats, state,
):  # fmt: skip
    """Every vertex of the bin speaks, and those it calls into the same bin while they are few."""
    at = share(sync, party, 1)
    while at < state[CHAINS]:
        block, fill = work[at, 0], work[at, 1]
        for i in range(fill):
            _fetch_ahead(pool, block, i, fill, offsets, adjacent, weights)
            _speak(
                me, party, pool[block, i], offsets, adjacent, weights, value, best, params, limit,
                delta, pool, links, heads, fills, stats, state,
            )  # fmt: skip
        release(me, block, links, heads)
        at = share(sync, party, 1)
    mine, followed = state[BIN], 0
    while heads[me, mine] != NOTHING and followed < FUSED:
        block, fill = heads[me, mine], fills[me, mine]
        heads[me, mine] = links[block]
        fills[me, mine] = BLOCK
        followed += fill
        for i in range(fill):
            _fetch_ahead(pool, block, i, fill, offsets, adjacent, weights)
            _speak(
                me, party, pool[block, i], offsets, adjacent, weights, value, best, params, limit,
                delta, pool, links, heads, fills, stats, state,
            )  # fmt: skip
        release(me, block, links, heads)
    if heads[me, mine] == NOTHING:
        fills[me, mine] = 0


@part
def _rebin(me, party, sync, value, best, delta, pool, links, heads, fills, work, state):
    """The window moves: its first bin becomes the least key of those beyond; they are binned."""
    if me == 0:
        state[BASE_KEY] = _least(value, best, delta, pool, work, state)
        state[BIN] = 0
        sync[CURSOR] = 0
    if party > 1:
        meet(sync, party)
    at = share(sync, party, 1)
    while at < state[CHAINS]:
        block, fill = work[at, 0], work[at, 1]
        for i in range(fill):
            v = pool[block, i]
            if best[v] < value[v]:
                _place(me, v, best[v], delta, pool, links, heads, fills, state)
        release(me, block, links, heads)
        at = share(sync, party, 1)


@part
def _least(value, best, delta, pool, work, state):
    least = np.int64(1) << np.int64(62)
    for chain in range(state[CHAINS]):
        for i in range(work[chain, 1]):
            v = pool[work[chain, 0], i]
            if best[v] < value[v]:
                least = min(least, key(best[v], delta))
    return min(least, np.int64(1) << np.int64(60))


@part
def _note(team, stats, state, trace, code):
    """Thread 0: the round's row."""
    spoke, walked = 0, 0
    for one in range(team):
        spoke += stats[one, FOUND]
        walked += stats[one, WALKED]
        stats[one, FOUND] = 0
        stats[one, WALKED] = 0
    row = state[ROWS]
    if row < trace.shape[0]:
        trace[row, T_CODE], trace[row, T_ACTIVE] = code, state[LISTED]
        trace[row, T_OUT], trace[row, T_WALKED] = walked, walked
        trace[row, T_FOUND], trace[row, T_TICKS] = spoke, ticks() - state[SINCE]
        trace[row, T_WHY] = 11 if state[TAKEN] < FAR else 12
        state[ROWS] = row + 1
    state[ROUND] += 1
