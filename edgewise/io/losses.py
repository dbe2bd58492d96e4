"""What of a graph a format does not keep, though it can be written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from edgewise import figures
from edgewise.io.registry import Format
from edgewise.positions import passes_for_range

if TYPE_CHECKING:
    from edgewise.graph import Graph


def losses(graph: Graph, form: Format) -> tuple[str, ...]:
    """Every loss, in words that follow "does not keep"."""
    if form.keeps == "everything":
        return ()
    kept = {word.split()[-1] for word in form.keeps.split(", ")}
    if "size" not in kept:
        return tuple(_losses_of_bare_edges(graph))
    if graph.vertex_ids.labels is not None and "ids" not in kept:
        return ("vertex ids: they are numbered in their order",)
    return ()


def _losses_of_bare_edges(graph: Graph) -> Iterator[str]:
    """Where nothing but edges is kept, their ends as numbers: what these do not tell."""
    touched = graph.out_degrees > 0
    if graph.is_directed:
        touched |= graph.in_degrees > 0
    labels = graph.vertex_ids.labels
    if labels is None:
        alone = int(np.argmax(touched[::-1])) if touched.any() else graph.num_vertices
        if alone:
            yield f"vertices after the last edge: {figures.count(alone)} are left out"
        return
    if alone := int(np.count_nonzero(~touched)):
        yield f"vertices without an edge: {figures.count(alone)} are left out"
    if touched.any() and passes_for_range(int(labels[touched].max()), graph.num_edges):
        yield "which numbers are ids: read it with ids='labels'"
