"""Edges as the Graph500 benchmark keeps them: pairs of 64-bit numbers, or packed in 12 bytes.

A file named `.packed` has 12 bytes an edge: the low 32 bits of both ends, then the high 16 bits
of both. Any other name (`.g500`) has 16: two 64-bit ends. All is little-endian, edges have no
direction, and there is no header: the number of vertices is one more than the largest. Weights
lie in a second file, `<name>.weights`, one 32-bit float an edge.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from edgewise.adjacency import WIDE, Array
from edgewise.errors import FileAccessError, FileMissingError, FormatError, GraphError
from edgewise.io.registry import COMPRESSED
from edgewise.io.soundness import copied, top
from edgewise.io.table import EdgeTable

if TYPE_CHECKING:
    from edgewise.graph import Graph
    from edgewise.io.registry import ReadOptions
    from edgewise.io.sink import Sink
    from edgewise.io.source import Source

EDGES_AT_ONCE = 1 << 20
SEPARATE, PACKED = 16, 12
LIMITS = {SEPARATE: 1 << 63, PACKED: 1 << 47}


def sniff(head: bytes) -> bool:
    """Never: a bare list of numbers bears no mark; the name tells."""
    return False


# reading -----------------------------------------------------------------------------------


def read(source: Source, options: ReadOptions) -> EdgeTable:
    """The edges, and the weights where there is a file of them."""
    data, width = _content(source), _width(source.path)
    if len(data) % width:
        raise FormatError(
            source.path,
            f"the file is no whole number of edges of {width} bytes{_other_kind(len(data), width)}",
            byte=len(data) - len(data) % width,
            found=f"{len(data):,} bytes",
            expected=f"a multiple of {width}",
        )
    ends = _separate if width == SEPARATE else _packed
    sources, targets = ends(source.path, data)
    weights = _weights(source, len(sources), options)
    return EdgeTable(sources, targets, weights, directed=False)


def _content(source: Source) -> Array:
    """The bytes; an edge list may begin as a compressed file does, so the name decides."""
    if source.compression is None or source.path.lower().endswith(COMPRESSED):
        return source.whole()
    room = np.empty(source.size, np.uint8)
    source.fill(room, 0)
    return room


def _width(path: str) -> int:
    return PACKED if _plain_name(path).lower().endswith(".packed") else SEPARATE


def _plain_name(path: str) -> str:
    ending = next((ending for ending in COMPRESSED if path.lower().endswith(ending)), "")
    return path[: len(path) - len(ending)]


def _other_kind(size: int, width: int) -> str:
    other, ending = (PACKED, ".packed") if width == SEPARATE else (SEPARATE, ".g500")
    return "" if size % other else f" (edges of {other} bytes would fit: their name is {ending})"


def _separate(path: str, data: Array) -> tuple[Array, Array]:
    """Both ends of edges of 16 bytes, in 32 bits where they fit."""
    words = data.view("<u8")
    high = top(words)
    if high >= LIMITS[SEPARATE]:
        word = int(np.flatnonzero(words >= LIMITS[SEPARATE])[0])
        _refuse_negative(path, word // 2, 8 * word, int(words.view("<i8")[word]))
    kind = np.int32 if high < WIDE else np.int64
    return copied(data, "<i8", 2, 0, kind), copied(data, "<i8", 2, 1, kind)


def _packed(path: str, data: Array) -> tuple[Array, Array]:
    """Both ends of edges of 12 bytes, in 32 bits where they fit."""
    highs = [copied(data, "<i2", 6, 4 + side) for side in (0, 1)]
    if max(top(high.view(np.uint16)) for high in highs) <= 0:
        lows = [data.view("<u4")[side::3] for side in (0, 1)]
        if max(top(low) for low in lows) < WIDE:
            return copied(data, "<u4", 3, 0, np.int32), copied(data, "<u4", 3, 1, np.int32)
    ends = [_joined(copied(data, "<u4", 3, side), highs[side]) for side in (0, 1)]
    for side, column in enumerate(ends):
        if (edges := np.flatnonzero(column < 0)).size:
            edge = int(edges[0])
            _refuse_negative(path, edge, edge * PACKED + 4 * side, int(column[edge]))
    return ends[0], ends[1]


def _joined(low: Array, high: Array) -> Array:
    return low.astype(np.int64) | (high.astype(np.int64) << 32)


def _refuse_negative(path: str, edge: int, byte: int, found: int) -> NoReturn:
    problem = f"edge {edge} ends at a negative vertex"
    raise FormatError(path, problem, byte=byte, found=found, expected="0 or more")


def _weights(source: Source, count: int, options: ReadOptions) -> Array | None:
    if options.weighted is False:
        return None
    from edgewise.io.source import Source, system

    plain = _plain_name(source.path)
    names = [f"{plain}.weights{source.path[len(plain) :]}", f"{plain}.weights"]
    with system(names[0]):
        name = next((name for name in names if Path(name).exists()), None)
    if name is None:
        if options.weighted:
            raise FileMissingError(names[0], "the weights are missing (weighted=True)")
        return None
    with Source(name, options.max_expansion) as beside:
        data = _content(beside)
    if len(data) != 4 * count:
        problem = f"the file does not hold the weights of {count:,} edges"
        expected = f"{4 * count:,} bytes"
        raise FormatError(name, problem, byte=0, found=len(data), expected=expected)
    weights = copied(data, "<f4")
    if np.isnan(weights).any():
        byte = 4 * int(np.flatnonzero(np.isnan(weights))[0])
        raise FormatError(name, "a weight is NaN", byte=byte, expected="a number")
    return weights


# writing -----------------------------------------------------------------------------------


def write(graph: Graph, sink: Sink) -> None:
    """Write every edge once by its ids, and the weights beside them."""
    width = _width(sink.path)
    _refuse_unfit(graph, sink.path, LIMITS[width])
    sources, targets, weights = graph.to_edges()
    values = None if weights is None else _as_float32(weights)
    for begin in range(0, len(sources), EDGES_AT_ONCE):
        part = slice(begin, begin + EDGES_AT_ONCE)
        sink.write(_records(sources[part], targets[part], width).data)
    if values is not None:
        sink.beside(Path(_plain_name(sink.path)).suffix + ".weights").write(values.data)


def _records(sources: Array, targets: Array, width: int) -> Array:
    ends = [side.astype("<i8", copy=False) for side in (sources, targets)]
    if width == SEPARATE:
        return np.stack(ends, axis=1)
    low = [(side & 0xFFFFFFFF).astype("<u4") for side in ends]
    high = (ends[0] >> 32) | (ends[1] >> 32 << 16)
    return np.stack((*low, high.astype("<u4")), axis=1)


def _refuse_unfit(graph: Graph, path: str, limit: int) -> None:
    if graph.is_directed:
        raise GraphError(
            f"{path}: Graph500 edges have no direction: write graph.symmetrized(), or a .ew file"
        )
    labels: Any = graph.vertex_ids.labels
    if labels is not None and labels.dtype.kind not in "iu":
        raise GraphError(
            f"{path}: Graph500 edges join numbers, and vertex ids are like {labels[0]!r}: write a "
            ".ew, .parquet or .graphml file"
        )
    if graph.num_vertices and labels is not None:
        low, high = int(labels.min()), int(labels.max())
        if low < 0 or high >= limit:
            raise GraphError(
                f"{path}: vertex ids run from {low} to {high}, and the file holds 0 to "
                f"{limit - 1}: write a .ew file"
            )
    beside = f"{_plain_name(path)}.weights{path[len(_plain_name(path)) :]}"
    if not graph.is_weighted and Path(beside).exists():
        raise FileAccessError(
            beside, "this file would be taken for the weights of the graph: remove it first"
        )


def _as_float32(weights: Array) -> Array:
    with np.errstate(all="ignore"):  # a weight too large is told from the others just below
        values: Array = weights.astype("<f4")
        same = np.array_equal(values.astype(weights.dtype), weights)
    if not same:
        raise GraphError(
            f"Graph500 weights are 32-bit floats, and some of the graph's, of {weights.dtype}, are "
            "not: build it with weights.astype('float32'), or write a .ew file"
        )
    return values
