"""Writing GraphML, in the part of it that NetworkX, igraph and Gephi read alike."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import quoteattr

import numpy as np

from edgewise.adjacency import Array
from edgewise.errors import GraphError
from edgewise.io.graphml_reading import IDS_KEY, INTEGER, NAMESPACE, WORDS

if TYPE_CHECKING:
    from edgewise.graph import Graph
    from edgewise.io.sink import Sink

ELEMENTS_AT_ONCE = 1 << 14
UNWRITABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def write(graph: Graph, sink: Sink) -> None:
    """Write every vertex and every edge once; weights under the key called weight."""
    from edgewise.convert.edges import ranked_edges

    names, marked = _names(graph, sink.path)
    tails, heads, weights = ranked_edges(graph)
    sink.write(_opening(graph, marked, None if weights is None else _type_of(weights.dtype)))
    for begin in range(0, len(names), ELEMENTS_AT_ONCE):
        part = names[begin : begin + ELEMENTS_AT_ONCE]
        sink.write("".join(f"    <node id={name}/>\n" for name in part).encode())
    for begin in range(0, len(tails), ELEMENTS_AT_ONCE):
        part_of = slice(begin, begin + ELEMENTS_AT_ONCE)
        values = None if weights is None else weights[part_of]
        rows = _edges(names, tails[part_of].tolist(), heads[part_of].tolist(), values)
        sink.write("".join(rows).encode())
    sink.write(b"  </graph>\n</graphml>\n")


def _opening(graph: Graph, marked: bool, kind: str | None) -> bytes:
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f'<graphml xmlns="{NAMESPACE}">']
    if kind is not None:
        key = f'<key id="weight" for="edge" attr.name="weight" attr.type="{kind}"/>'
        lines.append("  " + key)
    if marked:
        key = f'<key id="ids" for="graph" attr.name="{IDS_KEY}" attr.type="string"/>'
        lines.append("  " + key)
    direction = "directed" if graph.is_directed else "undirected"
    lines.append(f'  <graph edgedefault="{direction}">')
    if marked:
        lines.append(f'    <data key="ids">{WORDS}</data>')
    return "".join(line + "\n" for line in lines).encode()


def _names(graph: Graph, path: str) -> tuple[list[str], bool]:
    """Every id, quoted; and whether they are words that would be taken for integers."""
    ids = graph.ids
    if ids.dtype.kind in "iu":
        return [f'"{number}"' for number in ids.tolist()], False
    words = ids.tolist()
    for word in words:
        if type(word) is not str or UNWRITABLE.search(word):
            raise GraphError(
                f"{path}: a vertex id such as {word!r:.40} cannot be written: GraphML holds "
                "integers, or text of printable letters; give the vertices such ids"
            )
    return [quoteattr(word) for word in words], all(map(INTEGER.fullmatch, words))


def _edges(
    names: list[str], tails: list[int], heads: list[int], weights: Array | None
) -> Iterator[str]:
    if weights is None:
        for tail, head in zip(tails, heads, strict=True):
            yield f"    <edge source={names[tail]} target={names[head]}/>\n"
        return
    for tail, head, text in zip(tails, heads, _texts(weights), strict=True):
        ends = f"source={names[tail]} target={names[head]}"
        yield f'    <edge {ends}><data key="weight">{text}</data></edge>\n'


def _texts(weights: Array) -> list[str]:
    """Every weight as text that reads back as the same number."""
    if weights.dtype.kind == "b":
        return ["true" if weight else "false" for weight in weights.tolist()]
    if weights.dtype == np.float32:
        return [str(weight) for weight in weights]  # the shortest text that is this float
    return [repr(weight) for weight in weights.tolist()]


def _type_of(dtype: np.dtype[Any]) -> str:
    if dtype.kind == "b":
        return "boolean"
    if dtype.kind == "f":
        return "double" if dtype.itemsize == 8 else "float"
    if dtype == np.uint64:
        raise GraphError(
            "GraphML holds whole weights of at most 63 bits, and the graph's are uint64: build it "
            "with int64 weights, or write a .ew file"
        )
    return "int" if dtype.itemsize < 4 or dtype == np.int32 else "long"
