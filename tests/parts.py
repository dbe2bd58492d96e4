"""Graphs in parts of all sorts, on which connected components are tried on devices."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

import edgewise as ew

Make = Callable[[int], ew.Graph]


def random(seed: int, n: int, arcs: int, directed: bool) -> ew.Graph:
    pairs = np.random.default_rng(seed).integers(0, n, (2, arcs))
    return ew.from_edges(*pairs, num_vertices=n, directed=directed)


def shuffled(graph: ew.Graph, seed: int, directed: bool = False) -> ew.Graph:
    """The same edges between vertices in any order."""
    n = graph.num_vertices
    place = np.random.default_rng(seed).permutation(n)
    tails = np.repeat(np.arange(n), np.diff(graph.out_offsets))
    heads = graph.out_neighbors
    return ew.from_edges(place[tails], place[heads], num_vertices=n, directed=directed)


def stars(seed: int, hubs: int, leaves: int, inward: bool, directed: bool) -> ew.Graph:
    """Stars of one size: all but one are outside the giant, with rows as long as they come."""
    n = hubs * (leaves + 1)
    place = np.random.default_rng(seed).permutation(n)
    hub = place[np.repeat(np.arange(hubs), leaves)]
    leaf = place[np.arange(hubs, n)]
    ends = (leaf, hub) if inward else (hub, leaf)
    return ew.from_edges(*ends, num_vertices=n, directed=directed)


def with_in_edges(graph: ew.Graph) -> ew.Graph:
    assert graph.in_neighbors is not None and graph.has_in_edges
    return graph


def knots(seed: int) -> ew.Graph:
    """Many small dense parts, each a ring with chords, their vertices far apart."""
    rng = np.random.default_rng(seed)
    part = rng.integers(0, 40, 900)
    members = [np.flatnonzero(part == one) for one in range(40)]
    ends = [rng.choice(one, (2, 3 * len(one))) for one in members if len(one)]
    return ew.from_edges(*np.concatenate(ends, axis=1), num_vertices=900, directed=False)


def one_arc_in(size: int) -> ew.Graph:
    """A star that one vertex of the giant points to, by its third arc: only the hub finds it."""
    giant, hub = np.arange(2, 3 * size), 3 * size
    leaves = np.arange(hub + 1, hub + size)
    tails = np.concatenate([giant, giant, [2], leaves])
    heads = np.concatenate([np.zeros_like(giant), np.ones_like(giant), [hub], 0 * leaves + hub])
    return with_in_edges(ew.from_edges(tails, heads, num_vertices=hub + size))


PARTS: dict[str, Make] = {
    "sparse": lambda seed: random(seed, 500, 400, False),
    "at the edge": lambda seed: random(seed, 700, 380, False),
    "dense": lambda seed: random(seed, 150, 1500, False),
    "directed": lambda seed: random(seed, 400, 350, True),
    "directed, dense": lambda seed: random(seed, 120, 1200, True),
    "directed, both ways": lambda seed: with_in_edges(random(seed, 400, 450, True)),
    "directed, dense, both ways": lambda seed: with_in_edges(random(seed, 120, 1200, True)),
    "path": lambda seed: ew.generate.path(1500 + seed),
    "path, shuffled": lambda seed: shuffled(ew.generate.path(700), seed),
    "directed path, shuffled": lambda seed: shuffled(
        ew.generate.path(500, directed=True), seed, directed=True
    ),
    "grid": lambda seed: ew.generate.grid(30, 40, deletions=0.1, seed=seed),
    "torn grid": lambda seed: ew.generate.grid(25, 40, deletions=0.55, seed=seed),
    "grid, renumbered": lambda seed: ew.generate.grid(
        30, 30, deletions=0.4, seed=seed
    ).renumbered(),
    "kronecker": lambda seed: ew.generate.kronecker(9, edge_factor=4, seed=seed),
    "kronecker, renumbered": lambda seed: ew.generate.kronecker(
        9, edge_factor=4, seed=seed
    ).renumbered(),
    "sparse, renumbered": lambda seed: random(seed, 600, 500, False).renumbered(),
    "directed, renumbered": lambda seed: with_in_edges(random(seed, 300, 250, True).renumbered()),
    "stars": lambda seed: stars(seed, 5, 300, False, False),
    "out-stars": lambda seed: stars(seed, 4, 250, False, True),
    "out-stars, both ways": lambda seed: with_in_edges(stars(seed, 4, 250, False, True)),
    "in-stars, both ways": lambda seed: with_in_edges(stars(seed, 4, 250, True, True)),
    "in-stars": lambda seed: stars(seed, 4, 250, True, True),
    "rows in parts": lambda seed: stars(seed, 2, 2500, False, True),
    "rows in parts, both ways": lambda seed: with_in_edges(stars(seed, 2, 2500, True, True)),
    "one arc in": lambda seed: one_arc_in(30 + 20 * seed),
    "one arc in, rows in parts": lambda seed: one_arc_in(1500 + seed),
    "knots": knots,
    "knots, renumbered": lambda seed: knots(seed).renumbered(),
    "alone": lambda seed: ew.generate.empty(300 + seed),
}
