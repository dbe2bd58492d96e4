"""One look at every arc: loops, order, repeats."""

from __future__ import annotations

from edgewise.kernels.cpu.jit import kernel


@kernel
def survey_rows(offsets, neighbors, first, last):
    """Of rows first..last: how many loops, falls of the order, and repeats of the arc before."""
    loops, falls, repeats = 0, 0, 0
    for row in range(first, last):
        for i in range(offsets[row], offsets[row + 1]):
            head = neighbors[i]
            loops += head == row
            if i > offsets[row]:
                falls += head < neighbors[i - 1]
                repeats += head == neighbors[i - 1]
    return loops, falls, repeats
