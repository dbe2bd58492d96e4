"""What a reader of edges hands on: columns, and what the file says about them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from edgewise.adjacency import Array


@final
@dataclass(slots=True)
class EdgeTable:
    """Edges as read, not yet a graph. The reader has checked every index it promises.

    `num_vertices` is given where the file states it; `directed` where the file says so, None where
    it does not; `both_ways` when an undirected file lists each edge in both directions. `labels`
    holds the file's own vertex ids when `sources` and `targets` are already positions.
    """

    sources: Array
    targets: Array
    weights: Array | None = None
    num_vertices: int | None = None
    directed: bool | None = None
    both_ways: bool = False
    labels: Array | None = None
