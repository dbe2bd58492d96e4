"""From edges to a graph: policies, ids, and the kernels that sort the edges into rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from edgewise.adjacency import Array
from edgewise.graph import Graph


@final
@dataclass(frozen=True, slots=True)
class Policies:
    """What to do with what edge lists leave open. Nothing is dropped or added but by these."""

    directed: bool = True
    symmetrize: bool | None = None
    """Add the reverse of every edge; None: when the graph is undirected."""
    duplicates: str = "keep"
    self_loops: str = "keep"
    isolated: str = "keep"
    ids: str = "auto"


def build(
    sources: Array,
    targets: Array,
    weights: Array | None = None,
    *,
    num_vertices: int | None = None,
    labels: Array | None = None,
    policies: Policies = Policies(),
) -> Graph:
    """A graph from columns: ids settled, edges sorted into rows, policies carried out."""
    raise NotImplementedError
