"""From edges to a graph: policies, ids, and the rows that hold the edges.

>>> import edgewise as ew
>>> g = ew.from_edges([0, 0, 1], [1, 1, 2], weights=[2, 3, 4], duplicates="sum")
>>> g.neighbors(0), g.out_weights
(array([1], dtype=int32), array([5, 4]))
"""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, final

import numpy as np

from edgewise import check
from edgewise.adjacency import Array
from edgewise.errors import GraphError
from edgewise.graph import Facts, Graph
from edgewise.ids import VertexIds
from edgewise.positions import settled
from edgewise.reposition import graph_of, without_isolated
from edgewise.rows import Rows, rows_of_edges

if TYPE_CHECKING:
    from edgewise.places.device import Device

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
    device=check.DEVICE,
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
    device: str | None = None,
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
    integers from 0 up to 8 times the number of rows (or 65,536), else labels. `device` is where
    edges are sorted and the graph then lives; if it is not given, columns of a GPU stay there.

    Cost: about 10 ns an edge and core; memory about 1.5 times the finished adjacency.

    >>> import edgewise as ew
    >>> ew.from_edges([("a", "b"), ("b", "c")], directed=False)
    Graph: 3 vertices, 2 edges, undirected, unweighted
    >>> ew.from_edges([0, 1], [1, 2], num_vertices=5).num_vertices
    5
    """
    from edgewise.convert import on_device
    from edgewise.convert.arrays import as_edge_columns
    from edgewise.places import choice

    columns, lie = None, on_device.device_of(sources, targets, weights)
    there = lie if device is None and lie is not None else choice.device_of(device)
    if there is not None and there is lie:
        columns = on_device.edge_columns(there, sources, targets, weights)
    if columns is None:
        columns = as_edge_columns(sources, targets, weights, "from_edges")
    policies = Policies(directed, symmetrize, duplicates, self_loops, isolated, ids)
    return build(*columns, num_vertices=num_vertices, policies=policies, device=there)


def build(
    sources: Array,
    targets: Array,
    weights: Array | None = None,
    *,
    num_vertices: int | None = None,
    labels: Array | None = None,
    policies: Policies = Policies(),
    device: Device | None = None,
) -> Graph:
    """A graph from columns: ids settled, edges sorted into rows, policies carried out.

    With `labels`, the columns hold positions in it. With a `device`, the rows are made there.
    """
    if policies.duplicates in ("sum", "min", "max") and weights is None:
        raise GraphError(
            f"duplicates={policies.duplicates!r} combines weights, and the edges have none: "
            "use duplicates='first', or give weights"
        )
    with nullcontext() if device is None else device.working():
        tails, heads, count, names = settled(sources, targets, num_vertices, labels, policies.ids)
    return _assembled(tails, heads, weights, VertexIds(count, names), policies, device)


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
    columns, device = _columns_of(graph)
    return _assembled(*columns, graph.vertex_ids, policies, device)


def _columns_of(graph: Graph) -> tuple[tuple[Any, Any, Any], Device | None]:
    """Tails, heads and weights of all arcs, and the device that the graph lives on, and they."""
    from edgewise.places.resident import home

    there = home(graph)
    if there is None:
        return (graph._out.rows(), graph.out_neighbors, graph.out_weights), None
    from edgewise.places.cuda_rows import tails_of

    tails = tails_of(there.device, there.offsets, there.heads)
    return (tails, there.heads, there.weights_as_given()), there.device


def _assembled(
    sources: Array,
    targets: Array,
    weights: Array | None,
    ids: VertexIds,
    policies: Policies,
    device: Device | None = None,
) -> Graph:
    how: dict[str, Any] = {
        "both_ways": policies.both_ways,
        "drop_loops": policies.self_loops == "drop",
        "duplicates": policies.duplicates,
    }
    edges: Any = (sources, targets, weights, ids.num_vertices)
    if device is None:
        rows = rows_of_edges(*edges, **how)
    else:
        from edgewise.places import cuda_rows

        rows = cuda_rows.rows_of_edges(device, *edges, **how)
    _refuse_unwanted(rows, sources, targets, ids, policies)
    facts = _facts_of(rows, policies)
    if not policies.directed and not policies.both_ways:
        _refuse_one_way(graph_of(rows, replace(facts, directed=True, symmetric=None), ids))
    graph = graph_of(rows, facts, ids)
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
        row = int((sources == targets).nonzero()[0][0])
        raise GraphError(
            f"self_loops='refuse': edge {row} joins {_named(ids, int(sources[row]))} to itself; "
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
