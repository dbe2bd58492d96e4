"""The native form: everything a graph holds, opened by memory map, checked before it is used.

Opening reads the header and nothing else. The rows, and the caller's ids, are each checked when
they are first asked for. `docs/native-format.md` says what lies where.

>>> import edgewise as ew, tempfile, pathlib
>>> path = pathlib.Path(tempfile.mkdtemp()) / "toy.ew"
>>> ew.write(ew.from_edges([("ann", "bob")], directed=False), path)
>>> ew.read(path).neighbors("bob").tolist()
['ann']
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict, fields
from functools import partial
from typing import TYPE_CHECKING, Any

from edgewise import __version__
from edgewise.adjacency import Adjacency, Array, index_type
from edgewise.errors import FormatError, GraphError
from edgewise.graph import Facts, Graph
from edgewise.ids import VertexIds
from edgewise.io import native_labels
from edgewise.io.native_check import check_order, check_rows
from edgewise.io.native_container import Container, write_arrays
from edgewise.io.native_header import FORMAT, KINDS, VERSION, WORDS, is_number

if TYPE_CHECKING:
    from edgewise.io.registry import ReadOptions
    from edgewise.io.sink import Sink
    from edgewise.io.source import Source

ROWS = ("offsets", "neighbors", "weights")
KNOWN = {f"{side}.{part}" for side in ("out", "in") for part in ROWS} | {"order"}
FLAGS = ("symmetric", "sorted", "self_loops", "multi_edges")


def sniff(head: bytes) -> bool:
    """Whether a file begins as a native one does."""
    return head[8:9] == b"{" and f'"{FORMAT}"'.encode() in head


# writing -----------------------------------------------------------------------------------


def write(graph: Graph, sink: Sink) -> None:
    """Write all that the graph holds; the in-adjacency where it is there already."""
    _refuse_big_endian(sink.path)
    ids = graph.vertex_ids
    arrays = _rows("out", graph.out_offsets, graph.out_neighbors, graph.out_weights)
    if graph.is_directed and graph.has_in_edges:
        arrays |= _rows("in", graph.in_offsets, graph.in_neighbors, graph.in_weights)
    if ids.order is not None:
        arrays["order"] = ids.order.astype(graph.vertex_dtype, copy=False)
    words = {"format": FORMAT, "version": str(VERSION), "writer": f"edgewise {__version__}"}
    words["facts"] = json.dumps(asdict(graph.facts), separators=(",", ":"))
    words["edges"] = str(graph.num_edges)
    if ids.labels is not None:
        words["labels"], labels = native_labels.encoded(ids.labels)
        arrays |= labels
    write_arrays(sink, words, arrays)


def _rows(side: str, offsets: Array, neighbors: Array, weights: Array | None) -> dict[str, Array]:
    arrays = {f"{side}.offsets": offsets, f"{side}.neighbors": neighbors}
    if weights is not None:
        if weights.dtype.newbyteorder("<") not in WORDS:
            raise GraphError(
                f"weights of type {weights.dtype} cannot be written: build the graph with weights "
                f"of one of the types {', '.join(map(str, WORDS))}"
            )
        arrays[f"{side}.weights"] = weights
    return arrays


# reading -----------------------------------------------------------------------------------


def read(source: Source, options: ReadOptions) -> Graph:
    """Open a graph on the file's own bytes; the content is checked at its first use."""
    _refuse_big_endian(source.path)
    file = Container(source.path, source.mapped())
    facts = _facts(file)
    out = _adjacency(file, "out", facts, options)
    incoming = _incoming(file, out, facts, options)
    ids = _ids(file, out.num_rows, options.verify)
    _refuse_unknown(file)
    graph = Graph(out, facts, ids, incoming, num_edges=_num_edges(file, facts, out.num_arcs))
    return _with_weights_as_asked(graph, source.path, options.weighted)


