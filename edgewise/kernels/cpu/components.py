"""Connected components by linking trees: Afforest, and Shiloach and Vishkin's hooking.

`root[v]` leads towards the smallest vertex of v's tree. Linking hangs the higher of two roots below
the lower one, by compare and swap; compressing lets everybody point to the root itself. Reads lead
anywhere, so this is no loop over edges that blocks or clusters could run.
"""

from __future__ import annotations

from edgewise.kernels.cpu.access import at, put
from edgewise.kernels.cpu.atomics import cas, prefetch
from edgewise.kernels.cpu.jit import nest, part
from edgewise.kernels.cpu.team import ends, meet, share

CHUNK, SAMPLED, SAMPLES, AHEAD = 4096, 2, 1024, 16
"""Vertices a thread takes at a time; arcs of each that are linked first; vertices in a sample; how
many vertices ahead memory is called."""
CHANGED = 0


@part
def _link(u, v, root):
    """Make one tree of the trees of u and v."""
    a, b = at(root, u), at(root, v)
    while a != b:
        high, low = max(a, b), min(a, b)
        above = at(root, high)
        if above == low or (above == high and cas(root, high, high, low)):
            return
        a, b = at(root, at(root, high)), at(root, low)


@part
def _compress(me, team, sync, root):
    begin = share(sync, team, CHUNK)
    while begin < root.size:
        for v in range(begin, min(begin + CHUNK, root.size)):
            above = at(root, v)
            while above != at(root, above):
                above = at(root, above)
                put(root, v, above)
        begin = share(sync, team, CHUNK)
    meet(sync, team)


@part
def _begin(me, team, sync, root):
    n = root.size
    for v in range(n * me // team, n * (me + 1) // team):
        root[v] = v
    meet(sync, team)


@part
def _most_frequent(root):
    """The root that most of a sample have: probably that of the largest component."""
    stride = max(1, root.size // SAMPLES)
    candidate, votes = root[0], 0
    for v in range(0, root.size, stride):
        if votes == 0:
            candidate = root[v]
        votes += 1 if root[v] == candidate else -1
    return candidate


@part
def _rest(begin, end, giant, skip, offsets, adjacent, root):
    """Link what is left of the rows of vertices outside the giant component."""
    for v in range(begin, end):
        if at(root, v) != giant:
            for e in range(min(offsets[v] + skip, offsets[v + 1]), offsets[v + 1]):
                _link(v, at(adjacent, e), root)


@part
def _first_arcs(me, team, sync, offsets, adjacent, root):
    """Plant the forest: everybody hangs below his first neighbour, if that is lower.

    Parents are lower than their children, so there is no cycle, and nobody else writes: no swap.
    """
    n = root.size
    for v in range(n * me // team, n * (me + 1) // team):
        first = at(offsets, v)
        above = at(adjacent, first) if first < at(offsets, v + 1) else v
        put(root, v, min(v, above))
    meet(sync, team)


@part
def _follow(v, other, root):
    """Point to where the neighbour that v hangs below has come meanwhile."""
    above = at(root, other)
    while above != at(root, above):
        above = at(root, above)
    put(root, v, above)


@part
def _fetch_ahead(v, offsets, adjacent, root):
    """Call what the next vertices will want: their rows first, then whom these name."""
    last = root.size - 1
    prefetch(adjacent, min(at(offsets, min(v + AHEAD, last)), adjacent.size - 1))
    near = at(offsets, min(v + AHEAD // 2, last)) + 1
    prefetch(root, at(adjacent, min(near, adjacent.size - 1)))


@part
def _next_arcs(me, team, sync, offsets, adjacent, root):
    """Link the first arcs that the planting left out, and the second ones.

    Vertices come in order, so whom v hangs below has mostly found its root by now: v takes it over.
    """
    begin = share(sync, team, CHUNK)
    while begin < root.size:
        for v in range(begin, min(begin + CHUNK, root.size)):
            first, last = at(offsets, v), at(offsets, v + 1)
            if first == last:
                continue
            _fetch_ahead(v, offsets, adjacent, root)
            other = at(adjacent, first)
            if other > v:
                _link(v, other, root)
            elif other < v:
                _follow(v, other, root)
            for e in range(first + 1, min(first + SAMPLED, last)):
                _link(v, at(adjacent, e), root)
        begin = share(sync, team, CHUNK)
    meet(sync, team)


@nest
def afforest(
    me, team, sync, offsets, adjacent, in_offsets, in_adjacent, both, root, state, counts, names,
    labels,
):  # fmt: skip
    """Afforest: link a few arcs of each vertex, guess the giant, link the rest of all others."""
    n = root.size
    if n == 0:
        return
    _first_arcs(me, team, sync, offsets, adjacent, root)
    _next_arcs(me, team, sync, offsets, adjacent, root)
    _compress(me, team, sync, root)
    giant = _most_frequent(root)
    meet(sync, team)
    begin = share(sync, team, CHUNK)
    while begin < n:
        end = min(begin + CHUNK, n)
        _rest(begin, end, giant, SAMPLED, offsets, adjacent, root)
        if both:
            _rest(begin, end, giant, 0, in_offsets, in_adjacent, root)
        begin = share(sync, team, CHUNK)
    meet(sync, team)
    _number(me, team, sync, root, counts, names, labels)


@nest
def shiloach_vishkin(
    me, team, sync, offsets, adjacent, in_offsets, in_adjacent, both, root, state, counts, names,
    labels,
):  # fmt: skip
    """Hook along all arcs, then point to grandparents, until nothing changes."""
    n = root.size
    _begin(me, team, sync, root)
    while True:
        meet(sync, team)
        if me == 0:
            state[CHANGED] = 0
        meet(sync, team)
        changed = False
        begin = share(sync, team, CHUNK)
        while begin < n:
            for v in range(begin, min(begin + CHUNK, n)):
                for e in range(offsets[v], offsets[v + 1]):
                    a, b = root[v], root[adjacent[e]]
                    if a != b:
                        high, low = max(a, b), min(a, b)
                        if high == root[high]:
                            root[high] = low
                            changed = True
            begin = share(sync, team, CHUNK)
        if changed:
            state[CHANGED] = 1
        halt = ends(me, sync, team)
        again = state[CHANGED] != 0 and not halt
        _compress(me, team, sync, root)
        if not again:
            break
    _number(me, team, sync, root, counts, names, labels)


@part
def _number(me, team, sync, root, counts, names, labels):
    """Components numbered by their first vertex: counts[me] roots each, their names, labels."""
    n = root.size
    first, last = n * me // team, n * (me + 1) // team
    found = 0
    for v in range(first, last):
        found += at(root, v) == v
    counts[me] = found
    meet(sync, team)
    name = 0
    for other in range(me):
        name += counts[other]
    for v in range(first, last):
        if at(root, v) == v:
            put(names, v, name)
            name += 1
    meet(sync, team)
    for v in range(first, last):
        above = at(root, v)
        while above != at(root, above):
            above = at(root, above)
        put(labels, v, at(names, above))
