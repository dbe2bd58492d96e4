"""What a text format cannot say, noted in remarks before the edges.

`# edgewise: directed vertices=5 weights=int32` for a graph on 0..4; `ids=labels` where the ids are
integers that name vertices, `ids=text` where they are words; `heading` where a line of names for
the columns follows; `unweighted` where the weights are only there because the format wants some. A
vertex with a label and without an edge is noted by itself, as `# edgewise vertex: 17` or
`# edgewise vertex: "new york"`. The remark may begin with any of #, % and c. Any other reader
passes over all this.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any, final

import numpy as np

from edgewise.adjacency import Array
from edgewise.errors import FormatError
from edgewise.io.heading import Line
from edgewise.io.source import Source

NOTE = re.compile(r"[#%c] edgewise( vertex)?:(.*)")
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
    unweighted: bool = False
    alone: list[int | str] = field(default_factory=list)
    """Labels of vertices without an edge."""
    present: bool = False

    def read(self, line: Line) -> None:
        """Take note of a remark, if it is one of ours."""
        text = line.text.decode("utf-8", "backslashreplace").strip()
        found = NOTE.fullmatch(text)
        if found is None:
            return
        self.present = True
        if found[1]:
            self._read_vertex(line, found[2])
            return
        for word in found[2].split():
            self._read_word(line, word)

    def written(self, sign: str = "#") -> bytes:
        """The remarks."""
        words = [] if self.directed is None else ["directed" if self.directed else "undirected"]
        words += [] if self.vertices is None else [f"vertices={self.vertices}"]
        words += [] if self.ids is None else [f"ids={self.ids}"]
        words += [] if self.weights is None else [f"weights={self.weights}"]
        words += ["unweighted"] * self.unweighted + ["heading"] * self.heading
        note = [f"{sign} edgewise: {' '.join(words)}\n"] if words else []
        alone = (json.dumps(label, ensure_ascii=False) for label in self.alone)
        return "".join([*note, *(f"{sign} edgewise vertex: {label}\n" for label in alone)]).encode()

    def settle(self, source: Source, weights: Array | None) -> Array | None:
        """The weights in the type that is noted, where it holds them."""
        if self.unweighted or weights is None:
            return None
        if self.weights is None or weights.dtype == self.weights:
            return weights
        with np.errstate(all="ignore"):
            cast: Array = weights.astype(self.weights)
        if not np.array_equal(cast, weights):
            found = weights[int(np.argmin(cast == weights))].item()
            raise FormatError(source.path, f"weights of {self.weights} are noted", found=found)
        return cast

    def _read_word(self, line: Line, word: str) -> None:
        key, _, value = word.partition("=")
        if word in ("directed", "undirected"):
            self.directed = word == "directed"
        elif word in ("heading", "unweighted"):
            setattr(self, word, True)
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
