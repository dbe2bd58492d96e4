"""Whether each random family follows its law, and each shape is what NetworkX means by it."""

from __future__ import annotations

from collections import Counter

import networkx as nx
import numpy as np
import pytest
from scipy import stats

import edgewise as ew
from edgewise.generate import keys
from tests.test_generate_random import LIKELY, fair

generate = ew.generate


def edge_set(g: ew.Graph) -> set[tuple[int, int]]:
    sources, targets, _ = g.to_edges()
    if g.is_directed:
        return set(zip(sources.tolist(), targets.tolist(), strict=True))
    low, high = np.minimum(sources, targets), np.maximum(sources, targets)
    return set(zip(low.tolist(), high.tolist(), strict=True))


def same_as(g: ew.Graph, theirs: nx.Graph) -> bool:
    mine = edge_set(g)
    their_edges = theirs.edges
    if not theirs.is_directed():
        their_edges = [(min(edge), max(edge)) for edge in theirs.edges]
    return (
        list(theirs.nodes) == list(range(g.num_vertices))
        and mine == set(their_edges)
        and len(mine) == g.num_edges
        and theirs.is_directed() == g.is_directed
    )


# Kronecker -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "quarters",
    [(0.57, 0.19, 0.19, 0.05), (0.25, 0.25, 0.25, 0.25), (0.1, 0.2, 0.3, 0.4)],
)
@pytest.mark.parametrize("scale", [1, 4, 6])
def test_every_cell_of_the_matrix_is_as_likely_as_specified(scale, quarters):
    edges = (1 << 18) >> scale
    a, b, c, d = quarters
    sources, targets = generate.kronecker_edges(scale, edges, a=a, b=b, c=c, d=d, scramble=False)
    level, exact = np.array([[a, b], [c, d]]), np.ones((1, 1))
    for _ in range(scale):
        exact = np.kron(exact, level)
    found = np.bincount((sources << scale) + targets, minlength=4**scale)
    assert fair(found, exact.ravel() * len(sources))


def test_levels_far_apart_are_independent():
    sources, targets = generate.kronecker_edges(17, 1, scramble=False)
    rows = (sources[:, None] >> np.arange(17)) & 1
    columns = (targets[:, None] >> np.arange(17)) & 1
    quarters = 2 * rows + columns
    for one in range(17):
        for other in range(one):
            pairs = np.bincount(quarters[:, one] * 4 + quarters[:, other], minlength=16)
            exact = np.outer((0.57, 0.19, 0.19, 0.05), (0.57, 0.19, 0.19, 0.05)).ravel()
            assert fair(pairs, exact * len(sources))


def test_one_quarter_is_one_cell():
    sources, targets = generate.kronecker_edges(9, 2, a=0, b=1, c=0, scramble=False)
    assert set(sources.tolist()) == {0}
    assert set(targets.tolist()) == {511}


def test_scrambling_only_renames_vertices():
    plain = generate.kronecker_edges(10, 16, scramble=False)
    mixed = generate.kronecker_edges(10, 16)
    names = dict(zip(plain[0].tolist(), mixed[0].tolist(), strict=True))
    names |= dict(zip(plain[1].tolist(), mixed[1].tolist(), strict=True))
    assert len(set(names.values())) == len(names)
    for end in (0, 1):
        assert np.array_equal(np.vectorize(names.get)(plain[end]), mixed[end])


def test_scrambled_labels_tell_nothing_of_degrees():
    g = generate.kronecker(14)
    degrees = np.bincount(g.out_neighbors, minlength=g.num_vertices)
    busy = np.argsort(-degrees)[:200]
    assert stats.kstest(busy / g.num_vertices, "uniform").pvalue > 1e-4
    assert abs(stats.spearmanr(np.arange(len(degrees)), degrees).statistic) < 0.04
    plain = generate.kronecker(14, scramble=False)
    assert plain.out_degrees.argmax() == 0


def test_kronecker_degrees_are_skewed():
    g = generate.kronecker(14)
    degrees = np.sort(g.out_degrees)[::-1]
    assert degrees[:164].sum() > 0.2 * g.num_arcs
    assert (degrees == 0).mean() > 0.2


# uniform -------------------------------------------------------------------------------------


@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("vertices", range(7))
def test_gnm_takes_every_number_of_edges(vertices, directed):
    pairs = vertices * (vertices - 1) // (1 if directed else 2)
    for edges in range(pairs + 1):
        g = generate.gnm(vertices, edges, seed=edges, directed=directed)
        assert len(edge_set(g)) == g.num_edges == edges
        assert not g.has_self_loops


@pytest.mark.parametrize("directed", [False, True])
def test_gnm_degrees_are_those_of_draws_without_replacement(directed):
    n, m = 2000, 40_000
    g = generate.gnm(n, m, seed=3, directed=directed)
    pairs, own = n * (n - 1) // (1 if directed else 2), n - 1
    law = stats.hypergeom(pairs, own, m)
    for degrees in (g.out_degrees, g.in_degrees):
        assert abs(degrees.mean() - law.mean()) < 1e-9
        statistic = ((degrees - law.mean()) ** 2).sum() / law.var()
        assert LIKELY < stats.chi2.sf(statistic, n - 1) < 1 - LIKELY


