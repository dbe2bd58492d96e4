"""SciPy sparse arrays and matrices: row u, column v, value w is the edge u to v of weight w."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from edgewise import build, check, csr
from edgewise.adjacency import WIDE, Array
from edgewise.convert.arrays import as_vector, as_weights
from edgewise.convert.edges import ranked_rows
from edgewise.errors import GraphError, MissingDependencyError
from edgewise.graph import Graph

if TYPE_CHECKING:
    import scipy.sparse

SPARSE = check.Instance("a SciPy sparse array or matrix", "scipy.sparray", "scipy.spmatrix")


@check.accepts(
    matrix=SPARSE,
    weights=check.Flag(),
    directed=check.Flag(),
    duplicates=build.DUPLICATES,
    self_loops=build.SELF_LOOPS,
    isolated=build.ISOLATED,
)
def from_scipy(
    matrix: Any,
    *,
    weights: bool = True,
    directed: bool = True,
    duplicates: str = "keep",
    self_loops: str = "keep",
    isolated: str = "keep",
) -> Graph:
    """A graph from a square sparse array or matrix of any format; row u holds the arcs of u.

    CSR is adopted, CSC adopted as in-edges: the graph shares their indices (where these are 32-bit)
    and values, so do not change the matrix afterwards. Other formats are sorted into rows.

    Main arguments: `weights=False` takes the pattern and leaves the values. `directed=False` needs
    a symmetric matrix, which is checked, and counts an entry and its mirror as one edge.

    Every stored entry is an edge, a stored zero too, and an entry stored twice is two parallel
    edges: `duplicates="sum"` reads it as SciPy does; the policies are those of `ew.read`.

    >>> import edgewise as ew, scipy.sparse
    >>> a = scipy.sparse.csr_array([[0, 2, 0], [0, 0, 3], [0, 0, 0]])
    >>> ew.from_scipy(a)
    Graph: 3 vertices, 2 edges, directed, int64 weights
    """
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
        raise GraphError(f"from_scipy(): the shape is {matrix.shape}: expected a square matrix")
    if matrix.format in ("csr", "csc"):
        graph = _adopted(matrix, weights, directed)
    else:
        graph = _sorted(matrix.tocoo(), weights, directed)
    if duplicates == self_loops == isolated == "keep":
        return graph
    if not weights and duplicates in ("sum", "min", "max"):
        duplicates = "first"
    return build.rebuilt(
        graph, directed, duplicates=duplicates, self_loops=self_loops, isolated=isolated
    )


def _adopted(matrix: Any, weights: bool, directed: bool) -> Graph:
    offsets = as_vector(matrix.indptr, "from_scipy", "matrix")
    if len(offsets) != matrix.shape[0] + 1:
        raise GraphError(
            f"from_scipy(): the matrix has {matrix.shape[0]} rows and {len(offsets)} offsets in "
            f"indptr: expected {matrix.shape[0] + 1}"
        )
    size = int(offsets[-1])  # SciPy allows room to spare behind the last entry
    inner = as_vector(matrix.indices[:size], "from_scipy", "matrix")
    values = _values(matrix.data[:size], weights)
    by_rows = matrix.format == "csr" or not directed
    graph = csr.adopt(offsets, inner, values, directed=directed)
    return graph if by_rows else graph.reversed()


def _sorted(matrix: Any, weights: bool, directed: bool) -> Graph:
    tails, heads = (as_vector(axis, "from_scipy", "matrix") for axis in (matrix.row, matrix.col))
    values = _values(matrix.data, weights)
    graph = build.build(tails, heads, values, num_vertices=matrix.shape[0])
    if directed:
        return graph
    rows = graph.out_offsets, graph.out_neighbors, graph.out_weights
    return csr.adopt(*rows, directed=False)


def _values(data: Any, weights: bool) -> Array | None:
    return as_weights(data, "from_scipy", "matrix", "entry {}".format) if weights else None


def to_scipy(graph: Graph) -> scipy.sparse.csr_array:
    """The adjacency as a CSR array in the caller's order, sharing memory where nothing must move.

    Without weights every entry is a 64-bit 1, as in NetworkX, so that powers count walks.
    """
    try:
        import scipy.sparse
    except ImportError:
        raise MissingDependencyError("scipy", "to_scipy()") from None
    rows = ranked_rows(graph)
    values = np.ones(rows.num_arcs, np.int64) if rows.weights is None else rows.weights
    if values.dtype == np.float16:  # which SciPy does not take
        values = values.astype(np.float32)
    heads, offsets = _of_one_type(rows.neighbors, rows.offsets)
    shape = (graph.num_vertices, graph.num_vertices)
    return scipy.sparse.csr_array((values, heads, offsets), shape=shape, copy=False)


def _of_one_type(heads: Array, offsets: Array) -> tuple[Array, Array]:
    """Indices and offsets in one type, as SciPy wants them; the offsets, where they fit."""
    if heads.dtype == np.int32 and offsets[-1] < WIDE:
        return heads, offsets.astype(np.int32)
    return heads.astype(np.int64, copy=False), offsets
