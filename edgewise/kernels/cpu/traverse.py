"""The round loop of uniform programs: decide, walk, count, until nobody is active.

The whole loop is one kernel, run by a team; thread 0 decides, by the controller's own function.
While there is little to do, thread 0 goes on alone and the others wait, so that a road network
with thousands of tiny rounds pays for no meeting.
"""

from __future__ import annotations

from edgewise.kernels.cpu.atomics import ticks
from edgewise.kernels.cpu.board import (
    ACTIVE,
    ALONE,
    ASYNC,
    CODE,
    DONE,
    F_ACTIVE,
    F_ARCS,
    F_BEFORE,
    F_IN,
    F_LEAST,
    F_OPTION,
    F_OUT,
    F_ROUND,
    F_TICKS,
    F_UNTOUCHED,
    F_VERTICES,
    F_WALKED,
    FORM,
    FORMS,
    FOUND,
    FOUND_IN,
    FOUND_OUT,
    IN,
    NEXT,
    OPTION,
    OUT,
    PULL,
    ROUND,
    ROWS,
    SINCE,
    T_ACTIVE,
    T_CODE,
    T_FOUND,
    T_IN,
    T_OUT,
    T_TICKS,
    T_WALKED,
    T_WHY,
    TURN,
    UNTOUCHED,
    WALKED,
)
from edgewise.kernels.cpu.forms import ALL, BITMAP, LIST
from edgewise.kernels.cpu.jit import nest, part
from edgewise.kernels.cpu.queue import bits_to_list, hand_in, list_to_bits
from edgewise.kernels.cpu.specialise import slot
from edgewise.kernels.cpu.team import CURSOR, meet, stopped

SMALL = 1024
"""With fewer arcs than this ahead, a round is not worth a meeting."""
PUSHES, PULLS, CLAIMS, URGES = True, True, False, False


@slot
def choose(facts, memory):
    """The controller: which of the options runs next."""
    return 0


@slot
def push(me, party, sync, form, members, bits, count, offsets, room, c):
    """The walk of a push."""


@slot
def pack(
    offsets, heads, in_offsets, fields, queue, bits, fresh, local, stats, state, facts, party
):  # fmt: skip
    """The family's own tuple of what its loops need."""


@slot
def least(fields, form, members, bits, count, facts):
    """How urgent a vertex must at least be in this round, of a program that knows of urgency."""
    return 0.0


@slot
def select(me, party, sync, bits, c):
    """Find the active vertices and set their bits, after rounds that kept no list."""


@slot
def prepare(me, party, sync, form, members, bits, count, c):
    """What a family computes of the frontier before messages go out; the form to walk then."""
    return form


@slot
def pull(me, party, sync, words, offsets, heads, c):
    """The walk of a pull."""


@nest
def run(
    me,
    team,
    sync,
    offsets,
    heads,
    in_offsets,
    in_heads,
    fields,
    lists,
    bitmaps,
    local,
    room,
    stats,
    state,
    options,
    facts,
    memory,
    trace,
    most,
):
    """Rounds until nobody is active, `most` were done, or somebody said stop."""
    n = fields[0].size
    while True:
        if me == 0:
            _decide(sync, team, n, heads.size, state, options, facts, memory, most)
            if URGES and state[DONE] == 0:
                now = state[TURN]
                facts[F_LEAST] = least(
                    fields, state[FORM], lists[now], bitmaps[now], state[ACTIVE], facts
                )
            if state[ALONE] == 0:
                meet(sync, team)
        else:
            meet(sync, team)
        if state[DONE] != 0:
            return
        party = 1 if state[ALONE] != 0 else team
        _round(
            me,
            party,
            sync,
            offsets,
            heads,
            in_offsets,
            in_heads,
            fields,
            lists,
            bitmaps,
            local,
            room,
            stats,
            state,
            facts,
        )
        if party > 1:
            meet(sync, party)
        if me == 0:
            _count(team, sync, stats, state, facts, memory, trace)


