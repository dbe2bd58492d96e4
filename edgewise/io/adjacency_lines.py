"""Lines of neighbours to columns: lines and words are counted, then each piece is read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple, final

import numpy as np

from edgewise.adjacency import Array, index_type
from edgewise.io.grammar import Grammar, refusal
from edgewise.io.heading import lines
from edgewise.io.pieces import Piece, Text, close_gaps, in_rounds, told_progress
from edgewise.io.source import Source
from edgewise.kernels.cpu import line_grammar as codes

WORD = (1 << 64) - 1


@final
class Adjacencies(NamedTuple):
    """All arcs listed, and what is known of them."""

    ids: Array
    weights: Array
    """One an arc, or empty where there are none."""
    lines: int
    loops: int
    balance: int
    """0 when every arc has its reverse, of equal weight."""


@final
class Shape(NamedTuple):
    """What the header promises of every line."""

    vertices: int
    passed: int
    """So many numbers come before the neighbours."""
    weighted: bool

    def grammar(self) -> Grammar:
        """For refusals."""
        columns = f"{self.passed} numbers before the neighbours" if self.passed else "neighbours"
        columns += ", each with a weight" if self.weighted else ""
        return Grammar(columns, weight=codes.INTEGER, least=1, greatest=self.vertices)


@final
class _Outcome(NamedTuple):
    """How the reading of one piece ended."""

    code: int
    position: int
    row: int
    loops: int
    balance: int


def read_adjacencies(source: Source, begin: int, shape: Shape) -> Adjacencies:
    """All lines from byte `begin` of the content on."""
    reading, parts, seen = _Reading(source, begin, shape), [], 0
    with told_progress(source) as reading.tell:
        for pieces in reading.text.batches():
            parts.append(reading.batch(pieces, seen))
            seen += parts[-1].lines
    if len(parts) == 1:
        return parts[0]
    ids, weights = reading.columns(0)
    return Adjacencies(
        np.concatenate([ids, *(part.ids for part in parts)], axis=1),
        np.concatenate([weights, *(part.weights for part in parts)]),
        seen,
        sum(part.loops for part in parts),
        sum(part.balance for part in parts) & WORD,
    )


def line_of_vertex(source: Source, vertex: int) -> int:
    """The line that lists the neighbours of a vertex, which counts from 0."""
    before = -2  # vertices passed; the line of sizes is none
    for line in lines(source):
        text = line.text.strip(b" \t")
        if not text.startswith(b"%") and (text or before >= -1):
            before += 1
            if before == vertex:
                return line.number
    raise IndexError(vertex)


@final
class _Reading:
    """An adjacency list being read."""

    def __init__(self, source: Source, begin: int, shape: Shape) -> None:
        self.source, self.shape = source, shape
        self.text = Text(source, begin)
        self.tell: Callable[[Sequence[Piece]], object] = len

    def columns(self, rows: int) -> tuple[Array, Array]:
        """Room for so many arcs, none of it touched yet."""
        ids = np.empty((2, rows), index_type(self.shape.vertices))
        return ids, np.empty(rows if self.shape.weighted else 0, np.int64)

    def batch(self, pieces: list[Piece], vertex: int) -> Adjacencies:
        """Read one batch, whose first line is that of `vertex`."""
        counts: list[tuple[int, int]] = []
        in_rounds(self._count, [(piece,) for piece in pieces], counts.extend)
        vertices = [*accumulate((found for found, _ in counts), initial=vertex)]
        words = (found // (1 + self.shape.weighted) for _, found in counts)
        places = [*accumulate(words, initial=0)]
        ids, weights = self.columns(places[-1])
        ended: list[_Outcome] = []

        def told(outcomes: list[_Outcome]) -> None:
            for outcome in outcomes:
                if outcome.code != codes.DONE:
                    grammar = self.shape.grammar()
                    raise refusal(self.source, grammar, outcome.code, outcome.position)
            ended.extend(outcomes)
            self.tell(pieces[: len(ended)])

        rooms = zip(pieces, vertices, pairwise(places), strict=False)
        in_rounds(self._read, [(piece, v, *room, ids, weights) for piece, v, room in rooms], told)
        rows = close_gaps((*ids, weights), places, [outcome.row for outcome in ended])
        loops, balance = (sum(outcome[place] for outcome in ended) for place in (3, 4))
        lines_seen = vertices[-1] - vertex
        return Adjacencies(ids[:, :rows], weights[:rows], lines_seen, loops, balance & WORD)

    def _count(self, piece: Piece) -> tuple[int, int]:
        from edgewise.kernels.cpu.adjacency_lines import count_adjacency

        found, words = count_adjacency(*self.text.open(piece))
        return int(found), int(words)

    def _read(
        self, piece: Piece, vertex: int, row: int, room: int, ids: Array, weights: Array
    ) -> _Outcome:
        from edgewise.kernels.cpu.adjacency_lines import read_adjacency_lines

        text, begin, end = self.text.open(piece)
        code, position, row, loops, balance = read_adjacency_lines(
            text, begin, end, vertex, *self.shape, ids, weights, row, room
        )
        return _Outcome(code, piece.begin + position - begin, row, loops, int(balance))
