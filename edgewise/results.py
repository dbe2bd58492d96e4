"""What an algorithm returns: columns with a value a vertex, in the caller's order, and a trace."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

from edgewise.adjacency import Array

if TYPE_CHECKING:
    from edgewise.graph import Graph
    from edgewise.schedule.trace import Trace


class Result(ABC):
    """An answer: what it is about, its columns, how it was found."""

    __slots__ = ("graph", "trace")

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

    def to_pandas(self) -> Any:
        """The columns as a data frame, the vertices' ids as its index."""
        import pandas

        return pandas.DataFrame(self.columns, index=pandas.Index(self.graph.ids, name="vertex"))

    def __repr__(self) -> str:
        return f"{type(self).__name__}: {self.summary}; {self.trace.brief}"
