"""Text cut where lines end, so that many threads can read one file at once.

A plain file is cut by looking at a few bytes near each cut; every thread then reads its piece from
the disk itself, into room it uses again for the next. A compressed file comes in batches, cut as
it is decompressed. Text handed out always ends with a newline, and has room behind it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, final

import numpy as np

from edgewise import progress
from edgewise.adjacency import Array
from edgewise.io.source import Source
from edgewise.places import cpu

PIECE = 1 << 20
"""About how many bytes a piece has."""
BATCH = 1 << 24
"""About how many bytes of a compressed file are held at once."""
ROUND = 64
"""So many pieces are handed to the threads at once; between rounds progress is told."""
PADDING = 32
"""Bytes behind the last newline that may be looked at."""
NEWLINE = 10


@final
@dataclass(frozen=True, slots=True)
class Piece:
    """Some whole lines: where they begin in the content, and how long they are."""

    begin: int
    length: int
    held: Array | None = None
    """The text of the batch, when it is in memory already, and from where the piece is in it."""
    place: int = 0


@final
class Text:
    """The content of a file from `begin` on, in batches of pieces."""

    def __init__(self, source: Source, begin: int = 0) -> None:
        self._source, self._begin = source, begin
        self._rooms = threading.local()

    def batches(self) -> Iterator[list[Piece]]:
        """All pieces; in one batch when the file is not compressed."""
        if self._source.compression is None:
            yield list(self._cut(self._source.size, self._begin, self._on_disk))
        else:
            yield from self._decompressed()

    def open(self, piece: Piece) -> tuple[Array, int, int]:
        """The text that holds a piece, and where in it the piece begins and ends.

        Good until this thread opens another.
        """
        if piece.held is not None:
            return piece.held, piece.place, piece.place + piece.length
        room = self._room(piece.length + PADDING)
        self._source.fill(room[: piece.length], piece.begin)
        return room, 0, _end_with_newline(room, piece.length)

    def _room(self, size: int) -> Array:
        room: Array | None = getattr(self._rooms, "room", None)
        if room is None or len(room) < size:
            room = self._rooms.room = np.zeros(size, np.uint8)
        return room

    def _on_disk(self, begin: int, end: int) -> Array:
        room = np.empty(end - begin, np.uint8)
        self._source.fill(room, begin)
        return room

    def _cut(
        self, size: int, begin: int, look: Callable[[int, int], Array], held: Array | None = None
    ) -> Iterator[Piece]:
        while begin < size:
            end = _after_line(min(begin + PIECE, size) - 1, size, look)
            yield Piece(begin, end - begin, held, begin)
            begin = end

    def _decompressed(self) -> Iterator[list[Piece]]:
        parts: list[Array] = []
        waiting, passed = 0, 0
        for block in self._source.blocks(PIECE):
            skipped = min(max(self._begin - passed, 0), len(block))
            parts.append(block[skipped:])
            passed += len(block)
            waiting += len(block) - skipped
            if waiting >= BATCH and (cut := _after_last_newline(block[skipped:])):
                whole, rest = [*parts[:-1], parts[-1][:cut]], parts[-1][cut:]
                yield self._batch(whole, passed - waiting)
                parts, waiting = [rest], len(rest)
        if waiting:
            yield self._batch(parts, passed - waiting)

    def _batch(self, parts: list[Array], begin: int) -> list[Piece]:
        size = sum(map(len, parts))
        text = np.zeros(size + PADDING, np.uint8)
        np.concatenate(parts, out=text[:size])
        size = _end_with_newline(text, size)
        pieces = self._cut(size, 0, lambda start, end: text[start:end], text)
        return [Piece(begin + one.begin, one.length, text, one.place) for one in pieces]


def _after_line(at: int, size: int, look: Callable[[int, int], Array]) -> int:
    """Where the line that holds `at` ends, its newline included."""
    step = 256
    while at < size:
        seen = np.flatnonzero(look(at, min(at + step, size)) == NEWLINE)
        if len(seen):
            return at + int(seen[0]) + 1
        at, step = at + step, min(step * 4, PIECE)
    return size


def _after_last_newline(block: Array) -> int:
    return block.tobytes().rfind(b"\n") + 1


def _end_with_newline(text: Array, size: int) -> int:
    """Put a newline behind the last line if it has none; where the lines end now."""
    if size and text[size - 1] != NEWLINE:
        text[size] = NEWLINE
        return size + 1
    return size


@contextmanager
def told_progress(source: Source) -> Iterator[Callable[[Sequence[Piece]], None]]:
    """The stage of reading a file; call what it gives with the pieces read so far."""
    with progress.stage("reading", source.size) as advance:
        told = 0

        def tell(pieces: Sequence[Piece]) -> None:
            nonlocal told
            reached = source.reached
            if source.compression is None:
                reached = max((piece.begin + piece.length for piece in pieces[-1:]), default=0)
            advance(max(0, reached - told))
            told = max(told, reached)

        yield tell
        advance(source.size - told)


def in_rounds(
    work: Callable[..., Any],
    tasks: Sequence[tuple[Any, ...]],
    told: Callable[[list[Any]], None],
    beside: Callable[[], None] | None = None,
) -> None:
    """Have threads do `work(*task)`, some tasks at a time; `told` hears each round's results.

    `beside` is done by one of the threads while the others do the first round.
    """
    for start in range(0, max(len(tasks), 1), ROUND):
        calls: list[tuple[Any, ...]] = [(work, *task) for task in tasks[start : start + ROUND]]
        if beside is not None and start == 0:
            told(cpu.each(_call, [(beside,), *calls])[1:])
        else:
            told(cpu.each(_call, calls))


def _call(function: Callable[..., Any], *arguments: Any) -> Any:
    return function(*arguments)


def close_gaps(columns: tuple[Array, ...], places: list[int], ends: list[int]) -> int:
    """Move up the rows of every piece, which lie from its place to its end; how many there are."""
    at = 0
    for begin, end in zip(places, ends, strict=False):
        if begin != at and begin != end:
            for column in columns:
                if len(column):
                    column[at : at + end - begin] = column[begin:end]
        at += end - begin
    return at
