"""The loop of `reduce_neighbors`: every member's list is folded to one number.

Threads take members by the chunk. A list that is longer than a piece is put aside; when all chunks
are taken, the team goes through the pieces of those, and their numbers are combined in the order
of the list. Where a list is cut depends on the list alone, so no sum depends on the threads.
"""

from __future__ import annotations

from edgewise.kernels.cpu.access import at, put
from edgewise.kernels.cpu.atomics import add
from edgewise.kernels.cpu.jit import nest, part
from edgewise.kernels.cpu.specialise import slot
from edgewise.kernels.cpu.team import meet, share

WEIGHTED, NUMBERED, TERMINATES, STRANDS, CUTS = False, False, False, False, True
IDENTITY = 0
FEW = 8
"""Shorter lists are folded in one strand, longer ones in four where the order does not matter."""


@slot
def gather(u, v, e, weight, degree, params):
    """What a neighbour gives."""
    return weight


@slot
def combine(a, b):
    """The monoid's plain form."""
    return a + b


@slot
def settled(value, params):
    """Whether a number can change no more."""
    return False


@nest
def run(
    me, team, sync, chunk, piece, everybody, members, offsets, neighbors, weights, places, long,
    partial, result, params,
):  # fmt: skip
    """A number for every member; long[0] counts the lists put aside after it."""
    begin = share(sync, team, chunk)
    while begin < result.size:
        for i in range(begin, min(begin + chunk, result.size)):
            u = i if everybody else at(members, i)
            first, last = at(offsets, u), at(offsets, u + 1)
            if CUTS and last - first > piece:
                put(long, 1 + add(long, 0, 1), i)
            else:
                total = _fold(u, first, last, last - first, neighbors, weights, places, result,
                              params)  # fmt: skip
                put(result, i, total)
        begin = share(sync, team, chunk)
    meet(sync, team)
    if CUTS and long[0] > 0:
        _pieces(sync, team, piece, everybody, members, offsets, neighbors, weights, places, long,
                partial, result, params)  # fmt: skip
        meet(sync, team)
        if me == 0:
            _put_together(piece, everybody, members, offsets, long, partial, result)


@part
def _pieces(
    sync, team, piece, everybody, members, offsets, neighbors, weights, places, long, partial,
    result, params,
):  # fmt: skip
    """The pieces of all long lists, numbered through and taken from the counter."""
    mine, passed = share(sync, team, 1), 0
    for k in range(long[0]):
        i = long[1 + k]
        u = i if everybody else members[i]
        first, last = offsets[u], offsets[u + 1]
        pieces = (last - first + piece - 1) // piece
        while mine < passed + pieces:
            begin = first + (mine - passed) * piece
            partial[mine] = _fold(u, begin, min(begin + piece, last), last - first, neighbors,
                                  weights, places, result, params)  # fmt: skip
            mine = share(sync, team, 1)
        passed += pieces


@part
def _put_together(piece, everybody, members, offsets, long, partial, result):
    passed = 0
    for which in range(long[0]):
        i = long[1 + which]
        u = i if everybody else members[i]
        pieces = (offsets[u + 1] - offsets[u] + piece - 1) // piece
        total = partial[passed]
        for k in range(passed + 1, passed + pieces):
            total = result.dtype.type(combine(total, partial[k]))
        result[i] = total
        passed += pieces


@part
def _fold(u, first, last, degree, neighbors, weights, places, result, params):
    kind = result.dtype.type
    total, e = kind(IDENTITY), first
    if TERMINATES:
        while e < last and not settled(total, params):
            given = _given(u, e, degree, neighbors, weights, places, kind, params)
            total = kind(combine(total, given))
            e += 1
        return total
    if STRANDS and last - first >= FEW:
        b, c, d = kind(IDENTITY), kind(IDENTITY), kind(IDENTITY)
        while last - e >= 4:
            x = _given(u, e, degree, neighbors, weights, places, kind, params)
            y = _given(u, e + 1, degree, neighbors, weights, places, kind, params)
            z = _given(u, e + 2, degree, neighbors, weights, places, kind, params)
            w = _given(u, e + 3, degree, neighbors, weights, places, kind, params)
            total, b = kind(combine(total, x)), kind(combine(b, y))
            c, d = kind(combine(c, z)), kind(combine(d, w))
            e += 4
        total = kind(combine(kind(combine(total, b)), kind(combine(c, d))))
    while e < last:
        given = _given(u, e, degree, neighbors, weights, places, kind, params)
        total = kind(combine(total, given))
        e += 1
    return total


@part
def _given(u, e, degree, neighbors, weights, places, kind, params):
    weight = at(weights, e) if WEIGHTED else weights[0]
    place = at(places, e) if NUMBERED else e
    return kind(gather(u, at(neighbors, e), place, weight, degree, params))
