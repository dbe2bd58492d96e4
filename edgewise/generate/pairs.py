"""Uniform random graphs: G(n, m) and G(n, p)."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

import numpy as np

from edgewise import check
from edgewise.adjacency import Array
from edgewise.generate import columns
from edgewise.generate import weights as edge_weights
from edgewise.generate.alias import CELLS, WHOLE, alias_table
from edgewise.generate.keys import key, permutation
from edgewise.graph import Graph

BLOCK_EDGES = 1 << 16
"""How many edges a block of pairs in G(n, p) has on average: part of what a seed means."""
FRACTION_BITS = 256
DIGITS = 7
"""Digits in base 1024 that any pair number below 2**62 has."""

_VERTICES = check.Integer(0, 1 << 31)


@check.accepts(
    num_vertices=_VERTICES,
    num_edges=check.Integer(0),
    seed=check.Seed(),
    weights=edge_weights.Weights(),
    directed=check.Flag(),
)
def gnm(
    num_vertices: int,
    num_edges: int,
    *,
    seed: int = 1,
    weights: edge_weights.Spec = None,
    directed: bool = False,
) -> Graph:
    """A graph with exactly this many edges, every such simple graph equally likely.

    >>> import edgewise as ew
    >>> ew.generate.gnm(1000, 5000, seed=1)
    Graph: 1,000 vertices, 5,000 edges, undirected, unweighted
    """
    from edgewise.kernels.cpu.generate_pairs import permuted_pairs

    pairs = _pairs(num_vertices, directed)
    if num_edges > pairs:
        kind = "ordered pairs" if directed else "pairs"
        expected = f"at most {pairs:,}, the {kind} of {num_vertices:,} vertices"
        check.refuse("gnm", "num_edges", num_edges, expected)
    columns.reserve("gnm", num_vertices, num_edges, directed, edge_weights.itemsize(weights))
    edges = columns.edge_columns(num_vertices, num_edges)
    bits = max(0, pairs - 1).bit_length()
    rounds = permutation(seed, "gnm pairs", bits)
    args = num_vertices, np.uint64(pairs), np.uint64(bits), rounds
    columns.fill(permuted_pairs, num_edges, *args, *edges)
    drawn = edge_weights.draw(weights, num_edges, seed, "gnm")
    return columns.made(edges, drawn, num_vertices, directed=directed)


@check.accepts(
    num_vertices=_VERTICES,
    probability=check.Real(0, 1),
    seed=check.Seed(),
    weights=edge_weights.Weights(),
    directed=check.Flag(),
)
def gnp(
    num_vertices: int,
    probability: float,
    *,
    seed: int = 1,
    weights: edge_weights.Spec = None,
    directed: bool = False,
) -> Graph:
    """A graph in which every pair of vertices is joined with the same probability.

    >>> import edgewise as ew
    >>> ew.generate.gnp(1000, 0.01, seed=1)
    Graph: 1,000 vertices, 4,995 edges, undirected, unweighted
    """
    pairs = _pairs(num_vertices, directed)
    mean = int(pairs * Fraction(probability))
    columns.reserve("gnp", num_vertices, mean, directed, edge_weights.itemsize(weights))
    edges = _random_pairs(num_vertices, pairs, probability, seed)
    drawn = edge_weights.draw(weights, len(edges[0]), seed, "gnp")
    return columns.made(edges, drawn, num_vertices, directed=directed)


def _random_pairs(
    num_vertices: int, pairs: int, probability: float, seed: int
) -> tuple[Array, Array]:
    from edgewise.kernels.cpu import generate_pairs as kernels

    if probability == 0 or pairs == 0:
        return columns.edge_columns(num_vertices, 0)
    block = min(pairs, ceil(BLOCK_EDGES / Fraction(probability)))
    tables = gap_tables(probability)
    both = kernels.count_random_pairs, kernels.fill_random_pairs
    args = key(seed, "gnp gaps"), len(tables) // CELLS, tables, num_vertices
    return columns.count_and_fill("gnp", both, num_vertices, pairs, block, *args)


def _pairs(num_vertices: int, directed: bool) -> int:
    ordered = num_vertices * (num_vertices - 1)
    return ordered if directed else ordered // 2


def gap_tables(probability: float) -> Array:
    """How many pairs are passed over between two edges, as alias tables of its digits.

    Such a number g has probability (1 - q) q**g with q = 1 - probability, and its digits in base
    1024 are independent: digit j is d with a probability in proportion to q**(d * 1024**j).
    """
    one = 1 << FRACTION_BITS
    ratio, tables = one - ceil(Fraction(probability) * one), []
    for digit in range(DIGITS):
        if ratio * WHOLE < one:  # a larger digit than 0 is less likely than 2**-54
            break
        powers = [one]
        for _ in range(CELLS):
            powers.append(powers[-1] * ratio >> FRACTION_BITS)
        odds = powers[:CELLS] if digit + 1 < DIGITS else _last_digit(powers)
        tables.append(alias_table(odds))
        ratio = powers[CELLS]
    return np.concatenate([np.empty(0, np.uint64), *tables])


def _last_digit(powers: list[int]) -> list[int]:
    """The odds of 0 to 3, and of 4 for all that is 4 or more: beyond every pair there can be."""
    few = [powers[digit] - powers[digit + 1] for digit in range(4)]
    return [*few, powers[4], *[0] * (CELLS - 5)]
