"""The generators' contract: what a seed means, what is refused, what comes out by default."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest

import edgewise as ew
from edgewise import progress
from edgewise.generate import alias, columns, keys, pairs
from edgewise.generate.recursive import quarter_table
from edgewise.generate.weights import Weights, draw

generate = ew.generate
KEEP = {"duplicates": "keep", "self_loops": "keep"}

FAMILIES: dict[str, Callable[..., ew.Graph]] = {
    "kronecker": partial(generate.kronecker, 13),
    "kronecker, all edges": partial(generate.kronecker, 12, 30, **KEEP),
    "kronecker, directed": partial(generate.kronecker, 11, a=0.3, b=0.3, c=0.2, directed=True),
    "gnm": partial(generate.gnm, 5000, 100_000),
    "gnm, directed": partial(generate.gnm, 300, 80_000, directed=True),
    "gnp": partial(generate.gnp, 5000, 0.01),
    "gnp, directed": partial(generate.gnp, 400, 0.6, directed=True),
    "grid": partial(generate.grid, 300, 301, deletions=0.2),
    "small world": partial(generate.small_world, 20_000, 10, 0.2),
    "geometric": partial(generate.geometric, 20_000, mean_degree=10),
    "preferential": partial(generate.preferential, 20_000, 6),
}
STORED = {
    "kronecker": "5cbfc373ab78262b",
    "kronecker, all edges": "693b90ebdbae9dcf",
    "kronecker, directed": "d6986169e4bcf79c",
    "gnm": "65065f556b9d960a",
    "gnm, directed": "91a4e6d633e53b37",
    "gnp": "81f6ced03fb6dead",
    "gnp, directed": "b45e6533811ffc0a",
    "grid": "bcc4afd17f407a3c",
    "small world": "2aa2e442e0c98c4d",
    "geometric": "8b80a878b4c2c13e",
    "preferential": "f1f75e829125016d",
}


def fingerprint(g: ew.Graph) -> str:
    digest = hashlib.sha256()
    digest.update(g.out_offsets.astype("<i8").tobytes() + g.out_neighbors.astype("<i8").tobytes())
    if g.out_weights is not None:
        digest.update(g.out_weights.tobytes())
    return digest.hexdigest()[:16]


# the same seed, the same graph -------------------------------------------------------------------


@pytest.mark.parametrize("name", FAMILIES)
def test_a_seed_means_this_graph_for_ever(name, threads):
    assert fingerprint(FAMILIES[name](seed=1, weights="integer")) == STORED[name]


@pytest.mark.parametrize("name", FAMILIES)
def test_another_seed_is_another_graph(name):
    found = {fingerprint(FAMILIES[name](seed=seed)) for seed in (0, 1, 2, (1 << 64) - 1)}
    assert len(found) == 4


@pytest.mark.parametrize("name", FAMILIES)
def test_what_is_made_is_a_graph_and_simple_unless_asked(name):
    g = FAMILIES[name](weights=(5, 9))
    ew.verify.graph(g)
    simple = not (g.has_multi_edges or g.has_self_loops)
    assert simple == (name != "kronecker, all edges")
    assert g.vertex_dtype == np.int32
    assert g.is_directed == name.endswith("directed")


@pytest.mark.parametrize("weights", [None, "uniform", "integer", (-3, 3), (0.5, 2.5)])
@pytest.mark.parametrize("name", FAMILIES)
def test_weights_do_not_change_the_edges(name, weights):
    bare, g = FAMILIES[name](), FAMILIES[name](weights=weights)
    assert np.array_equal(bare.out_neighbors, g.out_neighbors)
    assert g.is_weighted == (weights is not None)


@pytest.mark.parametrize("name", [name for name in FAMILIES if "directed" not in name])
def test_an_edge_has_one_weight_both_ways(name):
    assert FAMILIES[name](weights="uniform").is_symmetric


def test_pieces_of_any_size_make_the_same_edges(monkeypatch):
    whole = generate.kronecker_edges(12, seed=3)
    monkeypatch.setattr(columns, "WAVE", 1000)
    monkeypatch.setattr(columns, "BATCH", 3)
    assert np.array_equal(whole, generate.kronecker_edges(12, seed=3))
    seen: list[tuple[str, int, int]] = []
    with progress.listener(lambda *report: seen.append(report)):
        generate.kronecker_edges(12, seed=3)
    assert seen[0] == ("generating", 0, 65536)
    assert seen[-1] == ("generating", 65536, 65536)
    assert len(seen) == 67


# Kronecker edges, once more in plain Python -------------------------------------------------------


def plain_kronecker_edge(edge: int, scale: int, seed: int, quarters: list[float]) -> list[int]:
    table, own = quarter_table(quarters).tolist(), int(keys.key(seed, "kronecker edges"))
    draws, ends = -(-scale // 5), [0, 0]
    for draw_number in range(draws):
        word = keys.value(own, edge * draws + draw_number)
        kept, other = table[word >> 54] >> 10, table[word >> 54] & 1023
        outcome = word >> 54 if word % alias.CELL_SIZE < kept else other
        ends = [ends[0] << 5 | outcome >> 5, ends[1] << 5 | outcome & 31]
    return [scrambled(end % (1 << scale), scale, seed) for end in ends]


def scrambled(label: int, scale: int, seed: int) -> int:
    rounds = keys.permutation(seed, "kronecker labels", scale).tolist()
    for factor, summand in zip(rounds[::2], rounds[1::2], strict=True):
        label = (label * factor + summand) % (1 << scale)
        label ^= label >> (scale + 1) // 2
    return label


@pytest.mark.parametrize("scale", [0, 1, 3, 5, 6, 17, 20])
def test_edges_are_those_of_the_definition(scale):
    quarters = [0.5, 0.2, 0.2, 0.1]
    made = generate.kronecker_edges(scale, 4, seed=9, a=0.5, b=0.2, c=0.2)
    for edge in range(0, 4 << scale, max(1, (4 << scale) // 40)):
        expected = plain_kronecker_edge(edge, scale, 9, quarters)
        assert [int(made[0][edge]), int(made[1][edge])] == expected


def test_wide_labels_take_64_bits(monkeypatch):
    monkeypatch.setattr(columns, "index_type", lambda n: np.dtype(np.int64))
    wide = generate.kronecker_edges(10)
    monkeypatch.undo()
    narrow = generate.kronecker_edges(10)
    assert wide[0].dtype == wide[1].dtype == np.int64
    assert narrow[0].dtype == narrow[1].dtype == np.int32
    assert np.array_equal(wide, narrow)


def test_kronecker_edges_are_those_of_the_graph():
    sources, targets = generate.kronecker_edges(9, 8, seed=4)
    assert sources.dtype == targets.dtype == np.int32
    same = ew.from_edges(sources, targets, directed=False, num_vertices=512, **KEEP)
    ew.verify.same_graph(generate.kronecker(9, 8, seed=4, **KEEP), same)


# the ends of what is taken -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("make", "vertices", "edges"),
    [
        (lambda: generate.kronecker(0, 5), 1, 0),
        (lambda: generate.kronecker(0, 5, **KEEP), 1, 5),
        (lambda: generate.kronecker(7, 0), 128, 0),
        (lambda: generate.gnm(0, 0), 0, 0),
        (lambda: generate.gnm(1, 0), 1, 0),
        (lambda: generate.gnm(2, 1), 2, 1),
        (lambda: generate.gnm(2, 2, directed=True), 2, 2),
        (lambda: generate.gnm(50, 1225), 50, 1225),
        (lambda: generate.gnm(51, 51 * 50, directed=True), 51, 2550),
        (lambda: generate.gnp(0, 1.0), 0, 0),
        (lambda: generate.gnp(1, 1.0), 1, 0),
        (lambda: generate.gnp(9, 0), 9, 0),
        (lambda: generate.gnp(50, 1), 50, 1225),
        (lambda: generate.gnp(50, 1, directed=True), 50, 2450),
        (lambda: generate.gnp(1000, 5e-324), 1000, 0),
        (lambda: generate.gnp(1 << 20, 1e-17), 1 << 20, 0),
        (lambda: generate.grid(0, 5), 0, 0),
        (lambda: generate.grid(5, 0), 0, 0),
        (lambda: generate.grid(1, 1), 1, 0),
        (lambda: generate.grid(1, 7), 7, 6),
        (lambda: generate.grid(7, 1), 7, 6),
        (lambda: generate.grid(30, 40, deletions=1), 1200, 0),
        (lambda: generate.small_world(0, 0, 0.5), 0, 0),
        (lambda: generate.small_world(5, 0, 0.5), 5, 0),
        (lambda: generate.small_world(5, 4, 0), 5, 10),
        (lambda: generate.geometric(0, 1.0), 0, 0),
        (lambda: generate.geometric(1, 1.0), 1, 0),
        (lambda: generate.geometric(50, 0), 50, 0),
        (lambda: generate.geometric(50, 2), 50, 1225),
        (lambda: generate.geometric(50, 1e300), 50, 1225),
        (lambda: generate.geometric(50, mean_degree=0), 50, 0),
        (lambda: generate.geometric(50, mean_degree=1e6), 50, 1225),
        (lambda: generate.preferential(2, 1), 2, 1),
        (lambda: generate.preferential(10, 9), 10, 9),
    ],
)
def test_the_ends_of_what_is_taken(make, vertices, edges):
    g = make()
    assert (g.num_vertices, g.num_edges) == (vertices, edges)
    ew.verify.graph(g)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda: generate.gnm(4, 7),
            "gnm(): num_edges=7: expected at most 6, the pairs of 4 vertices",
        ),
        (
            lambda: generate.gnm(4, 13, directed=True),
            "gnm(): num_edges=13: expected at most 12, the ordered pairs of 4 vertices",
        ),
        (lambda: generate.gnm(0, 1), "gnm(): num_edges=1: expected at most 0"),
        (
            lambda: generate.small_world(10, 3, 0.1),
            "small_world(): neighbors=3: expected an even number below num_vertices=10",
        ),
        (lambda: generate.small_world(10, 10, 0.1), "neighbors=10: expected an even number"),
        (lambda: generate.small_world(0, 2, 0.1), "neighbors=2: expected an even number"),
        (
            lambda: generate.preferential(3, 3),
            "preferential(): edges_per_vertex=3: expected less than num_vertices=3",
        ),
        (lambda: generate.geometric(9), "expected either radius or mean_degree, not neither"),
        (
            lambda: generate.geometric(9, 0.1, mean_degree=3),
            "radius=0.1: expected either radius or mean_degree, not both",
        ),
        (lambda: generate.kronecker(5, a=0.9), "a=0.9, b=0.19 and c=0.19 add up to 1.28"),
        (lambda: generate.kronecker(5, d=0.2), "d=0.2: expected 0.05, what a, b and c leave of 1"),
        (lambda: generate.kronecker_edges(5, b=0.9), "kronecker_edges(): a=0.57, b=0.9 and"),
        (lambda: generate.cycle(2), "cycle(): num_vertices=2: expected an integer of 3 or more"),
        (lambda: generate.kronecker(5, weights=(2, 1)), "weights=(2, 1): expected None, 'uniform'"),
        (lambda: generate.gnm(5, 5, weights="distance"), "weights='distance': expected None"),
    ],
)
def test_refusals(make, message):
    with pytest.raises(ew.ArgumentError) as refused:
        make()
    assert message in str(refused.value)


@pytest.mark.parametrize(
    "make",
    [
        lambda: generate.kronecker(40, 1 << 20),
        lambda: generate.kronecker_edges(40, 1 << 20),
        lambda: generate.kronecker(40, 0),
        lambda: generate.gnm(1 << 31, 1 << 60),
        lambda: generate.gnp(1 << 31, 0.5),
        lambda: generate.grid(1 << 31, 1 << 31),
        lambda: generate.small_world(1 << 50, 10, 0.5),
        lambda: generate.geometric(1 << 31, 1.0),
        lambda: generate.geometric_points(1 << 31),
        lambda: generate.preferential(1 << 50, 10),
        lambda: generate.path(1 << 60),
        lambda: generate.empty(1 << 60),
        lambda: generate.cycle(1 << 60),
        lambda: generate.star(1 << 60),
        lambda: generate.complete(1 << 31),
        lambda: generate.complete_bipartite(1 << 31, 1 << 31),
        lambda: generate.tree(2, 1 << 60),
        lambda: generate.tree(1 << 60, 1 << 60),
    ],
)
def test_what_cannot_be_held_is_refused_before_it_is_made(make, monkeypatch):
    monkeypatch.setattr("edgewise.places.cpu.free_bytes", lambda: 1 << 34)
    with pytest.raises(ew.MemoryLimitError, match=r"\(\): .* needs .* GiB and 16\.0 GiB are free"):
        make()


def test_policies_are_passed_on():
    drawn = 16 << 8
    with pytest.raises(ew.GraphError, match="duplicates='refuse'"):
        generate.kronecker(8, duplicates="refuse")
    with pytest.raises(ew.GraphError, match="self_loops='refuse'"):
        generate.kronecker(8, self_loops="refuse", duplicates="keep")
    kept = generate.kronecker(8, weights=(1, 1), directed=True, **KEEP)
    assert kept.num_edges == drawn
    summed = generate.kronecker(
        8, weights=(1, 1), directed=True, duplicates="sum", self_loops="keep"
    )
    assert summed.out_weights is not None
    assert summed.out_weights.sum() == drawn
    assert generate.small_world(100, 40, 0.9, duplicates="keep").num_edges == 2000
    assert generate.small_world(100, 40, 0.9).num_edges < 2000
    assert generate.preferential(100, 40, duplicates="keep").num_edges == 2400
    assert generate.preferential(100, 40).num_edges < 2400


# weights -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "dtype", "low", "high"),
    [
        ("uniform", np.float32, 2.0**-24, 1 - 2.0**-24),
        ("integer", np.int32, 1, 255),
        ((-7, 7), np.int32, -7, 7),
        ((0, 1 << 40), np.int64, 0, 1 << 40),
        ((-(1 << 63), -1), np.int64, -(1 << 63), -1),
        ((np.int8(3), np.uint16(3)), np.int32, 3, 3),
        ((0.0, 10), np.float64, 0.0, 10.0),
        ((-1e300, 1e300), np.float64, -1e300, 1e300),
        ((2.5, 2.5), np.float64, 2.5, 2.5),
    ],
)
def test_weights_lie_in_their_range(asked, dtype, low, high):
    spec = Weights().clean(asked)
    drawn = draw(spec, 200_000, 1, "test")
    assert drawn is not None
    assert drawn.dtype == dtype
    assert low <= drawn.min() <= drawn.max() <= high
    span = float(high) - float(low)
    assert abs(float(drawn.astype(np.float64).mean()) - (low + span / 2)) <= span / 300


def test_integer_weights_are_equally_frequent():
    counts = np.bincount(draw("integer", 255_000, 1, "test"), minlength=256)
    assert counts[0] == 0
    assert 180 < ((counts[1:] - 1000) ** 2 / 1000).sum() < 340


def test_unit_weights_are_never_0_or_1():
    drawn = draw("uniform", 1 << 20, 1, "test")
    assert drawn is not None
    assert len(np.unique(drawn)) > 900_000
    assert 0 < drawn.min() < 1e-5
    assert 1 - 1e-5 < drawn.max() < 1


def test_what_weights_may_not_be():
    bad = Weights("distance").bad()
    assert len(bad) >= 40
    for value in bad:
        with pytest.raises((TypeError, ValueError)):
            Weights("distance").clean(value)


@pytest.mark.parametrize(
    ("spec", "stored"),
    [
        ("uniform", "aa9da072b6056562"),
        ("integer", "2e759e768bd76dcb"),
        ((-5, 1 << 50), "e5c26a1577f43dfb"),
        ((-2.5, 1e9), "666263a1bc22ec6b"),
    ],
)
def test_a_seed_means_these_weights_for_ever(spec, stored, threads):
    drawn = draw(spec, 150_000, 1, "test")
    assert drawn is not None
    assert hashlib.sha256(drawn.tobytes()).hexdigest()[:16] == stored


# the blocks of G(n, p) --------------------------------------------------------------------------


def test_small_blocks_leave_no_seam(monkeypatch):
    monkeypatch.setattr(pairs, "BLOCK_EDGES", 4)
    g = generate.gnp(400, 0.3, seed=2)
    ew.verify.graph(g)
    assert not g.has_multi_edges
    assert abs(g.num_edges - 0.3 * 79800) < 5 * (79800 * 0.21) ** 0.5
    assert generate.gnp(60, 1.0).num_edges == 1770


def test_every_name_is_there():
    for name in generate.__all__:
        assert callable(getattr(generate, name))
    assert dir(generate) == list(generate.__all__)
    with pytest.raises(AttributeError, match="no attribute 'kroneker'"):
        _: Any = generate.kroneker
