"""What `program/shared.py` means, compiled: each in a form for many threads and in one for one.

Atomics only follow a look that says they are needed: most arcs change nothing. The forms for one
thread stand in `alone_*`. No index is looked at.
"""

from __future__ import annotations

from edgewise.kernels.cpu.access import at, put
from edgewise.kernels.cpu.atomics import add as added
from edgewise.kernels.cpu.atomics import cas, either, load
from edgewise.kernels.cpu.jit import part


@part
def lower(array, index, number):
    """Put the number where more is."""
    new, old = array.dtype.type(number), at(array, index)
    while new < old:
        if cas(array, index, old, new):
            return True
        old = load(array, index)
    return False


@part
def lift(array, index, number):
    """Put the number where less is."""
    new, old = array.dtype.type(number), at(array, index)
    while new > old:
        if cas(array, index, old, new):
            return True
        old = load(array, index)
    return False


@part
def add(array, index, number):
    """Add; what was there before."""
    return added(array, index, array.dtype.type(number))


@part
def claim(array, index, expected, number):
    """Put the number where another is expected."""
    seen = at(array, index)
    if seen != array.dtype.type(expected):
        return False
    return cas(array, index, seen, array.dtype.type(number))


@part
def set_bits(array, index, bits):
    """Set bits; whether any was new."""
    new = array.dtype.type(bits)
    if new & ~at(array, index) == 0:
        return False
    return new & ~either(array, index, new) != 0


@part
def alone_lower(array, index, number):
    """As `lower`, with nobody else about."""
    new = array.dtype.type(number)
    if not new < at(array, index):
        return False
    put(array, index, new)
    return True


@part
def alone_lift(array, index, number):
    """As `lift`, with nobody else about."""
    new = array.dtype.type(number)
    if not new > at(array, index):
        return False
    put(array, index, new)
    return True


@part
def alone_add(array, index, number):
    """As `add`, with nobody else about."""
    old = at(array, index)
    put(array, index, old + array.dtype.type(number))
    return old


@part
def alone_claim(array, index, expected, number):
    """As `claim`, with nobody else about."""
    if at(array, index) != array.dtype.type(expected):
        return False
    put(array, index, array.dtype.type(number))
    return True


@part
def alone_set_bits(array, index, bits):
    """As `set_bits`, with nobody else about."""
    old, new = at(array, index), array.dtype.type(bits)
    put(array, index, old | new)
    return new & ~old != 0
