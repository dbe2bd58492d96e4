"""A process that reads file after file; it may die of any of them.

Started by `watch`, with the tasks as JSON. What became of each file stands in one byte of a shared
file, set to RUNNING before the read, so that whoever finds the process dead knows the culprit.
"""

from __future__ import annotations

import gc
import json
import mmap
import os
import signal
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import final

from edgewise import errors
from tests.fuzz.judge import Find, outcome
from tests.fuzz.make import case

NOT_RUN, RUNNING, FIND = 0, 1, 255
ENDINGS = ("graph", *sorted(name for name in vars(errors) if name.endswith("Error")))
"""How a file may end; its code is its place here plus 2."""
WARM_UP = 150
"""How many cases behind the last are read first, without limits."""


@final
@dataclass(frozen=True, slots=True)
class Task:
    """A row of cases of one format; with `confirm`, one case alone."""

    format: str
    seed: int
    start: int
    stop: int
    step: int
    outcomes: str
    """The file of outcomes, one byte a case, those of the warm-up behind the others."""
    confirm: bool = False

    def as_line(self) -> str:
        return json.dumps(asdict(self)) + "\n"


def code_of(ending: str) -> int:
    return ENDINGS.index(ending) + 2


def ending_of(code: int) -> str:
    return ENDINGS[code - 2]


def main() -> None:
    """Run the tasks given on standard input; tell of finds and speeds on standard output."""
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    for line in sys.stdin:
        task = Task(**json.loads(line))
        with tempfile.TemporaryDirectory(dir=scratch()) as folder:
            (confirm if task.confirm else run)(task, Path(folder))


def scratch() -> str | None:
    """Where small files cost little: in memory, where the system has such a place."""
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


def run(task: Task, folder: Path) -> None:
    """Read every case of a task, after a few others without limits."""
    with open(task.outcomes, "r+b") as shared:  # noqa: PTH123
        outcomes = mmap.mmap(shared.fileno(), 0)
    for index in range(task.stop, task.stop + WARM_UP):
        if outcomes[index] != FIND:
            _mark(task, index, folder, outcomes, limited=False)
    gc.collect()
    files, grown, begun = _open_files(), _resident(), time.perf_counter()
    for index in range(task.start, task.stop, task.step):
        _mark(task, index, folder, outcomes)
    took = time.perf_counter() - begun
    gc.collect()
    leaked, grown = _open_files() - files, _resident() - grown
    _tell(kind="done", seconds=took, open_files=leaked, grown=grown)


def confirm(task: Task, folder: Path) -> None:
    """Read one case again, by itself: first without limits (kernels may compile), then with."""
    for limited in (False, True):
        ending, problem = _ending(task, task.start, folder, limited)
    _tell(kind="confirmed", ending=ending, problem=problem)


def _mark(task: Task, index: int, folder: Path, outcomes: mmap.mmap, limited: bool = True) -> None:
    outcomes[index] = RUNNING
    ending, problem = _ending(task, index, folder, limited)
    outcomes[index] = FIND if problem else code_of(ending)
    if problem:
        _tell(kind="find", index=index, problem=problem)


def _ending(task: Task, index: int, folder: Path, limited: bool = True) -> tuple[str, str | None]:
    try:
        return outcome(case(task.format, task.seed, index), folder, limited), None
    except Find as find:
        return "find", str(find)


def _tell(**what: object) -> None:
    print(json.dumps(what), flush=True)


def _open_files() -> int:
    return len(os.listdir("/proc/self/fd"))  # noqa: PTH208


def _resident() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE")


if __name__ == "__main__":
    main()
