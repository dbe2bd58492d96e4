"""The loop of sweeps: every round, every vertex gathers from its in-neighbours, computed anew.

Rows are cut into pieces beforehand, by arcs and not by threads; what a round measures is summed up
piece by piece in order, so the answer is the same on any number of threads.
"""

from __future__ import annotations

from edgewise.kernels.cpu.access import at, put
from edgewise.kernels.cpu.atomics import ticks
from edgewise.kernels.cpu.board import (
    DONE,
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
)
from edgewise.kernels.cpu.jit import nest, part
from edgewise.kernels.cpu.specialise import slot
from edgewise.kernels.cpu.team import meet, share, stopped

WEIGHTED = False
FEW, SHORT = 4, 4
EVERY_VERTEX = 13


@slot
def gather(sent, weight, params):
    """What arrives along an arc."""
    return sent


@slot
def update(total, value, v, shared, params):
    """The new value of a vertex, from the sum of what arrived."""
    return total


@slot
def send(value, v, params):
    """What a vertex sends along each of its out-arcs."""
    return value


@slot
def measure(old, new, v, params):
    """What a vertex adds to the round's first sum: its change."""
    return abs(new - old)


@slot
def count(old, new, v, params):
    """What a vertex adds to the round's other sum."""
    return 0.0


@slot
def settle(change, other, rounds, shared, params):
    """After a round, from its sums: what all may read in the next, and whether it is the last."""
    return True


@nest
def run(
    me, team, sync, in_offsets, tails, weights, value, sent, params, shared, cuts, sums, state,
    trace, code, most,
):  # fmt: skip
    """Rounds until `settle` says so, `most` were done, or somebody said stop."""
    for v in range(value.size * me // team, value.size * (me + 1) // team):
        sent[0, v] = send(value[v], v, params)
    while True:
        if me == 0:
            if state[DONE] == 0 and (state[ROUND] >= most or stopped(sync)):
                state[DONE] = 1
            state[SINCE] = ticks()
        meet(sync, team)
        if state[DONE] != 0:
            return
        now = state[ROUND] & 1
        piece = share(sync, team, 1)
        while piece < cuts.size - 1:
            _piece(
                piece, in_offsets, tails, weights, value, sent[now], sent[1 - now], params, shared,
                cuts, sums,
            )  # fmt: skip
            piece = share(sync, team, 1)
        meet(sync, team)
        if me == 0:
            _settle(value.size, tails.size, params, shared, sums, state, trace, code)


@part
def _piece(piece, in_offsets, tails, weights, value, sent, next_sent, params, shared, cuts, sums):
    kind = value.dtype.type
    change, other, begin, end = 0.0, 0.0, cuts[piece], cuts[piece + 1]
    first = at(in_offsets, begin)
    for v in range(begin, end):
        last = at(in_offsets, v + 1)
        total = _total(first, last, tails, weights, sent, params, kind(0))
        first = last
        old = at(value, v)
        new = kind(update(total, old, v, shared, params))
        put(value, v, new)
        put(next_sent, v, send(new, v, params))
        change += measure(old, new, v, params)
        other += count(old, new, v, params)
    sums[piece, 0], sums[piece, 1] = change, other


@part
def _total(first, last, tails, weights, sent, params, zero):
    """The sum of a row in four strands, so that no addition waits for the one before."""
    if last - first <= FEW:
        return _few(first, last, tails, weights, sent, params, zero)
    a, b, c, d = zero, zero, zero, zero
    e = first
    while last - e >= SHORT:
        a += _arrives(e, tails, weights, sent, params)
        b += _arrives(e + 1, tails, weights, sent, params)
        c += _arrives(e + 2, tails, weights, sent, params)
        d += _arrives(e + 3, tails, weights, sent, params)
        e += 4
    while e < last:
        a += _arrives(e, tails, weights, sent, params)
        e += 1
    return (a + b) + (c + d)


@part
def _few(first, last, tails, weights, sent, params, zero):
    """The sum of at most four, without a branch that nobody could predict."""
    if first == last:
        return zero
    end = last - 1
    a = _arrives(first, tails, weights, sent, params)
    b = _arrives(min(first + 1, end), tails, weights, sent, params)
    c = _arrives(min(first + 2, end), tails, weights, sent, params)
    d = _arrives(min(first + 3, end), tails, weights, sent, params)
    b = b if first + 1 <= end else zero
    c = c if first + 2 <= end else zero
    d = d if first + 3 <= end else zero
    return (a + b) + (c + d)


@part
def _arrives(e, tails, weights, sent, params):
    weight = at(weights, e) if WEIGHTED else weights[0]
    return sent.dtype.type(gather(at(sent, at(tails, e)), weight, params))


@part
def _settle(n, m, params, shared, sums, state, trace, code):
    """Thread 0: the sums of a round, its row, and whether there is another."""
    change, other = 0.0, 0.0
    for piece in range(sums.shape[0]):
        change += sums[piece, 0]
        other += sums[piece, 1]
    state[ROUND] += 1
    row = state[ROWS]
    if row < trace.shape[0]:
        trace[row, T_CODE], trace[row, T_ACTIVE] = code, n
        trace[row, T_OUT], trace[row, T_IN], trace[row, T_WALKED] = m, m, m
        trace[row, T_TICKS], trace[row, T_WHY] = ticks() - state[SINCE], EVERY_VERTEX
        trace[row, T_FOUND] = n
        state[ROWS] = row + 1
    if settle(change, other, state[ROUND], shared, params):
        state[DONE] = 2
