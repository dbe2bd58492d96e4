"""What lines of edges cannot say, noted in remarks before them.

`# edgewise: directed vertices=5 weights=int32` for a graph on 0..4; `ids=labels` where the ids are
integers that name vertices, `ids=text` where they are words; `heading` where a line of names for
the columns follows. A vertex with a label and without an edge is noted by itself, as
`# edgewise vertex: 17` or `# edgewise vertex: "new york"`. Any other reader passes over all this.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, final

import numpy as np

from edgewise.io.heading import Line

NOTE, VERTEX = "# edgewise:", "# edgewise vertex:"
WEIGHT_TYPES = (
    *("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"),
    *("float16", "float32", "float64"),
)


@final
@dataclass(slots=True)
class Notes:
    """What is noted; None and False where nothing is."""

    directed: bool | None = None
    vertices: int | None = None
    ids: str | None = None
    """None for positions, "labels" for integers, "text" for words."""
    weights: np.dtype[Any] | None = None
    heading: bool = False
    alone: list[int | str] = field(default_factory=list)
    """Labels of vertices without an edge."""
    present: bool = False

    def read(self, line: Line) -> None:
        """Take note of a remark, if it is one of ours."""
        text = line.text.decode("utf-8", "backslashreplace").strip()
        if text.startswith(VERTEX):
            self._read_vertex(line, text.removeprefix(VERTEX))
        elif text.startswith(NOTE):
            self.present = True
            for word in text.removeprefix(NOTE).split():
                self._read_word(line, word)

    def written(self) -> str:
        """The remarks."""
        words = ["directed" if self.directed else "undirected"]
        words += [] if self.vertices is None else [f"vertices={self.vertices}"]
        words += [] if self.ids is None else [f"ids={self.ids}"]
        words += [] if self.weights is None else [f"weights={self.weights}"]
        words += ["heading"] * self.heading
        alone = (f"{VERTEX} {json.dumps(label, ensure_ascii=False)}\n" for label in self.alone)
        return " ".join([NOTE, *words]) + "\n" + "".join(alone)

    def _read_word(self, line: Line, word: str) -> None:
        key, _, value = word.partition("=")
        if word in ("directed", "undirected"):
            self.directed = word == "directed"
        elif word == "heading":
            self.heading = True
        elif key == "vertices":
            self.vertices = line.vertices(value)
        elif key == "ids" and value in ("labels", "text"):
            self.ids = value
        elif key == "weights" and value in WEIGHT_TYPES:
            self.weights = np.dtype(value)
        else:
            line.refuse("an unknown note", word, "such as 'directed vertices=5'")

    def _read_vertex(self, line: Line, text: str) -> None:
        try:
            label = json.loads(text)
        except (ValueError, RecursionError):
            label = None
        number = type(label) is int and -(1 << 63) <= label < 1 << 63
        if not (number if self.ids == "labels" else isinstance(label, str) and self.ids == "text"):
            line.refuse("this is no label of a vertex", text.strip(), f"one of ids={self.ids}")
        assert isinstance(label, (int, str))
        self.alone.append(label)
