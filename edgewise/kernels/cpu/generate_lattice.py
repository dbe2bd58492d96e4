"""Edges of grids and of rewired rings."""

from __future__ import annotations

import numpy as np

from edgewise.kernels.cpu.jit import device, kernel
from edgewise.kernels.cpu.random import FINE, ONE, below, value

TWO = np.uint64(2)


@device
def stays(key, counter, deleted):
    """Whether an edge is left in place; `deleted` is a probability times 2**53."""
    return (value(key, counter) >> FINE) >= deleted


@kernel
def count_grid(begin, end, rows, columns, key, deleted):
    """How many edges lead right or down from the vertices begin to end - 1."""
    found, column, last = 0, begin % columns, (rows - 1) * columns
    for vertex in range(begin, end):
        right, down = TWO * np.uint64(vertex), TWO * np.uint64(vertex) + ONE
        if column + 1 < columns and stays(key, right, deleted):
            found += 1
        if vertex < last and stays(key, down, deleted):
            found += 1
        column = column + 1 if column + 1 < columns else 0
    return found


@kernel
def fill_grid(begin, end, start, sources, targets, rows, columns, key, deleted):
    """Write the edges that `count_grid` counted, from place `start` on."""
    column, last = begin % columns, (rows - 1) * columns
    for vertex in range(begin, end):
        right, down = TWO * np.uint64(vertex), TWO * np.uint64(vertex) + ONE
        if column + 1 < columns and stays(key, right, deleted):
            sources[start] = vertex
            targets[start] = vertex + 1
            start += 1
        if vertex < last and stays(key, down, deleted):
            sources[start] = vertex
            targets[start] = vertex + columns
            start += 1
        column = column + 1 if column + 1 < columns else 0


@kernel
def rewired_ring(begin, end, n, reach, key, rewired, sources, targets):
    """Edges begin to end - 1: from each vertex to the next `reach`, or else to any other."""
    for edge in range(begin, end):
        vertex = edge // reach
        counter = TWO * np.uint64(edge)
        if stays(key, counter, rewired):
            ahead = 1 + edge - vertex * reach
        else:
            ahead = 1 + np.int64(below(value(key, counter + ONE), np.uint64(n - 1)))
        head = vertex + ahead
        sources[edge] = vertex
        targets[edge] = head - n if head >= n else head
