"""Splitting a frontier on the CPU place: room for the groups, the nest, a slice a group."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from edgewise import engine
from edgewise.adjacency import Array, frozen
from edgewise.kernels.cpu import neighborhoods
from edgewise.places.gang import SMALL, together

if TYPE_CHECKING:
    from edgewise.frontier import Frontier
    from edgewise.program.binding import Bound

LINE = 8


def grouped(
    frontier: Frontier, asked: Bound, known: tuple[str, ...], thresholds: Array
) -> list[Array]:
    """The members below the first threshold, from each threshold on, and so to the last."""
    n, groups, everybody = frontier.size, len(thresholds) + 1, frontier.form == "all"
    threads = engine.threads_worth(n)
    members = frozen(np.require([] if everybody else frontier.positions(), np.int64, ["C"]))
    which, out = np.empty(n, np.uint16), np.empty(n, np.int64)
    counts = np.zeros((threads, -(-groups // LINE) * LINE), np.int64)
    begins = np.zeros(groups + 1, np.int64)
    kernel = neighborhoods.splitting(asked.functors[0], known, asked.names)
    arguments = (everybody, members, thresholds, which, counts, begins, out, asked.values)
    together(kernel, arguments, threads, brief=n < SMALL)
    return [out[begins[group] : begins[group + 1]] for group in range(groups)]
