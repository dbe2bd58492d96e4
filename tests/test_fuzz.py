"""A bounded slice of the fuzzer on every run; and that the fuzzer sees what it is there to see."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import edgewise as ew
from tests.fuzz import judge, watch
from tests.fuzz.case import Case, Meaning
from tests.fuzz.judge import Find, outcome
from tests.fuzz.make import FORMATS, case
from tests.fuzz.report import told
from tests.fuzz.worker import Task

FILES = 250

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/statm").exists(), reason="memory is measured as Linux tells it"
)


@pytest.mark.slow
def test_a_slice_finds_nothing() -> None:
    rows = list(watch.fuzz(FORMATS, FILES, seed=20, jobs=1))
    assert [row.format for row in rows] == list(FORMATS)
    assert all(row.files == FILES for row in rows)
    assert all(row.endings["graph"] > FILES // 50 for row in rows), "some files must be sound"
    finds = [told(found, None) for row in rows for found in row.finds]
    assert not finds, "\n".join(finds)


@pytest.mark.parametrize("format", FORMATS)
def test_a_case_is_the_same_whenever_it_is_made(format: str) -> None:
    made = [case(format, 3, index) for index in range(40)]
    assert made == [case(format, 3, index) for index in range(40)]
    assert len({tuple(one.files.values()) for one in made}) > 25


def test_faults_and_sound_files_both_come() -> None:
    made = [case("matrixmarket", 4, index) for index in range(600)]
    assert len({one.fault for one in made if one.fault}) > 10
    assert sum(one.sound for one in made) > 40


# what the judge must see ---------------------------------------------------------------------

EDGE = Case({"a.txt": b"0 1\n"})


def reading(monkeypatch: pytest.MonkeyPatch, read: Callable[..., Any]) -> None:
    monkeypatch.setattr(ew, "read", read)


def raises(error: BaseException) -> Callable[..., Any]:
    def read(*_: Any, **__: Any) -> Any:
        raise error

    return read


def test_our_errors_are_an_ending(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    reading(monkeypatch, raises(ew.FormatError("a.txt", "bad")))
    assert outcome(EDGE, tmp_path) == "FormatError"


def test_any_other_error_is_a_find(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    reading(monkeypatch, raises(ValueError("mmap length")))
    with pytest.raises(Find, match="ValueError: mmap length"):
        outcome(EDGE, tmp_path)


def test_a_refused_sound_file_is_a_find(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    reading(monkeypatch, raises(ew.FormatError("a.txt", "bad")))
    with pytest.raises(Find, match="a sound file is refused"):
        outcome(Case(EDGE.files, meaning=Meaning([(0, 1, None)], True)), tmp_path)


def test_an_overlooked_fault_is_a_find(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    reading(monkeypatch, lambda *_, **__: ew.from_edges([(0, 1)]))
    with pytest.raises(Find, match="in spite of column_lost"):
        outcome(Case(EDGE.files, fault="column_lost"), tmp_path)


@pytest.mark.parametrize(
    "meaning",
    [
        Meaning([(1, 0, None)], True),
        Meaning([(0, 1, None)], False),
        Meaning([(0, 1, None)], True, 3),
        Meaning([(0, 1, 1.0)], True),
        Meaning([(0, 1, None), (0, 1, None)], True),
    ],
)
def test_another_graph_is_a_find(
    meaning: Meaning, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    reading(monkeypatch, lambda *_, **__: ew.from_edges([(0, 1)]))
    with pytest.raises(Find, match="another graph"):
        outcome(Case(EDGE.files, meaning=meaning), tmp_path)


def test_a_graph_that_is_none_is_a_find(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from edgewise.adjacency import Adjacency
    from edgewise.graph import Facts, Graph

    rows = Adjacency(np.array([0, 1, 2]), np.array([1, 7], np.int32))
    reading(monkeypatch, lambda *_, **__: Graph(rows, Facts(directed=True, weighted=False)))
    for forged in (False, True):
        with pytest.raises(Find, match="not a sound graph"):
            outcome(Case(EDGE.files, forged=forged), tmp_path)


def test_memory_beyond_the_limit_is_a_find(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    size = judge.SPARE * 2
    reading(monkeypatch, lambda *_, **__: ew.from_edges([(0, len(np.ones(size, "i1")))]))
    with pytest.raises(Find, match="memory: 1.. MiB"):
        outcome(EDGE, tmp_path)


def test_memory_that_is_reserved_and_never_touched_is_none(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    reading(
        monkeypatch, lambda *_, **__: ew.from_edges([(0, len(np.empty(judge.SPARE * 2, "i1")))])
    )
    assert outcome(EDGE, tmp_path) == "graph"


def test_memory_refused_only_after_it_failed_is_a_find(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def read(*_: Any, **__: Any) -> Any:
        try:
            np.empty(judge.SPARE * 2, np.uint8)
        except MemoryError:
            raise ew.MemoryLimitError("too much") from None

    reading(monkeypatch, read)
    with pytest.raises(Find, match="memory asked for"):
        outcome(EDGE, tmp_path)


def test_an_ending_that_depends_on_the_pieces_is_a_find(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from edgewise.io import pieces

    whole = pieces._after_line
    monkeypatch.setattr(pieces, "_after_line", lambda *args: max(args[0] + 1, whole(*args) - 2))
    with pytest.raises(Find, match="in small pieces"):
        outcome(Case({"a.txt": b"0 10\n10 20\n20 30\n"}, piece=5), tmp_path)


HANGS = """
import signal, sys, pathlib
from tests.fuzz import judge
from tests.fuzz.case import Case
signal.signal(signal.SIGALRM, signal.SIG_DFL)
judge.SECONDS = 0.2
def read(*_, **__):
    while True: pass
