"""What an algorithm returns: columns with a value a vertex, in the caller's order, and a trace."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from edgewise import check
from edgewise.adjacency import Array

if TYPE_CHECKING:
    from edgewise.graph import Graph
    from edgewise.schedule.trace import Trace


class Result(ABC):
    """An answer: what it is about, its columns, how it was found."""

    __slots__ = ("graph", "trace")

    leaders: ClassVar[str]
    """What `top` lists, in words."""

    def __init__(self, graph: Graph, trace: Trace) -> None:
        self.graph, self.trace = graph, trace

    @property
    @abstractmethod
    def columns(self) -> dict[str, Array]:
        """The answer's columns by name; each has an entry a vertex, in the order of `graph.ids`."""

    @property
    @abstractmethod
    def summary(self) -> str:
        """The answer in one line."""

    @abstractmethod
    def _top(self, count: int) -> dict[str, Array]:
        """The columns of what `top` lists."""

    @check.accepts(count=check.Integer(0))
    def top(self, count: int = 10) -> list[dict[str, Any]]:
        """What one would look at first, at most so many: the highest, the farthest, the largest.

        >>> import edgewise as ew
        >>> ew.bfs(ew.generate.path(4), 1).top(2)
        [{'vertex': 3, 'distance': 2}, {'vertex': 0, 'distance': 1}]
        """
        columns = self._top(count)
        rows = zip(*(column.tolist() for column in columns.values()), strict=True)
        return [dict(zip(columns, row, strict=True)) for row in rows]

    @check.accepts(path=check.Path())
    def save(self, path: str) -> None:
        """Write every vertex's id and its columns: .csv, .tsv, .json, .parquet or .feather.

        >>> import pathlib, tempfile
        >>> import edgewise as ew
        >>> file = pathlib.Path(tempfile.mkdtemp()) / "ranks.csv"
        >>> ew.pagerank(ew.generate.path(2)).save(file)
        >>> print(file.read_text())
        vertex,rank
        0,0.5
        1,0.5
        <BLANKLINE>
        """
        from edgewise.io import answers

        answers.write(path, {"vertex": self.graph.ids, **self.columns})

    def to_pandas(self) -> Any:
        """The columns as a data frame, the vertices' ids as its index."""
        import pandas

        return pandas.DataFrame(self.columns, index=pandas.Index(self.graph.ids, name="vertex"))

    def __repr__(self) -> str:
        return f"{type(self).__name__}: {self.summary}; {self.trace.brief}"


def highest(
    graph: Graph, name: str, values: Array, count: int, among: Array | None = None
) -> dict[str, Array]:
    """The vertices (of those `among`) whose values are the highest, by id; of equals, the first."""
    chosen = np.arange(len(values)) if among is None else among
    known = -values[chosen].astype(np.float64)  # not a number goes last
    if 0 < count < len(known):
        bound = np.partition(known, count - 1)[count - 1]
        below, equal = np.flatnonzero(known < bound), np.flatnonzero(known == bound)
        near = np.sort(np.concatenate([below, equal[: count - len(below)]]))
        chosen, known = chosen[near], known[near]
    order = chosen[np.argsort(known, kind="stable")[:count]]
    return {"vertex": graph.ids[order], name: values[order]}
