"""Vertices by the words of a command line or a file: `5` may be a number or a name."""

from __future__ import annotations

import ast
import difflib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from edgewise.errors import UnknownVertexError

if TYPE_CHECKING:
    from edgewise.graph import Graph

COMPARED = 50_000
"""In larger graphs, only labels that begin alike are looked through for near ones."""
NEAR = 3


def named(graph: Graph, words: Any, where: str) -> Any:
    """The id that these words name in a graph: as they are, or as the Python value they spell.

    >>> import edgewise as ew
    >>> named(ew.from_edges([("a", "b")]), "a", "--source"), named(ew.generate.path(3), "2", "")
    ('a', 2)
    """
    for form in _forms(words):
        try:
            graph.vertex_ids.position(form)
        except UnknownVertexError:
            continue
        return form
    raise UnknownVertexError(f"{where} {words!r}: {_told(graph, str(words))}")


def _forms(words: Any) -> Iterator[Any]:
    yield words
    if isinstance(words, str):
        try:
            meant = ast.literal_eval(words.strip())
            hash(meant)
        except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
            return
        yield meant
        if isinstance(meant, int) and not isinstance(meant, bool):
            yield float(meant)


def _told(graph: Graph, words: str) -> str:
    """What the graph has instead."""
    ids, n = graph.vertex_ids, graph.num_vertices
    if n == 0:
        return "the graph has no vertices"
    if ids.labels is None:
        return f"the graph's vertices are 0 to {n - 1}"
    labels = [str(label) for label in ids.labels.tolist()]
    if n > COMPARED:
        labels = [label for label in labels if label[:2].casefold() == words[:2].casefold()]
    near = _near(words, labels[:COMPARED])
    if near:
        return f"the graph has no such vertex; did you mean {' or '.join(map(repr, near))}?"
    shown = ", ".join(repr(label) for label in ids.labels[:NEAR].tolist())
    return f"the graph has no such vertex; its ids are like {shown}"


def _near(words: str, labels: list[str]) -> list[str]:
    folded: dict[str, str] = {}
    for label in labels:
        folded.setdefault(label.casefold(), label)
    close = difflib.get_close_matches(words.casefold(), folded, NEAR)
    return [folded[one] for one in close]
