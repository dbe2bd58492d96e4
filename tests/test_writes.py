"""Writes that go wrong: killed at any moment, or refused by the disk at any byte.

What lies under the name is the old file or the new one, whole, and nothing lies beside it.
"""

from __future__ import annotations

import errno
import io
import json
import os
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import edgewise as ew
from edgewise.io import native_container

ROOT = Path(__file__).resolve().parents[1]
WEIGHTED = {".ew", ".wsg", ".parquet", ".feather", ".graphml", ".ew.gz", ".ew.zst"}
SUFFIXES = sorted({*WEIGHTED, ".sg", ".g500"})  # weights would be a second file of .g500


def kill(folder: Path, suffix: str, kills: int) -> dict[str, int]:
    command = [sys.executable, "-m", "tests.killed", str(folder), suffix, str(kills)]
    env = {**os.environ, "EDGEWISE_THREADS": "1"}  # a forked child has no other threads
    run = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=env, timeout=300)
    assert run.returncode == 0, run.stderr[-2000:]
    found: dict[str, int] = json.loads(run.stdout)
    assert found["old"] + found["new"] == kills
    assert found["calls"] > 6
    return found


def test_a_killed_writer_leaves_the_old_file_or_the_new(tmp_path: Path) -> None:
    kill(tmp_path, ".ew", 20)


@pytest.mark.slow
@pytest.mark.parametrize("suffix", [".ew", ".ew.zst", ".sg"])
def test_two_hundred_killed_writers(tmp_path: Path, suffix: str) -> None:
    found = kill(tmp_path, suffix, 200)
    assert found["old"] >= 10
    assert found["new"] >= 10
    assert found["parts"] >= 20, "hardly one was killed while it was writing"


def graph_for(suffix: str, size: int) -> ew.Graph:
    ends = list(range(size))
    weights = [*range(1, size)] if suffix in WEIGHTED else None
    return ew.from_edges(ends[:-1], ends[1:], weights, directed=False)


def same(one: ew.Graph, two: ew.Graph) -> bool:
    return [str(column) for column in one.to_edges()] == [str(column) for column in two.to_edges()]


@pytest.fixture(params=SUFFIXES)
def old(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file that is there already, about to be written over."""
    monkeypatch.setattr(native_container, "PIECE", 1 << 10)
    path = tmp_path / f"a{request.param}"
    ew.write(graph_for(request.param, 20), path)
    return path


def suffix_of(path: Path) -> str:
    return "".join(path.suffixes)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_a_full_disk_at_any_byte_leaves_the_old_file(old: Path) -> None:
    """The system itself refuses to let the file grow: at its first byte, a bit later, ..."""
    suffix, before = suffix_of(old), contents(old.parent)
    graph = graph_for(suffix, 900)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    sizes = [*range(0, 9_000, 300), *range(9_000, 120_000, 6_000)]
    refused = 0
    for size in sizes:
        try:
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
            ew.write(graph, old)
        except ew.FileAccessError as error:
            assert str(old) in str(error)
            refused += 1
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        if refused == 0 or contents(old.parent) != before:
            break
    assert refused > 3
    assert same(ew.read(old), graph), "once there was room, it was written"
    assert len(contents(old.parent)) == len(before), "something was left beside"


@pytest.mark.parametrize("problem", [errno.ENOSPC, errno.EIO, errno.EDQUOT])
def test_a_write_refused_at_any_call_leaves_the_old_file(
    old: Path, problem: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    suffix, before = suffix_of(old), contents(old.parent)
    graph = graph_for(suffix, 60)
    for at in range(200):
        calls = _refusing(monkeypatch, at, problem)
        try:
            ew.write(graph, old)
        except ew.FileAccessError as error:
            assert os.strerror(problem) in str(error)
            assert contents(old.parent) == before
        else:
            break
    assert len(calls) == at > 1
    monkeypatch.undo()
    assert same(ew.read(old), graph)
    assert len(contents(old.parent)) == len(before)


def _refusing(monkeypatch: pytest.MonkeyPatch, at: int, problem: int) -> list[str]:
    """Let the disk refuse call number `at` of writing, syncing and renaming; the calls made."""
    calls: list[str] = []

    def refuse_now(name: str) -> None:
        calls.append(name)
        if len(calls) - 1 == at:
            raise OSError(problem, os.strerror(problem))

    class Raw(io.FileIO):
        def write(self, data: Any) -> int:
            refuse_now("write")
            return super().write(data)

    def opened(file: int, mode: str, room: int) -> Any:
        return io.BufferedWriter(Raw(file, mode), 512)

    def call(name: str, real: Any) -> Any:
        def instead(*args: Any) -> Any:
            refuse_now(name)
            return real(*args)

        return instead

    monkeypatch.undo()
    monkeypatch.setattr(native_container, "PIECE", 1 << 10)
    monkeypatch.setattr("edgewise.io.sink.open", opened, raising=False)
    monkeypatch.setattr(os, "replace", call("replace", os.replace))
    return calls
