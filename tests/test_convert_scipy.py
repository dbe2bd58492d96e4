"""SciPy's sparse arrays and matrices, of every format, in and out."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given

import edgewise as ew
from tests.zoo import Animal, graphs

FORMATS = ["csr", "csc", "coo", "lil", "dok", "bsr", "dia"]
SAMPLE = np.array([[0, 2, 0, 0], [0, 5, 3, 0], [1, 0, 0, 0], [0, 0, 0, 0]])


def dense(graph: ew.Graph) -> list[list[Any]]:
    return graph.to_scipy().toarray().tolist()


@pytest.mark.parametrize("kind", ["array", "matrix"])
@pytest.mark.parametrize("form", FORMATS)
def test_every_format(kind: str, form: str) -> None:
    matrix = getattr(sp, f"{form}_{kind}")(SAMPLE)
    graph = ew.from_scipy(matrix)
    ew.verify.graph(graph)
    assert graph.num_edges == 4
    assert graph.weight_dtype == matrix.dtype
    assert dense(graph) == SAMPLE.tolist()
    assert dense(graph.renumbered()) == SAMPLE.tolist()
    bare = ew.from_scipy(matrix, weights=False)
    assert not bare.is_weighted
    assert dense(bare) == (SAMPLE > 0).astype(int).tolist()


def test_out_and_in_again(animal: Animal) -> None:
    graph = animal.graph()
    matrix = graph.to_scipy()
    assert matrix.nnz == graph.num_arcs
    plain = ew.from_scipy(matrix, weights=graph.is_weighted, directed=graph.is_directed)
    ew.verify.graph(plain)
    assert plain.num_edges == graph.num_edges
    assert (plain.to_scipy() != matrix).nnz == 0
    assert plain.has_multi_edges == graph.has_multi_edges


@given(graphs())
def test_any_graph_survives(graph: ew.Graph) -> None:
    again = ew.from_scipy(graph.to_scipy(), weights=graph.is_weighted, directed=graph.is_directed)
    ew.verify.same_graph(graph, again)
    if graph.weight_dtype != np.float16:  # which SciPy does not take
        assert again.weight_dtype == graph.weight_dtype
    turned = ew.from_scipy(graph.renumbered().to_scipy(), weights=graph.is_weighted)
    assert (turned.to_scipy() != graph.to_scipy()).nnz == 0


# no copy -------------------------------------------------------------------------------------


def test_csr_is_adopted_and_given_back() -> None:
    matrix = sp.csr_array(SAMPLE.astype(float))
    graph = ew.from_scipy(matrix)
    assert np.shares_memory(graph.out_neighbors, matrix.indices)
    assert np.shares_memory(graph.out_weights, matrix.data)
    back = graph.to_scipy()
    assert np.shares_memory(back.indices, matrix.indices)
    assert np.shares_memory(back.data, matrix.data)
    assert back.indices.dtype == back.indptr.dtype == np.int32


def test_csc_is_adopted_as_in_edges() -> None:
    matrix = sp.csc_array(SAMPLE.astype(float))
    graph = ew.from_scipy(matrix)
    assert graph.has_in_edges
    assert np.shares_memory(graph.in_neighbors, matrix.indices)
    assert np.shares_memory(graph.in_weights, matrix.data)


def test_wide_indices_are_narrowed() -> None:
    matrix = sp.csr_array(SAMPLE)
    matrix.indices, matrix.indptr = matrix.indices.astype("i8"), matrix.indptr.astype("i8")
    graph = ew.from_scipy(matrix)
    assert graph.vertex_dtype == np.int32
    assert dense(graph) == SAMPLE.tolist()


# what a matrix may be --------------------------------------------------------------------------


def test_stored_zeros_are_edges() -> None:
    matrix = sp.csr_array((np.array([0, 7]), np.array([1, 0]), np.array([0, 1, 2])), shape=(2, 2))
    assert ew.from_scipy(matrix).num_edges == 2


def test_entries_stored_twice_are_parallel_edges() -> None:
    matrix = sp.coo_array((np.array([2, 3]), (np.array([0, 0]), np.array([1, 1]))), shape=(2, 2))
    assert ew.from_scipy(matrix).to_edges()[2].tolist() == [2, 3]
    assert ew.from_scipy(matrix, duplicates="sum").to_edges()[2].tolist() == [5]
    assert ew.from_scipy(matrix, weights=False, duplicates="sum").num_edges == 1
    assert dense(ew.from_scipy(matrix)) == [[0, 5], [0, 0]]
    with pytest.raises(ew.GraphError, match="duplicates='refuse'"):
        ew.from_scipy(matrix, duplicates="refuse")


def test_rows_out_of_order() -> None:
    matrix = sp.csr_array((np.array([1, 2]), np.array([1, 0]), np.array([0, 2, 2])), shape=(2, 2))
    graph = ew.from_scipy(matrix)
    assert not graph.is_sorted
    ew.verify.graph(graph)
    assert graph.to_scipy().toarray().tolist() == [[2, 1], [0, 0]]


def test_room_to_spare_behind_the_entries() -> None:
    matrix = sp.csr_array(SAMPLE)
    matrix.indices = np.append(matrix.indices, [99, 99]).astype(np.int32)
    matrix.data = np.append(matrix.data, [0, 0])
    assert dense(ew.from_scipy(matrix)) == SAMPLE.tolist()


def test_policies() -> None:
    matrix = sp.csr_array(SAMPLE)
    assert ew.from_scipy(matrix, self_loops="drop").num_edges == 3
    assert ew.from_scipy(matrix, isolated="drop").num_vertices == 3
    with pytest.raises(ew.GraphError, match="self_loops='refuse'"):
        ew.from_scipy(matrix, self_loops="refuse")


@pytest.mark.parametrize("form", FORMATS)
def test_undirected_needs_symmetry(form: str) -> None:
    lopsided, even = sp.csr_array(SAMPLE).asformat(form), sp.csr_array(SAMPLE + SAMPLE.T)
    with pytest.raises(ew.GraphError, match=r"no reverse.*\.symmetrized\(\)"):
        ew.from_scipy(lopsided, directed=False)
    graph = ew.from_scipy(even.asformat(form), directed=False)
    assert (graph.num_edges, graph.num_arcs, graph.is_directed) == (4, 7, False)
    assert dense(graph) == (SAMPLE + SAMPLE.T).tolist()


@pytest.mark.parametrize("dtype", ["?", "b", "H", "f", "d", "q", "Q"])
def test_types_of_values_are_kept(dtype: str) -> None:
    matrix = sp.csr_array(SAMPLE.astype(dtype))
    graph = ew.from_scipy(matrix)
    assert graph.weight_dtype == matrix.dtype == graph.to_scipy().dtype


def test_empty() -> None:
    for n in (0, 3):
        graph = ew.from_scipy(sp.csr_array((n, n)))
        assert (graph.num_vertices, graph.num_edges) == (n, 0)
        assert graph.to_scipy().shape == (n, n)


@pytest.mark.parametrize(
    ("matrix", "says"),
    [
        (sp.csr_array((2, 3)), r"the shape is \(2, 3\): expected a square"),
        (sp.coo_array(np.ones(3)), r"the shape is \(3,\)"),
        (sp.csr_array(SAMPLE * 1j), "complex"),
        (sp.csr_array(np.where(SAMPLE > 0, np.nan, 0)), "entry 0 is NaN"),
        (SAMPLE, "expected a SciPy sparse array or matrix"),
        (ew.from_edges([0], [1]), "expected a SciPy sparse array or matrix"),
    ],
)
def test_no_graph(matrix: Any, says: str) -> None:
    with pytest.raises(ew.EdgewiseError, match=says):
        ew.from_scipy(matrix)


def test_a_broken_matrix_is_refused() -> None:
    matrix = sp.csr_array(SAMPLE)
    matrix.indices = matrix.indices + 7
    with pytest.raises(ew.GraphError, match="is no vertex"):
        ew.from_scipy(matrix)
    matrix = sp.csr_array(SAMPLE)
    matrix.indptr = np.array([0, 3, 1, 4, 4], np.int32)
    with pytest.raises(ew.GraphError, match="offsets fall"):
        ew.from_scipy(matrix)
