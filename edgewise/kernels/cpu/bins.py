"""Bins of vertices by priority: each thread's own, made of blocks out of one shared pool.

A thread has a chain of blocks for each of the next WINDOW priorities and one for all beyond. A
block is a row of `pool`; `links` chains them; `heads[me, bin]` is a chain's newest block and
`fills[me, bin]` how much of it is used, older blocks being full. Blocks come from a thread's own
list of free ones, then from the shared counter; when neither has any, `short` is set and the
vertex is left out: whoever runs the loop gives it a larger pool and bins again.
"""

from __future__ import annotations

from edgewise.kernels.cpu.atomics import add
from edgewise.kernels.cpu.jit import part

WINDOW = 126
FAR, FREE = WINDOW, WINDOW + 1
BINS = WINDOW + 2
"""A bin for each priority of the window, one for all beyond, and the chain of free blocks."""
BLOCK = 512
NOTHING = -1
USED, SHORT = 24, 25
"""state: blocks taken from the pool so far; whether it was too small."""


@part
def hold(me, slot, v, pool, links, heads, fills, state):
    """Put a vertex into a bin."""
    block, fill = heads[me, slot], fills[me, slot]
    if block == NOTHING or fill == BLOCK:
        fresh = _block(me, links, heads, state, pool.shape[0])
        if fresh == NOTHING:
            state[SHORT] = 1
            return
        links[fresh] = block
        heads[me, slot] = fresh
        block, fill = fresh, 0
    pool[block, fill] = v
    fills[me, slot] = fill + 1


@part
def _block(me, links, heads, state, size):
    block = heads[me, FREE]
    if block != NOTHING:
        heads[me, FREE] = links[block]
        return block
    block = add(state, USED, 1)
    return block if block < size else NOTHING


@part
def release(me, block, links, heads):
    """Give a block to the thread's free ones."""
    links[block] = heads[me, FREE]
    heads[me, FREE] = block
