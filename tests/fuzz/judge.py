"""Read one file under limits, and say how it ended."""

from __future__ import annotations

import os
import resource
import signal
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, final

import edgewise as ew
from edgewise import errors
from edgewise.io import heading, pieces
from tests.fuzz.case import Case, Edge, Meaning, turned

SECONDS = 2.0
TIMES, SPARE = 4, 64 << 20
"""A read may take this many times the file, and this much besides."""
COMPILING = 2 << 30
"""What is given to a read in which kernels may be compiled."""
PAGE = resource.getpagesize()


@final
class Find(Exception):
    """A file that ended as none may."""


def outcome(case: Case, folder: Path, limited: bool = True) -> str:
    """The word "graph", or the error's class; raises `Find` when it is neither, or not true."""
    path = _written(case, folder)
    end = _end(case, path, limited)
    if isinstance(end, errors.EdgewiseError):
        _judge_refusal(case, end)
    else:
        _judge_graph(case, end)
    if case.piece:
        with cut_small(case.piece):
            _judge_same(end, _end(case, path, limited), case.compressed)
    return type(end).__name__ if isinstance(end, errors.EdgewiseError) else "graph"


def _end(case: Case, path: Path, limited: bool) -> ew.Graph | errors.EdgewiseError:
    """The graph or the error; a read that fails for want of memory may show what it needs."""
    try:
        with limits(case.size) if limited else wide_limits():
            return _read(case, path)
    except MemoryError:
        if not limited:
            raise Find("memory: more than 2 GiB") from None
    begun = _resident_peak(afresh=True)
    end = _end(case, path, limited=False)
    grown = _resident_peak() - begun
    if grown > TIMES * case.size + SPARE:
        raise Find(f"memory: {grown >> 20} MiB, above four times the file and 64 MiB")
    return end


def _read(case: Case, path: Path) -> ew.Graph | errors.EdgewiseError:
    try:
        return _settled(ew.read(path, **case.read))
    except errors.EdgewiseError as error:
        if isinstance(error.__context__, MemoryError) or isinstance(error.__cause__, MemoryError):
            raise Find(f"memory asked for before it was refused: {error}") from error
        return error
    except MemoryError:
        raise
    except Exception as error:
        raise Find(f"{type(error).__name__}: {error}") from error


def _resident_peak(afresh: bool = False) -> int:
    """The most memory that this process has really held, since it was last asked afresh."""
    if afresh:
        Path("/proc/self/clear_refs").write_text("5")
    status = Path("/proc/self/status").read_text()
    return 1024 * int(status.partition("VmHWM:")[2].split()[0])


@contextmanager
def cut_small(size: int) -> Iterator[None]:
    """Have text parted among threads in pieces of a few bytes, as it is in large files."""
    kept = pieces.PIECE, pieces.BATCH, pieces.ROUND, heading.LOOK
    pieces.PIECE, pieces.BATCH, pieces.ROUND, heading.LOOK = size, 4 * size, 2, size
    try:
        yield
    finally:
        pieces.PIECE, pieces.BATCH, pieces.ROUND, heading.LOOK = kept


def _judge_same(whole: Any, parted: Any, compressed: bool) -> None:
    """The pieces that a file is read in must not be seen in what comes of it; but of two faults,
    in the stream and in what it holds, the one that is met first may be told."""
    refused = [isinstance(end, errors.EdgewiseError) for end in (whole, parted)]
    if any(refused):
        if not all(refused) or (str(whole) != str(parted) and not compressed):
            raise Find(f"in small pieces it ends otherwise: {whole} | {parted}")
        return
    try:
        ew.verify.same_graph(whole, parted)
    except errors.EdgewiseError as error:
        raise Find(f"in small pieces it is another graph: {error}") from error


@contextmanager
def limits(size: int) -> Iterator[None]:
    """No more address space than a file of this size may take, and the signal that ends a
    process when the time is over (a compiled loop hears no other)."""
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    resource.setrlimit(resource.RLIMIT_AS, (_address_space() + TIMES * size + SPARE, hard))
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        resource.setrlimit(resource.RLIMIT_AS, (hard, hard))


@contextmanager
def wide_limits() -> Iterator[None]:
    """For the first reads of a process, in which kernels are compiled: a minute, some memory."""
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    resource.setrlimit(resource.RLIMIT_AS, (_address_space() + COMPILING, hard))
    signal.setitimer(signal.ITIMER_REAL, 60)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        resource.setrlimit(resource.RLIMIT_AS, (hard, hard))


def _address_space() -> int:
    with open("/proc/self/statm", "rb") as statm:  # noqa: PTH123
        return int(statm.read().split()[0]) * PAGE


def _written(case: Case, folder: Path) -> Path:
    """The files, each new on disk: a graph read before may still map the old one."""
    for name in os.listdir(folder):  # noqa: PTH208
        os.unlink(folder / name)  # noqa: PTH108
    for name, content in case.files.items():
        (folder / name).write_bytes(content)
    return folder / case.name


def _settled(graph: ew.Graph) -> ew.Graph:
    """The graph with everything looked at that a reader may leave for later."""
    graph.out_offsets, graph.out_neighbors, graph.out_weights, graph.ids  # noqa: B018
    if graph.has_in_edges:
        graph.in_offsets, graph.in_neighbors, graph.in_weights  # noqa: B018
    return graph


def _judge_refusal(case: Case, error: errors.EdgewiseError) -> None:
    if not str(error).isprintable() and "\n" not in str(error):
        raise Find(f"a message with control characters: {str(error)!r}") from error
    if case.meaning is not None:
        raise Find(f"a sound file is refused: {error}") from error


def _judge_graph(case: Case, graph: ew.Graph) -> None:
    if case.fault is not None:
        raise Find(f"taken for sound in spite of {case.fault}: {graph!r}")
    try:
        (_check_rows if case.forged else ew.verify.graph)(graph)
    except Exception as error:
        raise Find(f"not a sound graph: {error}") from error
    if case.meaning is not None:
        _judge_meaning(case.meaning, graph)


def _check_rows(graph: ew.Graph) -> None:
    """What keeps a kernel inside its arrays."""
    sides = [(graph.out_offsets, graph.out_neighbors, graph.out_weights)]
    if graph.has_in_edges:
        sides.append((graph.in_offsets, graph.in_neighbors, graph.in_weights))
    for offsets, neighbors, weights in sides:
        assert len(offsets) == graph.num_vertices + 1 == len(graph.ids) + 1
        assert offsets[0] == 0
        assert offsets[-1] == len(neighbors)
        assert (offsets[1:] >= offsets[:-1]).all()
        assert ((neighbors >= 0) & (neighbors < graph.num_vertices)).all()
        assert weights is None or len(weights) == len(neighbors)


def _judge_meaning(meaning: Meaning, graph: ew.Graph) -> None:
    _same("directed", graph.is_directed, meaning.directed)
    if meaning.num_vertices is not None:
        _same("vertices", graph.num_vertices, meaning.num_vertices)
    _same("edges", edges_of(graph), meaning.multiset())


def _same(what: str, found: Any, expected: Any) -> None:
    if found != expected:
        raise Find(f"another graph: {what} {found}, expected {expected}")


def edges_of(graph: ew.Graph) -> Counter[Edge]:
    """The edges in the caller's ids, an undirected one with its lesser end first."""
    tails, heads, weights = graph.to_edges()
    values = [None] * len(tails) if weights is None else weights.tolist()
    edges = zip(tails.tolist(), heads.tolist(), values, strict=True)
    return Counter(edge if graph.is_directed else turned(edge) for edge in edges)
