"""The kernel cache: found again by a second process, never stale, never in the way."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numba
import numpy as np
import pytest

import edgewise
from edgewise.kernels.cpu import jit

PROBE = """
import numpy as np
from edgewise.kernels.cpu.{name} import {function} as kernel
value = kernel(*{arguments})
print(value, sum(kernel.stats.cache_hits.values()), sum(kernel.stats.cache_misses.values()))
"""
EXTREMES = {"name": "rows", "function": "extremes", "arguments": "[np.arange(9)]"}


def run(cache: Path, root: Path | None = None, **probe: str) -> list[str]:
    """What a new process prints with this cache folder."""
    path = root or Path(edgewise.__file__).parents[1]
    env = {**os.environ, "EDGEWISE_CACHE_DIR": str(cache), "PYTHONPATH": str(path)}
    code = PROBE.format(**(probe or EXTREMES))
    done = subprocess.run(
        [sys.executable, "-P", "-c", code], env=env, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.rsplit(maxsplit=2)


def test_a_second_process_finds_the_kernel(tmp_path):
    assert run(tmp_path) == ["(0, 8)", "0", "1"]
    assert run(tmp_path) == ["(0, 8)", "1", "0"]


def test_a_cache_that_cannot_be_made_costs_only_time(tmp_path):
    in_the_way = tmp_path / "file"
    in_the_way.write_text("not a folder")
    assert run(in_the_way)[0] == "(0, 8)"


def test_a_spoiled_cache_is_made_again(tmp_path):
    run(tmp_path)
    for file in tmp_path.rglob("*.nb[ic]"):
        file.write_bytes(file.read_bytes()[:10])
    assert run(tmp_path)[0] == "(0, 8)"


@pytest.mark.slow
def test_an_edited_file_that_a_kernel_calls_is_never_stale(tmp_path):
    package = tmp_path / "src" / "edgewise"
    shutil.copytree(Path(edgewise.__file__).parent, package, ignore=shutil.ignore_patterns("__py*"))
    kernels = package / "kernels" / "cpu"
    head = "from edgewise.kernels.cpu.jit import device, kernel\n"
    callee = head + "@device\ndef add(x):\n    return x + {}\n"
    (kernels / "callee.py").write_text(callee.format(1))
    caller = head + "from edgewise.kernels.cpu.callee import add\n@kernel\ndef f(x):\n"
    (kernels / "caller.py").write_text(caller + "    return add(x)\n")
    probe = {"name": "caller", "function": "f", "arguments": "[1]"}
    assert run(tmp_path / "cache", tmp_path / "src", **probe)[0] == "2"
    (kernels / "callee.py").write_text(callee.format(41))
    assert run(tmp_path / "cache", tmp_path / "src", **probe) == ["42", "0", "1"]


@pytest.mark.slow
def test_eight_processes_compile_at_once(tmp_path):
    path = Path(edgewise.__file__).parents[1]
    env = {**os.environ, "EDGEWISE_CACHE_DIR": str(tmp_path), "PYTHONPATH": str(path)}
    code = PROBE.format(**EXTREMES)
    many = [
        subprocess.Popen(
            [sys.executable, "-P", "-c", code], env=env, stdout=subprocess.PIPE, text=True
        )
        for _ in range(8)
    ]
    for process in many:
        out, _ = process.communicate()
        assert process.returncode == 0
        assert out.startswith("(0, 8)")


def test_only_the_newest_generations_are_kept(tmp_path):
    from edgewise.kernels.cpu import jit

    for age in range(jit.GENERATIONS_KEPT + 3):
        old = tmp_path / f"rows-{age:016x}"
        old.mkdir()
        (old / "used").touch()
        os.utime(old / "used", (age, age))
    (tmp_path / "other-1").mkdir()
    jit._forget_old(tmp_path, "rows-", jit.GENERATIONS_KEPT)
    left = sorted(folder.name for folder in tmp_path.glob("rows-*"))
    assert left == [f"rows-{age:016x}" for age in range(3, jit.GENERATIONS_KEPT + 3)]
    assert (tmp_path / "other-1").exists()


SEARCH = """
import edgewise as ew
from edgewise.cli.compiled import kernels
g = ew.from_edges([(0, 1), (1, 2)])
ranks = ew.pagerank(g).ranks
print(ew.sssp(g, 0).distances.tolist(), round(ranks.sum(), 9), kernels())
"""


@pytest.mark.slow
def test_a_second_process_finds_the_nests_of_programs(tmp_path):
    path = Path(edgewise.__file__).parents[1]
    env = {**os.environ, "EDGEWISE_CACHE_DIR": str(tmp_path), "PYTHONPATH": str(path)}
    said = [
        subprocess.run([sys.executable, "-P", "-c", SEARCH], env=env, capture_output=True).stdout
        for _ in range(2)
    ]
    first, second = (one.decode().rsplit(maxsplit=1) for one in said)
    assert first[0] == second[0] == "[0, 1, 2] 1.0"
    assert int(first[1]) > 2
    assert second[1] == "0"


def test_parts_are_folded_and_can_be_called_by_themselves() -> None:
    @jit.part
    def sum_of(a, b):  # type: ignore[no-untyped-def]
        return a + b

    @numba.njit
    def outer(a):  # type: ignore[no-untyped-def]
        return sum_of(a, 1) * sum_of(a, 0.5)

    assert outer(2) == 7.5
    assert len(sum_of.overloads) == 2
    assert sum_of(np.uint8(255), np.uint8(1)) == 256  # as compiled code has it
    assert sum_of(1, 2) == 3 and sum_of(1.5, 2) == 3.5
    assert outer(3) == 14.0


def test_numba_does_not_wake_scipy_until_a_user_multiplies_matrices() -> None:
    code = """
