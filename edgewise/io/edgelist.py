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

from edgewise.io.edge_list_writing import write_edge_list
from edgewise.io.edge_notes import Notes
from edgewise.io.edge_opening import Layout, Opening, opening
from edgewise.io.grammar import WIDE, Grammar
from edgewise.io.heading import starts_of
from edgewise.io.lines import read_columns
from edgewise.io.named_edges import read_named
from edgewise.io.registry import ReadOptions
from edgewise.io.settling import weights_wanted
from edgewise.io.source import Source
from edgewise.io.table import EdgeTable
from edgewise.kernels.cpu import line_grammar as codes

if TYPE_CHECKING:
    from edgewise.graph import Graph
    from edgewise.io.sink import Sink

SNAP = (b"# nodes:", b"# fromnodeid", b"# directed graph", b"# undirected graph")


def sniff(head: bytes) -> bool:
    """Whether a file begins with remarks that only edge lists have: ours, or SNAP's."""
    remarks = (b"# edgewise", *SNAP)
    return any(line.lower().startswith(remarks) for line in starts_of(head)[:8])


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
    weights = found.notes.settle(source, table.weights)
    table.weights = weights_wanted(source, weights, options.weighted)
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


def write(graph: Graph, sink: Sink) -> None:
    """Every edge on a line: with commas in .csv, tabs in .tsv, else blanks."""
    write_edge_list(graph, sink)


def _with_labels(table: EdgeTable, notes: Notes) -> EdgeTable:
    """Ids as labels, those of vertices without an edge among them."""
    if table.labels is not None and not notes.alone:
        return table
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
