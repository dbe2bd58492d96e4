"""Operators on neighbourhoods and sets, their own source with the JIT off, threads by lot."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import edgewise as ew


def test_threads_that_take_turns_by_lot() -> None:
    root = str(Path(ew.__file__).parents[1])
    env = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": root}
    order = [sys.executable, "-m", "tests.interleaved_sets", "600"]
    done = subprocess.run(order, env=env, cwd=root, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "600 runs agree\n"), done.stderr
