"""Edges written as lines of text: numbers by kernels on all threads, the pieces in order."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from edgewise import progress
from edgewise.adjacency import Adjacency, Array
from edgewise.errors import GraphError
from edgewise.places import cpu

if TYPE_CHECKING:
    from edgewise.io.sink import Sink

ROWS = 1 << 15
"""So many edges make a piece."""
NO_NUMBERS = np.empty(0, np.int64)
NO_WORDS = np.empty(0, np.uint8)
EVERYTHING = "the native form (.ew) holds any weights and ids"


def write_edges(
    sink: Sink,
    tails: Array,
    heads: Array,
    weights: Array | None = None,
    *,
    letter: bytes = b"\0",
    separator: bytes = b" ",
    base: int = 0,
) -> None:
    """A line for every edge: [letter] tail head [weight]."""
    numbers = integers(weights) if weights is not None and weights.dtype.kind in "biu" else None

    def lines(begin: int, end: int) -> Array:
        from edgewise.kernels.cpu.line_writing import NUMBER, write_edge_lines

        words, ends = _spelled(weights, begin, end) if numbers is None else (NO_WORDS, NO_NUMBERS)
        out = np.empty((end - begin) * (3 * NUMBER + 3) + len(words), np.uint8)
        column = NO_NUMBERS if numbers is None else numbers
        marks = letter[0], separator[0]
        size = write_edge_lines(out, tails, heads, column, words, ends, *marks, base, begin, end)
        return out[:size]

    _in_order(sink, [(a, min(a + ROWS, len(tails))) for a in range(0, len(tails), ROWS)], lines)


def write_rows(sink: Sink, rows: Adjacency, weights: Array | None) -> None:
    """A line for every row: its neighbours from 1, each with its weight if there are any."""
    values = NO_NUMBERS if weights is None else integers(weights)
    cuts = np.arange(0, rows.num_arcs + ROWS, ROWS)
    places = np.unique(np.searchsorted(rows.offsets, cuts, side="right") - 1)
    edges = np.unique([0, *places.clip(0, rows.num_rows).tolist(), rows.num_rows]).tolist()

    def lines(first: int, last: int) -> Array:
        from edgewise.kernels.cpu.line_writing import NUMBER, write_row_lines

        arcs = int(rows.offsets[last] - rows.offsets[first])
        out = np.empty((2 * arcs + 1) * NUMBER + last - first, np.uint8)
        size = write_row_lines(out, rows.offsets, rows.neighbors, values, first, last)
        return out[:size]

    _in_order(sink, list(pairwise(edges)), lines)


def integers(weights: Array) -> Array:
    """Integer weights in the one type that is written; refused where they do not fit."""
    if weights.dtype == np.uint64 and len(weights) and int(weights.max()) >> 63:
        raise GraphError(f"the weight {weights.max()} is beyond 64 bits with a sign; {EVERYTHING}")
    return weights.astype(np.int64, copy=False)


def refuse_nan(weights: Array | None, format: str) -> None:
    """Refuse weights that could not be read back."""
    if weights is not None and weights.dtype.kind == "f" and np.isnan(weights).any():
        raise GraphError(f"a weight is NaN, which {format} cannot hold; {EVERYTHING}")


def _spelled(weights: Array | None, begin: int, end: int) -> tuple[Array, Array]:
    """Reals in the fewest digits that read back equal, and where each ends."""
    if weights is None:
        return NO_WORDS, NO_NUMBERS
    text = "\n".join(map(repr, weights[begin:end].astype(np.float64).tolist())) + "\n"
    words = np.frombuffer(text.encode(), np.uint8)
    return words, np.flatnonzero(words == ord("\n"))


def _in_order(sink: Sink, pieces: list[tuple[int, int]], lines: object) -> None:
    at_once = 4 * cpu.threads()
    with progress.stage("writing", len(pieces)) as advance:
        for start in range(0, len(pieces), at_once):
            for text in cpu.each(lines, pieces[start : start + at_once]):  # type: ignore[arg-type]
                sink.write(text)
            advance(len(pieces[start : start + at_once]))