@part
def _decide(sync, team, n, m, state, options, facts, memory, most):
    """Thread 0: whether to go on, and how."""
    ended = state[ACTIVE] == 0 or state[ROUND] >= most or stopped(sync)
    state[DONE] = 1 if ended else 0
    if ended:
        state[ALONE] = 0
        return
    facts[F_ROUND], facts[F_ACTIVE] = state[ROUND], state[ACTIVE]
    facts[F_OUT], facts[F_IN], facts[F_UNTOUCHED] = state[OUT], state[IN], state[UNTOUCHED]
    facts[F_VERTICES], facts[F_ARCS] = n, m
    choice = choose(facts, memory)
    state[OPTION], state[CODE] = choice, options[choice]
    facts[F_OPTION], facts[F_BEFORE] = choice, state[ACTIVE]
    pulls = state[CODE] & PULL != 0
    listed = state[FORM] != ALL and (state[CODE] & FORMS) >> 1 == LIST
    scan = n >> 6 if state[FORM] == BITMAP else 0
    little = listed and not pulls and state[OUT] + state[ACTIVE] + scan < SMALL
    state[ALONE] = 1 if little or team == 1 else 0
    state[SINCE] = ticks()


@part
def _round(
    me,
    party,
    sync,
    offsets,
    heads,
    in_offsets,
    in_heads,
    fields,
    lists,
    bitmaps,
    local,
    room,
    stats,
    state,
    facts,
):
    turn, form, count = state[TURN], state[FORM], state[ACTIVE]
    members, queue = lists[turn], lists[1 - turn]
    bits, fresh = bitmaps[turn], bitmaps[1 - turn]
    code, n = state[CODE], fields[0].size
    wanted, pulls = (code & FORMS) >> 1, code & PULL != 0
    c = pack(
        offsets, heads, in_offsets, fields, queue, bits, fresh, local, stats, state, facts, party
    )  # fmt: skip
    if form == ALL and wanted != ALL:
        select(me, party, sync, bits, c)
        form = BITMAP
    if form == BITMAP and wanted == LIST:
        count = bits_to_list(me, party, sync, bits, members, stats)
    elif form == LIST and wanted == BITMAP:
        list_to_bits(me, party, sync, members, count, bits)
    form = prepare(me, party, sync, wanted, members, bits, count, c)
    if PULLS and pulls:
        pull(me, party, sync, bits.size, in_offsets, in_heads, c)
    elif PUSHES:
        if CLAIMS or (code & ASYNC != 0 and party > 1):
            _clear(me, party, sync, fresh)
        ahead = count if form == LIST else n
        push(me, party, sync, form, members, bits, ahead, offsets, room, c)
        hand_in(me, party, sync, local, queue, offsets, heads, in_offsets, stats, state)


@part
def _clear(me, party, sync, bits):
    for w in range(bits.size * me // party, bits.size * (me + 1) // party):
        bits[w] = 0
    meet(sync, party)


@part
def _count(team, sync, stats, state, facts, memory, trace):
    """Thread 0, when all are done: sum up, write the round's row, turn to the next frontier."""
    found, out, inward, walked = 0, 0, 0, 0
    for one in range(team):
        found += stats[one, FOUND]
        out += stats[one, FOUND_OUT]
        inward += stats[one, FOUND_IN]
        walked += stats[one, WALKED]
        stats[one, FOUND] = 0
        stats[one, FOUND_OUT] = 0
        stats[one, FOUND_IN] = 0
        stats[one, WALKED] = 0
    facts[F_TICKS], facts[F_WALKED] = ticks() - state[SINCE], walked
    row = state[ROWS]
    if row < trace.shape[0]:
        trace[row, T_CODE], trace[row, T_ACTIVE] = state[CODE], state[ACTIVE]
        trace[row, T_OUT], trace[row, T_IN] = state[OUT], state[IN]
        trace[row, T_WALKED], trace[row, T_TICKS] = walked, ticks() - state[SINCE]
        trace[row, T_WHY], trace[row, T_FOUND] = memory[0], found
        state[ROWS] = row + 1
    state[UNTOUCHED] -= state[OUT]
    state[ACTIVE], state[OUT], state[IN] = found, out, inward
    everything = (state[CODE] & FORMS) >> 1 == ALL
    state[FORM] = BITMAP if state[CODE] & PULL != 0 else ALL if everything else LIST
    state[NEXT] = 0
    sync[CURSOR] = 0
    state[TURN] = 1 - state[TURN]
    state[ROUND] += 1
