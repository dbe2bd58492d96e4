"""Cubins on disk, named by all that they were made of, found again by later processes."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import final

from edgewise.kernels.home import home

KEPT = 2000
"""How many cubins are kept; those used longest ago go first."""
SAID = re.compile(
    r"Function properties for (\w+)\n.*?(\d+) bytes stack frame, (\d+) bytes spill stores.*?"
    r"Used (\d+) registers",
    re.DOTALL,
)


@final
@dataclass(frozen=True, slots=True)
class Use:
    """What one kernel takes, as the compiler says: registers a thread, bytes of stack, spilt."""

    registers: int
    stack: int
    spilt: int


@final
@dataclass(frozen=True, slots=True)
class Cubin:
    """Machine code for one architecture, what its kernels take, and whether it was on disk."""

    code: bytes
    arch: int
    kernels: dict[str, Use]
    found: bool


def kept(parts: tuple[str, ...], arch: int, make: Callable[[], tuple[bytes, str]]) -> Cubin:
    """The cubin made of these parts, from disk; else made, and kept for the next who asks."""
    digest = hashlib.sha256()
    for part in (*parts, f"sm_{arch}"):
        digest.update(f"{len(part)} {part}\n".encode())
    file = home() / "cuda" / f"{digest.hexdigest()[:32]}.cubin"
    there = _read(file)
    code, said = there or make()
    if there is None:
        with contextlib.suppress(OSError):
            _write(file, code, said)
    return Cubin(code, arch, _uses(said), there is not None)


def _uses(said: str) -> dict[str, Use]:
    return {
        name: Use(int(registers), int(stack), int(spilt))
        for name, stack, spilt, registers in SAID.findall(said)
    }


def _read(file: Path) -> tuple[bytes, str] | None:
    """What a file holds, or None: a spoiled one is as good as none."""
    try:
        head, _, code = file.read_bytes().partition(b"\n")
        about = json.loads(head)
        if about["sha256"] != hashlib.sha256(code).hexdigest():
            return None
    except (OSError, ValueError, KeyError, TypeError):
        return None
    with contextlib.suppress(OSError):
        os.utime(file)
    return code, about["said"]


def _write(file: Path, code: bytes, said: str) -> None:
    """In one step, under a name nobody else uses meanwhile."""
    file.parent.mkdir(parents=True, exist_ok=True)
    about = {"sha256": hashlib.sha256(code).hexdigest(), "said": said}
    handle, name = tempfile.mkstemp(suffix=".part", dir=file.parent)
    try:
        with os.fdopen(handle, "wb") as sink:
            sink.write(json.dumps(about).encode() + b"\n" + code)
        Path(name).replace(file)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise
    _forget_old(file.parent)


def _forget_old(folder: Path) -> None:
    with contextlib.suppress(OSError):
        aged = sorted(folder.glob("*.cubin"), key=lambda old: -old.stat().st_mtime)
        for old in aged[KEPT:]:
            old.unlink(missing_ok=True)
