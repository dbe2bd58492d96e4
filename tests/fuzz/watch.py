"""Keep workers reading, whatever happens to them, and gather what became of the files."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, final

from tests.fuzz.worker import FIND, NOT_RUN, RUNNING, WARM_UP, Task, code_of, ending_of

ROOT = Path(__file__).resolve().parents[2]
TOLD = 20
"""How many unlike finds of a format are looked at again and told; all are counted."""


@final
@dataclass(frozen=True, slots=True)
class Found:
    """A case that ended as none may."""

    format: str
    seed: int
    index: int
    problem: str

    @property
    def likeness(self) -> str:
        """What finds of one cause have in common."""
        return re.sub(r"\S*/\S*|'[^']*'|\"[^\"]*\"|\d+", "", self.problem)[:60]


@final
@dataclass(slots=True)
class Row:
    """What became of the files of one format."""

    format: str
    endings: Counter[str] = field(default_factory=Counter)
    finds: list[Found] = field(default_factory=list)
    seconds: float = 0.0
    """Of one worker's reading."""
    open_files: int = 0
    grown: int = 0

    @property
    def files(self) -> int:
        return self.endings.total()


def fuzz(formats: Sequence[str], files: int, seed: int, jobs: int) -> Iterator[Row]:
    """Try `files` files of each format in `jobs` processes; a row as each format is done."""
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(jobs) as threads:
        lanes = [Lane(Path(folder) / str(number)) for number in range(jobs)]
        try:
            for format in formats:
                tasks = [Task(format, seed, lane, files, jobs, "") for lane in range(jobs)]
                rows = list(threads.map(Lane.run, lanes, tasks))
                yield _checked(_together(rows), seed)
        finally:
            for lane in lanes:
                lane.close()


@final
class Lane:
    """One worker process after another, the next when the last has died."""

    def __init__(self, outcomes: Path) -> None:
        self._outcomes = outcomes
        self._process: subprocess.Popen[str] | None = None

    def run(self, task: Task) -> Row:
        """One task to its end, over as many processes as it takes."""
        row, task = Row(task.format), replace(task, outcomes=str(self._outcomes))
        self._outcomes.write_bytes(bytes(task.stop + WARM_UP))
        begun = time.perf_counter()
        while True:
            death = self._attempt(task, row)
            if death is None:
                break
            index, row.seconds = self._culprit(death), time.perf_counter() - begun
            row.finds.append(Found(task.format, task.seed, index, death))
            start = index + task.step if index < task.stop else task.start
            task = replace(task, start=start)
        codes = self._outcomes.read_bytes()[: task.stop]
        row.endings = Counter(_word(code) for code in codes if code != NOT_RUN)
        return row

    def close(self) -> None:
        if self._process is not None:
            _end(self._process)

    def _attempt(self, task: Task, row: Row) -> str | None:
        """What the process died of, or None when it came to the end of the task."""
        if self._process is None:
            self._process = worker()
        for told in _conversation(self._process, task):
            if told["kind"] == "find":
                found = Found(task.format, task.seed, told["index"], told["problem"])
                row.finds.append(found)
            else:
                row.seconds += told["seconds"]
                row.open_files, row.grown = told["open_files"], told["grown"]
                return None
        process, self._process = self._process, None
        return _death(process)

    def _culprit(self, death: str) -> int:
        """The case that was being read."""
        codes = bytearray(self._outcomes.read_bytes())
        index = codes.find(RUNNING)
        if index < 0:
            raise RuntimeError(f"a worker failed between two files: {death}")
        codes[index] = FIND
        self._outcomes.write_bytes(codes)
        return index


def worker() -> subprocess.Popen[str]:
    """A new process that waits for tasks."""
    paths = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    return subprocess.Popen(
        [sys.executable, "-X", "faulthandler", "-m", "tests.fuzz.worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": paths},
    )


def confirmed(found: Found) -> Found | str:
    """The find, seen again in a process of its own; or how the file ended this time."""
    process = worker()
    task = Task(found.format, found.seed, found.index, 0, 1, "", confirm=True)
    try:
        for told in _conversation(process, task):
            return replace(found, problem=told["problem"]) if told["problem"] else told["ending"]
        return replace(found, problem=_death(process))
    finally:
        _end(process)


def _conversation(process: subprocess.Popen[str], task: Task) -> Iterator[dict[str, Any]]:
    assert process.stdin is not None and process.stdout is not None
    try:
        process.stdin.write(task.as_line())
        process.stdin.flush()
    except BrokenPipeError:
        return
    for line in process.stdout:
        yield json.loads(line)


def _death(process: subprocess.Popen[str]) -> str:
    _, said = process.communicate()
    code = process.returncode
    if code == -signal.SIGALRM:
        return "hang: more than two seconds"
    if code >= 0:
        raise RuntimeError(f"the fuzzer itself is at fault:\n{said}")
    last = "\n".join(said.strip().splitlines()[-12:])
    return f"crash: {signal.Signals(-code).name}\n{last}"


def _end(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.communicate()


def _together(rows: Sequence[Row]) -> Row:
    whole = Row(rows[0].format)
    for row in rows:
        whole.endings += row.endings
        whole.finds += row.finds
    whole.seconds = sum(row.seconds for row in rows)
    whole.open_files = max(row.open_files for row in rows)
    whole.grown = max(row.grown for row in rows)
    return whole


def _checked(row: Row, seed: int) -> Row:
    """The row with its finds looked at again, one of each kind; what does not recur is let go."""
    if row.open_files > 4:
        problem = f"leak: {row.open_files} files left open"
        row.finds.append(Found(row.format, seed, -1, problem))
    unlike = {found.likeness: found for found in reversed(row.finds)}
    row.finds = []
    for found in list(unlike.values())[:TOLD]:
        again = found if found.index < 0 else confirmed(found)
        if isinstance(again, Found):
            row.finds.append(again)
        else:
            row.endings.update({again: 1, "find": -1})
    return row


def _word(code: int) -> str:
    return "find" if code in (FIND, RUNNING) else ending_of(code)


__all__ = ["Found", "Lane", "Row", "code_of", "fuzz"]
