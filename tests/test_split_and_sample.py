"""`split`, `sample` and `threshold`: their plain meaning, alike on any number of threads."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import edgewise as ew
from edgewise.generate import keys
from edgewise.kernels import reference_sets
from edgewise.places import cpu_sample

pytestmark = pytest.mark.usefixtures("teams_of_any_size")


@pytest.fixture
def teams_of_any_size(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is work for every thread."""
    monkeypatch.setattr("edgewise.engine.ALONE", 0)
    monkeypatch.setattr(cpu_sample, "PIECE", 4)


def positions(parts: Any) -> list[list[int]]:
    return [part.positions().tolist() for part in parts]


def at_key(v, ages):  # type: ignore[no-untyped-def]
    return ages[v]


@given(st.data())
def test_any_split(data: st.DataObject) -> None:
    n = data.draw(st.integers(0, 40))
    g = ew.generate.empty(n)
    kind, number, limits = data.draw(
        st.sampled_from(
            [
                (np.int64, st.integers(-50, 50), st.integers(1, 9)),
                (np.float64, st.floats(), st.floats(0.5, 9)),
            ]
        )
    )
    ages = np.array(data.draw(st.lists(number, min_size=n, max_size=n)), kind)
    chosen = data.draw(st.lists(st.integers(0, n - 1))) if n else []
    f = ew.VertexFrontier(g, members=np.array(chosen, np.int64))
    at, width, bins = data.draw(limits) - 5, data.draw(limits), data.draw(st.integers(1, 12))
    for one in (f, f.to_bitmap(), ew.VertexFrontier.all(g)):
        members = one.positions().tolist()
        meant = reference_sets.split(members, lambda v: ages[v].item(), [at])
        assert positions(ew.split(one, ages, at=at)) == meant
        edges = [at + width * (i + 1) for i in range(bins)]
        meant = reference_sets.split(members, lambda v: ages[v].item(), edges)
        assert positions(ew.split(one, at_key, at=at, width=width, bins=bins, ages=ages)) == meant


def test_the_order_stays_on_any_number_of_threads(threads: int) -> None:
    rng = np.random.default_rng(4)
    g = ew.generate.empty(5000)
    f = ew.VertexFrontier(g, members=rng.permutation(5000)[:3000])
    ages = rng.integers(0, 100, 5000)
    parts = ew.split(f, ages, width=7, bins=10)
    meant = reference_sets.split(f.positions().tolist(), ages.__getitem__, range(7, 77, 7))
    assert positions(parts) == meant


def test_whole_numbers_are_compared_as_such() -> None:
    f = ew.VertexFrontier.all(ew.generate.empty(2))
    ages = np.array([2**60, 2**60 + 1])
    assert positions(ew.split(f, ages, at=2**60 + 1)) == [[0], [1]]


def test_arcs_are_split_too() -> None:
    g = ew.from_edges([(0, 1, 3), (1, 2, 9), (2, 0, 1)])
    light, heavy = ew.split(ew.EdgeFrontier.all(g), g.out_weights, at=5)
    assert (light, heavy) == (ew.EdgeFrontier.of(g, [0, 2]), ew.EdgeFrontier.of(g, [1]))
    odd, even = ew.split(ew.EdgeFrontier.all(g), lambda e: 1 - e % 2, at=1)
    assert positions((odd, even)) == [[1], [0, 2]]


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({}, "at=None"),
        ({"width": 2}, "bins=None"),
        ({"bins": 2}, "width=None"),
        ({"at": math.nan}, "finite"),
        ({"width": 0, "bins": 2}, "above 0"),
    ],
)
def test_splits_that_are_none(given: dict[str, Any], says: str) -> None:
    with pytest.raises(ew.ArgumentError, match=says):
        ew.split(ew.VertexFrontier.all(ew.generate.path(3)), np.arange(3), **given)
    with pytest.raises(ew.ArgumentError, match="3 numbers"):
        ew.split(ew.VertexFrontier.all(ew.generate.path(3)), np.arange(2), at=1)