def _adjacency(file: Container, side: str, facts: Facts, options: ReadOptions) -> Adjacency:
    _refuse_missing(file, [f"{side}.offsets", f"{side}.neighbors"])
    offsets, neighbors = file.array(f"{side}.offsets"), file.array(f"{side}.neighbors")
    has_weights = f"{side}.weights" in file.names
    if has_weights != facts.weighted:
        file.refuse(f"the facts say weighted: {facts.weighted}, and the arrays do not")
    weights = file.array(f"{side}.weights") if has_weights else None
    if len(offsets) == 0 or offsets.dtype != KINDS["I64"]:
        file.refuse(f"{side}.offsets must be one or more I64")
    if neighbors.dtype != index_type(len(offsets) - 1):
        file.refuse(f"{side}.neighbors of {len(offsets) - 1} vertices are {neighbors.dtype}")
    if weights is not None and len(weights) != len(neighbors):
        file.refuse(f"{len(weights)} weights for {len(neighbors)} arcs", expected="one each")
    settle = partial(check_rows, file, side, facts, options.verify)
    return Adjacency(offsets, neighbors, weights, settle)


def _incoming(
    file: Container, out: Adjacency, facts: Facts, options: ReadOptions
) -> Adjacency | None:
    if not any(name.startswith("in.") for name in file.names):
        return None
    if not facts.directed:
        file.refuse("an undirected graph has in-arcs of its own")
    incoming = _adjacency(file, "in", facts, options)
    mine, theirs = ((rows.num_rows, rows.num_arcs, rows.weight_dtype) for rows in (incoming, out))
    if mine != theirs:
        file.refuse("in-arcs and out-arcs do not go together", found=mine, expected=str(theirs))
    return incoming


def _ids(file: Container, num_vertices: int, verify: bool) -> VertexIds:
    kind = file.metadata.get("labels")
    named = [name for name in file.names if name == "order" or name.startswith("labels.")]
    if kind is not None:
        _refuse_missing(file, native_labels.names(file, kind))
        native_labels.refuse_misfit(file, kind, num_vertices)
    if "order" in named and len(file.array("order")) != num_vertices:
        file.refuse(f"the order holds {len(file.array('order'))} of {num_vertices} vertices")
    if not named:
        return VertexIds(num_vertices)

    def late() -> tuple[Array | None, Array | None]:
        if verify:
            file.verify(named)
        labels = None if kind is None else native_labels.decoded(file, kind)
        return labels, check_order(file) if "order" in named else None

    return VertexIds(num_vertices, late=late)


def _facts(file: Container) -> Facts:
    try:
        told = json.loads(file.metadata.get("facts", ""))
    except (ValueError, RecursionError) as problem:
        file.refuse(f"the facts are not JSON: {problem}")
    if not isinstance(told, dict) or set(told) != {field.name for field in fields(Facts)}:
        file.refuse("the facts are not those of a graph", found=told)
    for name, value in told.items():
        if not _fits(name, value):
            file.refuse(f"the fact {name!r} cannot be", found=value)
    return Facts(**told)


def _fits(name: str, value: Any) -> bool:
    if name in ("directed", "weighted"):
        return isinstance(value, bool)
    if name in FLAGS:
        return value is None or isinstance(value, bool)
    return value is None or (type(value) is int and value >= 0)


def _num_edges(file: Container, facts: Facts, num_arcs: int) -> int:
    word = file.metadata.get("edges")
    if not is_number(word):
        file.refuse("the number of edges is no number", found=word)
    edges = int(str(word))
    least, most = (num_arcs, num_arcs) if facts.directed else ((num_arcs + 1) // 2, num_arcs)
    if not least <= edges <= most:
        file.refuse(f"{edges} edges cannot have {num_arcs} arcs")
    return edges


def _with_weights_as_asked(graph: Graph, path: str, weighted: bool | None) -> Graph:
    if weighted and not graph.is_weighted:
        raise FormatError(path, "the graph has no weights", expected="weights (weighted=True)")
    return graph.unweighted() if weighted is False and graph.is_weighted else graph


def _refuse_missing(file: Container, names: list[str]) -> None:
    for name in names:
        if name not in file.names:
            file.refuse(f"the array {name!r:.60} is missing")


def _refuse_unknown(file: Container) -> None:
    kind = file.metadata.get("labels")
    known = KNOWN | set(() if kind is None else native_labels.names(file, kind))
    for name in file.names:
        if name not in known:
            file.refuse(f"the array {name!r:.60} has no place in version {VERSION} of the format")


def _refuse_big_endian(path: str) -> None:
    if sys.byteorder != "little":
        raise FormatError(path, "native files need a machine of little-endian byte order")
