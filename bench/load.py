"""Table: a finished graph from its own file."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import Any

import numpy as np

from bench import inputs as made
from bench.contest import Case, Settings

TITLE = "Load: a finished graph from a file of each library's own form"
ABOUT = (
    "A simple undirected Kronecker graph, written by each contender in its own form beforehand. "
    "*In memory*: the page cache holds the file. *From disk*: the file's pages were dropped before "
    "every run. Unless marked *opened only*, every arc has been read once when the clock stops."
)
MEASURE = "bytes"

SMALL = 10
FOLDER = made.DATA / "load"


def cases(scale: int) -> list[Case]:
    """The file in memory, and on disk only."""
    return [_case("in memory", scale, False), _case("from disk", scale, True)]


def _case(title: str, scale: int, cold: bool) -> Case:
    settings, warm = ({"scale": s, "cold": cold} for s in (scale, SMALL))
    arcs = 2 * made.edges(scale, 16, True).shape[1]
    made.edges(SMALL, 16, True)
    return Case("load", f"scale {scale}: {arcs / 1e6:.3g} M arcs, {title}", settings, warm)


def inputs(settings: Settings) -> None:
    """Each contender has a file of its own."""


def graph(settings: Settings) -> tuple[Any, Any, int]:
    """Both directions of every edge, and the number of vertices."""
    sources, targets = made.edges(settings["scale"], 16, True)
    both = np.concatenate((sources, targets)), np.concatenate((targets, sources))
    return *both, 1 << settings["scale"]


def place(settings: Settings, name: str) -> Path:
    """Where a contender keeps its file."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    return FOLDER / f"{settings['scale']}-{name}"


def forget(*paths: Path) -> None:
    """Have the system drop what it remembers of these files."""
    for path in paths:
        file = os.open(path, os.O_RDONLY)
        with contextlib.suppress(AttributeError):
            os.fsync(file)
            os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
        os.close(file)
