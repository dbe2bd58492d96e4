"""Looking facts up: one pass over the rows, on all cores, for everything a pass can tell."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from edgewise.adjacency import Array
from edgewise.errors import GraphError
from edgewise.places import cpu

if TYPE_CHECKING:
    from edgewise.graph import Graph
    from edgewise.places.resident import Resident


def look_up(graph: Graph, fact: str) -> dict[str, Any]:
    """The facts that come with finding out `fact`."""
    if fact == "symmetric":
        return {"symmetric": _is_symmetric(graph)}
    if fact in ("min_in_degree", "max_in_degree"):
        return _degree_range("in", np.diff(graph.in_offsets))
    if fact in ("min_out_degree", "max_out_degree"):
        return _degree_range("out", np.diff(graph.out_offsets))
    loops, ascends, repeats = _survey(graph.out_offsets, graph.out_neighbors)
    if not ascends:
        rows = graph.in_offsets, graph.in_neighbors  # always in order, and as many repeats
        repeats = _survey(*rows)[2]
    return {"self_loops": loops > 0, "sorted": ascends, "multi_edges": repeats > 0}


def count_loops(graph: Graph) -> int:
    """How many arcs join a vertex to itself."""
    if graph.facts.self_loops is False:
        return 0
    return _survey(graph.out_offsets, graph.out_neighbors)[0]


def refuse_broken_rows(offsets: Array, neighbors: Array, weights: Array | None) -> None:
    """Refuse rows that would lead a kernel outside its arrays."""
    if len(offsets) == 0:
        raise GraphError("offsets are empty: expected n + 1 of them, [0] where there is no vertex")
    if offsets[0] != 0 or offsets[-1] != len(neighbors):
        seen = f"{offsets[0]} to {offsets[-1]}"
        raise GraphError(f"offsets run from {seen}: expected 0 to {len(neighbors)}, the arcs")
    falls = np.flatnonzero(offsets[1:] < offsets[:-1])
    if len(falls):
        at = int(falls[0])
        raise GraphError(f"offsets fall at vertex {at}: {offsets[at]} to {offsets[at + 1]}")
    if weights is not None and len(weights) != len(neighbors):
        raise GraphError(f"{len(weights)} weights for {len(neighbors)} arcs: expected one each")
    if len(neighbors) and not 0 <= neighbors.min() <= neighbors.max() < len(offsets) - 1:
        bad = (neighbors < 0) | (neighbors >= len(offsets) - 1)
        at = int(np.flatnonzero(bad)[0])
        raise GraphError(
            f"neighbor {neighbors[at]} of arc {at} is no vertex: expected 0 to {len(offsets) - 2}"
        )


def weight_range(graph: Graph) -> tuple[Any, Any]:
    """The least and the greatest weight; NaN for both where any is."""
    there = _lives(graph)
    if there is not None:
        return there.weight_range
    weights = graph.out_weights
    assert weights is not None
    pieces = cpu.spans(len(weights), 1 << 16)
    low = min(cpu.each(lambda begin, end: weights[begin:end].min(), pieces))
    high = max(cpu.each(lambda begin, end: weights[begin:end].max(), pieces))
    return low.item(), high.item()


def _survey(offsets: Array, neighbors: Array) -> tuple[int, bool, int]:
    """Loops, whether every row ascends, and how many arcs repeat the one before them."""
    from edgewise.kernels.cpu.survey import survey_rows

    pieces = cpu.spans(len(offsets) - 1, 1 << 12, per_thread=8)
    found = cpu.each(survey_rows, [(offsets, neighbors, *piece) for piece in pieces])
    loops, falls, repeats = np.array(found).reshape(-1, 3).sum(axis=0).tolist()
    return loops, falls == 0, repeats


def _is_symmetric(graph: Graph) -> bool:
    """Compare with the reverse, both in order; parallel arcs by their sorted weights."""
    if not graph.is_directed:
        return True
    there = _lives(graph)
    if there is not None and graph.facts.sorted:
        same = there.symmetric
        if not same or not graph.is_weighted:
            return same
    if not np.array_equal(graph.in_offsets, graph.out_offsets):
        return False
    from edgewise.rows import rows_reversed

    reverse = graph._incoming()
    forward = rows_reversed(reverse.offsets, reverse.neighbors, reverse.weights)
    if not np.array_equal(forward.neighbors, reverse.neighbors):
        return False
    if forward.weights is None or reverse.weights is None:
        return True
    return _same_weights(forward.rows(), forward.neighbors, forward.weights, reverse.weights)


def _same_weights(tails: Array, heads: Array, ours: Array, theirs: Array) -> bool:
    if np.array_equal(ours, theirs):
        return True
    order, other = np.lexsort((ours, heads, tails)), np.lexsort((theirs, heads, tails))
    return np.array_equal(ours[order], theirs[other])


def _lives(graph: Graph) -> Resident | None:
    """The graph on its device, if it is not on the host as well."""
    if graph._out.here:
        return None
    from edgewise.places.resident import home

    return home(graph)


def _degree_range(side: str, degrees: Array) -> dict[str, int]:
    low, high = (int(degrees.min()), int(degrees.max())) if len(degrees) else (0, 0)
    return {f"min_{side}_degree": low, f"max_{side}_degree": high}
