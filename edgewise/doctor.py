"""What is installed, what machine this is, and whether the library works on it.

Nothing optional is imported to be looked at: packages are found by their metadata, GPUs by the
driver's own library.
"""

from __future__ import annotations

import os
import platform
import shutil
import sys
import tempfile
import time
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import final

from edgewise.kernels.home import home
from edgewise.places import cpu
from edgewise.places.memory import memory


@final
@dataclass(frozen=True, slots=True)
class Package:
    """A package, whether it is there, and what it is good for."""

    name: str
    purpose: str
    version: str | None
    command: str
    """What adds it."""
    required: bool = False


@final
@dataclass(frozen=True, slots=True)
class Machine:
    """What the library runs on."""

    system: str
    python: str
    processor: str
    cores: int
    threads: int
    memory: int | None
    memory_free: int | None


@final
@dataclass(frozen=True, slots=True)
class Cache:
    """Where compiled kernels are kept."""

    folder: str
    writable: bool


@final
@dataclass(frozen=True, slots=True)
class Trial:
    """What came of making, writing and reading a graph."""

    ok: bool
    seconds: float
    said: str


REQUIRED = ("numpy", "numba", "typer", "rich", "zstandard")
OPTIONAL: tuple[tuple[tuple[str, ...], str, str], ...] = (
    (("isal",), ".gz files read faster", "isal"),
    (("scipy",), "SciPy matrices in and out", "scipy"),
    (("pandas",), "pandas tables in and out", "pandas"),
    (("polars",), "polars tables in", "polars"),
    (("pyarrow",), "Parquet, Feather, Arrow", '"edgewise[arrow]"'),
    (("networkx",), "NetworkX graphs in and out", '"edgewise[networkx]"'),
    (("igraph",), "igraph graphs in", "igraph"),
    (
        ("cupy-cuda13x", "cupy-cuda12x", "cupy"),
        "running on GPUs; edges there in",
        '"edgewise[cuda]"',
    ),
    (("matplotlib",), "traces drawn as pictures", '"edgewise[plot]"'),
    (("numba-cuda",), "kernels for GPUs built, here or for elsewhere", '"edgewise[cuda-build]"'),
    (("mpi4py",), "nothing yet (clusters)", "mpi4py"),
)
LAUNCHERS = ("mpirun", "mpiexec", "srun")


def packages(driver: str | None = None) -> list[Package]:
    """Every package that the library needs or can use; `driver` is the newest CUDA it runs.

    >>> [one.name for one in packages() if one.required and one.version is None]
    []
    """
    needed = [
        Package(name, "needed", version(name), f"pip install {name}", True) for name in REQUIRED
    ]
    return needed + [_optional(*one, driver) for one in OPTIONAL]


def machine() -> Machine:
    """The processor, the cores this process may use, and the memory."""
    total, free = memory()
    return Machine(
        f"{platform.system()} {platform.release()} {platform.machine()}",
        f"{platform.python_version()} ({sys.executable})",
        _processor(),
        os.cpu_count() or 1,
        cpu.threads(),
        total,
        free,
    )


def cache() -> Cache:
    """The folder of compiled kernels, and whether it can be written."""
    folder = home()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return Cache(str(folder), True)
    except OSError:
        return Cache(str(folder), False)


def launcher() -> str | None:
    """The program that starts MPI jobs, where there is one."""
    return next((found for found in map(shutil.which, LAUNCHERS) if found), None)


def trial() -> Trial:
    """Make a graph, write it, read it back, and compare: what a working library can do.

    >>> trial().ok
    True
    """
    begun = time.perf_counter()
    try:
        said = _tried()
    except Exception as problem:
        said = f"{type(problem).__name__}: {problem}"
        return Trial(False, time.perf_counter() - begun, said)
    return Trial(True, time.perf_counter() - begun, said)


def _tried() -> str:
    from edgewise import generate, io, verify

    graph = generate.kronecker(10, edge_factor=8, seed=1)
    verify.graph(graph)
    with tempfile.TemporaryDirectory() as folder:
        for name in ("trial.ew", "trial.mtx"):
            path = Path(folder) / name
            io.write(graph, path)
            verify.same_graph(graph, io.read(path))
    return f"generated, built, written and read back {graph.num_edges:,} edges"


def version(*names: str) -> str | None:
    """The version of the first of these distributions that is installed."""
    for name in names:
        try:
            return metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return None


def _optional(names: tuple[str, ...], purpose: str, wanted: str, driver: str | None) -> Package:
    name = names[-1]
    if name == "cupy" and (driver or "").startswith("CUDA 12"):
        wanted = "cupy-cuda12x"
    return Package(name, purpose, version(*names), f"pip install {wanted}")


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(named, "") or platform.machine()
