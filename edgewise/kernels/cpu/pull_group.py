"""Balance "group" of a pull: words of 64 vertices taken in chunks from a shared counter."""

from __future__ import annotations

from edgewise.kernels.cpu.jit import part
from edgewise.kernels.cpu.specialise import slot
from edgewise.kernels.cpu.team import share

CHUNK = 16


@slot
def word(me, w, offsets, heads, c):
    """What a family does with the vertices of word w."""


@part
def walk(me, party, sync, words, offsets, heads, c):
    """Give every word of vertices to `word`, once."""
    begin = share(sync, party, CHUNK)
    while begin < words:
        for w in range(begin, min(begin + CHUNK, words)):
            word(me, w, offsets, heads, c)
        begin = share(sync, party, CHUNK)
