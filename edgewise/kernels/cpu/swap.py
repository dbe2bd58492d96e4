"""The atomic form of any monoid: compute, and try again when somebody came in between."""

from __future__ import annotations

from edgewise.kernels.cpu.atomics import cas, load
from edgewise.kernels.cpu.jit import part
from edgewise.kernels.cpu.specialise import slot


@slot
def combine(a, b):
    """The monoid's plain form."""
    return a + b


@part
def into(array, i, new):
    """Combine `new` into array[i]; the value that was there before."""
    while True:
        old = load(array, i)
        if cas(array, i, old, array.dtype.type(combine(old, new))):
            return old
