"""A counting sort in C++ as the GAP benchmark suite builds its graphs, written for this bench."""

from __future__ import annotations

import ctypes
import hashlib
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any, final

import numpy as np

from bench.contest import Contender, Facts, Settings, tally
from bench.inputs import DATA

SOURCE = Path(__file__).with_name("counting_sort.cpp")
FLAGS = ["-O3", "-march=native", "-std=c++20", "-fopenmp", "-shared", "-fPIC"]


def compiler() -> str | None:
    return next(filter(None, map(shutil.which, ("g++", "clang++", "c++"))), None)


def library() -> ctypes.CDLL:
    """The compiled program, made when its text has changed."""
    stamp = hashlib.sha256(SOURCE.read_bytes()).hexdigest()[:12]
    path = DATA / f"counting_sort-{stamp}.so"
    if not path.exists():
        DATA.mkdir(exist_ok=True)
        part = path.with_name(f"{os.getpid()}-{path.name}")
        subprocess.run([str(compiler()), *FLAGS, str(SOURCE), "-o", str(part)], check=True)
        part.replace(path)
    loaded = ctypes.CDLL(str(path))
    for width in (32, 64):
        getattr(loaded, f"build{width}").restype = ctypes.c_void_p
    loaded.degrees.argtypes = [ctypes.c_void_p, ctypes.c_void_p]
    loaded.total_weight.argtypes, loaded.total_weight.restype = [ctypes.c_void_p], ctypes.c_double
    loaded.release.argtypes = [ctypes.c_void_p]
    return loaded


class _Handle:
    """A graph on the other side, released with this object."""

    def __init__(self, pointer: int, size: int, library: ctypes.CDLL) -> None:
        self.pointer, self.size, self._library = pointer, size, library

    def __del__(self) -> None:
        self._library.release(self.pointer)


@final
class Build(Contender):
    table = "build"
    name = "counting sort, C++ and OpenMP"
    note = "as GAPBS builds; rows sorted"

    @property
    def missing(self) -> str | None:
        return None if compiler() else "no C++ compiler found"

    def ready(self, settings: Settings) -> None:
        self._library = library()

    def run(self, inputs: Any, settings: Settings) -> _Handle:
        sources, targets, weights, size = inputs
        build = getattr(self._library, f"build{sources.itemsize * 8}")
        columns = [
            None if c is None else ctypes.c_void_p(c.ctypes.data)
            for c in (sources, targets, weights)
        ]
        pointer = build(
            *columns,
            ctypes.c_int64(len(sources)),
            ctypes.c_int64(size),
            ctypes.c_bool(settings["both"]),
            ctypes.c_bool(not settings["clean"]),
        )
        return _Handle(pointer, size, self._library)

    def facts(self, result: _Handle, settings: Settings) -> Facts:
        degrees = np.empty(result.size, np.int64)
        self._library.degrees(result.pointer, degrees.ctypes.data)
        total = self._library.total_weight(result.pointer) if settings["weighted"] else None
        return tally(degrees, total)
