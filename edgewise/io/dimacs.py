"""DIMACS shortest-path graphs: `p sp VERTICES ARCS`, then `a FROM TO WEIGHT` for each arc.

Lines that begin with `c` are remarks; vertices count from 1; arcs are directed. Weights are
integers, or reals where a file has them.
"""

from __future__ import annotations

from edgewise.errors import FormatError
from edgewise.io.grammar import Grammar
from edgewise.io.heading import Line, lines, starts_of
from edgewise.io.lines import read_columns
from edgewise.io.registry import ReadOptions
from edgewise.io.settling import check_rows, refuse_promise, weights_wanted
from edgewise.io.source import Source
from edgewise.io.table import EdgeTable
from edgewise.kernels.cpu import line_grammar as codes

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
    line = _problem_line(source)
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
    return EdgeTable(tails, heads, weights, vertices, directed=True)


def _problem_line(source: Source) -> Line:
    for line in lines(source):
        words = line.words
        if words and not words[0].startswith("c"):
            return line
    raise FormatError(source.path, "the file has no line of sizes", expected="'p sp VERTICES ARCS'")
