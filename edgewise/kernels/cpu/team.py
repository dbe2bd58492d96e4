"""A team: threads inside one kernel that wait for each other, share counters, and hear a stop.

A kernel that keeps a whole loop to itself takes `me`, `team` and `sync` first: which thread it is,
how many there are, and the words they share, each on a cache line of its own. Waiting is spinning
for some microseconds; then a thread gives its core away between looks, lest it keep the one that it
waits for from running; and one that has waited long sleeps between looks.
"""

from __future__ import annotations

from edgewise.kernels.cpu.atomics import add, arrive, load, relax, sleep, store, yield_core
from edgewise.kernels.cpu.jit import part

LINE = 8
ARRIVED, TURN, STOP, CURSOR, HALT = 0, LINE, 2 * LINE, 3 * LINE, 4 * LINE
WORDS = 8 * LINE
PATIENCE, WEARY, NAP = 1 << 8, 1 << 11, 50
"""Looks before a thread gives its core away, and before it sleeps; microseconds that it sleeps."""
LOOK, GLANCE = 1023, 15
"""Loops that share nothing listen for a stop at every number that ends in these bits: those over
vertices, and those over 64 of them at a time or over what may be long in itself."""
NO_MORE = 1 << 62
"""Where the next work begins when there is none: beyond everything."""


@part
def meet(sync, team):
    """Wait until every thread of the team is here; what they wrote before is seen after."""
    if team == 1:
        sync[CURSOR] = 0
        return
    turn = load(sync, TURN)
    if arrive(sync, ARRIVED, 1) == team - 1:
        sync[CURSOR] = 0
        store(sync, ARRIVED, 0)
        store(sync, TURN, turn + 1)
        return
    looks = 0
    while load(sync, TURN) == turn:
        relax()
        looks += 1
        if looks > WEARY:
            sleep(NAP)
        elif looks > PATIENCE:
            yield_core()


@part
def stopped(sync):
    """Whether somebody outside wants the loop to end."""
    return load(sync, STOP) != 0


@part
def share(sync, team, amount):
    """The next `amount` of shared work: where it begins. The count starts anew at each meeting.

    Once somebody has said stop there is no more work, so that no round is too long to be left.
    """
    if stopped(sync):
        return NO_MORE
    if team == 1:
        begin = sync[CURSOR]
        sync[CURSOR] = begin + amount
        return begin
    return add(sync, CURSOR, amount)


@part
def ends(me, sync, team):
    """Meet, and agree whether to stop: thread 0 looks, all hear the same.

    Its word stands in one of two places by turns, so that nobody reads the next one's.
    """
    place = HALT + (load(sync, TURN) & 1)
    if me == 0:
        sync[place] = load(sync, STOP)
    meet(sync, team)
    return sync[place] != 0
