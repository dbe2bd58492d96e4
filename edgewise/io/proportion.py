"""Refuse a graph out of all proportion to its file: one line may name a very distant vertex."""

from __future__ import annotations

from edgewise.errors import FormatError
from edgewise.io.heading import FREE_VERTICES
from edgewise.io.table import EdgeTable

PER_EDGE = 4
"""Ids may reach this many times the number of edges, and FREE_VERTICES besides."""


def refuse_far_ids(path: str, table: EdgeTable) -> None:
    """See that ids which are to be positions 0..n-1 are not spread too thin for that."""
    columns = (table.sources, table.targets)
    if table.labels is not None or table.num_vertices is not None or not len(table.sources):
        return
    if any(column.dtype.kind not in "iu" for column in columns):
        return
    highest = max(int(column.max()) for column in columns)
    if highest >= FREE_VERTICES + PER_EDGE * len(table.sources):
        raise FormatError(
            path,
            f"ids up to {highest} among {len(table.sources)} edges: nearly all vertices would be "
            "without an edge; if that is meant, say num_vertices=, else use ids='labels'",
        )
