"""The container of native files: safetensors, with checksums.

Eight bytes hold the length of a JSON header; the header names arrays, their types, shapes and
places; the arrays' bytes follow, each at a multiple of 64, the gaps filled by arrays of zeros.
Any safetensors reader opens such a file. The last array holds a CRC-32 of the header, of every
piece of every array with the gap behind it, and of these sums themselves.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from typing import Any, NoReturn, Protocol, final

import numpy as np

from edgewise import progress
from edgewise.adjacency import Array
from edgewise.errors import ChecksumError, FormatError
from edgewise.io.native_header import ALIGNMENT, KINDS, SUMS, header_bytes, is_number, made, parsed
from edgewise.io.source import still_whole
from edgewise.places import cpu

PIECE = 8 << 20


class Writer(Protocol):
    """Where the bytes go, in order."""

    def write(self, data: Any, /) -> object: ...


# writing -----------------------------------------------------------------------------------


def write_arrays(sink: Writer, metadata: dict[str, str], arrays: dict[str, Array]) -> None:
    """Write one-dimensional arrays and what there is to say of them, in one pass of writes."""
    columns = {name: _plain(array) for name, array in arrays.items()}
    pieces = [piece for column in columns.values() for piece in _pieces(column)]
    sums = np.zeros(len(pieces) + 2, "<u4")
    columns[SUMS] = sums
    header = made({**metadata, "piece": str(PIECE)}, columns)
    sums[0] = zlib.crc32(header)
    sums[1:-1] = cpu.each(zlib.crc32, [(piece.data,) for piece in pieces])
    sums[-1] = zlib.crc32(sums[:-1].data)
    with progress.stage("writing", sum(map(len, pieces))) as advance:
        sink.write(header)
        for piece in pieces:
            sink.write(piece.data)
            advance(len(piece))
        sink.write(sums.view(np.uint8).data)


def _plain(array: Array) -> Array:
    little = array.dtype.newbyteorder("<")
    return np.ascontiguousarray(array.astype(little, copy=False))


def _pieces(column: Array) -> Iterator[Array]:
    """The bytes of an array in pieces, zeros up to the next multiple of 64 behind the last."""
    raw = column.view(np.uint8)
    for begin in range(0, len(raw), PIECE):
        piece = raw[begin : begin + PIECE]
        gap = -len(piece) % ALIGNMENT
        yield np.concatenate((piece, np.zeros(gap, np.uint8))) if gap else piece


# reading -----------------------------------------------------------------------------------


@final
class Container:
    """An open file: the header checked in full, the content not looked at yet."""

    def __init__(self, path: str, data: Array) -> None:
        self.path, self._data = path, data
        still_whole(path, data)
        header = header_bytes(path, data)
        self.metadata, self._places = parsed(path, header, len(data))
        self._piece = self._piece_size()
        self._sums = self._checked_sums(zlib.crc32(data[: 8 + len(header)].data), 8 + len(header))

    @property
    def names(self) -> list[str]:
        """The arrays, in the order of the file."""
        return [name for name in self._places if name != SUMS]

    def array(self, name: str) -> Array:
        """An array on the file's own bytes."""
        still_whole(self.path, self._data)
        place = self._places[name]
        return self._data[place.begin : place.end].view(place.kind)

    def begin(self, name: str) -> int:
        """The file's byte at which an array begins."""
        return self._places[name].begin

    def verify(self, names: Iterable[str]) -> None:
        """Compare the checksums of these arrays."""
        wanted = set(names)
        chosen = [task for name, *task in self._tasks() if name in wanted]
        cpu.each(self._compare, chosen)

    def refuse(self, problem: str, **where: Any) -> NoReturn:
        """Refuse the file's content."""
        raise FormatError(self.path, problem, **where)

    def _tasks(self) -> Iterator[tuple[str, int, int, int]]:
        """Every piece: its array, first and last byte, and number."""
        number = 0
        for name in self.names:
            place = self._places[name]
            for begin in range(place.begin, place.end, self._piece):
                number += 1
                yield name, begin, min(begin + self._piece, place.until), number

    def _num_pieces(self) -> int:
        places = [self._places[name] for name in self.names]
        return sum(-(-(place.end - place.begin) // self._piece) for place in places)

    def _compare(self, begin: int, end: int, number: int) -> None:
        still_whole(self.path, self._data)
        self._match(begin, end, zlib.crc32(self._data[begin:end].data), int(self._sums[number]))

    def _match(self, begin: int, end: int, found: int, expected: int) -> None:
        if found != expected:
            raise ChecksumError(
                self.path,
                f"bytes {begin} to {end} were changed after they were written",
                byte=begin,
                found=f"{found:08x}",
                expected=f"the checksum {expected:08x}",
            )

    def _checked_sums(self, header_sum: int, header_end: int) -> Array:
        if not self._places or next(reversed(self._places)) != SUMS:
            self.refuse(f"the last array is not {SUMS!r}")
        place = self._places[SUMS]
        if place.kind != KINDS["U32"]:
            self.refuse(f"{SUMS!r} is of type {place.kind}", expected="U32")
        sums, due = self.array(SUMS), self._num_pieces() + 2
        if len(sums) != due:
            self.refuse(f"{SUMS!r} has {len(sums)} entries", expected=str(due))
        self._match(place.begin, place.end, zlib.crc32(sums[:-1].data), int(sums[-1]))
        self._match(0, header_end, header_sum, int(sums[0]))
        return sums

    def _piece_size(self) -> int:
        word = self.metadata.get("piece", "")
        if not is_number(word) or int(word) % ALIGNMENT or not ALIGNMENT <= int(word) <= 1 << 40:
            self.refuse("the size of a piece is bad", found=word, expected="a multiple of 64")
        return int(word)
