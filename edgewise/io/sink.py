"""A file being written: it appears whole under its name, or not at all.

The bytes go to a temporary name beside the place, which ends in `.part`; when everything is
written and on the disk, one rename puts it in place. A kill at any moment leaves the old file or
the new one, and at worst a `.part` file that may be removed.

>>> import tempfile, pathlib
>>> path = pathlib.Path(tempfile.mkdtemp()) / "toy.txt"
>>> with Sink(str(path)) as sink:
...     sink.write(b"0 1\\n")
>>> path.read_bytes()
b'0 1\\n'
"""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
from pathlib import Path
from types import TracebackType
from typing import Any, Self, final

from edgewise.errors import FileAccessError
from edgewise.io.compression import Squeezer, squeezer
from edgewise.io.registry import COMPRESSED
from edgewise.io.source import system

AT_ONCE = 1 << 18


@final
class Sink:
    """A file open for writing; `.gz` and `.zst` at the end of its name compress.

    Attributes: `path`; `written`, the bytes handed in so far.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self._place = Path(os.path.realpath(path))  # a link stays, what it leads to is replaced
        self._part = self._place.with_name(f".{_short(self._place)}.{secrets.token_hex(6)}.part")
        self._squeeze: Squeezer | None = squeezer(path)
        self._others: dict[str, Sink] = {}
        self.written = 0
        with system(path):
            self._refuse_odd_place()
            wanted = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0)
            self._file = open(os.open(self._part, wanted, 0o666), "wb", AT_ONCE)  # noqa: PTH123, SIM115

    def _refuse_odd_place(self) -> None:
        if self._place.exists() and not self._place.is_file():
            kind = "a directory" if self._place.is_dir() else "not a regular file"
            raise FileAccessError(self.path, f"cannot be written: it is {kind}")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        both = [self, *self._others.values()]
        try:
            if kind is None:
                for sink in both:
                    sink._finish()
                for sink in reversed(both):  # the one that was asked for comes last
                    sink._appear()
        finally:
            for sink in both:
                sink._forget()

    def write(self, data: Any) -> None:
        """Add bytes, or anything that lends its bytes (an array, a memory view)."""
        view = memoryview(data)
        if view.nbytes:
            view = view.cast("B")
        self.written += len(view)
        with system(self.path):
            if self._squeeze is None:
                self._file.write(view)
                return
            for piece in self._squeeze.add(view):
                self._file.write(piece)

    def beside(self, suffix: str) -> Sink:
        """The sink of a sister file, with this suffix for the path's own; appears with this one.

        >>> import tempfile, pathlib
        >>> folder = pathlib.Path(tempfile.mkdtemp())
        >>> with Sink(str(folder / "toy.e")) as sink:
        ...     sink.beside(".v").write(b"0\\n")
        >>> sorted(path.name for path in folder.iterdir())
        ['toy.e', 'toy.v']
        """
        own, ending = os.path.splitext(self.path)  # noqa: PTH122
        if ending.lower() in COMPRESSED:
            own, last = os.path.splitext(own)  # noqa: PTH122
            ending, suffix = last, suffix + ending
        name = own + suffix
        if name == self.path:
            return self
        if name not in self._others:
            self._others[name] = Sink(name)
        return self._others[name]

    def _finish(self) -> None:
        with system(self.path):
            if self._squeeze is not None:
                for piece in self._squeeze.rest():
                    self._file.write(piece)
            self._file.flush()
            os.fsync(self._file.fileno())
            self._file.close()

    def _appear(self) -> None:
        with system(self.path):
            with contextlib.suppress(OSError):
                os.chmod(self._part, stat.S_IMODE(self._place.stat().st_mode))  # noqa: PTH101
            os.replace(self._part, self._place)  # noqa: PTH105
        with contextlib.suppress(OSError):  # some file systems cannot sync a folder
            folder = os.open(self._place.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)

    def _forget(self) -> None:
        with contextlib.suppress(OSError):
            self._file.close()
        with contextlib.suppress(OSError):
            self._part.unlink()


def _short(place: Path) -> str:
    """As much of a name as leaves room for more: systems count its bytes, 255 at most."""
    return os.fsdecode(os.fsencode(place.name)[:200])
