"""Whether GPUs can be used here: what kernels are built and run with, and whether both work.

Packages are found by their metadata. Nothing of this is needed on a CPU.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import final

from edgewise.doctor import Trial, packages, version
from edgewise.gpus import Gpus

USUAL_ARCH = 90
"""What is built for where no GPU says what it is."""
EXTRA = 'pip install "edgewise[cuda]"'
TOOLS: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("CuPy", ("cupy-cuda13x", "cupy-cuda12x", "cupy"), "memory on GPUs"),
    ("numba-cuda", ("numba-cuda",), "Python functions for GPUs"),
    ("cuda-core", ("cuda-core",), "the compiler, called"),
    ("cuda-bindings", ("cuda-bindings",), "the linker and the driver, called"),
    ("NVRTC", ("nvidia-cuda-nvrtc", "nvidia-cuda-nvrtc-cu12"), "the compiler for C++"),
    ("nvJitLink", ("nvidia-nvjitlink", "nvidia-nvjitlink-cu12"), "the linker"),
    ("NVVM", ("nvidia-nvvm", "nvidia-cuda-nvcc-cu12"), "the compiler for Python functions"),
)
LIBRARIES = {"NVRTC": "nvrtc", "nvJitLink": "nvJitLink", "NVVM": "nvvm"}
"""Those that an installed CUDA toolkit has as well."""


@final
@dataclass(frozen=True, slots=True)
class Tool:
    """Something that a GPU is used by, where it is, and what adds it."""

    name: str
    purpose: str
    version: str | None
    command: str


@final
@dataclass(frozen=True, slots=True)
class Findings:
    """What was found: the tools, whether a nest can be built here, and whether one runs."""

    tools: list[Tool]
    build: Trial
    run: Trial | None
    """None where there is no GPU."""

    @property
    def ok(self) -> bool:
        """Whether `device="cuda"` works."""
        return self.build.ok and self.run is not None and self.run.ok


def found(seen: Gpus) -> Findings:
    """Look, build a tiny nest, and run a search where there is a GPU.

    >>> from edgewise import gpus
    >>> [one.name for one in found(gpus.seen()).tools][:2]
    ['CuPy', 'numba-cuda']
    """
    arch = int(seen.devices[0].capability.replace(".", "")) if seen.devices else USUAL_ARCH
    build = _tried(lambda: _built(arch))
    return Findings(tools(seen.driver), build, _tried(_ran) if seen.devices and build.ok else None)


def tools(driver: str | None = None) -> list[Tool]:
    """Every tool, with its version, or None where it is missing."""
    commands = {one.name: one.command for one in packages(driver)}
    commands["CuPy"] = commands["cupy"]
    return [
        Tool(name, why, _version(name, names), commands.get(name, EXTRA))
        for name, names, why in TOOLS
    ]


def _version(name: str, packages: tuple[str, ...]) -> str | None:
    """A package's; that of a toolkit's library is the file."""
    packaged = version(*packages)
    if packaged is not None or name not in LIBRARIES:
        return packaged
    try:
        from cuda import pathfinder

        return str(pathfinder.load_nvidia_dynamic_lib(LIBRARIES[name]).abs_path)
    except Exception:  # no pathfinder, no library, one that does not load
        return None


def _tried(work: Callable[[], str]) -> Trial:
    begun = time.perf_counter()
    try:
        ok, said = True, work()
    except Exception as problem:
        lines = [one for one in str(problem).splitlines() if one.strip()] or ["no more is known"]
        ok, said = False, f"{type(problem).__name__}: {lines[0]}"
    return Trial(ok, time.perf_counter() - begun, said)


SOURCE = """
extern "C" __device__ long long twice(long long);
extern "C" __global__ void tiny(long long* x) { x[0] = twice(x[0]); }
"""


def _built(arch: int) -> str:
    """A function of Python and a kernel of C++, compiled and linked; nothing is taken from disk."""
    from edgewise.kernels.cuda import functors, toolchain

    toolchain.versions()
    inner = functors.ltoir(_twice, "int64", ["int64"], "twice", arch)
    code, _ = toolchain.linked([toolchain.compiled(SOURCE, arch), inner], arch)
    return f"compiled and linked a nest for sm_{arch}, {len(code):,} bytes"


def _twice(x):  # type: ignore[no-untyped-def]
    return x + x


def _ran() -> str:
    """A search on the first GPU, compared with the CPU's."""
    from edgewise import generate
    from edgewise.algorithms.bfs import bfs

    graph = generate.kronecker(10, edge_factor=8, seed=1)
    here, there = (bfs(graph, 1, device=one).distances for one in ("cpu", "cuda"))
    if not (here == there).all():
        raise ArithmeticError("a search on the GPU gives other distances than on the CPU")
    return f"searched {graph.num_edges:,} edges on the GPU, as on the CPU"
