"""Grids, whole or with edges missing as in a road network."""

from __future__ import annotations

from edgewise import check
from edgewise.generate import columns
from edgewise.generate import weights as edge_weights
from edgewise.generate.keys import chance, key
from edgewise.graph import Graph

BLOCK = 1 << 16


@check.accepts(
    rows=check.Integer(0, 1 << 31),
    columns=check.Integer(0, 1 << 31),
    deletions=check.Real(0, 1),
    seed=check.Seed(),
    weights=edge_weights.Weights(),
)
def grid(
    rows: int,
    columns: int,
    *,
    deletions: float = 0.0,
    seed: int = 1,
    weights: edge_weights.Spec = None,
) -> Graph:
    """A grid of rows times columns vertices, each joined to the next in its row and its column.

    The vertex in row r and column c is r * columns + c. With `deletions`, every edge is left out
    with that probability, which with weights gives a graph much like a road network: low degrees,
    a large diameter, dead ends. Above 0.5 it falls into many small parts.

    >>> import edgewise as ew
    >>> ew.generate.grid(3, 4)
    Graph: 12 vertices, 17 edges, undirected, unweighted
    >>> ew.generate.grid(100, 100, deletions=0.1, weights=(1, 1000), seed=1)
    Graph: 10,000 vertices, 17,851 edges, undirected, int32 weights
    """
    return _grid(rows, columns, deletions, seed, weights)


def _grid(rows: int, across: int, deletions: float, seed: int, weights: edge_weights.Spec) -> Graph:
    from edgewise.kernels.cpu import generate_lattice as kernels

    size = rows * across
    mean = int((2 * size - rows - across) * (1 - deletions)) if size else 0
    columns.reserve("grid", size, mean, False, edge_weights.itemsize(weights))
    args = rows, across, key(seed, "grid deletions"), chance(deletions)
    both = kernels.count_grid, kernels.fill_grid
    edges = columns.count_and_fill("grid", both, size, size, BLOCK, *args)
    drawn = edge_weights.draw(weights, len(edges[0]), seed, "grid")
    return columns.made(edges, drawn, size)
