"""Edge lists: two vertex ids a line, and a weight perhaps, as SNAP, CSV and TSV files have them.

Columns are parted by blanks and tabs, by commas or by semicolons, as the first data line has it;
its columns are promised for all others. Lines that begin with `#`, `%` or `//` are remarks. A
heading is recognised by the names in it, or by standing above numbers. Ids are integers of up to
64 bits; where those of the first line are none, all are words, read by a slower path.

What is written begins with a remark that keeps what the lines cannot say: direction, the number
of vertices, what ids and weights are.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from edgewise.adjacency import Array
from edgewise.convert.edges import ranked_edges
from edgewise.errors import FormatError, GraphError
from edgewise.io.edge_notes import NOTE, Notes
from edgewise.io.edge_opening import Layout, Opening, opening
from edgewise.io.grammar import WIDE, Grammar
from edgewise.io.heading import starts_of
from edgewise.io.lines import read_columns
from edgewise.io.named_edges import CONTROL, read_named
from edgewise.io.registry import ReadOptions, plain_suffix
from edgewise.io.settling import weights_wanted
from edgewise.io.source import Source
from edgewise.io.table import EdgeTable
from edgewise.io.text_lines import EVERYTHING, integers, refuse_nan, write_edges
from edgewise.kernels.cpu import line_grammar as codes

if TYPE_CHECKING:
    from edgewise.graph import Graph
    from edgewise.io.sink import Sink

SNAP = (b"# nodes:", b"# fromnodeid", b"# directed graph", b"# undirected graph")


def sniff(head: bytes) -> bool:
    """Whether a file begins with remarks that only edge lists have: ours, or SNAP's."""
    ours = (NOTE.encode(), *SNAP)
    return any(line.lower().startswith(ours) for line in starts_of(head)[:8])


def read(source: Source, options: ReadOptions) -> EdgeTable:
    """The edges of a list."""
    found = opening(source, options.weighted)
    if found.layout is None:
        table = _nothing(found.notes)
    elif found.layout.plain:
        table = _numbers(source, found, found.layout)
    else:
        table = read_named(source, found.begin, found.layout)
    if found.notes.ids is not None:
        table = _with_labels(table, found.notes)
    table.directed = found.notes.directed
    table.weights = _as_noted(source, table.weights, found.notes)
    table.weights = weights_wanted(source, table.weights, options.weighted)
    return table


def _nothing(notes: Notes) -> EdgeTable:
    ids = np.empty(0, np.int32)
    weights = None if notes.weights is None else np.empty(0, notes.weights)
    return EdgeTable(ids, ids, weights, notes.vertices)


def _numbers(source: Source, found: Opening, layout: Layout) -> EdgeTable:
    notes, names = found.notes, "2 columns, source and target"
    kind = codes.NO_WEIGHT if layout.width == 2 else codes.REST
    if layout.weight is not None:
        kind, names = codes.MIXED, "3 columns, source, target and weight"
    if layout.weight is not None and notes.weights is not None and notes.weights.kind == "f":
        kind = codes.REAL
    grammar = Grammar(
        names,
        weight=kind,
        separator=codes.NO_BYTE if layout.separator in " \t" else ord(layout.separator),
        remarks=b"#%",
        slashes=True,
        least=WIDE[0] if notes.vertices is None else 0,
        greatest=WIDE[1] if notes.vertices is None else notes.vertices - 1,
    )
    columns = read_columns(source, found.begin, grammar)
    tails, heads = columns.ids
    return EdgeTable(tails, heads, columns.weights, notes.vertices)


def _with_labels(table: EdgeTable, notes: Notes) -> EdgeTable:
    """Ids as labels, those of vertices without an edge among them."""
    from edgewise.convert.labels import factorized

    kind = np.int64 if notes.ids == "labels" else object
    alone = np.array(notes.alone, dtype=kind)
    ends = []
    for ids in (table.sources, table.targets):
        words = ids if table.labels is None else table.labels[ids]
        ends.append(np.concatenate((words.astype(kind), alone)))
    tails, heads, labels = factorized(*ends)
    edges = len(table.sources)
    return replace(table, sources=tails[:edges], targets=heads[:edges], labels=labels)


def _as_noted(source: Source, weights: Array | None, notes: Notes) -> Array | None:
    """The weights in the type that is noted, where it holds them."""
    if weights is None or notes.weights is None or weights.dtype == notes.weights:
        return weights
    cast: Array = weights.astype(notes.weights)
    if not np.array_equal(cast, weights):
        row = int(np.argmin(cast == weights))
        raise FormatError(
            source.path, f"weights of {notes.weights} are promised", found=weights[row].item()
        )
    return cast


def write(graph: Graph, sink: Sink) -> None:
    """A remark of what lines cannot say, then every edge once; commas in .csv, tabs in .tsv."""
    tails, heads, weights = ranked_edges(graph)
    refuse_nan(weights, "an edge list")
    separator = {".csv": ",", ".tsv": "\t"}.get(plain_suffix(sink.path), " ")
    labels, kind = _written_labels(graph)
    notes = Notes(graph.is_directed, ids=kind, weights=graph.weight_dtype)
    if labels is None:
        notes.vertices = graph.num_vertices
    else:
        alone = np.ones(graph.num_vertices, bool)
        alone[tails] = alone[heads] = False
        notes.alone = labels[alone].tolist()
    notes.heading = separator != " "
    sink.write(notes.written().encode())
    if notes.heading:
        names = ["source", "target", "weight"][: 2 if weights is None else 3]
        sink.write(f"{separator.join(names)}\n".encode())
    if kind == "text":
        assert labels is not None
        _write_words(sink, labels[tails].tolist(), labels[heads].tolist(), weights, separator)
    else:
        ends = (tails, heads) if labels is None else (labels[tails], labels[heads])
        write_edges(sink, *ends, weights, separator=separator.encode())


def _written_labels(graph: Graph) -> tuple[Array | None, str | None]:
    """The labels that lines name vertices by, and what they are; refused where they are no such."""
    labels = graph.vertex_ids.labels
    if labels is None:
        return None, None
    if labels.dtype.kind in "iu" and not (len(labels) and int(labels.max()) >> 63):
        return labels.astype(np.int64, copy=False), "labels"
    words = labels.tolist()
    for word in words:
        if type(word) is not str or CONTROL.search(word) or "\t" in word or not _encodes(word):
            raise GraphError(
                f"an edge list holds ids that are 64-bit integers or words, not {word!r}; "
                f"{EVERYTHING}"
            )
    return np.array(words, dtype=object), "text"


def _encodes(word: str) -> bool:
    try:
        return bool(word.encode())
    except UnicodeEncodeError:
        return False


def _write_words(
    sink: Sink, tails: list[str], heads: list[str], weights: Array | None, separator: str
) -> None:
    quoted = {word: '"' + word.replace('"', '""') + '"' for word in {*tails, *heads}}
    columns = [[quoted[word] for word in tails], [quoted[word] for word in heads]]
    if weights is not None:
        real = weights.dtype.kind == "f"
        values = weights.astype(np.float64) if real else integers(weights)
        columns.append([repr(value) for value in values.tolist()])
    rows = zip(*columns, strict=True)
    sink.write("".join(f"{separator.join(row)}\n" for row in rows).encode())
