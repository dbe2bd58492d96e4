"""A system that fails: calls that read are counted, and one of them goes wrong.

Run as a module it plays every format through every moment at which a file may be cut while it is
being read; each moment is told on a line before it comes, because the process may not live to
tell of it after.
"""

from __future__ import annotations

import errno
import mmap
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

import edgewise as ew

Misfortune = Callable[[str, Callable[..., Any], Any, Any], Any]
"""Given a call's name, the call, its arguments and keywords: what it answers."""
CALLS = ("os.open", "os.stat", "os.fstat", "os.pread", "os.preadv", "mmap.mmap")
SUFFIXES = {
    "native": ".ew",
    "edgelist": ".txt",
    "matrixmarket": ".mtx",
    "metis": ".graph",
    "dimacs": ".gr",
    "graphalytics": ".e",
    "gap": ".sg",
    "graph500": ".g500",
    "parquet": ".parquet",
    "feather": ".feather",
    "graphml": ".graphml",
}
EXAMPLES = (
    *((format, "") for format in SUFFIXES),
    *(("edgelist", ".gz"), ("edgelist", ".zst"), ("metis", ".gz"), ("native", ".zst")),
)
"""Formats, and what compresses them."""


@contextmanager
def misfortune(at: int, what: Misfortune) -> Iterator[list[str]]:
    """While the block runs, the call number `at` that reads goes by `what`; gives those made."""
    made: list[str] = []

    def wrapped(name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def instead(*args: Any, **kwargs: Any) -> Any:
            made.append(name)
            if len(made) - 1 == at:
                return what(name, call, args, kwargs)
            return call(*args, **kwargs)

        return instead

    homes = {"os": os, "mmap": mmap}
    pairs = [name.split(".") for name in CALLS]
    patches = [
        mock.patch.object(homes[home], name, wrapped(f"{home}.{name}", getattr(homes[home], name)))
        for home, name in pairs
        if name != "mmap"
    ]
    patches.append(mock.patch.object(mmap, "mmap", _mapping(wrapped("mmap.mmap", mmap.mmap))))
    for patch in patches:
        patch.start()
    try:
        yield made
    finally:
        for patch in patches:
            patch.stop()


def _mapping(call: Callable[..., Any]) -> type:
    """A class, since `mmap.mmap` is named in annotations and asked for by isinstance."""

    class Mapping(mmap.mmap):
        def __new__(cls, *args: Any, **kwargs: Any) -> Any:
            return call(*args, **kwargs)

    return Mapping


def broken_disk(name: str, call: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    """The disk cannot be read here."""
    raise OSError(errno.EIO, os.strerror(errno.EIO))


def one_byte(name: str, call: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    """A network file system gives one byte where many were asked for."""
    if name != "os.preadv":
        return call(*args, **kwargs)
    file, rooms, begin = args
    return call(file, [memoryview(rooms[0])[:1]], begin)


def nothing_more(name: str, call: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    """The file ends here all of a sudden."""
    return 0 if name == "os.preadv" else call(*args, **kwargs)


def cut(path: Path, keep: int, before: bool) -> Misfortune:
    """Somebody cuts the file just before, or just after, the call."""

    def what(name: str, call: Callable[..., Any], args: Any, kwargs: Any) -> Any:
        if before:
            os.truncate(path, keep)
        answer = call(*args, **kwargs)
        os.truncate(path, keep)
        return answer

    return what


def example(format: str, folder: Path, ending: str = "", size: int = 9_000) -> Path:
    """A file of this format, large enough that its end is not in memory with its beginning."""
    graph = ew.generate.cycle(size)
    path = folder / f"a{SUFFIXES[format]}{ending}"
    ew.write(graph, path)
    return path


def read_whole(path: Path) -> ew.Graph:
    """The graph, with everything looked at that a reader may leave for later."""
    graph = ew.read(path)
    graph.out_offsets, graph.out_neighbors, graph.ids  # noqa: B018
    return graph


def main() -> None:
    """Cut files of every format at every moment, and tell how each read ended."""
    for format, ending in EXAMPLES:
        with tempfile.TemporaryDirectory() as folder:
            for before in (True, False):
                moment = 0
                while _cut_at(format, ending, Path(folder), moment, before):
                    moment += 1


def _cut_at(format: str, ending: str, folder: Path, moment: int, before: bool) -> bool:
    """One read; False when it is over before the moment comes."""
    path = example(format, folder, ending)
    read_whole(path)
    print(format + ending, "before" if before else "after", moment, end=" ", flush=True)
    with misfortune(moment, cut(path, 10, before)) as made:
        try:
            read_whole(path)
            word = "graph"
        except ew.EdgewiseError as error:
            word = type(error).__name__
    reached = len(made) > moment
    print(made[moment] if reached else "over", word, flush=True)
    return reached


if __name__ == "__main__":
    main()
