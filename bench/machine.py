"""What the figures were made on."""

from __future__ import annotations

import importlib.metadata
import os
import platform
import subprocess
import time
from functools import cache
from pathlib import Path
from typing import final

STAT = Path("/proc/stat")

PACKAGES = (
    "numpy",
    "numba",
    "scipy",
    "pandas",
    "polars",
    "pyarrow",
    "networkx",
    "igraph",
    "networkit",
    "rustworkx",
    "python-graphblas",
    "suitesparse-graphblas",
)


def cores() -> int:
    """Cores this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


@final
class Others:
    """How many cores other processes kept busy since this was made."""

    def __init__(self) -> None:
        self._since, self._all, self._mine = time.monotonic(), _busy(), _mine()

    @property
    def cores(self) -> float | None:
        """None where the system does not tell."""
        now = _busy()
        if now is None or self._all is None:
            return None
        theirs = now - self._all - (_mine() - self._mine)
        return max(0.0, theirs / (time.monotonic() - self._since))


def _busy() -> float | None:
    """Seconds that all cores together have worked since the machine started."""
    try:
        words = STAT.read_text(encoding="ascii").split("\n", 1)[0].split()[1:9]
    except OSError:
        return None
    user, nice, system, _, _, hard, soft, stolen = map(int, words)
    return (user + nice + system + hard + soft + stolen) / os.sysconf("SC_CLK_TCK")


def _mine() -> float:
    """Seconds that this process and its ended children have worked."""
    return sum(os.times()[:4])


@cache
def about() -> str:
    """One line: processor, memory, Python, commit."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    system = f"{platform.system()} {platform.machine()}"
    return (
        f"{cores()} cores of {_processor()}, {memory:.0f} GiB, {system}, "
        f"Python {platform.python_version()}, Edgewise at {commit()}"
    )


def packages() -> str:
    """Versions of everything that may take part."""
    return ", ".join(f"{name} {version}" for name in PACKAGES if (version := _version(name)))


def commit() -> str:
    """The commit of the checkout; "+" where files differ from it."""
    here = Path(__file__).parent
    try:
        called = ["git", "describe", "--always", "--dirty=+", "--abbrev=10", "--exclude=*"]
        return subprocess.run(
            called, cwd=here, capture_output=True, text=True, check=True
        ).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "an unknown commit"


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = (line.split(":")[1].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.machine())


def _version(name: str) -> str | None:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return None
