"""MatrixMarket coordinate files: a banner, the sizes, and an entry of the matrix on each line.

The entry in row i and column j is the edge from i to j; rows and columns count from 1. A general
matrix is a directed graph. A symmetric one is an undirected graph with each edge listed once: below
the diagonal, as the format has it, or throughout above it, but not on both sides. A skew-symmetric
one is a directed graph that holds the reverse of every edge with the opposite weight. An entry that
is zero is an edge of weight zero.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple, final

import numpy as np

from edgewise.convert.edges import ranked_edges
from edgewise.errors import FormatError
from edgewise.io.edge_notes import Notes
from edgewise.io.grammar import Grammar
from edgewise.io.heading import Line, first_lines, starts_of
from edgewise.io.lines import Columns, position_of_row, read_columns
from edgewise.io.registry import ReadOptions
from edgewise.io.row_writing import RowShape, refuse_empty_room, write_edges
from edgewise.io.settling import check_rows, refuse_promise, weights_wanted
from edgewise.io.source import Source
from edgewise.io.spot import spot
from edgewise.io.table import EdgeTable
from edgewise.kernels.cpu import line_grammar as codes

if TYPE_CHECKING:
    from edgewise.graph import Graph
    from edgewise.io.sink import Sink

BANNER = "%%MatrixMarket"
FIELDS = {
    "pattern": codes.NO_WEIGHT,
    "integer": codes.INTEGER,
    "unsigned-integer": codes.INTEGER,
    "real": codes.REAL,
    "double": codes.REAL,
}
LEAST_LINE = len("1 1\n")
SYMMETRIES = ("general", "symmetric", "skew-symmetric")


@final
class _Header(NamedTuple):
    weight: int
    symmetry: str
    vertices: int
    entries: int
    sizes: Line
    notes: Notes


def sniff(head: bytes) -> bool:
    """Whether a file begins as MatrixMarket does."""
    words = starts_of(head)[0].split()
    return bool(words) and words[0].lower() == BANNER.lower().encode()


def read(source: Source, options: ReadOptions) -> EdgeTable:
    """The edges of a coordinate file."""
    header = _header(source)
    shape = "2 columns, row and column"
    if header.weight != codes.NO_WEIGHT:
        shape = "3 columns, row, column and value"
    grammar = Grammar(shape, weight=header.weight, base=1, least=1, greatest=header.vertices)
    columns = read_columns(source, header.sizes.end, grammar)
    check_rows(source, header.sizes.end, grammar, columns, header.entries, "entries")
    weights = header.notes.settle(source, columns.weights)
    weights = weights_wanted(source, weights, options.weighted)
    rows, cols = columns.ids
    if header.symmetry == "general":
        return EdgeTable(rows, cols, weights, header.vertices, directed=True)
    _refuse_wrong_side(source, header, grammar, columns)
    if header.symmetry == "symmetric":
        return EdgeTable(rows, cols, weights, header.vertices, directed=False)
    both = np.concatenate((rows, cols)), np.concatenate((cols, rows))
    signed = None if weights is None else np.concatenate((weights, -weights))
    return EdgeTable(*both, signed, header.vertices, directed=True)


def write(graph: Graph, sink: Sink) -> None:
    """A directed graph as a general matrix, an undirected one as a symmetric."""
    tails, heads, weights = ranked_edges(graph)
    field, symmetry = "pattern", "general" if graph.is_directed else "symmetric"
    if weights is not None:
        field = "real" if weights.dtype.kind == "f" else "integer"
    sink.write(f"{BANNER} matrix coordinate {field} {symmetry}\n".encode())
    if weights is not None and weights.dtype not in (np.int64, np.float64):
        sink.write(Notes(weights=weights.dtype).written("%"))
    sink.write(f"{graph.num_vertices} {graph.num_vertices} {len(tails)}\n".encode())
    ends = (tails, heads) if graph.is_directed else (heads, tails)  # on and below the diagonal
    write_edges(sink, *ends, weights, RowShape(base=1))
    refuse_empty_room(sink, graph)


def _header(source: Source) -> _Header:
    following = first_lines(source)
    weight, symmetry = _banner(source, following)
    notes = Notes()
    for line in following:
        if not line.text.strip(b" \t") or line.text.lstrip(b" \t").startswith(b"%"):
            notes.read(line)
            continue
        words = line.words
        if len(words) != 3:
            line.refuse("no sizes of a matrix", line.words, "3 integers: rows, columns, entries")
        rows, columns = line.count(words[0], "rows"), line.count(words[1], "columns")
        entries = line.count(words[2], "entries")
        if rows != columns:
            line.refuse(
                f"a matrix of {rows} rows and {columns} columns is not the adjacency of a graph, "
                "whose vertices are both"
            )
        refuse_promise(line, LEAST_LINE, entries, rows, "entries")
        return _Header(weight, symmetry, line.vertices(words[0]), entries, line, notes)
    raise FormatError(source.path, "the file ends before the sizes of the matrix")


def _banner(source: Source, following: Iterator[Line]) -> tuple[int, str]:
    first = next(following, None)
    words = [] if first is None else [word.lower() for word in first.words]
    if first is None or not words or words[0] != BANNER.lower():
        found = None if first is None else first.text
        raise FormatError(
            source.path, "this is no MatrixMarket file", line=1, found=found, expected=BANNER
        )
    if len(words) != 5:
        first.refuse("no banner", first.text, f"{BANNER} matrix coordinate FIELD SYMMETRY")
    _, thing, layout, field, symmetry = words
    if thing != "matrix" or layout != "coordinate":
        first.refuse("only matrices by coordinates are graphs", f"{thing} {layout}")
    if field == "complex":
        first.refuse("complex entries cannot weigh an edge", field, "real, integer or pattern")
    if field not in FIELDS:
        first.refuse("an unknown kind of entries", field, "real, integer or pattern")
    allowed = SYMMETRIES if field != "pattern" else SYMMETRIES[:2]
    if symmetry not in allowed:
        first.refuse("an unknown symmetry for this field", symmetry, ", ".join(allowed))
    return FIELDS[field], symmetry


def _refuse_wrong_side(source: Source, header: _Header, grammar: Grammar, columns: Columns) -> None:
    """Entries lie on one side of the diagonal; of a skew-symmetric matrix, none on it."""
    rows, cols = columns.ids
    above = rows < cols
    if above.any() and (rows > cols).any():
        wrong, problem = above, "is above the diagonal, and others are below: each stands for both"
    elif header.symmetry == "skew-symmetric" and (rows == cols).any():
        wrong, problem = rows == cols, "is on the diagonal of a skew-symmetric matrix"
    else:
        return
    row = int(np.argmax(wrong))
    line, _ = spot(source, position_of_row(source, header.sizes.end, grammar, row))
    place = f"({rows[row] + 1}, {cols[row] + 1})"
    raise FormatError(source.path, f"the entry {place} {problem}", line=line)
