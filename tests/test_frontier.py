"""Frontiers: the form never changes what they mean."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import edgewise as ew
from tests.zoo import BY_NAME, graphs

KINDS = [ew.VertexFrontier, ew.EdgeFrontier]


@st.composite
def members(draw):
    """A graph, a kind of frontier, and members of it, some repeated."""
    graph, kind = draw(graphs()), draw(st.sampled_from(KINDS))
    universe = graph.num_vertices if kind is ew.VertexFrontier else graph.num_arcs
    if universe == 0:
        return graph, kind, np.empty(0, np.int64)
    return graph, kind, np.array(draw(st.lists(st.integers(0, universe - 1))), np.int64)


@given(members())
def test_forms_agree(drawn):
    graph, kind, chosen = drawn
    f = kind.of(graph, chosen)
    once = sorted(set(chosen.tolist()))
    assert (f.form, f.size) == ("list", len(chosen))
    assert f.positions().tolist() == chosen.tolist()
    bitmap = f.to_bitmap()
    assert (bitmap.form, bitmap.size) == ("bitmap", len(once))
    assert bitmap.positions().tolist() == once
    assert bitmap == f == f.unique() == bitmap.to_list()
    assert kind.from_bitmap(graph, bitmap.words()) == f
    assert f.unique().positions().tolist() == once
    assert len(f.unique()) == len(once)


@given(members())
def test_degree_sums_count_arcs(drawn):
    graph, kind, chosen = drawn
    f = kind.of(graph, chosen)
    out, into = np.diff(graph.out_offsets), np.diff(graph.in_offsets)
    starts = chosen if kind is ew.VertexFrontier else graph.out_neighbors[chosen]
    assert f.degree_sum == int(out[starts].sum())
    if kind is ew.VertexFrontier:
        assert f.in_degree_sum == int(into[chosen].sum())
        assert f.edges().size == f.degree_sum


@given(graphs())
def test_everything_and_nothing(graph):
    for kind, universe in zip(KINDS, (graph.num_vertices, graph.num_arcs), strict=True):
        everything, nothing = kind.all(graph), kind.none(graph)
        assert (everything.form, everything.size) == ("all", universe)
        assert everything.positions().tolist() == list(range(universe))
        assert everything == everything.to_bitmap() == everything.to_list()
        assert (nothing.size, nothing.degree_sum) == (0, 0)
        assert (everything == nothing) == (universe == 0)
    assert ew.VertexFrontier.all(graph).degree_sum == graph.num_arcs


@given(graphs())
def test_edges_know_their_ends(graph):
    arcs = ew.EdgeFrontier.all(graph)
    tails = np.repeat(np.arange(graph.num_vertices), np.diff(graph.out_offsets))
    assert arcs.tails().positions().tolist() == tails.tolist()
    assert arcs.heads().positions().tolist() == graph.out_neighbors.tolist()
    assert ew.VertexFrontier.all(graph).edges() == arcs


def test_members_by_the_callers_ids():
    g = BY_NAME["words"].graph().renumbered()
    f = ew.VertexFrontier.of(g, ["cat", "ann"])
    assert f.vertices().tolist() == ["cat", "ann"]
    assert f.edges().heads().vertices().tolist() == ["dan", "bob"]
    assert repr(f) == "VertexFrontier: 2 of 4, as list"


def test_frontiers_of_two_graphs_or_kinds_differ():
    g, h = BY_NAME["path"].graph(), BY_NAME["path"].graph()
    assert ew.VertexFrontier.all(g) != ew.VertexFrontier.all(h)
    assert ew.VertexFrontier.none(g) != ew.EdgeFrontier.none(g)
    assert ew.VertexFrontier.none(g) != "nothing"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (np.zeros(2, np.uint64), "expected 1 words"),
        (np.zeros(1, np.int64), "expected 1 words"),
        (np.array([1 << 6], np.uint64), "beyond member 5"),
    ],
)
def test_bad_bitmaps(words, says):
    with pytest.raises(ew.ArgumentError, match=says):
        ew.VertexFrontier.from_bitmap(BY_NAME["path"].graph(), words)


@pytest.mark.parametrize("arcs", [[10], [-1], [0.5], ["a"], [[0]]])
def test_bad_arcs(arcs):
    with pytest.raises(ew.ArgumentError, match="arcs"):
        ew.EdgeFrontier.of(BY_NAME["path"].graph(), arcs)


def test_unknown_vertices():
    with pytest.raises(ew.UnknownVertexError):
        ew.VertexFrontier.of(BY_NAME["path"].graph(), [6])
    with pytest.raises(ew.UnknownVertexError):
        ew.VertexFrontier.of(BY_NAME["path"].graph(), np.array([-1]))
