"""Plain bytes to compressed ones, blocks side by side on the threads there are."""

from __future__ import annotations

import struct
import zlib
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from typing import final

from edgewise.places import cpu

BLOCK = 1 << 20
GZIP_HEADER = b"\x1f\x8b\x08\0\0\0\0\0\0\xff"
GZIP_LEVEL, ZSTD_LEVEL = 6, 3


class Squeezer(ABC):
    """Takes bytes, gives compressed ones."""

    @abstractmethod
    def add(self, data: memoryview) -> Iterable[bytes]:
        """What can be written once `data` is there too."""

    @abstractmethod
    def rest(self) -> Iterable[bytes]:
        """What is left to be written at the end."""


def squeezer(path: str) -> Squeezer | None:
    """The compression that the file's name asks for."""
    lower = path.lower()
    if lower.endswith(".gz"):
        return Gzip()
    return Zstd() if lower.endswith(".zst") else None


@final
class Gzip(Squeezer):
    """One gzip member. Blocks are deflated apart, each ended at a byte, and joined."""

    def __init__(self) -> None:
        self._waiting, self._sum, self._length, self._begun = bytearray(), 0, 0, False

    def add(self, data: memoryview) -> Iterator[bytes]:
        self._sum = zlib.crc32(data, self._sum)
        self._length += len(data)
        self._waiting += data
        if len(self._waiting) >= BLOCK * 2 * cpu.threads():
            yield from self._squeezed()

    def rest(self) -> Iterator[bytes]:
        yield from self._squeezed()
        yield b"\x03\0" + struct.pack("<II", self._sum, self._length & 0xFFFFFFFF)

    def _squeezed(self) -> Iterator[bytes]:
        if not self._begun:
            yield GZIP_HEADER
        data, self._waiting, self._begun = bytes(self._waiting), bytearray(), True
        blocks = [(data[at : at + BLOCK],) for at in range(0, len(data), BLOCK)]
        yield from cpu.each(_deflated, blocks)


def _deflated(block: bytes) -> bytes:
    deflate = zlib.compressobj(GZIP_LEVEL, zlib.DEFLATED, -15)
    return deflate.compress(block) + deflate.flush(zlib.Z_SYNC_FLUSH)


@final
class Zstd(Squeezer):
    """One checksummed zstd frame, its blocks made by the library's own threads."""

    def __init__(self) -> None:
        import zstandard

        threads = cpu.threads() if cpu.threads() > 1 else 0
        self._frame = zstandard.ZstdCompressor(
            level=ZSTD_LEVEL, write_checksum=True, threads=threads
        ).compressobj()

    def add(self, data: memoryview) -> Iterator[bytes]:
        yield self._frame.compress(data)

    def rest(self) -> Iterator[bytes]:
        yield self._frame.flush()
