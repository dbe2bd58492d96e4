"""Drawing members on the CPU place: a random number each, the least are taken."""

from __future__ import annotations

import math

import numpy as np

from edgewise.adjacency import Array
from edgewise.kernels.cpu import sample as kernels
from edgewise.places import cpu

TOP, PIECE = (1 << 64) - 1, 1 << 15
"""The greatest random word; members a thread takes at a time."""


def drawn(population: int, size: int, key: np.uint64) -> Array:
    """`size` of the places 0 to population - 1, ascending, all sets of them alike likely."""
    if size == population:
        return np.arange(population)
    expected = size + 6 * math.isqrt(size) + 20  # enough but for once in a billion times
    for limit in (min(TOP, TOP * expected // population), TOP):
        places, words = _below(population, key, np.uint64(limit))
        if len(places) >= size:
            break
    return _least(words, size, places)


def _below(population: int, key: np.uint64, limit: np.uint64) -> tuple[Array, Array]:
    """The places whose random words are not above the limit, and the words."""
    places, words = np.empty(population, np.int64), np.empty(population, np.uint64)
    spans = cpu.spans(population, PIECE)
    counts = cpu.each(kernels.collect, [(*span, key, limit, places, words) for span in spans])
    parts = [slice(begin, begin + found) for (begin, _), found in zip(spans, counts, strict=True)]
    return np.concatenate([places[p] for p in parts]), np.concatenate([words[p] for p in parts])


def drawn_by_weight(
    population: int, size: int, key: np.uint64, members: Array | None, weights: Array
) -> Array:
    """As if drawn one after the other, each by its share of the weight that is left."""
    waits = np.empty(population)
    known = np.empty(0, np.int64) if members is None else members
    spans = cpu.spans(population, PIECE)
    cpu.each(kernels.waits, [(*s, key, members is None, known, weights, waits) for s in spans])
    if size == population:
        return np.arange(population)
    return _least(waits, size, None)


def _least(numbers: Array, size: int, places: Array | None) -> Array:
    """The places of the least numbers, ascending; Ctrl-C is heard meanwhile."""

    def sorted_least(numbers: Array) -> Array:
        least = np.argpartition(numbers, size)[:size] if size < len(numbers) else slice(None)
        known = np.arange(len(numbers)) if places is None else places
        return np.sort(known[least])

    found: Array = cpu.aside(sorted_least, numbers)
    return found
