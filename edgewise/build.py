"""From edges to a graph: policies, ids, and the rows that hold the edges.

>>> import edgewise as ew
>>> g = ew.from_edges([0, 0, 1], [1, 1, 2], weights=[2, 3, 4], duplicates="sum")
>>> g.neighbors(0), g.out_weights
(array([1], dtype=int32), array([5, 4]))
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, final

import numpy as np

from edgewise import check
from edgewise.adjacency import Adjacency, Array, index_type
from edgewise.errors import GraphError
from edgewise.graph import Facts, Graph
from edgewise.ids import VertexIds
from edgewise.rows import Rows, rows_of_edges, rows_reversed

DUPLICATES = check.Choice("keep", "first", "sum", "min", "max", "refuse")
SELF_LOOPS = check.Choice("keep", "drop", "refuse")
ISOLATED = check.Choice("keep", "drop")
IDS = check.Choice("auto", "range", "labels")


@final
@dataclass(frozen=True, slots=True)
class Policies:
    """What to do with what edge lists leave open. Nothing is dropped or added but by these."""

    directed: bool = True
    symmetrize: bool | None = None
    """Add the reverse of every edge; None: when the graph is undirected."""
    duplicates: str = "keep"
    self_loops: str = "keep"
    isolated: str = "keep"
    ids: str = "auto"

    @property
    def both_ways(self) -> bool:
        return not self.directed if self.symmetrize is None else self.symmetrize


@check.accepts(
    directed=check.Flag(),
    symmetrize=check.Maybe(check.Flag()),
    num_vertices=check.Maybe(check.Integer(0, 1 << 40)),
    ids=IDS,
    duplicates=DUPLICATES,
    self_loops=SELF_LOOPS,
    isolated=ISOLATED,
)
def from_edges(
    sources: Any,
    targets: Any = None,
    weights: Any = None,
    *,
    directed: bool = True,
    symmetrize: bool | None = None,
    num_vertices: int | None = None,
    ids: str = "auto",
    duplicates: str = "keep",
    self_loops: str = "keep",
    isolated: str = "keep",
) -> Graph:
    """A graph from edges: two columns and perhaps weights, or an iterable of pairs or triples.

    Columns may be NumPy, CuPy, pandas, polars or Arrow columns, anything with DLPack or
    `__cuda_array_interface__`, or plain sequences.

    Main arguments: `directed=False` takes each row as an edge both ways. `duplicates` says what
    becomes of parallel edges (keep, first, refuse; of their weights: sum, min, max), `self_loops`
    of loops (keep, drop, refuse), `isolated` of vertices without an edge (keep, drop).

    Other arguments: `symmetrize=False` with `directed=False` says that the rows already hold every
    edge both ways, which is checked. `ids="range"` takes ids as 0..n-1, with `num_vertices` for n;
    `ids="labels"` takes exactly the ids that occur, of any hashable kind; `"auto"` is range for
    integers from 0 up to 8 times the number of rows (or 65,536), else labels.

    Cost: about 10 ns an edge and core; memory about 1.5 times the finished adjacency.

    >>> import edgewise as ew
    >>> ew.from_edges([("a", "b"), ("b", "c")], directed=False)
    Graph: 3 vertices, 2 edges, undirected, unweighted
    >>> ew.from_edges([0, 1], [1, 2], num_vertices=5).num_vertices
    5
    """
    from edgewise.convert.arrays import as_edge_columns

    tails, heads, values = as_edge_columns(sources, targets, weights, "from_edges")
    policies = Policies(directed, symmetrize, duplicates, self_loops, isolated, ids)
    return build(tails, heads, values, num_vertices=num_vertices, policies=policies)


def build(
    sources: Array,
    targets: Array,
    weights: Array | None = None,
    *,
    num_vertices: int | None = None,
    labels: Array | None = None,
    policies: Policies = Policies(),
) -> Graph:
    """A graph from columns: ids settled, edges sorted into rows, policies carried out.

    With `labels`, the columns hold positions in it.
    """
    if policies.duplicates in ("sum", "min", "max") and weights is None:
        raise GraphError(
            f"duplicates={policies.duplicates!r} combines weights, and the edges have none: "
            "use duplicates='first', or give weights"
        )
    if labels is not None:
        num_vertices = len(labels)
    elif not _is_range(sources, targets, num_vertices, policies.ids):
        sources, targets, labels = _labelled(sources, targets, num_vertices, policies.ids)
        num_vertices = len(labels)
    sources, targets = _positions(sources, targets)
    num_vertices = _checked_range(sources, targets, num_vertices)
    return _assembled(sources, targets, weights, VertexIds(num_vertices, labels), policies)


def _assembled(
    sources: Array, targets: Array, weights: Array | None, ids: VertexIds, policies: Policies
) -> Graph:
    rows = rows_of_edges(
        sources,
        targets,
        weights,
        ids.num_vertices,
        both_ways=policies.both_ways,
        drop_loops=policies.self_loops == "drop",
        duplicates=policies.duplicates,
    )
    _refuse_unwanted(rows, sources, targets, ids, policies)
    facts = _facts_of(rows, policies)
    if not policies.directed and not policies.both_ways:
        _refuse_one_way(Graph(rows.adjacency, replace(facts, directed=True, symmetric=None), ids))
    graph = Graph(rows.adjacency, facts, ids)
    return without_isolated(graph) if policies.isolated == "drop" else graph


def _facts_of(rows: Rows, policies: Policies) -> Facts:
    many = policies.duplicates in ("keep", "refuse") and rows.repeats > 0
    return Facts(
        directed=policies.directed,
        weighted=rows.adjacency.weight_dtype is not None,
        symmetric=True if policies.both_ways or not policies.directed else None,
        sorted=True,
        self_loops=rows.loops > 0 and policies.self_loops != "drop",
        multi_edges=many,
    )


def _refuse_one_way(arcs: Graph) -> None:
    if not arcs.is_symmetric:
        raise GraphError(
            "symmetrize=False with directed=False promises every edge both ways, and some edge "
            "has no reverse of equal weight: leave symmetrize out to add the reverses"
        )


def _refuse_unwanted(
    rows: Rows, sources: Array, targets: Array, ids: VertexIds, policies: Policies
) -> None:
    if rows.loops and policies.self_loops == "refuse":
        row = int(np.flatnonzero(sources == targets)[0])
        raise GraphError(
            f"self_loops='refuse': edge {row} joins {_named(ids, sources[row])} to itself; "
            "'keep' or 'drop' accept it"
        )
    if rows.repeats and policies.duplicates == "refuse":
        heads, tails = rows.adjacency.neighbors, rows.adjacency.rows()
        at = int(np.flatnonzero((heads[1:] == heads[:-1]) & (tails[1:] == tails[:-1]))[0])
        raise GraphError(
            f"duplicates='refuse': the edge {_named(ids, tails[at])} to {_named(ids, heads[at])} "
            "stands there more than once; 'keep', 'first', 'sum', 'min' or 'max' accept it"
        )


def _named(ids: VertexIds, position: Any) -> str:
    label = ids.of(position)
    return repr(label.item() if isinstance(label, np.generic) else label)


# ids ---------------------------------------------------------------------------------------


def _is_range(sources: Array, targets: Array, num_vertices: int | None, ids: str) -> bool:
    integers = sources.dtype.kind in "iu" and targets.dtype.kind in "iu"
    if num_vertices is not None or ids == "range":
        if not integers and len(sources) and ids != "labels":
            odd = sources.dtype if sources.dtype.kind not in "iu" else targets.dtype
            raise GraphError(
                f"ids of type {odd} are not positions 0..n-1: leave out num_vertices "
                "and use ids='labels'"
            )
        return ids != "labels"
    if ids == "labels" or not integers:
        return len(sources) == 0
    if not len(sources):
        return True
    low, high = _extremes(sources, targets)
    return low >= 0 and high < max(1 << 16, 8 * len(sources))


def _labelled(
    sources: Array, targets: Array, num_vertices: int | None, ids: str
) -> tuple[Array, Array, Array]:
    from edgewise.convert.arrays import factorized

    tails, heads, labels = factorized(sources, targets)
    if num_vertices is not None and num_vertices != len(labels):
        raise GraphError(
            f"num_vertices={num_vertices} does not go with ids='labels': {len(labels)} ids occur; "
            "leave one of the two out"
        )
    return tails, heads, labels


def _positions(sources: Array, targets: Array) -> tuple[Array, Array]:
    """Both columns in one of the few types that kernels are compiled for."""
    if sources.dtype.kind not in "iu" or targets.dtype.kind not in "iu":
        return sources.astype(np.int64), targets.astype(np.int64)  # both are empty
    if np.uint64 in (sources.dtype, targets.dtype):
        for column in (sources, targets):
            if len(column) and int(column.max()) >= 1 << 62:
                raise GraphError(f"id {column.max()} is too large for ids='range': use 'labels'")
    narrow = sources.dtype == targets.dtype == np.int32
    wanted = np.int32 if narrow else np.int64
    return sources.astype(wanted, copy=False), targets.astype(wanted, copy=False)


def _checked_range(sources: Array, targets: Array, num_vertices: int | None) -> int:
    if not len(sources):
        return num_vertices or 0
    low, high = _extremes(sources, targets)
    if low < 0 or (num_vertices is not None and high >= num_vertices):
        _refuse_range(sources, targets, num_vertices)
    return high + 1 if num_vertices is None else num_vertices


def _refuse_range(sources: Array, targets: Array, num_vertices: int | None) -> None:
    top = np.inf if num_vertices is None else num_vertices
    outside = (sources < 0) | (targets < 0) | (sources >= top) | (targets >= top)
    row = int(np.flatnonzero(outside)[0])
    limit = "0 or more" if num_vertices is None else f"from 0 to {num_vertices - 1}"
    raise GraphError(
        f"edge {row} is {sources[row]} to {targets[row]}: expected ids {limit}; "
        "ids='labels' accepts any ids"
    )


def _extremes(sources: Array, targets: Array) -> tuple[int, int]:
    from edgewise.kernels.cpu.rows import extremes
    from edgewise.places import cpu

    columns = [column for column in (sources, targets) if len(column)]
    pieces = [(column[a:b],) for column in columns for a, b in cpu.spans(len(column), 1 << 18)]
    found = cpu.each(extremes, pieces)
    return int(min(low for low, _ in found)), int(max(high for _, high in found))


# from and to other rows ----------------------------------------------------------------------


@check.accepts(directed=check.Flag())
def from_csr(offsets: Any, neighbors: Any, weights: Any = None, *, directed: bool = True) -> Graph:
    """A graph on compressed rows that are there already, sharing their memory where types allow.

    `offsets` has n + 1 entries from 0 to the number of arcs; every neighbour is from 0 to n - 1.
    Both are checked. `directed=False` needs every arc to have its reverse, which is checked too.

    >>> import edgewise as ew
    >>> ew.from_csr([0, 2, 3, 3], [1, 2, 2]).out_degrees
    array([2, 1, 0])
    """
    from edgewise.convert.arrays import as_vector, as_weights

    places = as_vector(offsets, "from_csr", "offsets")
    heads = as_vector(neighbors, "from_csr", "neighbors")
    for name, column in (("offsets", places), ("neighbors", heads)):
        if column.dtype.kind not in "iu" and len(column):
            check.refuse("from_csr", name, column, "integers")
    values = None if weights is None else as_weights(weights, "from_csr")
    return adopt(places, heads, values, directed=directed)


def adopt(
    offsets: Array,
    neighbors: Array,
    weights: Array | None = None,
    *,
    directed: bool = True,
    labels: Array | None = None,
) -> Graph:
    """A graph on given rows, checked in one pass; memory is shared where the types are ours."""
    from edgewise.inspection import refuse_broken_rows

    refuse_broken_rows(offsets, neighbors, weights)
    num_vertices = len(offsets) - 1
    adjacency = Adjacency(
        offsets.astype(np.int64, copy=False),
        neighbors.astype(index_type(num_vertices), copy=False),
        weights,
    )
    facts = Facts(directed=True, weighted=weights is not None)
    graph = Graph(adjacency, facts, VertexIds(num_vertices, labels))
    if directed:
        return graph
    if not graph.is_symmetric:
        raise GraphError(
            "directed=False, and some arc has no reverse of equal weight: use directed=True, "
            "and .symmetrized() to add the reverses"
        )
    return Graph(adjacency, replace(graph.facts, directed=False), graph.vertex_ids)


def rebuilt(
    graph: Graph,
    directed: bool,
    *,
    duplicates: str = "keep",
    self_loops: str = "keep",
    isolated: str = "keep",
) -> Graph:
    """The graph put together again under other policies; ids stay."""
    mirror = graph.is_directed and not directed
    policies = Policies(directed, mirror, duplicates, self_loops, isolated)
    if policies.duplicates in ("sum", "min", "max") and not graph.is_weighted:
        raise GraphError(
            f"duplicates={duplicates!r} combines weights, and the graph has none: "
            "use duplicates='first'"
        )
    rows = graph._out.rows()
    return _assembled(rows, graph.out_neighbors, graph.out_weights, graph.vertex_ids, policies)


def transpose(out: Adjacency) -> Adjacency:
    """The rows of the reversed graph."""
    return rows_reversed(out.offsets, out.neighbors, out.weights)


def arc_places(graph: Graph) -> Array:
    """For every in-arc, its place among the out-arcs."""
    places = np.arange(graph.num_arcs, dtype=np.int64)
    carried = rows_reversed(graph.out_offsets, graph.out_neighbors, places).weights
    assert carried is not None
    return carried


def reversed_facts(facts: Facts) -> Facts:
    """What is known of the reverse when this is known of a graph."""
    return replace(
        facts,
        sorted=True,
        min_out_degree=facts.min_in_degree,
        max_out_degree=facts.max_in_degree,
        min_in_degree=facts.min_out_degree,
        max_in_degree=facts.max_out_degree,
    )


def without_weights(graph: Graph) -> Graph:
    """The same rows, weights left out."""
    bare = Adjacency(graph.out_offsets, graph.out_neighbors)
    symmetric = graph.facts.symmetric or None
    facts = replace(graph.facts, weighted=False, symmetric=symmetric)
    return Graph(bare, facts, graph.vertex_ids)


def renumber_by_degree(graph: Graph) -> Graph:
    """Positions by falling degree (in and out together), equal degrees in their old order."""
    degrees = graph._out.degrees()
    if graph.is_directed:
        degrees = degrees + np.bincount(graph.out_neighbors, minlength=graph.num_vertices)
    order = np.argsort(-degrees, kind="stable").astype(graph.vertex_dtype)
    return _repositioned(graph, order)


def without_isolated(graph: Graph) -> Graph:
    """The graph without vertices that no edge touches; the others keep their ids."""
    touched = graph._out.degrees() > 0
    touched[graph.out_neighbors] = True
    if touched.all():
        return graph
    kept = np.flatnonzero(touched)
    place = (np.cumsum(touched) - 1).astype(index_type(len(kept)))
    offsets = np.concatenate((graph.out_offsets[:-1][touched], graph.out_offsets[-1:]))
    rows = Adjacency(offsets, place[graph.out_neighbors], graph.out_weights)
    rank_kept = np.zeros(graph.num_vertices, bool)
    old_order = graph.vertex_ids.order
    rank_kept[kept if old_order is None else old_order[kept]] = True
    labels = graph.vertex_ids.all()[rank_kept]
    order = None
    if old_order is not None:
        new_rank = np.cumsum(rank_kept) - 1
        order = new_rank[old_order[kept]].astype(rows.vertex_dtype)
    facts = replace(graph.facts, min_out_degree=None, min_in_degree=None)
    return Graph(rows, facts, VertexIds(len(kept), labels, order))


def _repositioned(graph: Graph, order: Array) -> Graph:
    """The same graph with what was at `order[p]` at position p."""
    place = np.empty_like(order)
    place[order] = np.arange(len(order), dtype=order.dtype)
    rows = rows_of_edges(
        place[graph._out.rows()],
        place[graph.out_neighbors],
        graph.out_weights,
        graph.num_vertices,
    )
    facts = replace(graph.facts, sorted=True)
    return Graph(rows.adjacency, facts, graph.vertex_ids.reordered(order))
