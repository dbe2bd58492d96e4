"""LDBC Graphalytics: `x.v` names the vertices, `x.e` the edges, `x.properties` says what they are.

Any of the three opens the graph; compressed ones may stand for plain ones. Vertex ids are any
integers from 0 up, one a line; an edge is two of them and a weight perhaps; an undirected edge
stands once. Without a .properties file the edges are taken as directed, which is logged, and the
first edge shows whether there are weights.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from edgewise.adjacency import Array
from edgewise.convert.edges import ranked_edges
from edgewise.errors import ArgumentError, FileMissingError, FormatError, GraphError
from edgewise.io.edge_list_writing import integers_or_words
from edgewise.io.edge_notes import Notes
from edgewise.io.grammar import Grammar
from edgewise.io.graphalytics_properties import Properties, read_properties, written
from edgewise.io.heading import first_lines, starts_of
from edgewise.io.lines import position_of_row, read_columns
from edgewise.io.membership import first_repeat, positions_among
from edgewise.io.registry import COMPRESSED, ReadOptions
from edgewise.io.row_writing import RowShape, write_column, write_edges
from edgewise.io.settling import weights_wanted
from edgewise.io.source import Source, system
from edgewise.io.spot import spot
from edgewise.io.table import EdgeTable
from edgewise.kernels.cpu import line_grammar as codes

if TYPE_CHECKING:
    from edgewise.graph import Graph
    from edgewise.io.sink import Sink

log = logging.getLogger("edgewise.io")
SUFFIXES = (".v", ".e", ".properties")
VERTEX_LINES = Grammar("1 column, a vertex id", ids=1, least=0)


def sniff(head: bytes) -> bool:
    """Whether a file begins as .properties do; numbers alone could be anything."""
    told = [line for line in starts_of(head) if line and line[:1] not in (b"#", b"!")]
    return bool(told) and told[0].startswith(b"graph.") and b"=" in told[0]


def read(source: Source, options: ReadOptions) -> EdgeTable:
    """The graph of which any of the three files is open."""
    path = _plain(Path(source.path))
    if path.suffix not in SUFFIXES:
        raise ArgumentError(
            f"read(): path={source.path!r}: a Graphalytics graph is opened by its .v, .e or "
            ".properties file"
        )
    properties = _properties(source, path)
    names = {suffix: path.with_suffix(suffix).name for suffix in (".v", ".e")}
    if properties is not None and path.suffix == ".properties":
        names[".v"] = properties.file("vertex-file", names[".v"])
        names[".e"] = properties.file("edge-file", names[".e"])
    with _sister(source, names[".v"]) as vertices:
        labels = _vertices(vertices)
    with _sister(source, names[".e"]) as edges:
        table = _edges(edges, labels, properties, options)
    if properties is not None:
        properties.check_count("meta.vertices", len(labels))
        properties.check_count("meta.edges", len(table.sources))
    return table


def write(graph: Graph, sink: Sink) -> None:
    """The three files, whichever of them is named."""
    path = _plain(Path(sink.path))
    if path.suffix not in SUFFIXES:
        raise ArgumentError(
            f"write(): path={sink.path!r}: a Graphalytics graph is written as .v, .e or .properties"
        )
    labels = _labels(graph)
    tails, heads, weights = ranked_edges(graph)
    facts = (graph.num_vertices, len(tails), graph.is_directed, weights)
    sink.beside(".properties").write(written(path.stem, *facts))
    write_column(sink.beside(".v"), labels)
    write_edges(sink.beside(".e"), labels[tails], labels[heads], weights, RowShape())


def _labels(graph: Graph) -> Array:
    """The ids of all vertices, as integers from 0 up."""
    if graph.vertex_ids.labels is None:
        return np.arange(graph.num_vertices)
    labels, kind = integers_or_words(graph.vertex_ids.labels)
    if kind != "labels" or labels.min(initial=0) < 0:
        shown = labels[0] if kind != "labels" else labels.min()
        raise GraphError(
            f"Graphalytics files hold ids that are integers from 0 up, not {shown!r}: write an "
            "edge list (.tsv) or the native format (.ew), which hold any"
        )
    return labels


def _properties(source: Source, path: Path) -> Properties | None:
    try:
        with _sister(source, path.with_suffix(".properties").name) as found:
            return read_properties(found)
    except FileMissingError:
        log.info("%s: no .properties file beside it: taken as directed", source.path)
        return None


def _vertices(source: Source) -> Array:
    labels: Array = read_columns(source, 0, VERTEX_LINES).ids[0]
    row = first_repeat(labels)
    if row is not None:
        line, word = spot(source, position_of_row(source, 0, VERTEX_LINES, row))
        raise FormatError(
            source.path, "the vertex stands here a second time", line=line, found=word
        )
    return labels


def _edges(
    source: Source, labels: Array, properties: Properties | None, options: ReadOptions
) -> EdgeTable:
    kind = codes.NO_WEIGHT if properties is None else properties.weight
    if kind == codes.NO_WEIGHT and _first_width(source) > 2:
        kind = codes.MIXED
    shape = "2 columns, source and target" if kind == codes.NO_WEIGHT else "3 columns"
    grammar = Grammar(shape, weight=kind, least=0)
    columns = read_columns(source, 0, grammar)
    ends = []
    for ids in columns.ids:
        places, absent = positions_among(labels, ids)
        ends.append(places)
        if absent.any():
            _refuse_unknown(source, grammar, columns.ids, labels)
    noted = Notes(weights=None if properties is None else properties.weight_type)
    weights = noted.settle(source, columns.weights)
    weights = weights_wanted(source, weights, options.weighted)
    directed = None if properties is None else properties.directed
    plain = np.array_equal(labels, np.arange(len(labels)))
    return EdgeTable(
        ends[0],
        ends[1],
        weights,
        len(labels),
        directed=directed,
        labels=None if plain else labels,
    )


def _first_width(source: Source) -> int:
    return next((len(line.words) for line in first_lines(source) if line.words), 0)


def _refuse_unknown(source: Source, grammar: Grammar, ids: Array, labels: Array) -> None:
    absent = positions_among(labels, ids[0])[1] | positions_among(labels, ids[1])[1]
    row = int(np.argmax(absent))
    unknown = next(end for end in ids[:, row] if positions_among(labels, end[None])[1][0])
    line, _ = spot(source, position_of_row(source, 0, grammar, row))
    raise FormatError(
        source.path,
        "the edge has an end that the .v file does not name",
        line=line,
        found=int(unknown),
    )


def _plain(path: Path) -> Path:
    return path.with_suffix("") if path.suffix.lower() in COMPRESSED else path


@contextmanager
def _sister(source: Source, name: str) -> Iterator[Source]:
    """The file of this name in the same folder: the one that is open, or another, compressed or
    not."""
    path = Path(source.path)
    if name in (path.name, _plain(path).name):
        yield source
        return
    ending = path.suffix if path.suffix.lower() in COMPRESSED else ""
    choices = [path.with_name(name + end) for end in (ending, "", *COMPRESSED)]
    with system(str(path.with_name(name))):
        found = next((choice for choice in choices if choice.exists()), path.with_name(name))
    with Source(str(found), source.max_expansion) as sister:
        yield sister
