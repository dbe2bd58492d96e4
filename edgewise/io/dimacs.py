"""DIMACS shortest-path graphs: `p sp VERTICES ARCS`, then `a FROM TO WEIGHT` for each arc.

Lines that begin with `c` are remarks; vertices count from 1; arcs are directed. Weights are
integers, or reals where a file has them. An undirected graph is written as arcs both ways, and one
without weights with weights of 1; a remark says so, and we read it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from edgewise.convert.edges import ranked_rows
from edgewise.errors import FormatError
from edgewise.io.edge_notes import Notes
from edgewise.io.grammar import Grammar
from edgewise.io.heading import Line, first_lines, starts_of
from edgewise.io.lines import read_columns
from edgewise.io.registry import ReadOptions
from edgewise.io.row_writing import RowShape, refuse_empty_room, write_edges
from edgewise.io.settling import check_rows, refuse_promise, weights_wanted
from edgewise.io.source import Source
from edgewise.io.table import EdgeTable
from edgewise.kernels.cpu import line_grammar as codes

if TYPE_CHECKING:
    from edgewise.graph import Graph
    from edgewise.io.sink import Sink

ARC = "a line 'a FROM TO WEIGHT' (or 'c', a remark)"
LEAST_LINE = len("a 1 1 1\n")


def sniff(head: bytes) -> bool:
    """Whether a file begins as DIMACS does: remarks, then the line of sizes."""
    for line in starts_of(head):
        if line and line.split()[0] != b"c":
            return line.split()[0] == b"p"
    return False


def read(source: Source, options: ReadOptions) -> EdgeTable:
    """The arcs of a shortest-path graph."""
    line, notes = _problem_line(source)
    words = line.words
    if words[:2] != ["p", "sp"] or len(words) != 4:
        line.refuse("no line of sizes", line.text, "'p sp VERTICES ARCS'")
    vertices, arcs = line.vertices(words[2]), line.count(words[3], "arcs")
    refuse_promise(line, LEAST_LINE, arcs, vertices, "arcs")
    grammar = Grammar(
        ARC,
        weight=codes.MIXED,
        letter=ord("a"),
        remarks=b"c",
        base=1,
        least=1,
        greatest=vertices,
    )
    columns = read_columns(source, line.end, grammar)
    check_rows(source, line.end, grammar, columns, arcs, "arcs")
    weights = weights_wanted(source, notes.settle(source, columns.weights), options.weighted)
    tails, heads = columns.ids
    directed = notes.directed is not False
    return EdgeTable(tails, heads, weights, vertices, directed=directed, both_ways=not directed)


def write(graph: Graph, sink: Sink) -> None:
    """Every arc on a line."""
    rows = ranked_rows(graph, ascending=True)
    tails, heads, weights = rows.rows(), rows.neighbors, rows.weights
    notes = Notes(None if graph.is_directed else False, unweighted=weights is None)
    if weights is not None and weights.dtype not in (np.int64, np.float64):
        notes.weights = weights.dtype
    if weights is None:
        weights = np.ones(len(tails), np.int64)
    sink.write(notes.written("c"))
    sink.write(f"p sp {graph.num_vertices} {len(tails)}\n".encode())
    write_edges(sink, tails, heads, weights, RowShape(letter=b"a", base=1))
    refuse_empty_room(sink, graph)


def _problem_line(source: Source) -> tuple[Line, Notes]:
    notes = Notes()
    for line in first_lines(source):
        words = line.words
        if words and not words[0].startswith("c"):
            return line, notes
        notes.read(line)
    raise FormatError(source.path, "the file has no line of sizes", expected="'p sp VERTICES ARCS'")
