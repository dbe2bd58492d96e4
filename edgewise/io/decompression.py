"""Compressed bytes back to plain ones, a bounded piece at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from typing import TYPE_CHECKING, Any, final

import numpy as np

from edgewise.errors import FormatError, TruncatedError
from edgewise.io.source import GZIP

if TYPE_CHECKING:
    from edgewise.io.source import Source

PIECE = 1 << 16
"""How many compressed bytes are read at a time."""
ZSTD_BLOCK = 1 << 17
"""The most bytes that one zstd block may hold."""
ZSTD_MAGIC, ZSTD_SKIPPABLE = 0xFD2FB528, 0x184D2A5
ZSTD_WINDOW = 1 << 27
"""The widest window taken; what `zstd` writes unless told otherwise with --long."""


def blocks(source: Source, size: int) -> Iterator[bytes]:
    """The content of a compressed file in pieces of about `size` bytes, none of them empty."""
    return _gunzip(source, size) if source.compression == "gzip" else _unzstd(source, size)


def _gunzip(source: Source, size: int) -> Iterator[bytes]:
    """One gzip member after another; zeros between and after them are padding."""
    decompressor, damage = _inflater()
    member, begun = None, False
    for piece in chain(_pieces(source), (b"",)):
        rest = piece
        while True:
            if member is None:
                rest = rest.lstrip(b"\0")
                if not rest:
                    break
                if begun and not rest.startswith(GZIP[: len(rest)]):
                    raise _something_else(source.path, rest)
                member, begun = decompressor(31), True
            try:
                out = member.decompress(rest, size)
            except damage as problem:
                raise FormatError(source.path, f"the gzip data is damaged ({problem})") from None
            if out:
                yield out
            if member.eof:
                rest, member = member.unused_data, None
            else:
                rest = member.unconsumed_tail
                if not rest and len(out) < size:
                    break
    if member is not None:
        raise TruncatedError(source.path, "the gzip data ends too early", byte=source.size)


def _something_else(path: str, rest: bytes) -> FormatError:
    return FormatError(
        path, "something else follows the gzip data", found=rest[:20], expected="the end"
    )


def _inflater() -> tuple[Callable[..., Any], Any]:
    """What undoes deflate, and its error: ISA-L where it is installed, which is much faster."""
    try:
        from isal.isal_zlib import IsalError, decompressobj
    except ImportError:
        import zlib

        return zlib.decompressobj, zlib.error
    return decompressobj, IsalError


def _pieces(source: Source) -> Iterator[bytes]:
    for begin in range(0, source.size, PIECE):
        room = np.empty(min(PIECE, source.size - begin), np.uint8)
        source.fill(room, begin)
        yield room.tobytes()


def _unzstd(source: Source, size: int) -> Iterator[bytes]:
    """One zstd frame after another, so many blocks at once as surely stay under `size`.

    The decoder cannot be told how much to give, nor does it tell of a frame cut short; so the
    blocks are found here, by their headers.
    """
    import zstandard

    data = _Disk(source)
    begin = 0
    while begin < len(data):
        if _number(source, data, begin, 4) >> 4 == ZSTD_SKIPPABLE:
            begin = _inside(source, data, begin + 8 + _number(source, data, begin + 4, 4))
            continue
        try:
            frame = zstandard.ZstdDecompressor(max_window_size=ZSTD_WINDOW).decompressobj()
            for end in _frame_cuts(source, data, begin, max(1, size // ZSTD_BLOCK)):
                out, begin = frame.decompress(data[begin:end]), end
                if out:
                    yield out
        except zstandard.ZstdError as problem:
            text = f"the zstd data is damaged or of an unknown kind ({problem})"
            raise FormatError(source.path, text) from None


@final
class _Disk:
    """The bytes on disk, read where they are asked for: a map would not outlive a cut."""

    def __init__(self, source: Source) -> None:
        self._source = source

    def __len__(self) -> int:
        return self._source.size

    def __getitem__(self, span: slice) -> bytes:
        begin, end, _ = span.indices(self._source.size)
        room = np.empty(max(0, end - begin), np.uint8)
        self._source.fill(room, begin)
        return room.tobytes()


def _frame_cuts(source: Source, data: _Disk, begin: int, at_once: int) -> Iterator[int]:
    """Where the frame at `begin` can be cut: after every few blocks, and at its end."""
    found = _number(source, data, begin, 4)
    if found != ZSTD_MAGIC:
        raise FormatError(
            source.path, "no zstd frame here", byte=begin, found=hex(found), expected="0xfd2fb528"
        )
    kind = _number(source, data, begin + 4, 1)
    single, checked = kind >> 5 & 1, kind >> 2 & 1
    content = (single, 2, 4, 8)[kind >> 6]
    at, last, count = begin + 5 + (1 - single) + (0, 1, 2, 4)[kind & 3] + content, 0, 0
    while not last:
        block = _number(source, data, at, 3)
        last, length = block & 1, 1 if block >> 1 & 3 == 1 else block >> 3
        at, count = _inside(source, data, at + 3 + length), count + 1
        if count % at_once == 0 and not last:
            yield at
    yield _inside(source, data, at + 4 * checked)


def _number(source: Source, data: _Disk, begin: int, width: int) -> int:
    return int.from_bytes(data[begin : _inside(source, data, begin + width)], "little")


def _inside(source: Source, data: _Disk, end: int) -> int:
    if end > len(data):
        raise TruncatedError(source.path, "the zstd data ends too early", byte=len(data))
    return end