import sys
import numba, numpy
import edgewise as ew
assert ew.bfs(ew.generate.path(4), 0).distances.tolist() == [0, 1, 2, 3]
assert "scipy.linalg" not in sys.modules
product = numba.njit(lambda a, b: a @ b)
assert (product(numpy.eye(2), numpy.ones((2, 2))) == 1).all()
assert "scipy.linalg" in sys.modules
"""
    subprocess.run([sys.executable, "-c", code], check=True, cwd=Path(edgewise.__file__).parents[1])


MINE = """
import numpy as np
import edgewise as ew
STEP = {step}
def far(number):
    return number + STEP + {more}
FAR = ew.VertexProgram("far", value=np.int64, combine=ew.MIN, message=lambda sent: far(sent))
"""
ASK = """
import sys; sys.path.insert(0, sys.argv[1]); sys.dont_write_bytecode = True
import edgewise as ew
from edgewise.cli.compiled import kernels
from mine import FAR
how = {"start": {0: 0}, "schedule": "push list sync vertex"}
print(ew.run(FAR, ew.generate.path(3), **how).values.tolist(), kernels())
"""


def asked(folder: Path, step: int, more: int = 0) -> tuple[str, int]:
    """What a new process finds with these numbers in a user's file, and how much it compiled."""
    (folder / "mine.py").write_text(MINE.format(step=step, more=more))
    path = Path(edgewise.__file__).parents[1]
    env = {**os.environ, "EDGEWISE_CACHE_DIR": str(folder / "cache"), "PYTHONPATH": str(path)}
    order = [sys.executable, "-P", "-c", ASK, str(folder)]
    done = subprocess.run(order, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    answer, _, compiled = done.stdout.strip().rpartition(" ")
    return answer, int(compiled)


@pytest.mark.slow
def test_what_a_user_edits_is_never_stale(tmp_path):
    """A global number, then a function that the functor calls; what is undone is found again."""
    for step, more, right in ((1, 0, "[0, 1, 2]"), (5, 0, "[0, 5, 10]"), (5, 2, "[0, 7, 14]")):
        answer, compiled = asked(tmp_path, step, more)
        assert answer == right and compiled > 0
    assert asked(tmp_path, 1) == ("[0, 1, 2]", 0)
    for file in (tmp_path / "cache").rglob("*.nb[ic]"):
        file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    answer, compiled = asked(tmp_path, 1)
    assert answer == "[0, 1, 2]" and compiled > 0
