"""One vertex program and one operator functor, the same source, on the CPU and linked for CUDA.

No GPU is needed: what is linked is looked at, and run where there is one (tests/cuda).
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import edgewise as ew
from edgewise.algorithms.sssp import program_of
from edgewise.errors import MissingDependencyError
from edgewise.kernels import reference
from edgewise.kernels.cuda import functors, kept, nests, sources, toolchain
from edgewise.program.functor import functor
from tests.spine import ARCHITECTURES, EDGES, TOLL, written

pytest.importorskip("numba_cuda")
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning:numba_cuda")

MOST_REGISTERS = 64
"""A thread that takes more leaves no room for 1024 beside it."""
PLAIN = {"heads": "int32", "weights": "int32"}


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("EDGEWISE_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache" / "kernels" / "cuda"


def process(folder: Path, cache: Path) -> dict[str, Any]:
    """What a new process says that runs and links the functors in this folder."""
    root = str(Path(ew.__file__).parents[1])
    env = {**os.environ, "EDGEWISE_CACHE_DIR": str(cache), "PYTHONPATH": root}
    order = [sys.executable, "-P", "-m", "tests.spine", str(folder)]
    done = subprocess.run(order, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def symbols(code: bytes, folder: Path) -> dict[str, str]:
    """Every function in a cubin and how it is bound, as NVIDIA's own tool reads it."""
    file = folder / "looked-at.cubin"
    file.write_bytes(code)
    tools = metadata.files("nvidia-cuda-cuobjdump") or []
    tool = next(one.locate() for one in tools if one.name == "cuobjdump")
    order = [str(tool), "--dump-elf-symbols", str(file)]
    said = subprocess.run(order, capture_output=True, text=True, check=True).stdout
    return {
        name: kind
        for kind, name in re.findall(r"STT_FUNC +STB_\w+ +(?:STO|STV)_(\w+) +(\S+)$", said, re.M)
    }


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    """A cache that one process has filled, and what that process said."""
    place = tmp_path_factory.mktemp("spine")
    return place, process(written(place / "mine"), place / "cache")


def by_reference(scale: int = 1, more: int = 0) -> list[int]:
    """What the program in tests/spine.py means."""
    far = ew.VertexProgram(
        "far", value=np.int64, combine=ew.MIN,
        message=lambda sent, weight, v, toll: sent + weight * scale + more + toll[v],
    )  # fmt: skip
    g, most = ew.from_edges(EDGES), np.iinfo(np.int64).max
    rows = reference.Rows(g.out_offsets, g.out_neighbors, g.out_weights)
    given = {"toll": np.array(TOLL)}
    return reference.run(far, rows, [most] * 4, [0, most, most, most], arguments=given).values


@pytest.mark.slow
def test_the_same_functors_run_here_and_are_linked(first):
    _, said = first
    assert said["values"] == by_reference()
    assert (said["made"], said["found"]) == (2 * len(ARCHITECTURES), 0)
    assert said["compiled"] > 0 and said["numba_cuda"]


@pytest.mark.slow
def test_a_second_process_finds_both(first):
    place, before = first
    said = process(place / "mine", place / "cache")
    assert (said["made"], said["found"]) == (0, 2 * len(ARCHITECTURES))
    assert said["compiled"] == 0 and not said["numba_cuda"]
    assert (said["values"], said["code"]) == (before["values"], before["code"])


@pytest.mark.slow
def test_an_edited_functor_is_never_stale(first):
    """What is edited is a function that a functor calls, in a file of its own."""
    place, before = first
    said = process(written(place / "mine", more=1), place / "cache")
    assert said["values"] == by_reference(more=1) != before["values"]
    assert (said["made"], said["found"]) == (len(ARCHITECTURES), len(ARCHITECTURES))
    assert len(set(said["code"]) - set(before["code"])) == len(ARCHITECTURES)
    assert process(written(place / "mine"), place / "cache") == {
        **before, "made": 0, "found": 2 * len(ARCHITECTURES), "compiled": 0, "numba_cuda": False
    }  # fmt: skip


def test_a_functor_over_another_number_is_another(cache):
    def passed(least: int) -> kept.Cubin:
        return nests.advance(functor(lambda v: v >= least), PLAIN, {}, 75)

    first, other = passed(1), passed(2)
    assert not other.found and first.code != other.code and passed(1).code == first.code


@pytest.mark.parametrize("arch", ARCHITECTURES)
def test_functors_are_folded_into_the_nest(arch, cache, tmp_path):
    """The nest is all the code there is: no functor is left to be called, nothing is spilt."""
    cubin = nests.push(program_of(np.int32), PLAIN, {}, arch)
    assert cubin.arch == arch
    assert symbols(cubin.code, tmp_path) == {"take_in": "ENTRY", "push_list": "ENTRY"}
    assert set(cubin.kernels) == {"take_in", "push_list"}
    for use in cubin.kernels.values():
        assert 0 < use.registers <= MOST_REGISTERS and use.stack == use.spilt == 0
    passed = nests.advance(functor(lambda u, v: u < v), PLAIN, {}, arch)
    assert symbols(passed.code, tmp_path) == {"advance_list": "ENTRY"}


