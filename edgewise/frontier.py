"""Active sets: some vertices or edges of a graph, as a list, a bitmap, or simply all.

The form is how the set is stored, never what it means: two frontiers are equal when they hold the
same members. A list may hold a member twice (an inexact frontier, allowed to idempotent programs);
`unique()` settles that.

>>> import edgewise as ew
>>> g = ew.generate.path(5)
>>> f = ew.VertexFrontier.of(g, [0, 3])
>>> f.size, f.degree_sum
(2, 3)
>>> f.to_bitmap().form
'bitmap'
>>> ew.VertexFrontier.all(g).size
5
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable
from typing import TYPE_CHECKING, Any, Self, TypeVar, final

import numpy as np

from edgewise import check
from edgewise.adjacency import Array, frozen
from edgewise.errors import ArgumentError

if TYPE_CHECKING:
    from edgewise.graph import Graph
    from edgewise.places.held import Held

BITS = 64
"""Members a word of a bitmap holds: member i is bit i % 64 of word i // 64."""


class Frontier(ABC):
    """What vertex and edge frontiers share. Made by `of`, `from_bitmap`, `all` and `none`."""

    __slots__ = ("_bitmap", "_degree_sum", "_graph", "_held", "_members", "_size")

    def __init__(
        self, graph: Graph, members: Array | None = None, bitmap: Array | None = None
    ) -> None:
        self._graph, self._members, self._bitmap = graph, frozen(members), frozen(bitmap)
        self._size: int | None = None
        self._degree_sum: int | None = None
        self._held: Held | None = None
        """The members on a device: where they were found, or were brought to."""

    @property
    @abstractmethod
    def universe(self) -> int:
        """How many members a full frontier has."""

    @property
    def degree_sum(self) -> int:
        """How many out-arcs leave the members (of edges: their heads): the work of one push."""
        if self._degree_sum is None:
            counted = None if self._held is None else self._held.degree_sum
            self._degree_sum = self._out_arcs() if counted is None else counted
        return self._degree_sum

    @abstractmethod
    def _out_arcs(self) -> int:
        """The degree sum, counted."""

    @classmethod
    @check.accepts(graph=check.GRAPH)
    def none(cls, graph: Graph) -> Self:
        """The frontier without members."""
        return cls(graph, members=np.empty(0, np.int64))

    @classmethod
    @check.accepts(graph=check.GRAPH)
    def all(cls, graph: Graph) -> Self:
        """The frontier of everything, which stores nothing."""
        return cls(graph)

    @classmethod
    @check.accepts(graph=check.GRAPH, words=check.Several("a column of uint64 words"))
    def from_bitmap(cls, graph: Graph, words: Array) -> Self:
        """The frontier whose member i is bit i % 64 of `words[i // 64]` (unsigned 64-bit words)."""
        given = np.array(words if isinstance(words, np.ndarray) else list(words))
        made = cls(graph, bitmap=given)
        needed = -(-made.universe // BITS)
        if given.dtype != np.uint64 or given.shape != (needed,):
            raise ArgumentError(f"words={check.shown(words)}: expected {needed} words of uint64")
        spare = needed * BITS - made.universe
        if spare and int(given[-1]) >> (BITS - spare):
            raise ArgumentError(f"words: a bit beyond member {made.universe - 1} is set")
        return made

    @property
    def graph(self) -> Graph:
        """The graph that the members belong to."""
        return self._graph

    @property
    def form(self) -> str:
        """How the members are stored: "list", "bitmap" or "all"."""
        if self._members is not None:
            return "list"
        if self._bitmap is not None:
            return "bitmap"
        return "all" if self._held is None else self._held.form

    @property
    def size(self) -> int:
        """How many members there are, one that stands in a list twice counted twice."""
        if self._size is None:
            self._size = self._counted()
        return self._size

    def positions(self) -> Array:
        """The members as positions: of a list as they stand, else ascending."""
        self._fetch()
        if self._members is not None:
            return self._members
        if self._bitmap is None:
            return np.arange(self.universe, dtype=np.int64)
        bits = np.unpackbits(self._little(), count=self.universe, bitorder="little")
        return np.flatnonzero(bits)

    def words(self) -> Array:
        """The members as a bitmap: bit i % 64 of word i // 64."""
        self._fetch()
        if self._bitmap is not None:
            return self._bitmap
        flags = np.zeros(-(-self.universe // BITS) * BITS, bool)
        if self._members is None:
            flags[: self.universe] = True
        else:
            flags[self._members] = True
        return np.packbits(flags, bitorder="little").view("<u8").astype(np.uint64, copy=False)

    def to_list(self) -> Self:
        """The same members, listed."""
        return type(self)(self._graph, members=self.positions())

    def to_bitmap(self) -> Self:
        """The same members as one bit each; a repeated one is there once."""
        return type(self)(self._graph, bitmap=self.words())

    def unique(self) -> Self:
        """The same members, each once, ascending if listed."""
        self._fetch()
        if self._members is None:
            return self
        return type(self)(self._graph, members=np.unique(self._members))

    def __len__(self) -> int:
        return self.size

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Frontier) or type(other) is not type(self):
            return NotImplemented
        same = other._graph is self._graph
        return same and bool(np.array_equal(self.words(), other.words()))

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        kind = type(self).__name__
        return f"{kind}: {self.size:,} of {self.universe:,}, as {self.form}"

    def _fetch(self) -> None:
        """Bring to the host who is on a device only."""
        held = self._held
        if held is None or self._members is not None or self._bitmap is not None:
            return
        if held.form == "list":
            self._members = frozen(held.positions(isinstance(self, EdgeFrontier)))
        elif held.form == "bitmap":
            self._bitmap = frozen(held.words(self.universe))

    def _counted(self) -> int:
        if self._held is not None:
            return self._held.size
        if self._members is not None:
            return len(self._members)
        if self._bitmap is None:
            return self.universe
        return int(np.bitwise_count(self._bitmap).sum())

    def _little(self) -> Array:
        assert self._bitmap is not None
        return self._bitmap.astype("<u8", copy=False).view(np.uint8)


@final
class VertexFrontier(Frontier):
    """Some vertices of a graph.

    >>> import edgewise as ew
    >>> g = ew.from_edges([("a", "b"), ("a", "c")])
    >>> f = ew.VertexFrontier.of(g, ["a"])
    >>> f
    VertexFrontier: 1 of 3, as list
    >>> f.vertices().tolist(), f.degree_sum
    (['a'], 2)
    """

    __slots__ = ()

    @classmethod
    @check.accepts(graph=check.GRAPH, vertices=check.Several("a sequence of vertex ids"))
    def of(cls, graph: Graph, vertices: Iterable[Hashable] | Array) -> VertexFrontier:
        """The frontier of these vertices, by the caller's ids."""
        members = graph.vertex_ids.positions(vertices)
        return cls(graph, members=members.copy() if members is vertices else members)

    @property
    def universe(self) -> int:
        """How many vertices the graph has."""
        return self._graph.num_vertices

    def _out_arcs(self) -> int:
        return self._arcs(self._graph.out_offsets)

    @property
    def in_degree_sum(self) -> int:
        """How many in-arcs enter the members: the work of one pull."""
        return self._arcs(self._graph.in_offsets)

    def vertices(self) -> Array:
        """The members in the caller's ids."""
        members: Array = self._graph.vertex_ids.of(self.positions())
        return members

    def edges(self) -> EdgeFrontier:
        """The out-arcs of the members, as a frontier of edges."""
        members = self.positions()
        begins = self._graph.out_offsets[members]
        lengths = self._graph.out_offsets[members + 1] - begins
        first = np.cumsum(lengths) - lengths
        arcs = np.arange(int(lengths.sum())) + np.repeat(begins - first, lengths)
        return EdgeFrontier(self._graph, members=arcs)

    def _arcs(self, offsets: Array) -> int:
        if self.form == "all":
            return self._graph.num_arcs
        members = self.positions()
        return int((offsets[members + 1] - offsets[members]).sum())


@final
class EdgeFrontier(Frontier):
    """Some arcs of a graph, by their place among the out-arcs.

    >>> import edgewise as ew
    >>> g = ew.from_edges([(0, 1), (0, 2), (1, 2)])
    >>> f = ew.EdgeFrontier.of(g, [0, 2])
    >>> f.tails().vertices().tolist(), f.heads().vertices().tolist()
    ([0, 1], [1, 2])
    """

    __slots__ = ()

    @classmethod
    @check.accepts(graph=check.GRAPH, arcs=check.Several("a column of integers"))
    def of(cls, graph: Graph, arcs: Any) -> EdgeFrontier:
        """The frontier of these arcs, from 0 to `graph.num_arcs` - 1."""
        given = arcs if isinstance(arcs, np.ndarray) else list(arcs)
        places = np.asarray(given) if len(given) else np.empty(0, np.int64)
        if places.dtype.kind not in "iu" or places.ndim != 1:
            raise ArgumentError(f"arcs={check.shown(arcs)}: expected a column of integers")
        if len(places) and not 0 <= places.min() <= places.max() < graph.num_arcs:
            least, most = places.min(), places.max()
            limit = f"integers from 0 to {graph.num_arcs - 1}" if graph.num_arcs else "none"
            raise ArgumentError(
                f"arcs: expected {limit}, for the graph has {graph.num_arcs:,} arcs; "
                f"found {least if least < 0 else most}"
            )
        return cls(graph, members=places.astype(np.int64))

    @property
    def universe(self) -> int:
        """How many arcs the graph stores."""
        return self._graph.num_arcs

    def _out_arcs(self) -> int:
        offsets, heads = self._graph.out_offsets, self._graph.out_neighbors[self.positions()]
        return int((offsets[heads + 1] - offsets[heads]).sum())

    def tails(self) -> VertexFrontier:
        """Where the members start, one entry an arc."""
        rows = np.searchsorted(self._graph.out_offsets, self.positions(), side="right") - 1
        return VertexFrontier(self._graph, members=rows)

    def heads(self) -> VertexFrontier:
        """Where the members end, one entry an arc."""
        heads = self._graph.out_neighbors[self.positions()].astype(np.int64)
        return VertexFrontier(self._graph, members=heads)


F = TypeVar("F", bound=Frontier)


def found_there(kind: type[F], graph: Graph, held: Held) -> F:
    """The frontier of who was found on a device, and stays there."""
    made = kind(graph)
    made._held = held
    return made


def held_of(frontier: Frontier) -> Held | None:
    """Its members on a device, if they were found there or brought there."""
    return frontier._held


def keep(frontier: Frontier, held: Held) -> None:
    """Its members were brought to a device: remember them there."""
    frontier._held = held


def nobody(frontier: Frontier) -> bool:
    """Whether it is known, without asking a device, that there are no members."""
    held = frontier._held
    return (held is None or held.known is not None) and not frontier


def counted(made: F, size: int, degree_sum: int | None = None) -> F:
    """The frontier, told what its maker has counted already."""
    made._size, made._degree_sum = size, degree_sum
    return made
