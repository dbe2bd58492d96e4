"""Edge lists that the fastest reader cannot take: words for ids, quotes, columns in any order.

A kernel reads all lines that are plainly right. Any other is looked at here, with all the care that
quotes and characters need: it is refused, or its words are entered and the kernel goes on behind.
"""

from __future__ import annotations

import re
from typing import NoReturn, final

import numpy as np

from edgewise.adjacency import Array, index_type
from edgewise.errors import FormatError
from edgewise.io.edge_opening import INTEGER, NUMBER, Layout, is_remark, split
from edgewise.io.pieces import Piece, Text, told_progress
from edgewise.io.source import Source
from edgewise.io.spot import spot
from edgewise.io.table import EdgeTable
from edgewise.io.word_book import WordBook
from edgewise.kernels.cpu import line_grammar as codes

CONTROL = re.compile("[\0-\x08\x0a-\x1f\x7f-\x9f\ufeff]")
STRANGE = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\ufeff]")
SAFE_DIGITS = 18


def read_named(source: Source, begin: int, layout: Layout) -> EdgeTable:
    """All data lines from byte `begin` of the content on."""
    reading, text = _Reading(source, layout), Text(source, begin)
    with told_progress(source) as tell:
        for pieces in text.batches():
            for piece in pieces:
                reading.take(piece, *text.open(piece))
                tell([piece])
    try:
        return reading.table()
    except ValueError:  # some word is none; find out which
        for pieces in text.batches():
            for piece in pieces:
                array, start, end = text.open(piece)
                reading.check(array[start:end].tobytes(), piece.begin)
        raise