def shortest(g: ew.Graph, source: int, width: float) -> np.ndarray[Any, Any]:
    """Shortest paths as Gunrock has them: near and far, from operators alone."""
    distance = np.full(g.num_vertices, np.inf)
    distance[source] = 0
    near, far, limit = ew.VertexFrontier.of(g, [source]), ew.VertexFrontier.none(g), width

    def shorter(u, v, weight, distance):  # type: ignore[no-untyped-def]
        return ew.lower(distance, v, distance[u] + weight)

    while near.size or far.size:
        if near.size:
            found = ew.advance(near, shorter, distance=distance)
            near, later = ew.split(found, distance, at=limit)
            far = ew.VertexFrontier(g, members=np.union1d(far.positions(), later.positions()))
        else:
            limit = limit + width
            near, far = ew.split(far, distance, at=limit)
    return distance


def test_near_and_far_find_shortest_paths(threads: int) -> None:
    g = ew.generate.grid(12, 12, weights=(1, 9), seed=3)
    theirs = nx.single_source_dijkstra_path_length(g.to_networkx(), 0)
    assert shortest(g, 0, 5.0).tolist() == [theirs[v] for v in range(g.num_vertices)]


def drawn(n: int, size: int, seed: int) -> list[int]:
    f = ew.VertexFrontier.all(ew.generate.empty(n))
    return ew.sample(f, size, seed=seed).positions().tolist()


@pytest.mark.parametrize(
    ("n", "size"), [(0, 3), (1, 1), (50, 0), (50, 7), (50, 50), (9, 20), (5000, 40)]
)
def test_the_least_words_are_drawn(threads: int, n: int, size: int) -> None:
    own = int(keys.key(11, "sample"))
    words = [keys.value(own, i) for i in range(n)]
    assert drawn(n, size, 11) == reference_sets.sample(range(n), size, words)


def test_a_list_keeps_its_order() -> None:
    g = ew.generate.empty(100)
    members = np.random.default_rng(0).permutation(100)
    f = ew.VertexFrontier(g, members=members)
    places = drawn(100, 20, 5)
    assert ew.sample(f, 20, seed=5).positions().tolist() == members[places].tolist()
    assert ew.sample(f, 20, seed=6) != ew.sample(f, 20, seed=5)


def test_every_subset_is_as_likely() -> None:
    """Of 6 members 3: 20 subsets in 1000 draws; chi-square of 19 degrees, once in 10^5."""
    seen = Counter(tuple(drawn(6, 3, seed)) for seed in range(1000))
    assert len(seen) == 20
    assert sum((count - 50) ** 2 / 50 for count in seen.values()) < 57


def test_weights_are_shares(threads: int) -> None:
    f = ew.VertexFrontier.all(ew.generate.empty(4))
    weights = np.array([1.0, 0.0, 3.0, 6.0])
    seen = Counter(
        ew.sample(f, 1, seed=seed, weights=weights).positions()[0] for seed in range(2000)
    )
    assert set(seen) == {0, 2, 3}
    assert seen[0] == pytest.approx(200, abs=60) and seen[2] == pytest.approx(600, abs=90)
    assert ew.sample(f, 4, weights=weights).positions().tolist() == [0, 2, 3]
    listed = ew.VertexFrontier(f.graph, members=np.array([3, 1, 1]))
    assert ew.sample(listed, 3, weights=weights).positions().tolist() == [3]


@pytest.mark.parametrize("weights", [[1, 2], [1, -1, 0], [1, math.nan, 2], [1, math.inf, 2]])
def test_weights_that_are_none(weights: list[float]) -> None:
    with pytest.raises(ew.ArgumentError, match="3 finite numbers of 0 or more"):
        ew.sample(ew.VertexFrontier.all(ew.generate.path(3)), 1, weights=np.array(weights))


def test_a_threshold_has_about_its_share_below() -> None:
    f = ew.VertexFrontier.all(ew.generate.empty(20_000))
    ages = np.random.default_rng(2).random(20_000)
    for share in (0.0, 0.2, 0.8, 1.0):
        found = ew.threshold(f, ages, share=share)
        assert np.mean(ages < found) == pytest.approx(share, abs=0.05)
        assert found == ew.threshold(f, lambda v, ages: ages[v], share=share, ages=ages)
    few = ew.VertexFrontier.of(f.graph, [5, 6, 7, 8, 9])
    assert ew.threshold(few, ages, share=0.4) == np.sort(ages[5:10])[2]
    assert ew.threshold(ew.VertexFrontier.none(f.graph), ages) == 0
