"""Balance "vertex" of a pull: words of 64 vertices dealt out evenly beforehand."""

from __future__ import annotations

from edgewise.kernels.cpu.jit import part
from edgewise.kernels.cpu.specialise import slot
from edgewise.kernels.cpu.team import GLANCE, stopped


@slot
def word(me, w, offsets, heads, c):
    """What a family does with the vertices of word w."""


@part
def walk(me, party, sync, words, offsets, heads, c):
    """Give every word of vertices to `word`, once."""
    for w in range(words * me // party, words * (me + 1) // party):
        if w & GLANCE == GLANCE and stopped(sync):
            return
        word(me, w, offsets, heads, c)
