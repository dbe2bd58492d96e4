"""Reducing neighbours on the CPU place: rows, room for the pieces of long ones, the nest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from edgewise import engine
from edgewise.adjacency import Array, frozen
from edgewise.kernels.cpu import neighborhoods
from edgewise.kernels.cpu.neighborhoods import Gathering
from edgewise.places.gang import SMALL, together

if TYPE_CHECKING:
    from edgewise.frontier import VertexFrontier
    from edgewise.graph import Graph
    from edgewise.program.binding import Bound
    from edgewise.program.monoids import Monoid

CHUNK, PIECE = 256, 4096
"""Members a thread takes at a time; arcs from which a list is cut, and of its pieces."""


def reduced(
    frontier: VertexFrontier,
    direction: str,
    asked: Bound,
    known: tuple[tuple[str, ...], ...],
    combine: Monoid,
    value: np.dtype[Any],
) -> Array:
    """A number for every member, in the frontier's order."""
    g, everybody, inward = frontier.graph, frontier.form == "all", direction == "in"
    numbered, weighted = inward and asked.takes("e"), g.is_weighted and asked.takes("weight")
    one = Gathering(asked.functors, known, asked.names, combine, value, weighted, numbered)
    members = frozen(np.require([] if everybody else frontier.positions(), np.int64, ["C"]))
    rows = (g.in_offsets, g.in_neighbors) if inward else (g.out_offsets, g.out_neighbors)
    places = frozen(g.in_arcs) if numbered else members
    arcs = frontier.in_degree_sum if inward else frontier.degree_sum
    room = 2 * arcs // PIECE + 1
    long, partial = np.zeros(room + 1, np.int64), np.empty(room, value)
    result, work = np.empty(frontier.size, value), frontier.size + arcs
    lists = (everybody, members, *rows, _weights(g, inward, weighted), places)
    together(
        neighborhoods.reduction(one),
        (CHUNK, PIECE, *lists, long, partial, result, asked.values),
        engine.threads_worth(work),
        brief=work < SMALL,
    )
    return result


def _weights(graph: Graph, inward: bool, wanted: bool) -> Array:
    """The weights beside the rows, in a type that loops can read."""
    given = (graph.in_weights if inward else graph.out_weights) if wanted else None
    if given is None:
        return frozen(np.ones(1, np.int32))
    readable: Array = given.astype(np.float32) if given.dtype == np.float16 else given
    return frozen(readable)
