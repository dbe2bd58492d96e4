"""The child process in which one contender runs: `python -m bench.worker SPEC`.

It makes itself ready (imports, a small job, files of its own), says so, and then does the job once
for every line it is sent, on fresh inputs, answering with what it took.
"""

from __future__ import annotations

import ctypes
import gc
import json
import os
import sys
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any, TextIO

from bench.contest import Contender, Settings

STATUS, CLEAR = Path("/proc/self/status"), Path("/proc/self/clear_refs")


def main() -> None:
    spec = json.loads(sys.argv[1])
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what a library prints must not be taken for an answer
    from bench.peers import named

    contender = named(spec["table"], spec["contender"])
    _answer(answers, _warmed(contender, spec["warm"]))
    if sys.stdin.readline() != "ready\n":
        return
    contender.ready(spec["settings"])
    _answer(answers, {})
    for _ in sys.stdin:
        _answer(answers, _measured(contender, spec["settings"]))


def _answer(answers: TextIO, message: dict[str, Any]) -> None:
    answers.write(json.dumps(message) + "\n")
    answers.flush()


def _warmed(contender: Contender, warm: Settings) -> dict[str, Any]:
    """Do a small job; the first call is timed, for it holds imports and compilation."""
    contender.ready(warm)
    inputs = _inputs(contender.table, warm)
    begin = time.perf_counter()
    contender.run(inputs, warm)
    first = time.perf_counter() - begin
    contender.run(_inputs(contender.table, warm), warm)
    return {"first": first, "version": contender.version}


def _measured(contender: Contender, settings: Settings) -> dict[str, Any]:
    inputs = _inputs(contender.table, settings)
    contender.prepare(settings)
    _tidy()
    before = _reset_peak()
    begin = time.perf_counter()
    result = contender.run(inputs, settings)
    seconds = time.perf_counter() - begin
    peak = _peak()
    facts, fault = contender.facts(result, settings), contender.fault(result, inputs, settings)
    del result, inputs
    _tidy()
    return {
        "seconds": seconds,
        "peak": None if before is None or peak is None else peak - before,
        "facts": asdict(facts) if facts else None,
        "fault": fault,
    }


def _inputs(table: str, settings: Settings) -> Any:
    from bench.tables import TABLES

    return TABLES[table].inputs(settings)


def _tidy() -> None:
    """Give freed memory back, so that every run starts alike."""
    gc.collect()
    if sys.platform == "linux":
        ctypes.CDLL(None).malloc_trim(0)


def _reset_peak() -> int | None:
    """Forget the peak of resident memory; what is resident now."""
    try:
        CLEAR.write_text("5", encoding="ascii")
    except OSError:
        return None
    return _status("VmRSS")


def _peak() -> int | None:
    return _status("VmHWM")


def _status(name: str) -> int | None:
    try:
        lines = STATUS.read_text(encoding="ascii").splitlines()
    except OSError:
        return None
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(name + ":"))


if __name__ == "__main__":
    main()
