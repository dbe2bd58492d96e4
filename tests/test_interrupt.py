"""Ctrl-C on long runs: heard within a moment, whatever runs and on however many threads."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer
from typing import Any

import pytest

import edgewise

ROOT = Path(edgewise.__file__).parents[1]
HEARD, PATIENT = 3.0, 20.0
"""Seconds from the signal until the caller has it: a second is promised, the rest is for machines
that others use; and until the process must have ended, far less than any of these would run."""
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
SLOW = """
def slowly(x, turns):
    t = x
    for i in range(turns):
        t = t / 2 + i
    return x if t >= 0 else 0.0
slow = ew.VertexProgram(
    "slow", value=np.float64, combine=ew.MIN, ordered=True,
    message=lambda sent, turns: 1.0 + slowly(sent, turns),
)
ring = ew.generate.cycle(1 << 19)
g, edges = ew.generate.cycle(50), ew.EdgeFrontier.all(ring)
members = ew.VertexFrontier.of(ring, np.arange(1 << 19))
"""
"""A function so slow that a single call of an operator, or a single round, takes very long."""
TURNS = "turns=min(rounds, 4000)"
SLOWLY = "small = ew.generate.path(9)\ng = ew.generate.path(1 << 17)"
"""A path walked by looking at everybody in each of its many rounds."""
DOWN = """
down = ew.VertexProgram("down", value=np.int64, combine=ew.MIN, message=lambda sent: sent - 1)
g = ew.generate.{graph}
"""
OPERATORS = {
    "advance": f"ew.advance(members, lambda v, turns: slowly(v, turns) > 1, {TURNS})",
    "traverse": f"ew.traverse(members, lambda v, turns: slowly(v, turns) > 1, rounds=3, {TURNS})",
    "filter": f"ew.filter(members, lambda v, turns: slowly(v, turns) > 1, {TURNS})",
    "filter of a bitmap": f"ew.filter(edges, lambda e, turns: slowly(e, turns) > 1, {TURNS})",
    "compute": f"ew.compute(members, lambda v, turns: slowly(v, turns), {TURNS})",
    "reduce_neighbors": (
        f"ew.reduce_neighbors(ring, lambda v, turns: slowly(v, turns), ew.SUM, {TURNS})"
    ),
    "intersect": (
        "ew.intersect(ew.generate.complete(500), where=lambda w, turns: slowly(w, turns) > 1, "
        "turns=min(rounds, 400))"
    ),
    "split": f"ew.split(members, lambda v, turns: slowly(v, turns), at=9, {TURNS})",
}
"""Operators in a call that takes long."""
WITHIN = (
    *(
        "push list sync group",
        "push all sync vertex",
        "push list sync edge",
        "push list sync local",
    ),
    *("pull all sync vertex", "pull all sync edge", "pull all sync group", "buckets"),
)
"""Schedules of a round that takes long."""
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
    "rounds of traverse": (
        "g = ew.generate.cycle(100_000)",
        "ew.traverse(ew.VertexFrontier.of(g, [0]), lambda v: v >= 0, rounds=rounds)",
        100_000,
    ),
    **{f"within {name}": (SLOW, call, 50) for name, call in OPERATORS.items()},
    **{
        f"within {one}": (SLOW, f"ew.run(slow, ring, start=0.0, schedule={one!r}, {TURNS})", 50)
        for one in WITHIN
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


@contextmanager
def begun(code: str, threads: int) -> Iterator[subprocess.Popen[str]]:
    """A process that has begun what it would never end."""
    env = {**os.environ, "EDGEWISE_THREADS": str(threads), "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(
        [sys.executable, "-P", "-c", code], env=env, stdout=subprocess.PIPE, text=True
    )
    rescue = Timer(6 * PATIENT, process.kill)
    rescue.start()
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        yield process
    finally:
        rescue.cancel()
        process.kill()
        process.wait()


def heard(process: subprocess.Popen[str]) -> float:
    """Seconds from the signal until the caller says that it was interrupted."""
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    sent = time.perf_counter()
    assert process.stdout is not None
    assert process.stdout.readline() == "interrupted\n"
    return time.perf_counter() - sent


@pytest.mark.parametrize(("what", "threads"), runs())
def test_a_long_run_ends_when_told(what: str, threads: int) -> None:
    setup, run, reached = RUNS[what]
    code = BEGIN.format(setup=setup, run=run, reached=reached)
    with begun(code, threads) as process:
        waited = heard(process)
        assert process.communicate(timeout=PATIENT)[0] == "sound\n"
        assert process.returncode == 0
    assert waited < HEARD


@pytest.mark.parametrize("threads", [1, 2])
def test_work_that_cannot_be_stopped_does_not_hold_the_caller(threads: int) -> None:
    """Building, drawing, sorting: kernels that look for nobody run on, but their caller is told."""
    setup = """
import hashlib
from edgewise.places import cpu
g, much = ew.generate.cycle(1 << 17), np.zeros(cpu.LONG + 8, np.uint8)
"""
    run = "cpu.aside(hashlib.pbkdf2_hmac, 'sha256', much, b'', min(rounds, 1 << 30))"
    code = BEGIN.format(setup=setup, run=run, reached=1 << 17)
    with begun(code, threads) as process:
        assert heard(process) < HEARD
        assert process.stdout is not None
        assert process.stdout.readline() == "sound\n", "others do not wait for it either"
