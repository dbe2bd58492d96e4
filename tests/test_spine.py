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
from tests import spine
from tests.spine import ARCHITECTURES, EDGES, TOLL, written

pytest.importorskip("numba_cuda")
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning:numba_cuda")

MOST_REGISTERS = {"loop": 128, "push_once": 64}
"""With more, a processor has no room for a block of 512 threads; of operators, for two of them."""
PLAIN = nests.Types("int32", "int32", "int32")


def advance(cond: Any, arch: int = 75, **arguments: str) -> kept.Cubin:
    """An advance, built."""
    return spine.advance(functor(cond), PLAIN, **arguments).built(arch)


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
    """The kernels in a cubin and what is left of functors, as NVIDIA's own tool reads it.

    A nest's own parts, and routines of NVIDIA's, may stand for themselves: their names begin so.
    """
    file = folder / "looked-at.cubin"
    file.write_bytes(code)
    tools = metadata.files("nvidia-cuda-cuobjdump") or []
    tool = next(one.locate() for one in tools if one.name == "cuobjdump")
    order = [str(tool), "--dump-elf-symbols", str(file)]
    said = subprocess.run(order, capture_output=True, text=True, check=True).stdout
    return {
        name: kind
        for kind, name in re.findall(r"STT_FUNC +STB_\w+ +(?:STO|STV)_(\w+) +(\S+)$", said, re.M)
        if not name.startswith("$") or "edgewise" in name
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
        return advance(lambda v: v >= least)

    first, other = passed(1), passed(2)
    assert not other.found and first.code != other.code and passed(1).code == first.code


@pytest.mark.parametrize("arch", ARCHITECTURES)
def test_functors_are_folded_into_the_nest(arch, cache, tmp_path):
    """The nest is all the code there is: no functor is left to be called, nothing is spilt."""
    walked = spine.program(program_of(np.int32), PLAIN).built(arch)
    passed = advance(lambda u, v: u < v, arch)
    for cubin, name in ((walked, "loop"), (passed, "push_once")):
        assert cubin.arch == arch
        assert symbols(cubin.code, tmp_path) == {name: "ENTRY"}
        assert set(cubin.kernels) == {name}
        use = cubin.kernels[name]
        assert 0 < use.registers <= MOST_REGISTERS[name]
        # What loops spill, and why that is no harm, stands in tests/test_cuda_links.py.
        assert max(use.stack, use.spilt) <= (16 if name == "loop" else 0)


def lower_and_lift(u, v, a):
    return ew.lower(a, v, u) or ew.lift(a, u, v)


def add_and_claim(u, v, a):
    return ew.add(a, v, 2) > u and ew.claim(a, u, 0, v)


def set_some_bits(u, v, a):
    return ew.set_bits(a, v, u)


@pytest.mark.parametrize("written", [lower_and_lift, add_and_claim, set_some_bits])
@pytest.mark.parametrize("kind", ["uint8", "int16", "int32", "uint32", "int64", "uint64",
                                  "float32", "float64"])  # fmt: skip
def test_writes_that_threads_share_are_folded_in(written, kind, cache, tmp_path):
    """What a functor calls to write is part of the nest, like the functor."""
    if written is set_some_bits and kind.startswith("float"):
        with pytest.raises(Exception, match="whole numbers"):
            advance(written, 90, a=f"{kind}*")
        return
    cubin = advance(written, 90, a=f"{kind}*")
    assert symbols(cubin.code, tmp_path) == {"push_once": "ENTRY"}
    use = cubin.kernels["push_once"]
    assert use.registers <= 64 and use.stack == use.spilt == 0


def test_no_call_is_left_of_a_shared_write(cache):
    """The very instructions: an atomic one, and nothing that is called."""
    made = spine.advance(functor(lambda u, v, a: ew.lower(a, v, u)), PLAIN, a="int32*")
    (slot,) = made.slots
    given = slot.parameters(dict(made.arguments))
    inner = functors.ltoir(slot.function, slot.result, given, slot.symbol, 90)
    parts = [toolchain.compiled(made.source, 90), inner]
    code = toolchain.linked(parts, 90, "ptx")[0].decode()
    assert "call" not in code and re.search(r"atom\S*\.min\.s32", code)


def test_what_else_of_ours_a_functor_calls_is_refused(cache):
    with pytest.raises(ew.FunctorError, match="uses ew.bfs: of Edgewise it may call ew.lower"):
        advance(lambda v: ew.bfs(v))


def test_a_call_that_is_left_would_be_seen(tmp_path):
    """The same tool, on a function that must not be folded in."""
    source = (
        "__device__ __noinline__ int edgewise_kept(int a) { return a * a; }\n"
        'extern "C" __global__ void nest(int* x)\n'
        "{ x[0] = edgewise_kept(x[1]) + edgewise_kept(x[2]); }\n"
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
    wide = nests.Types("int64", "int64")
    made = spine.program(program, wide, double="float32*", default="float64")
    assert set(made.built(80).kernels) == {"loop"}


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
        assert spine.program(program(), nests.Types("int32", "int32")).built(80).kernels


def test_what_is_spoiled_is_made_again(cache):
    def cubin() -> kept.Cubin:
        return advance(lambda u, v: u < v)

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
        assert not advance(lambda u, v: u < v).found


def _fresh() -> None:
    """Nests are made once a process: make them anew."""
    from edgewise.kernels.cuda import operator_nests

    operator_nests.advance.cache_clear()


def test_the_key_holds_every_file_that_is_included(cache, tmp_path, monkeypatch):
    """A skeleton, or a file that it includes, is edited: what was made of it is not found."""
    copies = tmp_path / "sources"
    copies.mkdir()
    for file in sources.HERE.glob("*.cuh"):
        (copies / file.name).write_text(file.read_text())
    monkeypatch.setattr(sources, "HERE", copies)
    inner = copies / "queue.cuh"

    def found() -> bool:
        _fresh()
        return advance(lambda u, v: u < v).found

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
        advance(lambda u, v: u < v)
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
        advance(lambda u, v: u < v)