def test_gnm_has_as_many_triangles_as_chance_gives():
    n, m = 1000, 20_000
    density = m / (n * (n - 1) / 2)
    mean = n * (n - 1) * (n - 2) / 6 * density**3
    found = [triangles(generate.gnm(n, m, seed=seed)) for seed in range(5)]
    assert abs(np.mean(found) - mean) < 5 * (mean / 5) ** 0.5


def triangles(g: ew.Graph) -> int:
    matrix = g.to_scipy()
    matrix.data[:] = 1
    return int((matrix @ matrix).multiply(matrix).sum()) // 6


@pytest.mark.parametrize(
    ("vertices", "probability", "directed"),
    [(100, 0.3, False), (300, 0.001, False), (60, 0.95, True), (2, 0.5, False)],
)
def test_gnp_counts_are_binomial(vertices, probability, directed):
    pairs = vertices * (vertices - 1) // (1 if directed else 2)
    tries, law = 300, stats.binom(pairs, probability)
    counts = [
        generate.gnp(vertices, probability, seed=seed, directed=directed).num_edges
        for seed in range(tries)
    ]
    assert abs(np.mean(counts) - law.mean()) < 5 * (law.var() / tries) ** 0.5
    statistic = ((np.array(counts) - law.mean()) ** 2).sum() / law.var()
    assert LIKELY < stats.chi2.sf(statistic, tries) < 1 - LIKELY


def test_gnp_takes_every_pair_alike():
    found: Counter[tuple[int, int]] = Counter()
    for seed in range(600):
        found.update(edge_set(generate.gnp(12, 0.2, seed=seed)))
    counts = np.array([found[low, high] for low in range(12) for high in range(low + 1, 12)])
    statistic = ((counts - 120) ** 2).sum() / (600 * 0.16)
    assert LIKELY < stats.chi2.sf(statistic, 66) < 1 - LIKELY


# grids ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (1, 5), (5, 1), (2, 2), (4, 7), (9, 3)])
def test_a_whole_grid_is_that_of_networkx(rows, columns):
    theirs = nx.convert_node_labels_to_integers(nx.grid_2d_graph(rows, columns))
    assert same_as(generate.grid(rows, columns), theirs)


def test_deletions_are_independent_and_as_frequent_as_asked():
    whole = edge_set(generate.grid(300, 400))
    some = edge_set(generate.grid(300, 400, deletions=0.3))
    others = edge_set(generate.grid(300, 400, deletions=0.3, seed=2))
    assert some < whole
    for left, share in ((some, 0.7), (others, 0.7), (some & others, 0.49)):
        spread = (len(whole) * share * (1 - share)) ** 0.5
        assert abs(len(left) - len(whole) * share) < 5 * spread
    across = sum(high == low + 1 for low, high in some)
    assert abs(across - 0.7 * 300 * 399) < 5 * (300 * 399 * 0.21) ** 0.5


# small worlds --------------------------------------------------------------------------------


@pytest.mark.parametrize(("vertices", "neighbors"), [(3, 2), (10, 4), (11, 10), (50, 6), (8, 0)])
def test_without_rewiring_it_is_the_ring_of_networkx(vertices, neighbors):
    theirs = nx.watts_strogatz_graph(vertices, neighbors, 0)
    assert same_as(generate.small_world(vertices, neighbors, 0), theirs)


