"""Kernels as plain Python: every index checked, threads that take turns by lot, lines counted."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import edgewise

ROOT = Path(edgewise.__file__).parents[1]
AT_MOST = 30
"""Lines that may be missed: those that hear Ctrl-C, and those that only much work comes to."""


def told(*order: str) -> str:
    """What a new process says whose compiler is off."""
    env = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-W", "ignore", "-m", *order]
    done = subprocess.run(command, env=env, capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


@pytest.mark.slow
def test_every_algorithm_on_every_schedule_without_the_compiler() -> None:
    said = json.loads(told("tests.plain", "250", "1"))
    assert said["cells"] >= 400 and said["checked"] >= 0.9 * said["cells"]
    assert not said["untouched"], "functions of which not a line ever ran"
    assert len(said["missed"]) <= AT_MOST < 0.035 * said["lines"], said["missed"]


@pytest.mark.long
def test_threads_that_take_turns_by_lot() -> None:
    assert told("tests.interleaved", "10000", "1000") == "10000 runs agree\n"
