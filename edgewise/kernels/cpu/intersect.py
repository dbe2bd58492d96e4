"""The loop of `intersect`: for every pair of vertices, the neighbours that both have.

Pairs of the same first vertex that follow each other are a run; it is done in one of three ways. A
*merge* walks both lists side by side. A *search* looks for each entry of the shorter list in the
longer one, by strides that double. A *bitmap* marks the first vertex's list once, for all pairs of
the run, and looks the second lists up in it. Lists ascend; a neighbour that stands in a list more
than once is met once.
"""

from __future__ import annotations

import numpy as np

from edgewise.kernels.cpu.access import at, put
from edgewise.kernels.cpu.jit import nest, part
from edgewise.kernels.cpu.specialise import slot
from edgewise.kernels.cpu.team import share, stopped

AUTO, MERGE, SEARCH, BITMAP = 0, 1, 2, 3
ASKS, REPEATS, LISTS = False, False, False
WALK, FIND = 3, 32
"""What an entry costs in a merge and in a search, where looking one up in a bitmap costs 1."""
WORD, LOW, ONE = 5, 31, np.uint32(1)


@slot
def where(u, v, w, params):
    """Whether a common neighbour counts."""
    return True


@nest
def run(
    me, team, sync, method, chunk, first, second, offsets, neighbors, marks, counts, starts, common,
    params,
):  # fmt: skip
    """Count common neighbours, or with LISTS put them where `starts` says."""
    begin = share(sync, team, chunk)
    while begin < first.size:
        end = min(begin + chunk, first.size)
        i = begin
        while i < end:
            j = i + 1
            while j < end and at(first, j) == at(first, i):
                j += 1
            _run(method, i, j, sync, first, second, offsets, neighbors, marks[me], counts, starts,
                 common, params)  # fmt: skip
            i = j
            if stopped(sync):
                return
        begin = share(sync, team, chunk)


@part
def _run(
    method, i, j, sync, first, second, offsets, neighbors, marks, counts, starts, common, params
):  # fmt: skip
    """The pairs i..j, which have their first vertex in common."""
    u = at(first, i)
    begin, end = at(offsets, u), at(offsets, u + 1)
    marked = method == BITMAP or (method == AUTO and _pays(i, j, end - begin, second, offsets))
    if marked:
        _mark(begin, end, neighbors, marks)
    for k in range(i, j):
        if ASKS and stopped(sync):
            break
        v = at(second, k)
        b, b_end = at(offsets, v), at(offsets, v + 1)
        room = at(starts, k) if LISTS else 0
        most = at(counts, k) if LISTS else 0
        found = 0
        if method == SEARCH or (method == AUTO and _is_steep(end - begin, b_end - b, marked)):
            if end - begin <= b_end - b:
                found = _search(u, v, begin, end, b, b_end, neighbors, room, common, params)
            else:
                found = _search(u, v, b, b_end, begin, end, neighbors, room, common, params)
        elif marked:
            found = _look_up(u, v, b, b_end, neighbors, marks, room, most, common, params)
        else:
            found = _merge(u, v, begin, end, b, b_end, neighbors, room, most, common, params)
        if not LISTS:
            put(counts, k, found)
    if marked:
        _clear(begin, end, neighbors, marks)


@part
def _is_steep(ours, theirs, marked):
    """Whether searching is less work; what is marked needs no merge."""
    if marked:
        return theirs > FIND * ours
    return WALK * (ours + theirs) > FIND * min(ours, theirs)


@part
def _pays(i, j, ours, second, offsets):
    """Whether marking a list, and clearing the marks, is less work than these pairs save by it."""
    if _gains_nothing(i, j, ours):
        return False
    saved = 0
    for k in range(i, j):
        v = at(second, k)
        theirs = at(offsets, v + 1) - at(offsets, v)
        plain = min(WALK * (ours + theirs), FIND * min(ours, theirs))
        saved += plain - min(theirs, FIND * ours)
        if saved > 2 * ours:
            return True
    return False


@part
def _gains_nothing(i, j, ours):
    """A run of one pair, or an empty list, gains nothing by marks."""
    return j - i < 2 or ours == 0


@part
def _mark(begin, end, neighbors, marks):
    for e in range(begin, end):
        w = at(neighbors, e)
        put(marks, w >> WORD, at(marks, w >> WORD) | (ONE << np.uint32(w & LOW)))


@part
def _clear(begin, end, neighbors, marks):
    for e in range(begin, end):
        put(marks, at(neighbors, e) >> WORD, 0)


@part
def _hit(u, v, w, found, room, common, params):
    """How many were found with this one."""
    if ASKS and not where(u, v, w, params):
        return found
    if LISTS:
        put(common, room + found, w)
    return found + 1


@part
def _look_up(u, v, begin, end, neighbors, marks, room, most, common, params):
    found = 0
    if not (ASKS or REPEATS or LISTS):
        for e in range(begin, end):
            w = at(neighbors, e)
            found += (at(marks, w >> WORD) >> np.uint32(w & LOW)) & ONE
        return found
    if LISTS and not (ASKS or REPEATS):  # how many there are is known: no branch on each
        while found < most:
            w = at(neighbors, begin)
            put(common, room + found, w)
            found += (at(marks, w >> WORD) >> np.uint32(w & LOW)) & ONE
            begin += 1
        return found
    for e in range(begin, end):
        w = at(neighbors, e)
        if REPEATS and e > begin and at(neighbors, e - 1) == w:
            continue
        if (at(marks, w >> WORD) >> np.uint32(w & LOW)) & ONE:
            found = _hit(u, v, w, found, room, common, params)
    return found


@part
def _merge(u, v, a, a_end, b, b_end, neighbors, room, most, common, params):
    found = 0
    if LISTS and not (ASKS or REPEATS):
        while found < most:
            x, y = at(neighbors, a), at(neighbors, b)
            put(common, room + found, x)
            found += x == y
            a += x <= y
            b += y <= x
        return found
    while a < a_end and b < b_end:
        x, y = at(neighbors, a), at(neighbors, b)
        if ASKS or REPEATS:
            if x == y:
                found = _hit(u, v, x, found, room, common, params)
                while REPEATS and b < b_end - 1 and at(neighbors, b + 1) == y:
                    b += 1
        else:
            found += x == y
        a += x <= y
        b += y <= x
    return found


@part
def _search(u, v, a, a_end, b, b_end, neighbors, room, common, params):
    """Look for each entry of the short list a..a_end in the long one, from where the last was."""
    found = 0
    for e in range(a, a_end):
        w = at(neighbors, e)
        if REPEATS and e > a and at(neighbors, e - 1) == w:
            continue
        stride = 1
        while b + stride < b_end and at(neighbors, b + stride) < w:
            b += stride
            stride *= 2
        low, high = b, min(b + stride, b_end)
        while low < high:
            middle = (low + high) >> 1
            if at(neighbors, middle) < w:
                low = middle + 1
            else:
                high = middle
        b = low
        if b == b_end:
            return found
        if at(neighbors, b) == w:
            found = _hit(u, v, w, found, room, common, params)
    return found
