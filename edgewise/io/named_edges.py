"""Edge lists that the fast reader cannot take: words for ids, quotes, columns in another order.

Text is taken a piece at a time and split as a whole; where that is not plainly right (a quote, a
remark, a line of another width) the piece is gone through line by line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NoReturn, final

import numpy as np

from edgewise.adjacency import Array, index_type
from edgewise.errors import FormatError
from edgewise.io.edge_opening import INTEGER, NUMBER, Layout, is_remark, split
from edgewise.io.pieces import Text
from edgewise.io.source import Source
from edgewise.io.spot import spot
from edgewise.io.table import EdgeTable

CONTROL = re.compile("[\0-\x08\x0a-\x1f\x7f-\x9f\ufeff]")
UNUSUAL = re.compile('[\0-\x08\x0b-\x1f\x7f-\x9f\ufeff"#%/]')
SAFE_DIGITS = 18


def read_named(source: Source, begin: int, layout: Layout) -> EdgeTable:
    """All data lines from byte `begin` of the content on."""
    reading, text = _Reading(source, layout), Text(source, begin)
    for pieces in text.batches():
        for piece in pieces:
            array, start, end = text.open(piece)
            reading.take(array[start:end].tobytes(), piece.begin)
    return reading.table()


@final
class _Reading:
    """What has been read by now: a number for every id as first seen, and the columns."""

    def __init__(self, source: Source, layout: Layout) -> None:
        self.source, self.layout = source, layout
        self.place_of: dict[str, int] = {}
        self.tails: list[Array] = []
        self.heads: list[Array] = []
        self.weights: list[Array] = []

    def take(self, content: bytes, begin: int) -> None:
        """Read some whole lines, which begin at this byte of the content."""
        rows = self._at_once(content)
        if rows is None:
            rows = self._one_by_one(content, begin)
        if not rows:
            return
        columns = list(zip(*rows, strict=True))
        self.tails.append(self._places(columns[self.layout.source]))
        self.heads.append(self._places(columns[self.layout.target]))
        if self.layout.weight is not None:
            self.weights.append(_numbers(columns[self.layout.weight]))

    def table(self) -> EdgeTable:
        """All that was read."""
        count = len(self.place_of)
        if self.layout.integers:
            values = np.fromiter(map(int, self.place_of), np.int64, count)
            labels = None
        else:
            words = np.fromiter(self.place_of, object, count)
            order = np.argsort(words, kind="stable")
            values, labels = np.empty(count, index_type(count)), words[order]
            values[order] = np.arange(count)
        none = np.empty(0, np.int64)
        tails, heads = np.concatenate([none, *self.tails]), np.concatenate([none, *self.heads])
        weights = None
        if self.layout.weight is not None:
            weights = np.concatenate(self.weights) if self.weights else none
        return EdgeTable(values[tails], values[heads], weights, labels=labels)

    def _places(self, words: Sequence[str]) -> Array:
        place_of = self.place_of
        places = (place_of.setdefault(word, len(place_of)) for word in words)
        return np.fromiter(places, np.int64, len(words))

    def _at_once(self, content: bytes) -> list[list[str]] | None:
        """The fields of all lines, where there is no doubt about any of them."""
        try:
            text = content.replace(b"\r\n", b"\n").decode("utf-8")
        except UnicodeDecodeError:
            return None
        if UNUSUAL.search(text):
            return None
        layout = self.layout
        rows = [split(line, layout.separator) for line in text.split("\n") if line.strip(" \t")]
        if set(map(len, rows)) != {layout.width}:
            return None
        for place in (layout.source, layout.target):
            if not all(self._good_id(row[place]) for row in rows):
                return None
        if layout.weight is not None and not all(_good_weight(row[layout.weight]) for row in rows):
            return None
        return rows

    def _good_id(self, word: str) -> bool:
        if not self.layout.integers:
            return bool(word)
        return INTEGER.fullmatch(word) is not None and len(word) <= SAFE_DIGITS

    def _one_by_one(self, content: bytes, begin: int) -> list[list[str]]:
        rows = []
        for whole in content.split(b"\n"):
            line = whole.removesuffix(b"\r")
            if not is_remark(line):
                rows.append(self._fields(line, begin))
            begin += len(whole) + 1
        return rows

    def _fields(self, line: bytes, begin: int) -> list[str]:
        """The fields of a line; refused where it is not as promised."""
        layout = self.layout
        try:
            text = line.decode("utf-8")
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


def _good_weight(word: str) -> bool:
    """Whether it is a number of the usual spelling that a float64 can hold."""
    if not NUMBER.fullmatch(word):
        return False
    number = float(word)
    return number == number and (abs(number) != np.inf or "n" in word.lower())


def _numbers(words: Iterable[str]) -> Array:
    """Integers where all are, and 64 bits hold them; else reals."""
    tokens = list(words)
    if all(map(INTEGER.fullmatch, tokens)):
        try:
            return np.array([int(token) for token in tokens], np.int64)
        except (OverflowError, ValueError):
            pass
    return np.array([float(token) for token in tokens])
