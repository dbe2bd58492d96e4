"""Points in the unit square, in units of 2**-31, and the pairs of them that lie close."""

from __future__ import annotations

import numpy as np

from edgewise.kernels.cpu.jit import device, kernel
from edgewise.kernels.cpu.random import value

X_SHIFT, Y_SHIFT = np.uint64(33), np.uint64(2)
COORDINATE = np.uint64((1 << 31) - 1)
UNIT_BITS = 31


@kernel
def points(begin, end, key, x, y):
    """The points of vertices begin to end - 1."""
    for vertex in range(begin, end):
        word = value(key, np.uint64(vertex))
        x[vertex] = word >> X_SHIFT
        y[vertex] = (word >> Y_SHIFT) & COORDINATE


@device
def cell_of(x, y, across):
    return ((y * across) >> UNIT_BITS) * across + ((x * across) >> UNIT_BITS)


@kernel
def sort_into_cells(x, y, across, starts, order, sorted_x, sorted_y):
    """Put the points in the order of their cells; `starts` comes in as zeros."""
    for vertex in range(len(x)):
        starts[cell_of(x[vertex], y[vertex], across) + 2] += 1
    for cell in range(2, len(starts)):
        starts[cell] += starts[cell - 1]
    for vertex in range(len(x)):
        cell = cell_of(x[vertex], y[vertex], across) + 1
        place = starts[cell]
        starts[cell] = place + 1
        order[place] = vertex
        sorted_x[place] = x[vertex]
        sorted_y[place] = y[vertex]


@device
def close(x, y, i, j, reach):
    """Whether two points are at most sqrt(reach) apart."""
    across, up = x[i] - x[j], y[i] - y[j]
    return np.uint64(across * across) + np.uint64(up * up) <= reach


@device
def neighbourhood(cell, across, starts, place):
    """Where the candidates of a cell's points lie: later in the cell and in the next one of the
    row, and in the three cells of the row above."""
    column = cell % across
    right = starts[cell + 1] if column + 1 == across else starts[cell + 2]
    above = cell + across
    if above >= across * across:
        return place + 1, right, 0, 0
    first = above if column == 0 else above - 1
    last = above if column + 1 == across else above + 1
    return place + 1, right, starts[first], starts[last + 1]


@kernel
def count_close(begin, end, x, y, order, starts, across, reach):
    """How many close pairs the points of the cells begin to end - 1 have with later ones."""
    found = 0
    for cell in range(begin, end):
        for i in range(starts[cell], starts[cell + 1]):
            a, b, c, d = neighbourhood(cell, across, starts, i)
            for j in range(a, b):
                found += close(x, y, i, j, reach)
            for j in range(c, d):
                found += close(x, y, i, j, reach)
    return found


@kernel
def fill_close(begin, end, start, sources, targets, x, y, order, starts, across, reach):
    """Write the pairs that `count_close` counted, from place `start` on."""
    for cell in range(begin, end):
        for i in range(starts[cell], starts[cell + 1]):
            a, b, c, d = neighbourhood(cell, across, starts, i)
            for j in range(a, b):
                if close(x, y, i, j, reach):
                    sources[start] = order[i]
                    targets[start] = order[j]
                    start += 1
            for j in range(c, d):
                if close(x, y, i, j, reach):
                    sources[start] = order[i]
                    targets[start] = order[j]
                    start += 1


@kernel
def distances(begin, end, x, y, sources, targets, out):
    """How far apart the ends of the edges begin to end - 1 are."""
    for edge in range(begin, end):
        across = x[sources[edge]] - x[targets[edge]]
        up = y[sources[edge]] - y[targets[edge]]
        out[edge] = np.sqrt(np.float64(across * across + up * up)) * 2.0**-UNIT_BITS
