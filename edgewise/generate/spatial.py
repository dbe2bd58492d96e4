"""Random geometric graphs: points in the unit square, joined where they lie close."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, isqrt, pi

import numpy as np

from edgewise import check
from edgewise.adjacency import Array
from edgewise.generate import columns
from edgewise.generate import weights as edge_weights
from edgewise.generate.keys import key
from edgewise.graph import Graph
from edgewise.places import cpu

UNIT = 1 << 31
"""Coordinates are multiples of 1 / UNIT, so that closeness is decided in whole numbers."""
BLOCK_POINTS = 1 << 13

_VERTICES = check.Integer(0, 1 << 31)


@check.accepts(
    num_vertices=_VERTICES,
    radius=check.Maybe(check.Real(0)),
    mean_degree=check.Maybe(check.Real(0)),
    seed=check.Seed(),
    weights=edge_weights.Weights("distance"),
)
def geometric(
    num_vertices: int,
    radius: float | None = None,
    *,
    mean_degree: float | None = None,
    seed: int = 1,
    weights: edge_weights.Spec = None,
) -> Graph:
    """Vertices at random points of the unit square, joined where at most `radius` apart.

    Give either `radius` or `mean_degree`, the mean degree away from the border (near the border
    vertices have fewer neighbours). `weights="distance"` is the distance in float32. The points
    are those of `geometric_points(num_vertices, seed=seed)`.

    >>> import edgewise as ew
    >>> ew.generate.geometric(1000, 0.05, seed=1, weights="distance")
    Graph: 1,000 vertices, 3,855 edges, undirected, float32 weights
    """
    reach = _reach(num_vertices, radius, mean_degree)
    size = edge_weights.itemsize(weights)
    mean = int(num_vertices**2 * min(Fraction(1, 2), Fraction(reach, UNIT**2)) / 2)
    columns.reserve("geometric", num_vertices, mean, False, size)
    x, y = _points(num_vertices, seed)
    edges = _close_pairs(x, y, reach)
    if weights == "distance":
        drawn: Array | None = _distances(x, y, edges)
    else:
        drawn = edge_weights.draw(weights, len(edges[0]), seed, "geometric")
    return columns.made(edges, drawn, num_vertices)


@check.accepts(num_vertices=_VERTICES, seed=check.Seed())
def geometric_points(num_vertices: int, *, seed: int = 1) -> tuple[Array, Array]:
    """Where the vertices of `geometric` lie: x and y, from 0 to 1.

    >>> import edgewise as ew
    >>> x, y = ew.generate.geometric_points(1000, seed=1)
    >>> round(float(x[0]), 3), round(float(y[0]), 3)
    (0.629, 0.504)
    """
    cpu.reserve(32 * num_vertices, f"geometric_points(): a list of {num_vertices:,} points")
    x, y = _points(num_vertices, seed)
    return x / UNIT, y / UNIT


def _reach(num_vertices: int, radius: float | None, mean_degree: float | None) -> int:
    """The square of the radius, in squares of the unit, at most that of the whole square."""
    if (radius is None) == (mean_degree is None):
        given = "neither" if radius is None else "both"
        check.refuse("geometric", "radius", radius, f"either radius or mean_degree, not {given}")
    if radius is not None:
        squared = Fraction(radius) ** 2
    else:
        squared = Fraction(mean_degree or 0) / Fraction(pi) / max(1, num_vertices - 1)
    return int(min(squared, Fraction(2)) * UNIT**2)


def _points(num_vertices: int, seed: int) -> tuple[Array, Array]:
    from edgewise.kernels.cpu.generate_spatial import points

    x, y = np.empty(num_vertices, np.int64), np.empty(num_vertices, np.int64)
    columns.fill(points, num_vertices, key(seed, "geometric points"), x, y, stage="placing points")
    return x, y


def _close_pairs(x: Array, y: Array, reach: int) -> tuple[Array, Array]:
    from edgewise.kernels.cpu import generate_spatial as kernels

    size = len(x)
    across = max(1, min(UNIT // (isqrt(reach) + 1), isqrt(size)))
    starts = np.zeros(across**2 + 2, np.int64)
    order, near_x, near_y = np.empty_like(x), np.empty_like(x), np.empty_like(x)
    kernels.sort_into_cells(x, y, across, starts, order, near_x, near_y)
    both = kernels.count_close, kernels.fill_close
    block = max(1, ceil(BLOCK_POINTS * across**2 / max(1, size)))
    args = near_x, near_y, order, starts, across, np.uint64(reach)
    return columns.count_and_fill("geometric", both, size, across**2, block, *args)


def _distances(x: Array, y: Array, edges: tuple[Array, Array]) -> Array:
    from edgewise.kernels.cpu.generate_spatial import distances

    out = np.empty(len(edges[0]), np.float32)
    columns.fill(distances, len(out), x, y, *edges, out, stage="measuring edges")
    return out
