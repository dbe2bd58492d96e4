"""A file being read: its bytes, decompressed when it is compressed, never beyond a limit.

Compression is told by what the file begins with, not by its name. Every way a file can fail
(missing, forbidden, cut short, corrupt, growing out of all proportion) is one of our errors.

>>> import tempfile, pathlib, gzip
>>> path = pathlib.Path(tempfile.mkdtemp()) / "toy.txt"
>>> _ = path.write_bytes(gzip.compress(b"0 1\\n"))
>>> with Source(str(path)) as source:
...     source.compression, source.head(), source.whole().tobytes()
('gzip', b'0 1\\n', b'0 1\\n')
"""

from __future__ import annotations

import errno
import mmap
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self, final

import numpy as np

from edgewise.adjacency import Array
from edgewise.errors import (
    ExpansionError,
    FileAccessError,
    FileMissingError,
    MemoryLimitError,
    TruncatedError,
)

GZIP, ZSTD = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"
AT_ONCE = 4 << 20
"""Bytes that one thread reads at a time, at least."""
FREE_EXPANSION = 64 << 20
"""Bytes that may come out of any compressed file before its expansion is looked at."""


@final
class Source:
    """A file open for reading.

    Attributes: `path`; `size`, the bytes on disk; `compression`, None, "gzip" or "zstd"; `reached`,
    how far on the disk it has been read.
    """

    __slots__ = ("_file", "compression", "max_expansion", "path", "reached", "size")

    def __init__(self, path: str, max_expansion: int = 200) -> None:
        self.path, self.max_expansion, self.reached = path, max_expansion, 0
        with system(path):
            mode = Path(path).stat().st_mode
            if not stat.S_ISREG(mode):  # opening a pipe could wait for ever
                kind = "a directory; name a file in it"
                if not stat.S_ISDIR(mode):
                    kind = "a pipe or a device; put what it gives into a file first"
                raise FileAccessError(path, f"cannot be read: it is {kind}")
            self._file = os.open(path, os.O_RDONLY | getattr(os, "O_CLOEXEC", 0))
            try:
                self.size = os.fstat(self._file).st_size
                self.compression = _compression(os.pread(self._file, 4, 0))
            except BaseException:
                self.close()
                raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file; maps handed out stay valid."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def head(self, n: int = 4096) -> bytes:
        """The first `n` bytes of the content, fewer when there are fewer."""
        parts, missing = [], n
        for block in self.blocks(n):
            parts.append(block[:missing].tobytes())
            missing -= len(parts[-1])
            if missing <= 0:
                break
        return b"".join(parts)

    def whole(self) -> Array:
        """All bytes of the content in memory, read-only: nobody can change or cut them any more."""
        if self.compression is not None:
            return np.frombuffer(b"".join(block.data for block in self.blocks(1 << 20)), np.uint8)
        from edgewise.places import cpu

        room = np.empty(self.size, np.uint8)
        cpu.each(self.fill, [(room[a:b], a) for a, b in cpu.spans(self.size, AT_ONCE, 4)])
        room.flags.writeable = False
        return room

    def mapped(self) -> Array:
        """The bytes on disk as a memory map; a compressed or empty file's content in memory.

        Whoever touches a map of a file that was cut in the meantime is ended by the system: see
        `still_whole`.
        """
        if self.compression is not None or self.size == 0:
            return self.whole()
        with system(self.path):
            try:
                return np.frombuffer(
                    mmap.mmap(self._file, self.size, access=mmap.ACCESS_READ), np.uint8
                )
            except ValueError:  # the file is shorter by now
                raise cut_short(self.path, os.fstat(self._file).st_size, self.size) from None

    def blocks(self, size: int) -> Iterator[Array]:
        """The content from its beginning, in pieces of about `size` bytes."""
        if self.compression is None:
            yield from self._plain_blocks(size)
            return
        from edgewise.io import decompression

        out = 0
        for block in decompression.blocks(self, max(size, 1)):
            out += len(block)
            if out > max(FREE_EXPANSION, self.size * self.max_expansion):
                raise ExpansionError(
                    self.path,
                    f"the {self.compression} content grows beyond {self.max_expansion} times "
                    f"the file; if you trust it, read it with a larger max_expansion=",
                )
            yield np.frombuffer(block, np.uint8)

    def _plain_blocks(self, size: int) -> Iterator[Array]:
        for begin in range(0, self.size, max(size, 1)):
            block = np.empty(min(max(size, 1), self.size - begin), np.uint8)
            self.fill(block, begin)
            yield block

    def fill(self, room: Array, begin: int) -> None:
        """Read the bytes on disk from `begin` on into `room`, all of it; any thread may."""
        view, done = room.data, 0
        with system(self.path):
            while done < len(room):
                got = os.preadv(self._file, [view[done:]], begin + done)
                if got == 0:
                    raise cut_short(self.path, begin + done, begin + len(room))
                done += got
        self.reached = max(self.reached, begin + done)


def still_whole(path: str, data: Array) -> None:
    """Refuse mapped bytes whose file has been cut since, before they are touched."""
    under = getattr(data.base, "obj", None)
    if isinstance(under, mmap.mmap) and under.size() < len(data):
        raise cut_short(path, under.size(), len(data))


def cut_short(path: str, size: int, expected: int) -> TruncatedError:
    return TruncatedError(
        path, "the file ends too early", byte=size, expected=f"{expected - size} bytes more"
    )


@contextmanager
def system(path: str) -> Iterator[None]:
    """Word what the operating system refuses as our errors."""
    try:
        yield
    except FileAccessError:
        raise
    except FileNotFoundError:
        from edgewise.io.missing import why_missing

        raise FileMissingError(path, why_missing(path)) from None
    except OSError as problem:
        if problem.errno == errno.ENOMEM:
            raise MemoryLimitError(f"{path}: the system gives no memory to open it with") from None
        raise FileAccessError(path, problem.strerror or str(problem)) from None


def _compression(head: bytes) -> str | None:
    if head[:2] == GZIP:
        return "gzip"
    return "zstd" if head == ZSTD else None
