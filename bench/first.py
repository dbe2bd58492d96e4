"""Table: a first search, from the start of a new process to its answer."""

from __future__ import annotations

from bench import inputs as made
from bench.contest import Case, Settings

TITLE = "First: a new process opens a graph and searches it, once"
ABOUT = (
    "The whole time of a new process that imports the library, opens a simple undirected "
    "Kronecker graph of scale 16, edge factor 16, from a file of the library's own form and "
    "searches it breadth-first from one vertex. *Compiled before*: an earlier process did the "
    "same. *Nothing compiled*: the folder of kernels is empty before every run."
)
MEASURE = ""

SCALE = 16


def cases(scale: int) -> list[Case]:
    """With what an earlier process compiled, and without; the scale is always 16."""
    made.edges(SCALE, 16, True)
    return [
        Case("first", f"scale {SCALE}, {title}", settings, settings)
        for title, settings in (
            ("compiled before", {"scale": SCALE, "kept": True}),
            ("nothing compiled", {"scale": SCALE, "kept": False}),
        )
    ]


def inputs(settings: Settings) -> None:
    """Each contender has a file of its own."""
