"""`intersect` against its plain meaning and NetworkX, by every method."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import edgewise as ew
from edgewise.kernels import reference_sets
from edgewise.kernels.cpu import intersect as kernel
from edgewise.kernels.reference import Rows
from edgewise.places import cpu_intersect as place
from tests.zoo import BY_NAME, Animal, graphs

METHODS = [None, "merge", "search", "bitmap"]
pytestmark = pytest.mark.usefixtures("teams_of_any_size")


@pytest.fixture
def teams_of_any_size(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is work for every thread."""
    monkeypatch.setattr("edgewise.engine.ALONE", 0)
    monkeypatch.setattr(place, "CHUNK", 3)


def rows_of(g: ew.Graph) -> Rows:
    return Rows(g.out_offsets, g.out_neighbors)


def listed(found: ew.Intersections) -> list[list[int]]:
    assert found.offsets is not None and found.vertices is not None
    cuts = zip(found.offsets[:-1], found.offsets[1:], strict=True)
    return [found.vertices[begin:end].tolist() for begin, end in cuts]


def arcs_of(g: ew.Graph) -> list[tuple[int, int]]:
    return list(zip(g._out.rows().tolist(), g.out_neighbors.tolist(), strict=True))


def oriented(g: ew.Graph) -> ew.Graph:
    """Every edge of a simple undirected graph once, towards the busier end."""
    ranked = g.simplified().renumbered()
    tails, heads = ranked._out.rows(), ranked.out_neighbors
    up = tails > heads
    return ew.from_edges(tails[up], heads[up], num_vertices=g.num_vertices)


def test_every_animal(animal: Animal, threads: int) -> None:
    g = animal.graph()
    meant = reference_sets.intersect(rows_of(g), arcs_of(g))
    for method in METHODS:
        assert listed(ew.intersect(g, common=True, method=method)) == meant
        assert ew.intersect(g, method=method).counts.tolist() == list(map(len, meant))


@given(graphs(), st.data())
def test_any_pairs(g: ew.Graph, data: st.DataObject) -> None:
    one = st.integers(0, max(0, g.num_vertices - 1))
    pairs = data.draw(st.lists(st.tuples(one, one), max_size=30)) if g.num_vertices else []
    pairs = data.draw(st.sampled_from([pairs, sorted(pairs)]))
    ends = np.array(pairs, np.int64).reshape(-1, 2)
    first, second = (ew.VertexFrontier(g, members=column) for column in ends.T)
    least = data.draw(st.integers(0, 3))
    meant = reference_sets.intersect(rows_of(g), pairs, lambda u, v, w: u + v + w >= least)
    for method in METHODS:
        found = ew.intersect(
            first,
            second,
            where=lambda u, v, w, least: u + v + w >= least,
            common=True,
            method=method,
            least=least,
        )
        assert listed(found) == meant
        assert found.total == sum(map(len, meant))


def test_lists_of_any_length_are_searched_walked_and_marked() -> None:
    """Rows of 0 to 300 of 600: all the ways lists of unequal lengths can be intersected."""
    rng = np.random.default_rng(3)
    sizes = [0, 1, 2, 3, 5, 9, 17, 40, 100, 300]
    rows = [np.sort(rng.choice(600, size, False)) for size in sizes]
    tails = np.repeat(np.arange(len(sizes)), sizes)
    g = ew.from_edges(tails, np.concatenate(rows), num_vertices=600)
    pairs = [(u, v) for u in range(len(sizes)) for v in range(len(sizes))]
    ends = np.array(pairs)
    first, second = (ew.VertexFrontier(g, members=column) for column in ends.T)
    meant = [len(np.intersect1d(rows[u], rows[v])) for u, v in pairs]
    for method in METHODS:
        assert ew.intersect(first, second, method=method).counts.tolist() == meant
    assert kernel.FIND * 9 < 300


def test_arcs_of_a_frontier_keep_their_order() -> None:
    g = BY_NAME["petersen"].graph().symmetrized()
    arcs = [7, 3, 3, 20, 0]
    pairs = [arcs_of(g)[arc] for arc in arcs]
    meant = reference_sets.intersect(rows_of(g), pairs)
    assert listed(ew.intersect(ew.EdgeFrontier.of(g, arcs), common=True)) == meant


def test_triangles_are_those_of_networkx(threads: int) -> None:
    g = ew.generate.kronecker(8, edge_factor=8, seed=2)
    theirs = nx.triangles(g.simplified().to_networkx())
    way = oriented(g)
    count = np.zeros(g.num_vertices, np.int64)

    def met(u, v, w, count):  # type: ignore[no-untyped-def]
        ew.add(count, u, 1)
        ew.add(count, v, 1)
        ew.add(count, w, 1)
        return True

    assert ew.intersect(way).total == sum(theirs.values()) // 3
    ew.intersect(way, where=met, count=count)
    ranked = g.simplified().renumbered()
    assert ranked.vertex_ids.in_caller_order(count).tolist() == [
        theirs[v] for v in range(len(theirs))
    ]


def test_rows_that_do_not_ascend_are_refused_with_the_way_out() -> None:
    g = ew.from_csr([0, 2, 2, 2], [2, 1])
    with pytest.raises(ew.GraphError, match="duplicates='keep', self_loops='keep'"):
        ew.intersect(g)
    again = g.simplified(duplicates="keep", self_loops="keep")
    assert ew.intersect(again).counts.tolist() == [0, 0]


def test_pairs_that_are_none() -> None:
    g, h = ew.generate.path(3), ew.generate.path(3)
    one, two = ew.VertexFrontier.of(g, [0]), ew.VertexFrontier.of(g, [0, 1])
    for others, says in ((None, "the other vertex"), (two, "with 1 members")):
        with pytest.raises(ew.ArgumentError, match=says):
            ew.intersect(one, others)
    with pytest.raises(ew.ArgumentError, match="same graph"):
        ew.intersect(one, ew.VertexFrontier.of(h, [0]))
    with pytest.raises(ew.ArgumentError, match="none beside arcs"):
        ew.intersect(g, one)
