"""What a table of edges cannot say, noted in its metadata under `edgewise` as JSON.

Direction, the number of vertices, and where ids are labels, those that stand in no edge or out
of order. Any other reader may pass over it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn, Self, final

import numpy as np

from edgewise.adjacency import Array
from edgewise.errors import FormatError
from edgewise.io.source import FREE_EXPANSION

if TYPE_CHECKING:
    from edgewise.graph import Graph
    from edgewise.io.source import Source

KEY = b"edgewise"


@final
@dataclass(frozen=True, slots=True)
class Notes:
    """What is noted; None and False where nothing is."""

    directed: bool | None = None
    vertices: int | None = None
    labelled: bool = False
    """Whether the ids are labels, and not 0..n-1."""
    labels: list[Any] | None = None
    """All labels in their order, where the edges alone would not tell."""

    @classmethod
    def of(cls, graph: Graph, tails: Array, heads: Array) -> Self:
        """The notes on a graph whose edges join these ranks."""
        labels = graph.vertex_ids.labels
        if labels is None:
            return cls(graph.is_directed, graph.num_vertices)
        words = labels.tolist()
        touched = np.zeros(len(words), bool)
        touched[tails], touched[heads] = True, True
        told = bool(touched.all()) and words == sorted(words)
        return cls(graph.is_directed, None, True, None if told else words)

    def written(self) -> dict[bytes, bytes]:
        """The notes as metadata."""
        noted = {"directed": self.directed, "vertices": self.vertices, "labelled": self.labelled}
        every = {**noted, "labels": self.labels}
        return {KEY: json.dumps({k: v for k, v in every.items() if v is not None}).encode()}

    @classmethod
    def read(cls, source: Source, metadata: dict[bytes, bytes]) -> Self:
        """The notes in a table's metadata, checked."""
        if KEY not in metadata:
            return cls()
        try:
            noted = json.loads(metadata[KEY])
        except (ValueError, RecursionError) as problem:
            _refuse(source, f"no JSON: {problem}")
        if not isinstance(noted, dict) or not set(noted) <= set(cls.__slots__):
            _refuse(source, "not the notes on a graph", noted)
        notes = cls(**noted)
        notes._check(source)
        return notes

    def _check(self, source: Source) -> None:
        if self.directed not in (None, True, False) or not isinstance(self.labelled, bool):
            _refuse(source, "directed and labelled must be true or false", self.directed)
        if self.vertices is not None and (type(self.vertices) is not int or self.vertices < 0):
            _refuse(source, "vertices must be a count", self.vertices)
        if 8 * (self.vertices or 0) > max(FREE_EXPANSION, source.size * source.max_expansion):
            _refuse(source, "the count of vertices is out of proportion", self.vertices)
        if self.labels is None:
            return
        if not isinstance(self.labels, list) or not self.labelled:
            _refuse(source, "labels must be a list, and labelled true", self.labels)
        kinds = {type(label) for label in self.labels}
        if not (kinds <= {int} or kinds <= {str}) or len(set(self.labels)) < len(self.labels):
            _refuse(source, "labels must be different integers, or different words", self.labels)


def _refuse(source: Source, problem: str, found: object = None) -> NoReturn:
    raise FormatError(source.path, f"the metadata 'edgewise' is {problem}", found=found)
