"""Running contenders side by side: one child process each, turn by turn, on fresh inputs."""

from __future__ import annotations

import contextlib
import json
import os
import select
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, final

from bench.contest import Case, Contender, Facts

ROOT = Path(__file__).resolve().parent.parent
Say = Callable[[str], None]


@final
@dataclass(slots=True)
class Entry:
    """What one contender took in one case, or why it took no part."""

    name: str
    kind: str
    note: str
    version: str = ""
    seconds: list[float] = field(default_factory=list)
    peak: int | None = None
    facts: Facts | None = None
    first: float | None = None
    """The first call in a new process, on a small job."""
    first_ever: float | None = None
    """The same with nothing compiled yet."""
    outside: bool = False
    """Whether the times come from a file."""
    problem: str | None = None

    @property
    def median(self) -> float:
        return statistics.median(self.seconds)


@final
@dataclass(frozen=True, slots=True)
class Outcome:
    """One case, all contenders."""

    case: Case
    entries: list[Entry]

    @property
    def wrong(self) -> bool:
        return any((entry.problem or "").startswith("WRONG") for entry in self.entries)

    def as_dict(self) -> dict[str, Any]:
        return {"case": asdict(self.case), "entries": [asdict(entry) for entry in self.entries]}


class Stopped(Exception):
    """A child process ended or took too long; the text says how."""


@final
class Child:
    """A contender's process."""

    def __init__(self, contender: Contender, case: Case, limit: float, **environment: str) -> None:
        spec = {"table": case.table, "contender": contender.name}
        spec |= {"settings": case.settings, "warm": case.warm}  # type: ignore[dict-item]
        self._limit = limit
        self._stderr = tempfile.TemporaryFile()  # noqa: SIM115
        self._process = subprocess.Popen(
            [sys.executable, "-m", "bench.worker", json.dumps(spec)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._stderr,
            cwd=ROOT,
            env=os.environ | environment,
        )

    def ask(self, line: str) -> dict[str, Any]:
        """Send a line and wait for the answer."""
        assert self._process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.write(line.encode() + b"\n")
            self._process.stdin.flush()
        return self.hear()

    def hear(self) -> dict[str, Any]:
        """Wait for an answer."""
        answers = self._process.stdout
        assert answers is not None
        if not select.select([answers], [], [], self._limit)[0]:
            raise Stopped(f"stopped after {self._limit:.0f} s")
        line = answers.readline()
        if not line:
            raise Stopped(f"failed: {self._last_words()}")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()
        self._stderr.close()

    def _last_words(self) -> str:
        code = self._process.wait()
        self._stderr.seek(0)
        lines = self._stderr.read().decode(errors="replace").strip().splitlines()
        return lines[-1][:160] if lines else f"exit status {code}"


def contest(
    case: Case, contenders: Sequence[Contender], repeat: int, limit: float, say: Say
) -> Outcome:
    """Let all contenders do the case `repeat` times with every input, taking turns, after one run
    not counted."""
    contenders = [one for one in contenders if one.enters(case.settings)]
    entries = {one.name: Entry(one.name, one.kind, one.remark(case.settings)) for one in contenders}
    with ExitStack() as stack:
        children = {}
        for contender in contenders:
            entry = entries[contender.name]
            entry.problem = contender.missing or contender.declines(case.settings)
            if entry.problem is None:
                with _noting(entry):
                    children[contender.name] = stack.enter_context(
                        _started(contender, case, limit, entry)
                    )
        _take_turns(case, entries, children, repeat, say)
    _compare(list(entries.values()))
    return Outcome(case, list(entries.values()))


def _take_turns(
    case: Case, entries: dict[str, Entry], children: dict[str, Child], repeat: int, say: Say
) -> None:
    runs = repeat * case.rounds
    for turn in range(runs + 1):
        say(f"{case.title}: {f'run {turn} of {runs}' if turn else 'first run'}")
        for name, child in children.items():
            if entries[name].problem is None and not _rests(entries[name], case):
                with _noting(entries[name]):
                    _take(entries[name], child.ask("go"), counted=turn > 0)
    for entry in entries.values():
        if entry.problem is None and len(entry.seconds) < runs:
            entry.note = "; ".join(filter(None, (entry.note, f"{len(entry.seconds)} runs")))


def _rests(entry: Entry, case: Case) -> bool:
    """Whether this contender has had its time, in at least three runs."""
    spent = case.patience is not None and sum(entry.seconds) >= case.patience
    return spent and len(entry.seconds) >= 3


@contextlib.contextmanager
def _started(contender: Contender, case: Case, limit: float, entry: Entry) -> Iterator[Child]:
    if contender.compiles and case.firsts:
        entry.first_ever = _first_ever(contender, case, limit)
    child = Child(contender, case, limit)
    try:
        told = child.hear()
        entry.first, entry.version = told["first"], told["version"]
        child.ask("ready")
        yield child
    finally:
        child.close()


def _first_ever(contender: Contender, case: Case, limit: float) -> float:
    """The first call on a machine where no kernel was compiled before."""
    with tempfile.TemporaryDirectory() as folder:
        child = Child(contender, case, limit, EDGEWISE_CACHE_DIR=folder)
        try:
            return float(child.hear()["first"])
        finally:
            child.close()


@contextlib.contextmanager
def _noting(entry: Entry) -> Iterator[None]:
    try:
        yield
    except Stopped as problem:
        entry.problem = str(problem)


def _take(entry: Entry, answer: dict[str, Any], counted: bool) -> None:
    if counted:
        entry.seconds.append(answer["seconds"])
    if answer["peak"] is not None:
        entry.peak = max(entry.peak or 0, answer["peak"])
    if answer["fault"] is not None:
        raise Stopped(f"WRONG: {answer['fault']}")
    if answer["facts"] is not None:
        facts = Facts(**answer["facts"])
        if entry.facts is not None and not facts.agrees(entry.facts):
            raise Stopped("WRONG: two runs gave different graphs")
        entry.facts = facts


def _compare(entries: list[Entry]) -> None:
    """Whoever differs from what most contenders found is marked."""
    told = [entry for entry in entries if entry.facts is not None and entry.problem is None]
    if not told:
        return
    votes = {id(one): sum(_agree(one, other) for other in told) for one in told}
    leader = max(told, key=lambda one: votes[id(one)])
    for entry in told:
        if not _agree(entry, leader):
            assert entry.facts is not None and leader.facts is not None
            entry.problem = (
                f"WRONG: {entry.facts.arcs:,} arcs, others have {leader.facts.arcs:,}"
                if entry.facts.arcs != leader.facts.arcs
                else "WRONG: the same number of arcs, other degrees or weights"
            )


def _agree(one: Entry, other: Entry) -> bool:
    assert one.facts is not None and other.facts is not None
    return one.facts.agrees(other.facts)
