"""The caller's vertex ids, and the positions 0..n-1 that stand for them inside.

Two things can lie between an id and a position. *Labels* are the caller's own ids, when those are
not simply 0..n-1. An *order* is a renumbering for locality: position p holds the caller's vertex
number `order[p]`. Answers always leave in the caller's order, under the caller's labels.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import cached_property
from typing import Any, final

import numpy as np

from edgewise.adjacency import Array, frozen
from edgewise.errors import UnknownVertexError


@final
class VertexIds:
    """Between the caller's ids and positions, both ways.

    `late`, where given, is called once when labels or order are first asked for: a graph opened
    from a file checks and decodes its ids then, and not before.
    """

    def __init__(
        self,
        num_vertices: int,
        labels: Array | None = None,
        order: Array | None = None,
        late: Callable[[], tuple[Array | None, Array | None]] | None = None,
    ) -> None:
        self.num_vertices = num_vertices
        self._labels, self._order, self._late = frozen(labels), frozen(order), late

    def __reduce__(self) -> tuple[Any, ...]:
        return VertexIds, (self.num_vertices, self.labels, self.order)

    @property
    def labels(self) -> Array | None:
        """The caller's own ids in the caller's order, or None where they are 0..n-1."""
        self._settled()
        return self._labels

    @property
    def order(self) -> Array | None:
        """The caller's number of the vertex at each position, or None where it is the same."""
        self._settled()
        return self._order

    def _settled(self) -> None:
        late = self._late  # another thread may settle, and forget it, meanwhile
        if late is not None:
            self._labels, self._order = map(frozen, late())
            self._late = None

    @property
    def plain(self) -> bool:
        """Whether an id is its position."""
        return self.labels is None and self.order is None

    def all(self) -> Array:
        """Every id, in the caller's order."""
        return np.arange(self.num_vertices) if self.labels is None else self.labels

    def of(self, positions: Any) -> Any:
        """The ids at these positions (one or many)."""
        rank = positions if self.order is None else self.order[positions]
        return rank if self.labels is None else self.labels[rank]

    def position(self, vertex: Hashable) -> int:
        """The position of one id."""
        rank = self._rank(vertex)
        return rank if self.order is None else int(self._position_of_rank[rank])

    def positions(self, vertices: Iterable[Hashable] | Array) -> Array:
        """The positions of many ids."""
        if self.labels is None and isinstance(vertices, np.ndarray) and vertices.dtype.kind in "iu":
            ranks = self._ranks_in_range(vertices)
        else:
            many = vertices.tolist() if isinstance(vertices, np.ndarray) else vertices
            ranks = np.array([self._rank(vertex) for vertex in many], dtype=np.int64)
        return ranks if self.order is None else self._position_of_rank[ranks]

    def in_caller_order(self, values: Array) -> Array:
        """One value a vertex, from the order of positions to the order of the caller."""
        if self.order is None:
            return values
        answer = np.empty_like(values)
        answer[self.order] = values
        return answer

    def reordered(self, order: Array) -> VertexIds:
        """The same ids when position p now holds what was at `order[p]`."""
        before = order if self.order is None else self.order[order]
        return VertexIds(self.num_vertices, self.labels, before)

    @cached_property
    def _rank_of_label(self) -> dict[Hashable, int]:
        assert self.labels is not None
        return {label: rank for rank, label in enumerate(self.labels.tolist())}

    @cached_property
    def _position_of_rank(self) -> Array:
        assert self.order is not None
        inverse = np.empty_like(self.order)
        inverse[self.order] = np.arange(len(self.order), dtype=self.order.dtype)
        return inverse

    def _rank(self, vertex: Hashable) -> int:
        plain = vertex.item() if isinstance(vertex, np.generic) else vertex
        if self.labels is not None:
            try:
                return self._rank_of_label[plain]
            except (KeyError, TypeError):
                raise _unknown(vertex, self) from None
        if isinstance(plain, bool) or not isinstance(plain, int):
            raise _unknown(vertex, self)
        if not 0 <= plain < self.num_vertices:
            raise _unknown(vertex, self)
        return plain

    def _ranks_in_range(self, vertices: Array) -> Array:
        outside = (vertices < 0) | (vertices >= self.num_vertices)
        if outside.any():
            raise _unknown(vertices[outside][0], self)
        return vertices.astype(np.int64, copy=False)


def _unknown(vertex: object, ids: VertexIds) -> UnknownVertexError:
    if ids.num_vertices == 0:
        return UnknownVertexError(f"vertex {vertex!r} is not in the graph, which has no vertices")
    if ids.labels is None:
        return UnknownVertexError(
            f"vertex {vertex!r} is not in the graph: its ids are 0 to {ids.num_vertices - 1}"
        )
    shown = ", ".join(repr(label) for label in ids.labels[:3].tolist())
    return UnknownVertexError(f"vertex {vertex!r} is not in the graph: its ids are like {shown}")
