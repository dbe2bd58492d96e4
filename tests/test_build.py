"""From edges to a graph: policies, ids, facts."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

import edgewise as ew
from tests.zoo import BY_NAME, edge_columns, graphs


def test_the_zoo_is_made_of_graphs(animal):
    g = animal.graph()
    ew.verify.graph(g)
    assert g.num_vertices == animal.num_vertices
    assert g.num_edges == len(animal.pairs)
    assert g.is_directed == animal.directed


def test_every_fact_of_the_zoo_can_be_looked_up(animal):
    g = animal.graph()
    for name in ("is_symmetric", "is_sorted", "has_self_loops", "has_multi_edges"):
        assert isinstance(getattr(g, name), bool)
    for name in ("min_out_degree", "max_out_degree", "min_in_degree", "max_in_degree"):
        assert isinstance(getattr(g, name), int)
    _ = g.in_offsets
    ew.verify.graph(g)  # compares all of them with the truth


@given(graphs())
def test_any_graph_verifies_in_every_form(g):
    for other in (g, g.renumbered(), g.reversed(), g.simplified(), g.symmetrized()):
        _ = other.in_offsets, other.is_symmetric, other.has_multi_edges, other.max_in_degree
        ew.verify.graph(other)


@given(graphs())
def test_renumbering_is_invisible_in_answers(g):
    r = g.renumbered("degree")
    assert np.all(np.diff(np.diff(r.out_offsets)) <= 0) or g.is_directed
    assert r.out_degrees.tolist() == g.out_degrees.tolist()
    assert r.in_degrees.tolist() == g.in_degrees.tolist()
    assert r.ids.tolist() == g.ids.tolist()
    for vertex in g.ids.tolist():
        assert sorted(r.neighbors(vertex).tolist()) == sorted(g.neighbors(vertex).tolist())
    ew.verify.same_graph(g, r)
    ew.verify.same_graph(g, r.renumbered().renumbered())


@given(graphs())
def test_in_arcs_name_the_same_edges(g):
    tails = np.repeat(np.arange(g.num_vertices), np.diff(g.out_offsets))
    assert np.array_equal(tails[g.in_arcs], g.in_neighbors)
    assert sorted(g.in_arcs.tolist()) == list(range(g.num_arcs))
    if g.is_weighted and not g.has_multi_edges:
        assert np.array_equal(g.out_weights[g.in_arcs], g.in_weights)


@given(graphs())
def test_dropping_isolated_vertices_keeps_the_edges(g):
    for start in (g, g.renumbered()):
        kept = start.simplified(duplicates="keep", self_loops="keep", isolated="drop")
        ew.verify.graph(kept)
        touched = set(np.flatnonzero((g.out_degrees > 0) | (g.in_degrees > 0)).tolist())
        assert set(kept.ids.tolist()) == touched
        edges = sorted(zip(*(c.tolist() for c in g.to_edges() if c is not None), strict=True))
        ours = sorted(zip(*(c.tolist() for c in kept.to_edges() if c is not None), strict=True))
        assert ours == edges


@given(edge_columns())
def test_undirected_is_directed_and_its_reverse(columns):
    n, sources, targets = columns
    g = ew.from_edges(sources, targets, num_vertices=n, directed=False)
    assert g.num_edges == len(sources)
    again = ew.from_csr(g.out_offsets, g.out_neighbors, directed=False)
    ew.verify.same_graph(g, again)


class TestIds:
    def test_integers_from_zero_stand_for_themselves(self):
        g = ew.from_edges([0, 4], [2, 2])
        assert g.num_vertices == 5
        assert g.vertex_ids.plain

    def test_holes_beyond_reason_become_labels(self):
        g = ew.from_edges([0, 10**9], [10**12, 0])
        assert g.ids.tolist() == [0, 10**9, 10**12]
        assert g.neighbors(10**9).tolist() == [0]

    def test_negative_ids_become_labels(self):
        g = ew.from_edges([-1, 3], [3, -5])
        assert g.ids.tolist() == [-5, -1, 3]
        assert g.neighbors(3).tolist() == [-5]

    def test_labels_on_request(self):
        g = ew.from_edges([0, 4], [2, 2], ids="labels")
        assert g.ids.tolist() == [0, 2, 4]

    def test_range_on_request(self):
        g = ew.from_edges([0, 3_000_000], [2, 2], ids="range")
        assert g.num_vertices == 3_000_001

    @pytest.mark.parametrize("dtype", ["u1", "i1", "u2", "i2", "u4", "i4", "u8", "i8"])
    def test_every_integer_type(self, dtype):
        g = ew.from_edges(np.array([0, 1], dtype), np.array([1, 2], dtype))
        assert g.to_edges()[1].tolist() == [1, 2]
        assert g.vertex_dtype == np.int32

    def test_huge_unsigned_ids(self):
        top = 2**64 - 1
        g = ew.from_edges(np.array([top, 0], "u8"), np.array([0, 5], "u8"))
        assert g.ids.tolist() == [0, 5, top]

    def test_unknown_vertices_are_named(self):
        g = BY_NAME["words"].graph()
        with pytest.raises(ew.UnknownVertexError, match="'zoe' is not in the graph: .*'ann'"):
            g.neighbors("zoe")
        with pytest.raises(KeyError):
            BY_NAME["path"].graph().position(6)
        with pytest.raises(ew.UnknownVertexError, match="no vertices"):
            BY_NAME["empty"].graph().position(0)

    @pytest.mark.parametrize("vertex", [True, 1.0, -1, 99, "0", None, (0,)])
    def test_what_only_looks_like_an_id(self, vertex):
        with pytest.raises(ew.UnknownVertexError):
            BY_NAME["path"].graph().position(vertex)


class TestRefusals:
    def test_ids_out_of_range_name_the_edge(self):
        with pytest.raises(ew.GraphError, match="edge 1 is 3 to 7: expected ids from 0 to 4"):
            ew.from_edges([0, 3], [1, 7], num_vertices=5)
        with pytest.raises(ew.GraphError, match="edge 0 is -1 to 2"):
            ew.from_edges([-1], [2], ids="range")

    def test_words_are_no_range(self):
        with pytest.raises(ew.GraphError, match="ids='labels'"):
            ew.from_edges(["a"], ["b"], num_vertices=2)

    def test_labels_and_a_count_contradict(self):
        with pytest.raises(ew.GraphError, match="2 ids occur"):
            ew.from_edges(["a"], ["b"], ids="labels", num_vertices=3)

    def test_loops_refused(self):
        with pytest.raises(ew.GraphError, match="edge 1 joins 4 to itself"):
            ew.from_edges([0, 4], [1, 4], self_loops="refuse")

    def test_duplicates_refused(self):
        with pytest.raises(ew.GraphError, match="'a' to 'b' stands there more than once"):
            ew.from_edges([("a", "b"), ("b", "c"), ("a", "b")], duplicates="refuse")

    @pytest.mark.parametrize("duplicates", ["sum", "min", "max"])
    def test_nothing_to_combine(self, duplicates):
        with pytest.raises(ew.GraphError, match="use duplicates='first'"):
            ew.from_edges([0], [1], duplicates=duplicates)
        with pytest.raises(ew.GraphError, match="use duplicates='first'"):
            BY_NAME["path"].graph().simplified(duplicates=duplicates)

    def test_a_sum_beyond_its_type(self):
        with pytest.raises(ew.WeightOverflowError, match="duplicates=.sum.*int8"):
            ew.from_edges([0, 0], [1, 1], np.array([100, 100], "i1"), duplicates="sum")
        with pytest.raises(ew.GraphError, match="uint64"):
            big = np.array([2**63, 2**63], "u8")
            ew.from_edges([0, 0], [1, 1], big, duplicates="sum")

    def test_both_ways_promised_and_not_given(self):
        with pytest.raises(ew.GraphError, match="leave symmetrize out"):
            ew.from_edges([0, 1], [1, 2], directed=False, symmetrize=False)
        with pytest.raises(ew.GraphError, match="symmetrized"):
            ew.from_csr([0, 1, 1], [1], directed=False)
        with pytest.raises(ew.GraphError, match="equal weight"):
            ew.from_edges([0, 1], [1, 0], [1.0, 2.0], directed=False, symmetrize=False)

    @pytest.mark.parametrize(
        ("offsets", "neighbors", "says"),
        [
            ([], [], "offsets are empty"),
            ([1, 1], [0], "1 to 1"),
            ([0, 2], [0], "0 to 2"),
            ([0, 2, 1, 2], [0, 1], "fall at vertex 1"),
            ([0, 1], [1], "neighbor 1 of arc 0"),
            ([0, 1], [-1], "neighbor -1 of arc 0"),
        ],
    )
    def test_broken_rows(self, offsets, neighbors, says):
        with pytest.raises(ew.GraphError, match=says):
            ew.from_csr(offsets, neighbors)

    def test_a_weight_for_each_arc(self):
        with pytest.raises(ew.GraphError, match="2 weights for 1 arcs"):
            ew.from_csr([0, 1], [0], [1, 2])

    def test_more_memory_than_there_is(self):
        with pytest.raises(ew.MemoryLimitError, match="GiB are free"):
            ew.from_edges([0], [1], num_vertices=1 << 39)


class TestSharing:
    def test_rows_of_our_types_are_not_copied(self):
        offsets, neighbors = np.array([0, 1, 2]), np.array([1, 0], np.int32)
        weights = np.array([1.5, 2.5])
        g = ew.from_csr(offsets, neighbors, weights)
        assert np.shares_memory(g.out_offsets, offsets)
        assert np.shares_memory(g.out_neighbors, neighbors)
        assert np.shares_memory(g.out_weights, weights)

    def test_arrays_cannot_be_written(self, animal):
        g = animal.graph()
        for array in (g.out_offsets, g.out_neighbors, g.in_offsets, g.in_neighbors):
            with pytest.raises(ValueError, match="read-only"):
                array[:1] = 0

    def test_the_caller_keeps_the_right_to_write(self):
        neighbors = np.array([1, 0], np.int32)
        ew.from_csr([0, 1, 2], neighbors)
        neighbors[0] = 1

    def test_an_undirected_graph_has_one_adjacency(self):
        g = BY_NAME["grid"].graph()
        assert g.has_in_edges
        assert np.shares_memory(g.in_neighbors, g.out_neighbors)
        assert g.reversed() is g
        assert g.symmetrized() is g

    def test_the_reverse_is_built_once_and_shared(self):
        g = BY_NAME["dag"].graph()
        assert not g.has_in_edges
        r = g.reversed()
        assert g.has_in_edges
        assert np.shares_memory(r.in_neighbors, g.out_neighbors)

    def test_pickled_and_back(self, animal):
        import pickle

        g = animal.graph().renumbered()
        ew.verify.same_graph(g, pickle.loads(pickle.dumps(g)))


def test_attributes_cannot_be_set():
    with pytest.raises(AttributeError):
        BY_NAME["path"].graph().num_vertices = 3


def test_weights_left_out_share_the_rest():
    g = BY_NAME["parallel, unequal weights"].graph()
    bare = g.unweighted()
    assert not bare.is_weighted
    assert np.shares_memory(bare.out_neighbors, g.out_neighbors)
    ew.verify.graph(bare)


def test_memory_stays_below_twice_and_a_half_the_adjacency():
    """The promise of the builder, counted by NumPy's own allocations."""
    import tracemalloc

    rng = np.random.default_rng(1)
    sources, targets = rng.integers(0, 1 << 16, (2, 1 << 20))
    ew.from_edges(sources, targets, num_vertices=1 << 16)
    for policies in ({}, {"directed": False}, {"duplicates": "first"}):
        tracemalloc.start()
        g = ew.from_edges(sources, targets, num_vertices=1 << 16, **policies)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < 2.5 * g.nbytes
