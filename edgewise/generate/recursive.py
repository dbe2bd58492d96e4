"""Kronecker graphs (R-MAT) to the Graph500 specification."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from edgewise import check
from edgewise.adjacency import Array
from edgewise.build import DUPLICATES, SELF_LOOPS, Policies, build
from edgewise.errors import ArgumentError
from edgewise.generate import columns
from edgewise.generate import weights as edge_weights
from edgewise.generate.alias import alias_table
from edgewise.generate.keys import key, permutation
from edgewise.graph import Graph

if TYPE_CHECKING:
    from edgewise.places.device import Device

LEVELS = 5
"""How many levels of the recursion one random word decides: 4**5 outcomes."""

_SHARE = check.Real(0, 1)


@check.accepts(
    scale=check.Integer(0, 40),
    edge_factor=check.Integer(0),
    seed=check.Seed(),
    a=_SHARE,
    b=_SHARE,
    c=_SHARE,
    d=check.Maybe(_SHARE),
    weights=edge_weights.Weights(),
    directed=check.Flag(),
    scramble=check.Flag(),
    duplicates=DUPLICATES,
    self_loops=SELF_LOOPS,
    device=check.DEVICE,
)
def kronecker(
    scale: int,
    edge_factor: int = 16,
    *,
    seed: int = 1,
    a: float = 0.57,
    b: float = 0.19,
    c: float = 0.19,
    d: float | None = None,
    weights: edge_weights.Spec = None,
    directed: bool = False,
    scramble: bool = True,
    duplicates: str = "first",
    self_loops: str = "drop",
    device: str | None = None,
) -> Graph:
    """A Graph500 Kronecker graph: 2**scale vertices, edge_factor * 2**scale edges drawn.

    Each edge falls, level by level, into one quarter of the adjacency matrix, with the
    probabilities a (top left), b, c and d (None: what is left of 1). `scramble` shuffles the
    vertex labels, so that a number tells nothing about a degree.

    Many of the drawn edges coincide or are loops; by default each pair is kept once and loops are
    dropped, so the graph has fewer edges than were drawn. `duplicates="keep", self_loops="keep"`
    keeps them all. With a `device` the graph is made there, the same one, and stays there.

    >>> import edgewise as ew
    >>> ew.generate.kronecker(10, seed=1)
    Graph: 1,024 vertices, 10,555 edges, undirected, unweighted
    """
    from edgewise.places import choice

    there = choice.device_of(device)
    size, count = 1 << scale, edge_factor << scale
    width = edge_weights.itemsize(weights)
    columns.reserve("kronecker", size, count, directed, width, there)
    edges = _edges("kronecker", scale, count, seed, (a, b, c, d), scramble, there)
    drawn = edge_weights.draw(weights, count, seed, "kronecker", there)
    policies = Policies(directed, None, duplicates, self_loops, ids="range")
    return build(*edges, drawn, num_vertices=size, policies=policies, device=there)


@check.accepts(
    scale=check.Integer(0, 40),
    edge_factor=check.Integer(0),
    seed=check.Seed(),
    a=_SHARE,
    b=_SHARE,
    c=_SHARE,
    d=check.Maybe(_SHARE),
    scramble=check.Flag(),
    device=check.DEVICE,
)
def kronecker_edges(
    scale: int,
    edge_factor: int = 16,
    *,
    seed: int = 1,
    a: float = 0.57,
    b: float = 0.19,
    c: float = 0.19,
    d: float | None = None,
    scramble: bool = True,
    device: str | None = None,
) -> tuple[Array, Array]:
    """The edges of `kronecker` as drawn, loops and repeats among them: sources and targets.

    For benchmarks that time the building of a graph apart from the drawing of its edges. With a
    `device` the columns are CuPy's, and lie there.

    >>> import edgewise as ew
    >>> sources, targets = ew.generate.kronecker_edges(10, 16, seed=1)
    >>> len(sources), sources.dtype
    (16384, dtype('int32'))
    """
    from edgewise.places import choice

    there, count = choice.device_of(device), edge_factor << scale
    columns.reserve_columns("kronecker_edges", 1 << scale, count, there)
    return _edges("kronecker_edges", scale, count, seed, (a, b, c, d), scramble, there)


def _edges(
    where: str,
    scale: int,
    count: int,
    seed: int,
    quarters: tuple[float, float, float, float | None],
    scramble: bool,
    device: Device | None,
) -> tuple[Any, Any]:
    table = quarter_table(_completed(where, *quarters))
    labels = permutation(seed, "kronecker labels", scale) if scramble else np.empty(0, np.uint64)
    own, draws = key(seed, "kronecker edges"), -(-scale // LEVELS)
    if device is not None:
        from edgewise.places import cuda_generate

        return cuda_generate.kronecker_edges(device, own, table, scale, draws, labels, count)
    from edgewise.kernels.cpu.generate_kronecker import kronecker_edges as kernel

    edges = columns.edge_columns(1 << scale, count)
    columns.fill(kernel, count, own, table, draws, np.uint64(scale), labels, *edges)
    return edges


def _completed(where: str, a: float, b: float, c: float, d: float | None) -> list[float]:
    rest = 1.0 - a - b - c
    if d is not None and abs(rest - d) > 1e-9:
        check.refuse(where, "d", d, f"{rest:.12g}, what a, b and c leave of 1 (or None)")
    if rest < -1e-9:
        raise ArgumentError(
            f"{where}(): a={a:g}, b={b:g} and c={c:g} add up to {a + b + c:.12g}: "
            "expected at most 1"
        )
    return [a, b, c, max(0.0, rest) if d is None else d]


def quarter_table(quarters: list[float]) -> Array:
    """The alias table of five levels at once: outcome 32 * row bits + column bits."""
    whole = [int(quarter * (1 << 60)) for quarter in quarters]
    odds = [[whole[2 * row + column] for column in (0, 1)] for row in (0, 1)]
    weights = []
    for outcome in range(4**LEVELS):
        row, column, weight = outcome >> LEVELS, outcome & (2**LEVELS - 1), 1
        for level in range(LEVELS):
            weight *= odds[row >> level & 1][column >> level & 1]
        weights.append(weight)
    return alias_table(weights)
