"""The shared reads and writes as plain Python: what they mean, for one thread and no compiler."""

from __future__ import annotations

import time


def add(array, index, value):
    """Add; the sum stays in the array."""
    old = array[index]
    array[index] = old + value
    return old


arrive = add


def lesser(array, index, value):
    """Keep the lesser of both."""
    old = array[index]
    if value < old:
        array[index] = value
    return old


def greater(array, index, value):
    """Keep the greater of both."""
    old = array[index]
    if value > old:
        array[index] = value
    return old


def either(array, index, value):
    """Keep the bits of both."""
    old = array[index]
    array[index] = old | value
    return old


def exchange(array, index, value):
    """Put a value, take the one that was there."""
    old = array[index]
    array[index] = value
    return old


def cas(array, index, expected, new):
    """Put `new` where `expected` is; whether it was."""
    if array[index] != expected:
        return False
    array[index] = new
    return True


def load(array, index):
    """Read what another thread wrote."""
    return array[index]


def store(array, index, value):
    """Write what another thread will read."""
    array[index] = value


def prefetch(array, index):
    """Ask for a value ahead of time."""


def ticks():
    """A clock that ascends."""
    return time.perf_counter_ns()


def relax():
    """Nothing to wait for with one thread."""


def yield_core():
    """Nobody to yield to."""
    return 0


def sleep(microseconds):
    """Nobody to wait for."""
    return 0
