"""The graph: immutable, in compressed rows, knowing what is known about it.

>>> import edgewise as ew
>>> g = ew.from_edges([("ann", "bob"), ("bob", "cat"), ("ann", "cat")])
>>> g
Graph: 3 vertices, 3 edges, directed, unweighted
>>> g.out_degrees
array([2, 1, 0])
>>> g.neighbors("ann").tolist()
['bob', 'cat']
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, final

import numpy as np

from edgewise import check
from edgewise.adjacency import Adjacency, Array
from edgewise.ids import VertexIds

if TYPE_CHECKING:
    import networkx
    import pandas
    import pyarrow
    import scipy.sparse

    from edgewise.info import Info


@final
@dataclass(frozen=True, slots=True)
class Facts:
    """What is known so far: a value, or None for "not looked at yet"."""

    directed: bool
    weighted: bool
    symmetric: bool | None = None
    sorted: bool | None = None
    self_loops: bool | None = None
    multi_edges: bool | None = None
    min_out_degree: int | None = None
    max_out_degree: int | None = None
    min_in_degree: int | None = None
    max_in_degree: int | None = None


@final
class Graph:
    """A graph. Make one with `ew.from_edges(...)`, `ew.read(...)` or `ew.generate`.

    Vertices have *positions* 0..n-1 inside; arrays such as `out_neighbors` hold positions. What a
    caller asks or is told goes by the caller's own ids: `g.ids`, `g.neighbors(id)`, `g.to_edges()`.
    An undirected edge is stored as two arcs, one each way (a loop as one), and counted once.
    """

    __slots__ = (
        "__weakref__", "_facts", "_ids", "_in", "_in_arcs", "_num_edges", "_out", "_weight_range",
    )  # fmt: skip

    def __init__(
        self,
        out: Adjacency,
        facts: Facts,
        ids: VertexIds | None = None,
        incoming: Adjacency | None = None,
        num_edges: int | None = None,
    ) -> None:
        self._out, self._facts = out, facts
        self._ids = ids or VertexIds(out.num_rows)
        self._in = incoming if facts.directed else out
        self._in_arcs: Array | None = None
        self._weight_range: tuple[Any, Any] | None = None
        self._num_edges = num_edges if not facts.directed else out.num_arcs

    # sizes ---------------------------------------------------------------------------------

    @property
    def num_vertices(self) -> int:
        """How many vertices there are, isolated ones included."""
        return self._out.num_rows

    @property
    def num_edges(self) -> int:
        """How many edges there are; an undirected one counts once."""
        if self._num_edges is None:
            self._num_edges = (self.num_arcs + self._count_loops()) // 2
        return self._num_edges

    @property
    def num_arcs(self) -> int:
        """How many arcs are stored: an undirected edge is two, a loop one."""
        return self._out.num_arcs

    @property
    def nbytes(self) -> int:
        """Bytes held by the adjacency, both directions where both are there."""
        both = self._in is not None and self._in is not self._out
        return self._out.nbytes + (self._in.nbytes if both and self._in is not None else 0)

    # adjacency -----------------------------------------------------------------------------

    @property
    def out_offsets(self) -> Array:
        """Where each vertex's out-arcs begin: n + 1 64-bit numbers."""
        return self._out.offsets

    @property
    def out_neighbors(self) -> Array:
        """The head of every arc, as positions, row after row."""
        return self._out.neighbors

    @property
    def out_weights(self) -> Array | None:
        """The weight of every arc, or None."""
        return self._out.weights

    @property
    def out_degrees(self) -> Array:
        """The out-degree of every vertex, in the caller's order."""
        return self._ids.in_caller_order(self._out.degrees())

    @property
    def in_offsets(self) -> Array:
        """Where each vertex's in-arcs begin."""
        return self._incoming().offsets

    @property
    def in_neighbors(self) -> Array:
        """The tail of every arc, as positions, grouped by head."""
        return self._incoming().neighbors

    @property
    def in_weights(self) -> Array | None:
        """The weight of every in-arc, or None."""
        return self._incoming().weights

    @property
    def in_degrees(self) -> Array:
        """The in-degree of every vertex, in the caller's order."""
        return self._ids.in_caller_order(self._incoming().degrees())

    @property
    def in_arcs(self) -> Array:
        """For every in-arc, its place among the out-arcs (to reach data kept by out-arc)."""
        if self._in_arcs is None:
            from edgewise.csr import arc_places

            self._in_arcs = arc_places(self)
        return self._in_arcs

    @property
    def has_in_edges(self) -> bool:
        """Whether the in-adjacency is there already (asking for it builds it once)."""
        return self._in is not None

    def _incoming(self) -> Adjacency:
        if self._in is None:
            from edgewise.csr import incoming

            self._in = incoming(self)
        return self._in

    # facts ---------------------------------------------------------------------------------

    @property
    def facts(self) -> Facts:
        """What is known, without looking anything up."""
        return self._facts

    @property
    def is_directed(self) -> bool:
        """Whether edges go one way."""
        return self._facts.directed

    @property
    def is_weighted(self) -> bool:
        """Whether edges have weights."""
        return self._facts.weighted

    @property
    def is_symmetric(self) -> bool:
        """Whether every arc has its reverse, with the same weight (looked up once)."""
        return bool(self._fact("symmetric"))

    @property
    def is_sorted(self) -> bool:
        """Whether every neighbour list ascends (looked up once)."""
        return bool(self._fact("sorted"))

    @property
    def has_self_loops(self) -> bool:
        """Whether some edge joins a vertex to itself (looked up once)."""
        return bool(self._fact("self_loops"))

    @property
    def has_multi_edges(self) -> bool:
        """Whether some pair of vertices is joined more than once (looked up once)."""
        return bool(self._fact("multi_edges"))

    @property
    def max_out_degree(self) -> int:
        """The greatest out-degree (looked up once)."""
        return int(self._fact("max_out_degree"))

    @property
    def min_out_degree(self) -> int:
        """The least out-degree (looked up once)."""
        return int(self._fact("min_out_degree"))

    @property
    def max_in_degree(self) -> int:
        """The greatest in-degree (looked up once)."""
        return int(self._fact("max_in_degree"))

    @property
    def min_in_degree(self) -> int:
        """The least in-degree (looked up once)."""
        return int(self._fact("min_in_degree"))

    @property
    def vertex_dtype(self) -> np.dtype[Any]:
        """The type of a vertex index: 32 bits when they fit, else 64."""
        return self._out.vertex_dtype

    @property
    def weight_dtype(self) -> np.dtype[Any] | None:
        """The type of the weights, as they were given; None without weights."""
        return self._out.weight_dtype

    @property
    def weight_range(self) -> tuple[Any, Any] | None:
        """The least and the greatest weight, NaN where one is NaN (looked up once); or None."""
        if self._weight_range is None and self.is_weighted and self.num_arcs:
            from edgewise.inspection import weight_range

            self._weight_range = weight_range(self)
        return self._weight_range

    def _fact(self, name: str) -> Any:
        if getattr(self._facts, name) is None:
            from edgewise.inspection import look_up

            self._facts = replace(self._facts, **look_up(self, name))
        return getattr(self._facts, name)

    def _count_loops(self) -> int:
        from edgewise.inspection import count_loops

        return count_loops(self)

    # the caller's ids ----------------------------------------------------------------------

    @property
    def ids(self) -> Array:
        """Every vertex id, in the caller's order; answers come in this order."""
        return self._ids.all()

    @property
    def vertex_ids(self) -> VertexIds:
        """The map between the caller's ids and positions."""
        return self._ids

    @check.accepts(vertex=check.Vertex())
    def position(self, vertex: Hashable) -> int:
        """The position of a vertex in the arrays."""
        return self._ids.position(vertex)

    @check.accepts(vertex=check.Vertex())
    def neighbors(self, vertex: Hashable) -> Array:
        """The ids that `vertex` has an arc to."""
        return self._row(self._out, vertex)

    @check.accepts(vertex=check.Vertex())
    def predecessors(self, vertex: Hashable) -> Array:
        """The ids that have an arc to `vertex`."""
        return self._row(self._incoming(), vertex)

    def _row(self, adjacency: Adjacency, vertex: Hashable) -> Array:
        position = self._ids.position(vertex)
        begin, end = adjacency.offsets[position : position + 2]
        row: Array = self._ids.of(adjacency.neighbors[begin:end])
        return row

    # other graphs --------------------------------------------------------------------------

    def reversed(self) -> Graph:
        """The graph with every arc turned round (an undirected one is its own reverse)."""
        if not self.is_directed:
            return self
        from edgewise.csr import turned

        return turned(self)

    @check.accepts(by=check.Choice("degree"))
    def renumbered(self, by: str = "degree") -> Graph:
        """The same graph with busy vertices side by side in memory; answers do not change."""
        from edgewise.reposition import renumber_by_degree

        return renumber_by_degree(self)

    @check.accepts(
        duplicates=check.Choice("keep", "first", "sum", "min", "max", "refuse"),
        self_loops=check.Choice("keep", "drop", "refuse"),
        isolated=check.Choice("keep", "drop"),
    )
    def simplified(
        self, duplicates: str = "first", self_loops: str = "drop", isolated: str = "keep"
    ) -> Graph:
        """The graph without its parallel edges and loops, or what else the policies say."""
        from edgewise.build import rebuilt

        policies = {"duplicates": duplicates, "self_loops": self_loops, "isolated": isolated}
        return rebuilt(self, self.is_directed, **policies)

    @check.accepts(duplicates=check.Choice("keep", "first", "sum", "min", "max", "refuse"))
    def symmetrized(self, duplicates: str = "first") -> Graph:
        """The undirected graph with an edge wherever this one has an arc."""
        if not self.is_directed:
            return self
        from edgewise.build import rebuilt

        return rebuilt(self, False, duplicates=duplicates)

    def unweighted(self) -> Graph:
        """The same graph without weights, sharing everything else."""
        from edgewise.csr import without_weights

        return without_weights(self)

    # devices -------------------------------------------------------------------------------

    @property
    def devices(self) -> dict[str, int]:
        """The devices that hold something of the graph, by name, and how many bytes."""
        from edgewise.places.resident import held

        return held(self)

    @check.accepts(device=check.DEVICE, in_edges=check.Flag())
    def to_device(self, device: str | None = "cuda", *, in_edges: bool = False) -> Graph:
        """Copy the graph to a device now, `in_edges` as well, and have it live there; gives itself.

        What is made of a graph that lives on a device is made there. To "cpu" it comes back: its
        arrays are copied to the host now, and no device keeps any.
        """
        from edgewise.places.resident import move

        move(self, device, in_edges)
        return self

    # looking -------------------------------------------------------------------------------

    def info(self) -> Info:
        """Sizes, types, memory and facts, as a table that prints on one screen."""
        from edgewise.info import describe

        return describe(self)

    def __repr__(self) -> str:
        vertices = f"{self.num_vertices:,} vert{'ex' if self.num_vertices == 1 else 'ices'}"
        edges = f"{self.num_edges:,} edge{'' if self.num_edges == 1 else 's'}"
        kind = "directed" if self.is_directed else "undirected"
        weight = f"{self.weight_dtype} weights" if self.is_weighted else "unweighted"
        return f"Graph: {vertices}, {edges}, {kind}, {weight}"

    # out again -----------------------------------------------------------------------------

    def to_edges(self) -> tuple[Array, Array, Array | None]:
        """Tails, heads and weights of all edges in the caller's ids; an undirected one once."""
        from edgewise.convert.arrays import to_edges

        return to_edges(self)

    def to_scipy(self) -> scipy.sparse.csr_array:
        """A SciPy CSR array in the caller's order, sharing memory where nothing must move."""
        from edgewise.convert.scipy import to_scipy

        return to_scipy(self)

    def to_pandas(self) -> pandas.DataFrame:
        """A data frame with the columns source, target and, where there are weights, weight."""
        from edgewise.convert.frames import to_pandas

        return to_pandas(self)

    def to_arrow(self) -> pyarrow.Table:
        """An Arrow table with the columns source, target and, where there are weights, weight."""
        from edgewise.convert.frames import to_arrow

        return to_arrow(self)

    def to_networkx(self) -> networkx.Graph:
        """A NetworkX graph of the fitting class, weights under "weight"."""
        from edgewise.convert.networkx import to_networkx

        return to_networkx(self)
