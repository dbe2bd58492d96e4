"""Lines of numbers to columns: the engine under every text format that has one edge a line.

Two passes: the first counts lines, so that the columns are made once and of the right size; in
the second each thread takes a piece and reads it straight to its place. Lines that hold no edge
leave gaps, closed at the end. Ids are kept in 32 bits until one needs more; then all is read
again in 64. Weights stay integers until one is not; the pieces before it are then converted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import NamedTuple, final

import numpy as np

from edgewise.adjacency import Array
from edgewise.io.grammar import Grammar, refusal
from edgewise.io.pieces import Piece, Text, close_gaps, in_rounds, told_progress
from edgewise.io.source import Source
from edgewise.kernels.cpu import line_grammar as codes


@final
class Columns(NamedTuple):
    """What was read: ids, a row of the array for each column, and the weights beside them."""

    ids: Array
    weights: Array | None

    @property
    def rows(self) -> int:
        return int(self.ids.shape[1])


def read_columns(source: Source, begin: int, grammar: Grammar) -> Columns:
    """All data lines from byte `begin` of the content on; FormatError at the first bad one."""
    return _Reading(source, begin, grammar).columns()


def position_of_row(source: Source, begin: int, grammar: Grammar, row: int) -> int:
    """Where in the content the data line number `row` (from 0) begins."""
    reading, passed = _Reading(source, begin, grammar), 0
    reading.wide = not grammar.fits_narrow
    for pieces in reading.text.batches():
        for piece in pieces:
            lines = reading.count(piece)
            ids, weights = reading.columns_for(lines)
            ended = reading.read(piece, 0, min(lines, row - passed), ids, weights)
            if ended.code == codes.NO_ROOM:
                return ended.position
            passed += ended.row
    raise IndexError(row)


class _Outcome(NamedTuple):
    """How the reading of one piece ended: why and where, the row after the last, its weights."""

    code: int
    position: int
    row: int
    reals: bool


class _TooNarrow(Exception):
    """An id needs 64 bits."""


@final
class _Reading:
    """A file being read, and what is known by now of its ids and weights."""

    def __init__(self, source: Source, begin: int, grammar: Grammar) -> None:
        self.source, self.grammar = source, grammar
        self.text = Text(source, begin)
        self.wide, self.weight = False, grammar.weight
        self.tell: Callable[[Sequence[Piece]], object] = len

    def columns(self) -> Columns:
        parts: list[Columns] = []
        batches = self.text.batches()
        pieces = next(batches, None)
        with told_progress(self.source) as self.tell:
            while pieces is not None:
                following: list[list[Piece] | None] = []
                parts.append(self._batch(pieces, lambda: _take(batches, following)))  # noqa: B023
                pieces = following[0]
        return parts[0] if len(parts) == 1 else self._joined(parts)

    def _joined(self, parts: list[Columns]) -> Columns:
        """One part out of many or none, the wider types winning."""
        ids, weights = self.columns_for(0)
        ids = np.concatenate([ids, *(part.ids for part in parts)], axis=1)
        if self.weight not in codes.WITH_WEIGHT:
            return Columns(ids, None)
        if parts:
            weights = np.concatenate([part.weights for part in parts if part.weights is not None])
        elif self.weight == codes.REAL:
            weights = weights.view(np.float64)
        return Columns(ids, weights)

    def _batch(self, pieces: list[Piece], prepare: Callable[[], None]) -> Columns:
        """Read one batch, and meanwhile `prepare` the next."""
        lines: list[int] = []
        in_rounds(self.count, [(piece,) for piece in pieces], lines.extend)
        places = [0, *np.cumsum(lines, dtype=np.int64).tolist()]
        with suppress(_TooNarrow):
            return self._filled(pieces, places, prepare)
        self.wide = True  # what was read is let go before it is read again
        return self._filled(pieces, places, prepare)

    def _filled(
        self, pieces: list[Piece], places: list[int], prepare: Callable[[], None]
    ) -> Columns:
        ids, weights = self.columns_for(places[-1])
        ended: list[_Outcome] = []

        def told(outcomes: list[_Outcome]) -> None:
            self._refuse_first_bad(outcomes)
            ended.extend(outcomes)
            self.tell(pieces[: len(ended)])

        rooms = pairwise(places)
        tasks = [(piece, *room, ids, weights) for piece, room in zip(pieces, rooms, strict=True)]
        in_rounds(self.read, tasks, told, prepare)
        if any(outcome.reals for outcome in ended):
            _make_real(weights, places, ended)
            weights = weights.view(np.float64)
        rows = close_gaps((*ids, weights), places, [outcome.row for outcome in ended])
        wanted = weights[:rows] if self.weight in codes.WITH_WEIGHT else None
        return Columns(ids[:, :rows], wanted)

    def columns_for(self, rows: int) -> tuple[Array, Array]:
        """Room for so many rows, none of it touched yet."""
        ids = np.empty((self.grammar.ids, rows), np.int64 if self.wide else np.int32)
        return ids, np.empty(rows if self.weight in codes.WITH_WEIGHT else 0, np.int64)

    def count(self, piece: Piece) -> int:
        """How many data lines a piece has at most."""
        from edgewise.kernels.cpu.edge_lines import count_lines

        lines = int(count_lines(*self.text.open(piece)))
        most = piece.length // self.grammar.least_bytes + 1  # the first bad line may be shorter
        return min(lines, most)

    def read(self, piece: Piece, row: int, room: int, ids: Array, weights: Array) -> _Outcome:
        """Read a piece into the rows from `row` up to `room`."""
        from edgewise.kernels.cpu.edge_lines import read_edge_lines

        text, start, end = self.text.open(piece)
        narrow, wide = (_NO_IDS_NARROW, ids) if self.wide else (ids, _NO_IDS_WIDE)
        columns = (narrow, wide, weights, weights.view(np.float64))
        begin, at, known, known_at, weight = start, row, 0.0, -1, self.weight
        while True:
            grammar = self.grammar.row(self.wide, weight)
            code, position, at, line = read_edge_lines(
                text, begin, end, grammar, *columns, at, room, known, known_at
            )
            if code == codes.FRACTION:
                self.weight = weight = codes.REAL
                begin, at = start, row
            elif code == codes.DIGITS_LEFT:
                known, known_at, begin = _by_python(text, position), position, line
                if np.isinf(known):
                    code = codes.WEIGHT_BEYOND
            if code not in (codes.FRACTION, codes.DIGITS_LEFT):
                place = piece.begin + position - start
                return _Outcome(code, place, at, weight == codes.REAL)

    def _refuse_first_bad(self, outcomes: list[_Outcome]) -> None:
        for outcome in outcomes:
            if outcome.code == codes.ID_OUTSIDE and not self.wide and not self.grammar.fits_narrow:
                raise _TooNarrow
            if outcome.code != codes.DONE:
                raise refusal(self.source, self.grammar, outcome.code, outcome.position)


_NO_IDS_NARROW, _NO_IDS_WIDE = np.empty((2, 0), np.int32), np.empty((2, 0), np.int64)


def _take(batches: Iterator[list[Piece]], following: list[list[Piece] | None]) -> None:
    if not following:
        following.append(next(batches, None))


def _by_python(text: Array, position: int) -> float:
    """A number of so many digits that the kernel leaves it to Python."""
    end = position
    while text[end] not in b"\n\r\t ,;":
        end += 1
    return float(text[position:end].tobytes())


def _make_real(weights: Array, places: list[int], ended: list[_Outcome]) -> None:
    """Turn the integers of the pieces that had no other number into reals, where they lie."""
    reals = weights.view(np.float64)
    for begin, outcome in zip(places, ended, strict=False):
        if not outcome.reals:
            reals[begin : outcome.row] = weights[begin : outcome.row].astype(np.float64)
