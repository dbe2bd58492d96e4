"""How much memory the machine has, and how much of it can be had."""

from __future__ import annotations

import os
from pathlib import Path


def memory() -> tuple[int | None, int | None]:
    """Bytes of memory in all, and still free; a container's limit counts where there is one."""
    total, free = _of_system()
    for limit, used in (_of_container(), _of_process()):
        if total is not None and limit is not None and limit < total:
            left = max(0, limit - (used or 0))
            total, free = limit, left if free is None else min(left, free)
    return total, free


def _of_system() -> tuple[int | None, int | None]:
    try:
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
    except OSError:
        return _of_posix(), None
    fields = dict(line.split(":", 1) for line in lines if ":" in line)
    found = [fields.get(name, "").split() for name in ("MemTotal", "MemAvailable")]
    total, free = (int(words[0]) * 1024 if words else None for words in found)
    return total, free


def _of_posix() -> int | None:
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return None


def _of_process() -> tuple[int | None, int | None]:
    """What `ulimit -v` leaves a process, and how much address space it has taken."""
    try:
        import resource

        limit, _ = resource.getrlimit(resource.RLIMIT_AS)
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    except (ImportError, OSError, ValueError, AttributeError):  # not on this system
        return None, None
    return (None if limit == resource.RLIM_INFINITY else limit), pages * resource.getpagesize()


def _of_container(group: Path = Path("/sys/fs/cgroup")) -> tuple[int | None, int | None]:
    """A container's limit and what counts against it, without what can be dropped at once."""
    limit, used = _number(group / "memory.max"), _number(group / "memory.current")
    if limit is None or used is None:
        return limit, used
    try:
        stats = (group / "memory.stat").read_text(encoding="ascii").splitlines()
    except OSError:
        return limit, used
    spare = next((line.split()[1] for line in stats if line.startswith("inactive_file ")), "0")
    return limit, max(0, used - int(spare))


def _number(file: Path) -> int | None:
    try:
        return int(file.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None
