"""The forms of a frontier inside kernels: a list of members, a bit for each, or simply all."""

from __future__ import annotations

import numpy as np

from edgewise.kernels.cpu.access import at
from edgewise.kernels.cpu.jit import part

LIST, BITMAP, ALL = 0, 1, 2


@part
def is_set(bits, i):
    """Whether bit i of a bitmap is set."""
    return (at(bits, i >> 6) >> np.uint64(i & 63)) & np.uint64(1) != 0


@part
def bit(i):
    """The word in which only bit i % 64 is set."""
    return np.uint64(1) << np.uint64(i & 63)


@part
def member(form, members, bits, i):
    """The i-th member as an index, or -1 where a bitmap or a list leaves one out."""
    if form == LIST:
        return np.int64(at(members, i))
    if form == BITMAP and not is_set(bits, i):
        return np.int64(-1)
    return np.int64(i)
