"""What searches from a source have in common: sources, distances, parents."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any

import numpy as np

from edgewise.adjacency import Array
from edgewise.places import choice
from edgewise.results import Result, highest
from edgewise.starting import positions_of

if TYPE_CHECKING:
    from edgewise.graph import Graph
    from edgewise.schedule.trace import Trace


def sources_of(graph: Graph, source: Any, asker: str) -> Array:
    """The positions of one source, or of several in a list, array or set; each once."""
    several = isinstance(source, (list, set, frozenset, np.ndarray))
    given = source if isinstance(source, np.ndarray) and source.ndim == 1 else None
    ids = (given if given is not None else list(source)) if several else [source]
    positions = positions_of(graph, ids, f"{asker}(): source")
    return np.unique(positions).astype(np.int64, copy=False)


class Paths(Result):
    """Distances from the source or sources, and the parents that explain them."""

    __slots__ = ("_device", "_distances", "_parents")

    leaders = "the farthest"

    def __init__(
        self, graph: Graph, trace: Trace, distances: Array, device: str | None = None
    ) -> None:
        super().__init__(graph, trace)
        self._distances, self._device = distances, device
        self._parents: Array | None = None

    @property
    @abstractmethod
    def unreached(self) -> Any:
        """What stands where no path leads."""

    @abstractmethod
    def _parent_positions(self) -> Array:
        """The position of every vertex's parent; -1 where there is none."""

    def _found_by(self, finder: str, *given: Any) -> Array:
        """Parents as a finder of the place has them that distances came from."""
        from edgewise.places import cpu_paths

        place = choice.of(self._device)
        if place is choice.HOST:
            on_host: Array = getattr(cpu_paths, finder)(self.graph, self._distances, *given)
            return on_host
        from edgewise.places import cuda_paths

        found: Array = getattr(cuda_paths, finder)(self.graph, self._distances, *given, place)
        return found

    @property
    def distances(self) -> Array:
        """The distance of every vertex, in the order of `graph.ids`."""
        return self.graph.vertex_ids.in_caller_order(self._distances)

    @property
    def parents(self) -> Array:
        """The vertex before each on a shortest path, by its id; a source is its own.

        Where no path leads: -1, or None in a graph whose ids are labels. The parent is the first
        in-neighbour, in the graph's order, that is near enough: whoever asks gets the same one.
        """
        if self._parents is None:
            self._parents = _by_id(self.graph, self._parent_positions())
        return self._parents

    @property
    def num_reached(self) -> int:
        """How many vertices a path leads to, sources included."""
        return int(np.count_nonzero(self._distances != self.unreached))

    @property
    def columns(self) -> dict[str, Array]:
        """Distances and parents."""
        return {"distance": self.distances, "parent": self.parents}

    def _top(self, count: int) -> dict[str, Array]:
        reached = np.flatnonzero(self.distances != self.unreached)
        return highest(self.graph, "distance", self.distances, count, reached)

    @property
    def summary(self) -> str:
        """How many vertices are reached, and how far away they are."""
        reached = self._distances[self._distances != self.unreached]
        far = f", the farthest at {reached.max()}" if len(reached) else ""
        return f"{len(reached):,} of {len(self._distances):,} vertices reached{far}"


def _by_id(graph: Graph, positions: Array) -> Array:
    """Parents as ids, in the caller's order; who has none gets -1, or None among labels."""
    ids = graph.vertex_ids
    parents = ids.in_caller_order(positions)
    found = parents >= 0
    if ids.labels is None:
        named: Array = np.full(len(parents), -1, np.int64)
    else:
        named = np.full(len(parents), None, object)
    named[found] = ids.of(parents[found])
    return named
