"""Reads that fail half-way: every call that reads goes wrong once, in every way.

A read must end in the true graph or in one of our errors, and leave no file open. A file that is
cut while it is mapped would end the process by a signal; readers do not let that happen.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import edgewise as ew
from tests import flaky

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(params=flaky.EXAMPLES, ids="".join)
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    format, ending = request.param
    return flaky.example(format, tmp_path, ending, size=300)


def each_moment(path: Path, what: flaky.Misfortune) -> list[ew.EdgewiseError | None]:
    """What becomes of the read when its first call goes wrong, its second, and so on: the error,
    or None where the true graph is read all the same."""
    assert is_true(flaky.read_whole(path))
    ends: list[ew.EdgewiseError | None] = []
    before, over = open_files(), False
    while not over:
        with flaky.misfortune(len(ends), what) as made:
            try:
                assert is_true(flaky.read_whole(path))
                end = None
            except ew.EdgewiseError as error:
                end = error.with_traceback(None)
        over = len(made) <= len(ends)
        ends.append(end)
        assert open_files() == before, "a file stays open"
    assert len(ends) > 3, "hardly a call was made"
    return ends[:-1]


def open_files() -> int:
    return len(os.listdir("/proc/self/fd"))  # noqa: PTH208


def is_true(graph: ew.Graph) -> bool:
    """Whether it is the cycle that was written."""
    tails, heads, _ = graph.to_edges()
    steps = np.abs(tails.astype(np.int64) - heads.astype(np.int64))
    return graph.num_edges == 300 and bool(np.isin(steps, (1, 299)).all())


def test_a_broken_disk_is_told(path: Path) -> None:
    for error in each_moment(path, flaky.broken_disk):
        assert isinstance(error, ew.FileAccessError)
        assert "Input/output error" in str(error)
        assert str(path.parent) in str(error)


def test_short_reads_change_nothing(path: Path) -> None:
    assert set(each_moment(path, flaky.one_byte)) == {None}


def test_a_sudden_end_is_refused_or_harmless(path: Path) -> None:
    each_moment(path, flaky.nothing_more)


@pytest.mark.skipif(not hasattr(signal, "SIGBUS"), reason="no such signal here")
@pytest.mark.slow
def test_a_file_cut_while_it_is_read_ends_no_process() -> None:
    command = [sys.executable, "-m", "tests.flaky"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    moments = done.stdout.splitlines()
    assert done.returncode == 0, f"{moments[-1:]} {done.stderr[-2000:]}"
    for format, ending in flaky.EXAMPLES:
        told = [line.split() for line in moments if line.startswith(f"{format}{ending} ")]
        words = [word for *_, call, word in told if call != "over"]
        assert len(words) > 4
        assert sum(word.endswith("Error") for word in words) >= len(words) // 3


def test_what_is_no_file_is_refused_at_once(tmp_path: Path) -> None:
    pipe, loop, door = tmp_path / "pipe.txt", tmp_path / "loop.txt", tmp_path / "door.txt"
    os.mkfifo(pipe)
    loop.symlink_to(loop)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(door))
        odd: list[str | Path] = [
            tmp_path,
            pipe,
            loop,
            door,
            "/dev/zero",
            tmp_path / ("long" * 100),
            "/proc/self/mem",
        ]
        for place in odd:
            with pytest.raises(ew.FileError):
                ew.read(place, format="edgelist")


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may read everything")
def test_a_forbidden_file_is_told(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("0 1\n")
    path.chmod(0)
    with pytest.raises(ew.FileAccessError, match="Permission denied"):
        ew.read(path)


def test_a_beheaded_link_is_missing(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.symlink_to(tmp_path / "gone.txt")
    with pytest.raises(ew.FileMissingError):
        ew.read(path)
