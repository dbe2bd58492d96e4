"""DIMACS shortest-path graphs: `p sp VERTICES ARCS`, then `a FROM TO WEIGHT` for each arc.

Lines that begin with `c` are remarks; vertices count from 1; arcs are directed. Weights are
integers, or reals where a file has them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from edgewise.convert.edges import ranked_rows
from edgewise.errors import FormatError
from edgewise.io.grammar import Grammar
from edgewise.io.heading import Line, lines, starts_of
from edgewise.io.lines import read_columns
from edgewise.io.registry import ReadOptions
from edgewise.io.settling import check_rows, refuse_promise, weights_wanted
from edgewise.io.source import Source
from edgewise.io.table import EdgeTable
from edgewise.io.text_lines import refuse_nan, write_edges
from edgewise.kernels.cpu import line_grammar as codes

if TYPE_CHECKING:
    from edgewise.graph import Graph
    from edgewise.io.sink import Sink

ARC = "a line 'a FROM TO WEIGHT' (or 'c', a remark)"
NOTE = "c edgewise"
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
    weights = weights_wanted(source, columns.weights, options.weighted)
    tails, heads = columns.ids
    if "unweighted" in notes and not options.weighted:
        weights = None
    both_ways = "undirected" in notes
    return EdgeTable(tails, heads, weights, vertices, directed=not both_ways, both_ways=both_ways)


def _problem_line(source: Source) -> tuple[Line, set[str]]:
    """The line of sizes, and what Edgewise noted in the remarks before it."""
    notes: set[str] = set()
    for line in lines(source):
        words = line.words
        if words[:2] == NOTE.split():
            notes.update(words[2:])
        if words and not words[0].startswith("c"):
            return line, notes
    raise FormatError(source.path, "the file has no line of sizes", expected="'p sp VERTICES ARCS'")


def write(graph: Graph, sink: Sink) -> None:
    """Every arc; a remark says what the format cannot: that edges go both ways, or weigh nothing.

    Without weights every arc weighs 1, as the format wants a number there.
    """
    rows = ranked_rows(graph, ascending=True)
    weights = rows.weights
    refuse_nan(weights, "DIMACS")
    notes = ["undirected"] * (not graph.is_directed) + ["unweighted"] * (weights is None)
    if notes:
        sink.write(f"{NOTE} {' '.join(notes)}\n".encode())
    if weights is None:
        weights = np.ones(rows.num_arcs, np.int64)
    sink.write(f"p sp {graph.num_vertices} {rows.num_arcs}\n".encode())
    write_edges(sink, rows.rows(), rows.neighbors, weights, letter=b"a", base=1)
