"""A graph as an edge list, with a remark that keeps what lines of edges cannot say."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np

from edgewise.adjacency import Array
from edgewise.convert.edges import ranked_edges
from edgewise.errors import GraphError
from edgewise.io.edge_notes import Notes
from edgewise.io.named_edges import CONTROL
from edgewise.io.registry import plain_suffix
from edgewise.io.row_writing import RowShape, plain_weights, refuse_empty_room, write_edges

if TYPE_CHECKING:
    from edgewise.graph import Graph
    from edgewise.io.sink import Sink

SEPARATORS = {".csv": b",", ".tsv": b"\t"}
BARE = re.compile(r"[^\s,;\"#%/]+")
USUAL = (None, np.dtype(np.int64), np.dtype(np.float64))
ALWAYS_RANGE, RANGE_PER_EDGE = 1 << 16, 8
"""Ids below these are taken as positions by whoever reads them without being told."""


def write_edge_list(graph: Graph, sink: Sink) -> None:
    """Write every edge once."""
    separator = SEPARATORS.get(plain_suffix(sink.path), b" ")
    tails, heads, weights = ranked_edges(graph)
    labels = graph.vertex_ids.labels
    notes = Notes(graph.is_directed, weights=graph.weight_dtype)
    if labels is None:
        notes.vertices = graph.num_vertices
    else:
        labels, notes.ids = integers_or_words(labels)
        notes.alone = _alone(labels, tails, heads)
    if separator == b",":
        notes.heading = _needed(graph, heads, tails)
    if separator != b"," or notes.heading:
        sink.write(notes.written())
    if separator == b",":
        sink.write(b"source,target,weight\n" if weights is not None else b"source,target\n")
    if labels is not None and notes.ids == "text":
        _write_words(sink, labels, (tails, heads), weights, separator.decode())
    else:
        ends = (tails, heads) if labels is None else (labels[tails], labels[heads])
        write_edges(sink, *ends, weights, RowShape(separator))
    if labels is None:
        refuse_empty_room(sink, graph)


def integers_or_words(labels: Array) -> tuple[Array, str]:
    """Labels as 64-bit integers ("labels") or as words ("text"); GraphError for all others."""
    if labels.dtype.kind in "iu" and (not int(labels.max(initial=0)) >> 63):
        return labels.astype(np.int64, copy=False), "labels"
    words: list[Any] = labels.tolist()
    if all(type(word) is int and -(1 << 63) <= word < 1 << 63 for word in words):
        return np.array(words, np.int64), "labels"
    for word in words:
        if not isinstance(word, str) or not _is_text(word):
            raise GraphError(
                f"text formats hold ids that are all integers of 64 bits, or all words, not "
                f"{word!r}: write the native format (.ew)"
            )
    return np.array(words, object), "text"


def _is_text(word: str) -> bool:
    """Whether a word survives being written and read."""
    surrogates = any("\ud800" <= sign <= "\udfff" for sign in word)
    return bool(word) and not surrogates and not CONTROL.search(word) and "\t" not in word


def _needed(graph: Graph, heads: Array, tails: Array) -> bool:
    """Whether the lines alone would be read as another graph."""
    edges, vertices = len(tails), graph.num_vertices
    told = max(tails.max(initial=-1), heads.max(initial=-1)) + 1 == vertices > 0
    near = vertices <= max(ALWAYS_RANGE, RANGE_PER_EDGE * edges)
    plain = graph.is_directed and graph.vertex_ids.labels is None
    return not (told and near and plain and graph.weight_dtype in USUAL)


def _alone(labels: Array, tails: Array, heads: Array) -> list[Any]:
    touched = np.zeros(len(labels), bool)
    touched[tails], touched[heads] = True, True
    alone: list[Any] = labels[~touched].tolist()
    return alone


def _write_words(
    sink: Sink, labels: Array, ends: tuple[Array, Array], weights: Array | None, separator: str
) -> None:
    words = np.array([_quoted(word) for word in labels.tolist()], object)
    values = plain_weights(weights)
    for begin in range(0, len(ends[0]), 1 << 14):
        piece = slice(begin, begin + (1 << 14))
        columns = [words[end[piece]].tolist() for end in ends]
        if values is not None:
            columns.append([repr(value) for value in values[piece].tolist()])
        rows = (separator.join(row) + "\n" for row in zip(*columns, strict=True))
        sink.write("".join(rows).encode())


def _quoted(word: str) -> str:
    return word if BARE.fullmatch(word) else '"' + word.replace('"', '""') + '"'
