"""Reducing neighbours on a device: rows, room for the pieces of long ones, three launches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from edgewise.kernels.cuda import operator_nests as nests
from edgewise.places.handed import Handed
from edgewise.places.held import desk
from edgewise.program.binding import on_device

if TYPE_CHECKING:
    from edgewise.frontier import VertexFrontier
    from edgewise.places.device import Device
    from edgewise.program.binding import Bound
    from edgewise.program.monoids import Monoid

PIECE = 4096
"""Arcs from which a row is cut, and of its pieces."""


def reduced(
    frontier: VertexFrontier,
    direction: str,
    asked: Bound,
    combine: Monoid,
    value: np.dtype[Any],
    device: Device,
) -> Any:
    """A number for every member, in the frontier's order; on the device, if an array was there."""
    at, inward, g = desk(frontier.graph, device), direction == "in", frontier.graph
    there, size = at.there, frontier.size
    rows = None if frontier.form == "all" else at.held(frontier, False).array
    handed = Handed("reduce_neighbors", asked, device)
    weighted = g.is_weighted and asked.takes("weight")
    numbered = inward and asked.takes("e")
    offsets, heads = (there.in_offsets, there.in_heads) if inward else (there.offsets, there.heads)
    weights = (there.in_weights if inward else there.weights) if weighted else None
    places = there.in_arcs if numbered else None
    functors: Any = asked.functors
    nest = nests.reduction(
        functors, handed.words, combine, value, numbered, at.types(weighted), device.threads
    )
    everybody = frontier.form == "all"
    arcs = g.num_arcs if everybody else frontier.in_degree_sum if inward else frontier.degree_sum
    room, piece = 2 * arcs // PIECE + 1, np.int64(PIECE)
    result, partial = device.empty(size, value), device.empty(room, value)
    aside, pieces = device.empty(room, np.int64), device.empty((room, 2), np.int64)
    counts, threads = device.zeros(2, np.uint64), device.threads
    graph, given = (offsets, heads, weights, places, rows), handed.values

    def launch(name: str, *arguments: Any) -> None:
        kernel = device.kernel(nest, name)
        kernel.launch(kernel.resident(threads), threads, arguments)

    launch("fold_rows", *graph, np.int64(size), result, piece, aside, pieces, counts, *given)
    if arcs > PIECE and nests.is_cut(combine):
        launch("fold_pieces", *graph, partial, piece, pieces, counts, *given)
        launch("put_together", offsets, rows, partial, result, piece, aside, pieces, counts)
    handed.give_back()
    return result if any(map(on_device, asked.values)) else device.download(result)