@final
class _Reading:
    """What has been read by now: the words, and for every piece its columns."""

    def __init__(self, source: Source, layout: Layout) -> None:
        self.source, self.layout = source, layout
        self.book = WordBook()
        self.ends: list[Array] = [np.empty((2, 0), np.int32)]
        self.weights: list[Array] = []
        self.kind = codes.NO_WEIGHT if layout.weight is None else codes.MIXED
        separator = codes.NO_BYTE if layout.separator == " " else ord(layout.separator)
        weight = -1 if layout.weight is None else layout.weight
        self._shape = (separator, layout.width, layout.source, layout.target, weight)

    def take(self, piece: Piece, text: Array, begin: int, end: int) -> None:
        """Read one piece, which lies in `text` from `begin` to `end`."""
        from edgewise.kernels.cpu import edge_lines, word_lines

        lines = min(int(edge_lines.count_lines(text, begin, end)), (piece.length + 1) // 4)
        ends = np.empty((2, lines), np.int32)
        weights = np.empty(0 if self.kind == codes.NO_WEIGHT else lines, np.int64)
        columns = ends, weights, weights.view(np.float64)
        row, start, found = 0, begin, codes.FRACTION
        while found != codes.DONE:
            shape = (*self._shape, self.kind)
            found, begin, row = word_lines.read_word_lines(
                text, begin, end, shape, self.book.addresses, *columns, row
            )
            if found == word_lines.FULL:
                self.book.grow()
            elif found == codes.FRACTION:
                self._make_real(row, weights)
            elif found == word_lines.UNSURE:
                line = text[begin : begin + _length(text, begin)].tobytes()
                row = self._take_line(line, piece.begin + begin - start, columns, row)
                begin += len(line) + 1
        self.ends.append(ends[:, :row])
        self.weights.append((columns[2] if self.kind == codes.REAL else weights)[:row])

    def _make_real(self, rows: int, weights: Array) -> None:
        """From here on weights are reals, in this piece from its beginning."""
        weights.view(np.float64)[:rows] = weights[:rows].astype(np.float64)
        self.kind = codes.REAL

    def _take_line(
        self, line: bytes, position: int, columns: tuple[Array, Array, Array], row: int
    ) -> int:
        """Enter a line that the kernel was not sure of; the next row."""
        layout, (ends, weights, reals) = self.layout, columns
        fields = self._fields(line, position)
        ends[:, row] = [
            self.book.enter(fields[place].encode()) for place in (layout.source, layout.target)
        ]
        if layout.weight is not None:
            word = fields[layout.weight]
            whole = INTEGER.fullmatch(word) and len(word) <= SAFE_DIGITS
            if self.kind == codes.MIXED and not whole:
                self._make_real(row, weights)
            if self.kind == codes.REAL:
                reals[row] = float(word)
            else:
                weights[row] = int(word)
        return row + 1

    def table(self) -> EdgeTable:
        """All that was read; ValueError where some word is none."""
        words = b"\n".join(self.book.words()).decode()
        labels = words.split("\n") if words else []
        if STRANGE.search(words):
            raise ValueError("a character that is no text")
        tails, heads = np.concatenate(self.ends, axis=1)
        weights = None if self.layout.weight is None else _joined(self.weights)
        if self.layout.integers:
            if not all(map(INTEGER.fullmatch, labels)):
                raise ValueError("a word among integers")
            try:
                numbers = np.array(list(map(int, labels)), np.int64)
            except OverflowError:
                raise ValueError("an integer beyond 64 bits") from None
            return EdgeTable(numbers[tails], numbers[heads], weights)
        rank, ordered = _sorted(labels)
        return EdgeTable(rank[tails], rank[heads], weights, labels=ordered)

    def check(self, content: bytes, begin: int) -> None:
        """Look at every line with care."""
        for line in content.split(b"\n"):
            if not is_remark(line.removesuffix(b"\r")):
                self._fields(line, begin)
            begin += len(line) + 1

    def _fields(self, line: bytes, begin: int) -> list[str]:
        """The fields of a line; refused where it is not as promised."""
        layout = self.layout
        try:
            text = line.removesuffix(b"\r").decode("utf-8")
            fields = split(text, layout.separator)
        except UnicodeDecodeError:
            self._refuse(begin, "this is no UTF-8 text", line[:40])
        except ValueError as problem:
            self._refuse(begin, f"the quotes do not match ({problem})", text)
        if CONTROL.search(text):
            self._refuse(begin, "a character that is no text", text)
        if len(fields) != layout.width:
            expected = f"{layout.width} columns"
            self._refuse(begin, f"the line has {len(fields)} columns", text, expected)
        for place in (layout.source, layout.target):
            self._check_id(fields, place, begin)
        if layout.weight is not None and not _good_weight(fields[layout.weight]):
            self._refuse(begin, "this is no weight", fields[layout.weight], "a number")
        return fields

    def _check_id(self, fields: list[str], place: int, begin: int) -> None:
        word = fields[place]
        if not self.layout.integers:
            if not word:
                self._refuse(begin, "an id is missing", ",".join(fields))
            return
        if not INTEGER.fullmatch(word):
            self._refuse(begin, "this is no vertex id", word, "an integer")
        digits = word.lstrip("+-").lstrip("0")
        if len(digits) > SAFE_DIGITS + 1 or not -(1 << 63) <= int(word) < 1 << 63:
            self._refuse(begin, "the vertex id needs more than 64 bits", word)

    def _refuse(
        self, begin: int, problem: str, found: object, expected: str | None = None
    ) -> NoReturn:
        line = spot(self.source, begin).line
        raise FormatError(self.source.path, problem, line=line, found=found, expected=expected)


def _length(text: Array, begin: int) -> int:
    """How long the line is that begins here."""
    step = 256
    while not (seen := np.flatnonzero(text[begin : begin + step] == ord("\n"))).size:
        step *= 4
    return int(seen[0])


def _joined(parts: list[Array]) -> Array:
    return np.concatenate(parts) if parts else np.empty(0, np.int64)


def _sorted(labels: list[str]) -> tuple[Array, Array]:
    """The rank of every label, and the labels by rank."""
    words = np.array(labels, object)
    order = np.argsort(words, kind="stable")
    rank = np.empty(len(labels), index_type(len(labels)))
    rank[order] = np.arange(len(labels))
    return rank, words[order]


def _good_weight(word: str) -> bool:
    """Whether it is a number of the usual spelling that a float64 can hold."""
    if not NUMBER.fullmatch(word):
        return False
    number = float(word)
    return number == number and (abs(number) != np.inf or "n" in word.lower())
