"""Ctrl-C on long runs: heard within a moment, whatever runs and on however many threads."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import edgewise

ROOT = Path(edgewise.__file__).parents[1]
PATIENT = 20.0
"""Seconds in which a run must have ended: far more than it takes, far less than it would run."""
BEGIN = """
import sys, time
import numpy as np
import edgewise as ew
{setup}
def go(rounds):
    {run}
go(3)
print("begun", flush=True)
begun = time.perf_counter()
try:
    go(1 << 40)
except KeyboardInterrupt:
    print("interrupted", flush=True)
    left = ew.bfs(g, 0).num_reached
    print("sound" if left == {reached} else left, flush=True)
"""
SLOWLY = "small = ew.generate.path(9)\ng = ew.generate.path(1 << 17)"
"""A path walked by looking at everybody in each of its many rounds."""
DOWN = """
down = ew.VertexProgram("down", value=np.int64, combine=ew.MIN, message=lambda sent: sent - 1)
g = ew.generate.{graph}
"""
RUNS = {
    "rounds on a small graph": (
        DOWN.format(graph="cycle(50)"),
        "ew.run(down, g, start={0: 0}, rounds=rounds, schedule='push list sync group')",
        50,
    ),
    "rounds on a large graph": (
        DOWN.format(graph="cycle(100_000)"),
        "ew.run(down, g, start={0: 0}, rounds=rounds, schedule='push list sync group')",
        100_000,
    ),
    "sweeps": (
        "g = ew.generate.complete(300)",
        "ew.pagerank(g, variant='graphalytics', max_iter=rounds)",
        300,
    ),
    "one source after another": (
        "g = ew.generate.cycle(1 << 15)",
        "ew.betweenness(g, k=min(rounds, g.num_vertices))",
        1 << 15,
    ),
    **{
        f"{name} over a long path": (
            SLOWLY,
            f"ew.{name}(small if rounds == 3 else g{more}, schedule='pull all sync group')",
            1 << 17,
        )
        for name, more in (
            ("bfs", ", 0"),
            ("sssp", ", 0"),
            ("bellman_ford", ", 0"),
            ("connected_components", ", method='label-propagation'"),
        )
    },
}


def runs() -> list[Any]:
    """Every loop on two threads; those that differ in how they hear of it on one as well."""
    alone = [one for one in RUNS if "over" not in one]
    both = [
        pytest.param(one, 2, id=f"{one}-2", marks=() if one in alone else pytest.mark.slow)
        for one in RUNS
    ]
    return both + [pytest.param(one, 1, id=f"{one}-1", marks=pytest.mark.slow) for one in alone]


@pytest.mark.parametrize(("what", "threads"), runs())
def test_a_long_run_ends_when_told(what: str, threads: int) -> None:
    setup, run, reached = RUNS[what]
    env = {**os.environ, "EDGEWISE_THREADS": str(threads), "PYTHONPATH": str(ROOT)}
    code = BEGIN.format(setup=setup, run=run, reached=reached)
    process = subprocess.Popen(
        [sys.executable, "-P", "-c", code], env=env, stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        said = process.communicate(timeout=PATIENT)[0]
    finally:
        process.kill()
    assert said == "interrupted\nsound\n"
    assert process.returncode == 0