def test_rewired_ends_go_anywhere_but_home():
    n, k = 500, 40
    g = generate.small_world(n, k, 1, duplicates="keep")
    assert g.num_edges == n * k // 2
    assert not g.has_self_loops
    sources, targets, _ = g.to_edges()
    apart = (targets - sources) % n
    counts = np.bincount(np.minimum(apart, n - apart), minlength=n // 2 + 1)
    assert counts[0] == 0
    expected = np.full(n // 2, 2.0) * n * k / 2 / (n - 1)
    expected[-1] /= 2
    assert fair(counts[1:], expected)


def test_as_many_edges_are_rewired_as_asked():
    n, k, p = 20_000, 10, 0.15
    sources, targets, _ = generate.small_world(n, k, p, duplicates="keep").to_edges()
    apart = (targets - sources) % n
    stayed = (np.minimum(apart, n - apart) <= k // 2).sum()
    expected = n * k / 2 * (1 - p + p * k / (n - 1))
    assert abs(stayed - expected) < 5 * (n * k / 2 * p * (1 - p)) ** 0.5


# geometric -----------------------------------------------------------------------------------


@pytest.mark.parametrize("radius", [0.0, 0.004, 0.03, 0.1, 0.34, 0.5, 0.99, 1.2, 1.5])
@pytest.mark.parametrize("vertices", [2, 17, 400])
def test_exactly_the_close_pairs_are_joined(vertices, radius):
    g = generate.geometric(vertices, radius, seed=5, weights="distance")
    x, y = generate.geometric_points(vertices, seed=5)
    apart = np.hypot(x[:, None] - x, y[:, None] - y)
    low, high = np.nonzero(np.triu(apart <= radius, 1))
    assert edge_set(g) == set(zip(low.tolist(), high.tolist(), strict=True))
    tails, heads, weights = g.to_edges()
    assert weights is not None
    assert weights.dtype == np.float32
    assert np.array_equal(weights, apart[tails, heads].astype(np.float32))


def test_points_lie_evenly_and_independently():
    x, y = generate.geometric_points(100_000, seed=2)
    assert min(x.min(), y.min()) >= 0
    assert max(x.max(), y.max()) < 1
    counts = np.histogram2d(x, y, 32, [[0, 1], [0, 1]])[0]
    assert fair(counts.ravel(), len(x) / 1024)
    again = generate.geometric_points(10, seed=2)
    assert np.array_equal(again[0], x[:10])


def test_mean_degree_is_met_away_from_the_border():
    n, wanted = 40_000, 12.0
    g = generate.geometric(n, mean_degree=wanted)
    x, y = generate.geometric_points(n)
    inside = (np.minimum(x, y) > 0.05) & (np.maximum(x, y) < 0.95)
    assert abs(g.out_degrees[inside].mean() - wanted) < 0.2


# preferential attachment ---------------------------------------------------------------------


def plain_preferential(vertices: int, degree: int, seed: int) -> list[tuple[int, int]]:
    """Slot after slot, each reading what is there already."""
    own, slots, edges = int(keys.key(seed, "preferential")), [], []
    for edge in range((vertices - degree) * degree):
        tail = degree + edge // degree
        seen = 2 * (edge - edge % degree)
        drawn = keys.value(own, edge) * seen >> 64
        head = slots[drawn] if edge >= degree else edge
        slots += [tail, head]
        edges.append((tail, head))
    return edges


@pytest.mark.parametrize(("vertices", "degree"), [(2, 1), (50, 1), (200, 3), (40, 39), (500, 8)])
def test_attachment_is_that_of_reading_all_slots(vertices, degree):
    expected = Counter(plain_preferential(vertices, degree, 4))
    g = generate.preferential(vertices, degree, seed=4, directed=True, duplicates="keep")
    sources, targets, _ = g.to_edges()
    assert Counter(zip(sources.tolist(), targets.tolist(), strict=True)) == expected


@pytest.mark.parametrize("degree", [1, 4])
def test_degrees_have_the_tail_of_preferential_attachment(degree):
    n = 200_000
    found = generate.preferential(n, degree, duplicates="keep").out_degrees
    k = np.arange(degree, 60)
    law = 2 * degree * (degree + 1) / (k * (k + 1) * (k + 2))
    share = np.bincount(found, minlength=60)[k] / n
    assert np.abs(share - law).max() < 0.004
    assert 0.8 < (found >= 60).mean() / (degree * (degree + 1) / (60 * 61)) < 1.25
    assert found.max() > 0.5 * degree * n**0.5


def test_edges_lead_from_newer_to_older():
    sources, targets, _ = generate.preferential(3000, 3, directed=True).to_edges()
    assert (targets < sources).all()
    assert nx.is_connected(generate.preferential(3000, 1).to_networkx())


# shapes --------------------------------------------------------------------------------------


@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("size", [0, 1, 2, 3, 4, 5, 12, 33])
def test_shapes_are_those_of_networkx(size, directed):
    kind = nx.DiGraph if directed else nx.Graph
    assert same_as(generate.path(size, directed=directed), nx.path_graph(size, kind))
    assert same_as(generate.empty(size, directed=directed), nx.empty_graph(size, kind))
    assert same_as(generate.complete(size, directed=directed), nx.complete_graph(size, kind))
    if size >= 3:
        assert same_as(generate.cycle(size, directed=directed), nx.cycle_graph(size, kind))
    leaves = nx.empty_graph(size, kind)
    leaves.add_edges_from((0, leaf) for leaf in range(1, size))
    assert same_as(generate.star(size, directed=directed), leaves)


@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize(("branching", "height"), [(1, 0), (1, 6), (2, 0), (2, 5), (3, 3), (7, 2)])
def test_trees_are_those_of_networkx(branching, height, directed):
    theirs = nx.full_rary_tree(
        branching,
        sum(branching**level for level in range(height + 1)),
        nx.DiGraph if directed else nx.Graph,
    )
    assert same_as(generate.tree(branching, height, directed=directed), theirs)


@pytest.mark.parametrize(("first", "second"), [(0, 0), (0, 3), (3, 0), (1, 1), (2, 5), (6, 3)])
def test_complete_bipartite_graphs_are_those_of_networkx(first, second):
    theirs = nx.complete_bipartite_graph(first, second)
    assert same_as(generate.complete_bipartite(first, second), nx.Graph(theirs))
    arcs = edge_set(generate.complete_bipartite(first, second, directed=True))
    assert arcs == {(a, b) for a in range(first) for b in range(first, first + second)}


def test_a_long_path_and_a_wide_star():
    assert generate.path(1_000_000).num_edges == 999_999
    star = generate.star(100_000)
    assert star.max_out_degree == 99_999
    assert star.min_out_degree == 1
