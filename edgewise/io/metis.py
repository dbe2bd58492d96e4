"""METIS adjacency lists: `VERTICES EDGES [CODE [NUMBERS]]`, then a line for each vertex.

Line v holds the neighbours of vertex v, counted from 1, so every edge is listed by both its ends;
an empty line is a vertex without edges, and lines that begin with `%` are remarks. The code has
up to three digits: whether there are vertex sizes, vertex weights (NUMBERS of them each, one if
that is left out) and edge weights. Sizes and weights of vertices are passed over. A loop is listed
once, and counts as one edge.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, final

import numpy as np

from edgewise.convert.edges import ranked_rows
from edgewise.errors import FormatError, GraphError, TruncatedError
from edgewise.io.adjacency_lines import Adjacencies, Shape, line_of_vertex, read_adjacencies
from edgewise.io.edge_notes import Notes
from edgewise.io.heading import Line, first_lines
from edgewise.io.one_way import first_one_way
from edgewise.io.registry import ReadOptions
from edgewise.io.row_writing import write_adjacencies
from edgewise.io.settling import refuse_promise, weights_wanted
from edgewise.io.source import Source
from edgewise.io.table import EdgeTable

if TYPE_CHECKING:
    from edgewise.graph import Graph
    from edgewise.io.sink import Sink

SIZES = "2 to 4 integers: VERTICES EDGES [CODE [NUMBERS]]"


@final
class Header(NamedTuple):
    """What the first line says."""

    line: Line
    edges: int
    shape: Shape
    notes: Notes


def sniff(head: bytes) -> bool:
    """Numbers alone could be anything; only the name tells."""
    del head
    return False


def read(source: Source, options: ReadOptions) -> EdgeTable:
    """The edges of an adjacency list, each in both directions."""
    header = _header(source)
    found = read_adjacencies(source, header.line.end, header.shape)
    if found.lines < header.shape.vertices:
        raise TruncatedError(
            source.path,
            f"the file ends too early: the header promises {header.shape.vertices} vertices, and "
            f"there are lines for {found.lines}",
        )
    if found.balance:
        _refuse_one_way(source, found, header.shape.vertices)
    edges = (found.ids.shape[1] + found.loops) // 2
    if edges != header.edges:
        header.line.refuse(f"the header promises {header.edges} edges and there are {edges}")
    weights = found.weights if header.shape.weighted else None
    weights = weights_wanted(source, header.notes.settle(source, weights), options.weighted)
    return EdgeTable(
        found.ids[0],
        found.ids[1],
        weights,
        header.shape.vertices,
        directed=False,
        both_ways=True,
    )


def write(graph: Graph, sink: Sink) -> None:
    """Every vertex on a line: undirected graphs, and integer weights."""
    if graph.is_directed:
        raise GraphError(
            "METIS files hold undirected graphs: write g.symmetrized(), or MatrixMarket (.mtx), "
            "which holds directed ones"
        )
    kind = graph.weight_dtype
    if kind is not None and kind.kind == "f":
        raise GraphError(
            f"METIS files hold integer weights, not {kind}: write MatrixMarket (.mtx), which holds "
            "reals, or g.unweighted()"
        )
    if kind is not None and kind != np.int64:
        sink.write(Notes(weights=kind).written("%"))
    code = "" if kind is None else " 001"
    sink.write(f"{graph.num_vertices} {graph.num_edges}{code}\n".encode())
    write_adjacencies(sink, ranked_rows(graph, ascending=True))


def _header(source: Source) -> Header:
    notes = Notes()
    for line in first_lines(source):
        words = line.words
        if not words or words[0].startswith("%"):
            notes.read(line)
            continue
        if not 2 <= len(words) <= 4:
            line.refuse("no line of sizes", line.text, SIZES)
        vertices, edges = line.count(words[0], "vertices"), line.count(words[1], "edges")
        code = words[2] if len(words) > 2 else "000"
        if len(code) > 3 or not set(code) <= {"0", "1"}:
            line.refuse("an unknown code", code, "up to three digits 0 or 1")
        sizes, weighed, weighted = (digit == "1" for digit in code.zfill(3))
        numbers = line.count(words[3], "vertex weights") if len(words) > 3 else int(weighed)
        passed = sizes + (numbers if weighed else 0)
        refuse_promise(line, max(1, 2 * passed), vertices, 1, "vertices")
        refuse_promise(line, 2, edges, vertices, "edges")
        return Header(line, edges, Shape(vertices, passed, weighted), notes)
    raise FormatError(source.path, "the file has no line of sizes", expected=SIZES)


def _refuse_one_way(source: Source, found: Adjacencies, vertices: int) -> None:
    """Name the first arc that has no reverse of equal weight."""
    tail, head, weight = first_one_way(found.ids, found.weights, vertices)
    told = f"vertex {tail + 1} lists {head + 1}"
    told += "" if weight is None else f" with weight {weight}"
    raise FormatError(
        source.path,
        f"{told}, which does not list it in return: every edge stands in both its lines",
        line=line_of_vertex(source, tail),
    )