def test_a_call_that_is_left_would_be_seen(tmp_path):
    """The same tool, on a function that must not be folded in."""
    source = (
        "__device__ __noinline__ int kept(int a) { return a * a; }\n"
        'extern "C" __global__ void nest(int* x) { x[0] = kept(x[1]) + kept(x[2]); }\n'
    )
    code, _ = toolchain.linked([toolchain.compiled(source, 90)], 90)
    assert len(symbols(code, tmp_path)) == 2


def test_products_are_not_fused_with_sums(cache):
    """An answer in reals is the same on each place only if each rounds as often."""
    inner = functors.ltoir(lambda a, b: a * b + 1.0, "float64", ["float64"] * 2, "inner", 90)
    source = (
        'extern "C" __device__ double inner(double, double);\n'
        'extern "C" __global__ void nest(double* x) { x[0] = inner(x[1], x[2]) * x[3] + x[4]; }\n'
    )
    code = toolchain.linked([toolchain.compiled(source, 90), inner], 90, "ptx")[0].decode()
    assert "fma" not in code and code.count("mul.rn.f64") == code.count("add.rn.f64") == 2


def test_arrays_and_numbers_of_the_run_are_bound_by_name(cache):
    """Names that mean something else in C++ are as good as any."""
    program = ew.VertexProgram(
        "tolls", value=np.float32, combine=ew.SUM, residual=True,
        message=lambda sent, v, double, default: sent * default + double[v],
    )  # fmt: skip
    cubin = nests.push(
        program, {"heads": "int64"}, {"double": "float32*", "default": "float64"}, 80
    )
    assert set(cubin.kernels) == {"take_in", "push_list"}


KINDS = ["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64",
         "float32", "float64"]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("monoid", ["MIN", "MAX", "SUM", "FIRST"])
def test_every_monoid_is_linked_for_every_type(monoid, kind, cache):
    """But for FIRST, whose identity, -1, is no number without a sign."""

    def program() -> ew.VertexProgram:
        combine = getattr(ew, monoid)
        return ew.VertexProgram("told", value=kind, combine=combine, message=lambda sent: sent)

    if monoid == "FIRST" and kind.startswith("u"):
        with pytest.raises(ew.ArgumentError, match=f"{kind}.*'first' has an identity"):
            program()
    else:
        assert nests.push(program(), {"heads": "int32"}, {}, 80).kernels


def test_what_is_spoiled_is_made_again(cache):
    def cubin() -> kept.Cubin:
        return nests.advance(functor(lambda u, v: u < v), PLAIN, {}, 75)

    assert not cubin().found and cubin().found
    (file,) = cache.iterdir()
    whole = file.read_bytes()
    for spoiled in (b"", whole[:40], whole[:-1], whole[:-1] + b"?", b"[]\n" + whole):
        file.write_bytes(spoiled)
        assert not cubin().found
        assert cubin().found


def test_a_cache_that_cannot_be_written_costs_only_time(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("EDGEWISE_CACHE_DIR", str(tmp_path / "file"))
    for _ in range(2):
        assert not nests.advance(functor(lambda u, v: u < v), PLAIN, {}, 75).found


def test_the_key_holds_every_file_that_is_included(cache, tmp_path, monkeypatch):
    """A skeleton, or a file that it includes, is edited: what was made of it is not found."""
    copies = tmp_path / "sources"
    copies.mkdir()
    for file in sources.HERE.glob("*.cuh"):
        (copies / file.name).write_text(file.read_text())
    monkeypatch.setattr(sources, "HERE", copies)
    inner = copies / "frontier.cuh"

    def found() -> bool:
        return nests.advance(functor(lambda u, v: u < v), PLAIN, {}, 75).found

    assert (found(), found()) == (False, True)
    inner.write_text(inner.read_text() + "// another word\n")
    assert (found(), found()) == (False, True)


def test_only_so_many_are_kept(cache, monkeypatch):
    monkeypatch.setattr(kept, "KEPT", 2)
    for age, bound in enumerate((10, 20, 30)):
        kept.kept((f"{bound}",), 75, lambda: (b"code", ""))
        for file in cache.glob("*.cubin"):
            os.utime(file, (age, age)) if file.stat().st_mtime > 1e6 else None
    assert len(list(cache.iterdir())) == 2


@pytest.mark.parametrize("package", toolchain.PACKAGES)
def test_a_missing_package_is_named_with_the_command(package, cache, monkeypatch):
    there = metadata.version

    def version(name: str) -> str:
        if name == package:
            raise metadata.PackageNotFoundError(name)
        return there(name)

    monkeypatch.setattr(metadata, "version", version)
    with pytest.raises(MissingDependencyError, match=r'pip install "edgewise\[cuda\]"') as refused:
        nests.advance(functor(lambda u, v: u < v), PLAIN, {}, 75)
    assert refused.value.package == package


@pytest.mark.parametrize("library", toolchain.LIBRARIES)
def test_a_missing_library_is_named_by_its_package(library, cache, monkeypatch):
    from cuda import pathfinder

    package, there = toolchain.LIBRARIES[library], metadata.version

    def version(name: str) -> str:
        if name == package:
            raise metadata.PackageNotFoundError(name)
        return there(name)

    def load(name: str) -> Any:
        raise pathfinder.DynamicLibNotFoundError(name)

    monkeypatch.setattr(metadata, "version", version)
    monkeypatch.setattr(pathfinder, "load_nvidia_dynamic_lib", load)
    with pytest.raises(MissingDependencyError, match=package):
        nests.advance(functor(lambda u, v: u < v), PLAIN, {}, 75)