judge.ew.read = read
judge.outcome(Case({"a.txt": b""}), pathlib.Path(sys.argv[1]))
"""


def test_a_hang_ends_the_process(tmp_path: Path) -> None:
    command = [sys.executable, "-c", HANGS, str(tmp_path)]
    done = subprocess.run(command, cwd=watch.ROOT, timeout=60)
    assert done.returncode == -signal.SIGALRM


DIES = """
import json, os, signal, sys
for line in sys.stdin:
    task = json.loads(line)
    if not task["confirm"]:
        outcomes = open(task["outcomes"], "r+b", buffering=0)
        for index in range(task["start"], task["stop"], task["step"]):
            outcomes.seek(index); outcomes.write(b"\\1")
            if index in (3, 9): os.kill(os.getpid(), signal.SIGSEGV)
            outcomes.seek(index); outcomes.write(b"\\2")
        print(json.dumps(dict(kind="done", seconds=1, open_files=0, grown=0)), flush=True)
    elif task["start"] == 3:
        os.kill(os.getpid(), signal.SIGSEGV)
    else:
        print(json.dumps(dict(kind="confirmed", ending="graph", problem=None)), flush=True)
"""


def dying_worker() -> subprocess.Popen[str]:
    """A worker that dies of file 3 whenever it reads it, and of file 9 the first time only."""
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", DIES]
    return subprocess.Popen(command, text=True, stdin=pipe, stdout=pipe, stderr=pipe)


def test_a_dead_worker_names_its_killer(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(watch, "worker", dying_worker)
    lane = watch.Lane(tmp_path / "outcomes")
    row = lane.run(Task("metis", 1, 0, 12, 1, ""))
    lane.close()
    assert [found.index for found in row.finds] == [3, 9]
    assert all(found.problem.startswith("crash: SIGSEGV") for found in row.finds)
    assert row.endings == {"graph": 10, "find": 2}
    assert isinstance(watch.confirmed(row.finds[0]), watch.Found)
    assert watch.confirmed(row.finds[1]) == "graph", "what does not recur is no find"
