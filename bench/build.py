"""Table: from columns of edges in memory to a graph."""

from __future__ import annotations

from typing import Any

import numpy as np

from bench import inputs as made
from bench.contest import Case, Settings

TITLE = "Build: from arrays of edges to a graph"
ABOUT = (
    "Kronecker edges (Graph500's parameters, edge factor 16, scrambled labels) as two arrays. "
    "*distinct*: loops and repeats left out beforehand, so that every contender has the same plain "
    "job; *raw*: as generated, repeats to be merged by the contender. *Peak* is resident memory "
    "beyond what was there with the inputs loaded, as a multiple of the finished adjacency "
    "(64-bit offsets, 32-bit neighbours, the weights). Rates count edges of the input."
)
MEASURE = "adjacency"

SMALL = 12


def cases(scale: int) -> list[Case]:
    """Plain, narrow, weighted, merged and symmetrized; and one small enough for NetworkX."""
    listed: list[tuple[str, Settings]] = [
        ("distinct edges, directed, int64", {}),
        ("distinct edges, directed, int32", {"dtype": "int32"}),
        ("distinct edges, directed, int64, float32 weights", {"weighted": True}),
        ("raw edges, directed, repeats merged, int64", {"clean": False}),
        ("raw edges to a simple undirected graph, int64", {"clean": False, "both": True}),
        (
            "raw edges to a simple undirected graph, int32",
            {"clean": False, "both": True, "dtype": "int32"},
        ),
    ]
    small = min(scale, 14)
    told = [_case(title, scale, **changes) for title, changes in listed]
    return [*told, _case("distinct edges, directed, int64, small", small, tiny=True)]


def _case(title: str, scale: int, **changes: Any) -> Case:
    plain: Settings = {
        "clean": True,
        "both": False,
        "weighted": False,
        "dtype": "int64",
        "tiny": False,
    }
    settings = plain | changes | {"scale": scale}
    size = made.edges(scale, 16, settings["clean"]).shape[1]
    warm = settings | {"scale": SMALL}
    return Case("build", f"scale {scale}: {size / 1e6:.3g} M {title}", settings, warm, size)


def inputs(settings: Settings) -> tuple[Any, Any, Any, int]:
    """Fresh columns: sources, targets, weights or None, and the number of vertices."""
    found = made.edges(settings["scale"], 16, settings["clean"])
    sources, targets = (row.astype(settings["dtype"]) for row in found)
    carried = made.weights(len(sources)) if settings["weighted"] else None
    return sources, targets, carried, 1 << settings["scale"]


def canonical_bytes(num_vertices: int, arcs: int, weights: Any) -> int:
    """Bytes of compressed rows with 64-bit offsets and 32-bit neighbours."""
    carried = 0 if weights is None else np.asarray(weights).itemsize
    return 8 * (num_vertices + 1) + (4 + carried) * arcs
