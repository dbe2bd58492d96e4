"""Balance "edge" of a pull: words of 64 vertices dealt out so that everybody gets as many arcs.

Cut where the offsets say, between words: a row stays whole, because what it gathers is kept by the
thread that walks it.
"""

from __future__ import annotations

from edgewise.kernels.cpu.jit import part
from edgewise.kernels.cpu.specialise import slot
from edgewise.kernels.cpu.team import GLANCE, share, stopped

PIECES = 16


@slot
def word(me, w, offsets, heads, c):
    """What a family does with the vertices of word w."""


@part
def walk(me, party, sync, words, offsets, heads, c):
    """Give every word of vertices to `word`, once."""
    pieces = PIECES * party
    piece = share(sync, party, 1)
    while piece < pieces:
        begin, end = _cut(offsets, words, piece, pieces), _cut(offsets, words, piece + 1, pieces)
        for w in range(begin, end):
            if w & GLANCE == GLANCE and stopped(sync):
                return
            word(me, w, offsets, heads, c)
        piece = share(sync, party, 1)


@part
def _cut(offsets, words, piece, pieces):
    """The first word of a piece: arcs and vertices before it are its share of all."""
    n = offsets.size - 1
    wanted = (offsets[n] + n) * piece // pieces
    low, high = 0, words
    while low < high:
        middle = (low + high) // 2
        if offsets[middle << 6] + (middle << 6) < wanted:
            low = middle + 1
        else:
            high = middle
    return low
