"""Sound files of every text format, built from the formats' grammars."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from tests.fuzz.case import Edge, Meaning
from tests.fuzz.draft import Draft, some_edges, some_style, spelled

SIZES = (1, 2, 3, 4, 6, 10, 30)


NAMES = ("ann", "bob", "C", "d-e", "\u00e9va", "\u65e5\u672c", "f_7", "8g", "h.i", "a@b.c", "x:y")
ENDINGS = {" ": (".txt", ".el", ".wel"), "\t": (".tsv", ".edges"), ",": (".csv",), ";": (".csv",)}


def edgelist(rng: random.Random) -> list[Draft]:
    """SNAP, CSV and TSV; ids are integers, near or far, or words; perhaps a heading."""
    weights = rng.choice((None, None, "int", "real"))
    separator = rng.choice((" ", "\t", ",", ",", ";"))
    draft = Draft("a" + rng.choice(ENDINGS[separator]))
    n = rng.choice(SIZES)
    edges = some_edges(rng, n, weights) or [(0, 0, 1 if weights else None)]
    ids = _ids(rng, n)
    named = [(ids[u], ids[v], w) for u, v, w in edges]
    if separator in " \t":
        _remarks(rng, draft, "#%")
    elif rng.random() < 0.4:
        draft.add(["source", "target", "weight"][: 3 if weights else 2])
    for edge in named:
        if separator != "," and rng.random() < 0.05:
            _remarks(rng, draft, "#")
        _edge_line(rng, draft, edge)
    draft.style = some_style(rng, (separator,))
    if separator in "\t;" or isinstance(ids[0], str):
        draft.style.separators = (separator,)
    ends = {end for u, v, _ in named for end in (u, v)}
    near = isinstance(ids[0], int) and min(ends) >= 0 and max(ends) < 1 << 16
    draft.meaning = Meaning(named, True, max(ends) + 1 if near else len(ends))
    if isinstance(ids[0], str):
        draft.vertices = []  # any word may stand for another
        if separator in ",;" and rng.random() < 0.3:
            _quote(draft)
            draft.style.trailing_blanks = False
    return [draft]


def _ids(rng: random.Random, n: int) -> list[Any]:
    """What vertices are called: by their number, by numbers far apart, or by words."""
    kind = rng.random()
    if kind < 0.6:
        return list(range(n))
    if kind < 0.8:
        far = rng.sample(range(-(1 << 40), 1 << 40), n)
        return [*far[1:], rng.choice((1 << 62, (1 << 63) - 1, -(1 << 63)))]
    return [rng.choice(NAMES) + str(place) for place in range(n)]


def _quote(draft: Draft) -> None:
    for line in draft.data:
        draft.lines[line][:2] = [f'"{word}"' for word in draft.lines[line][:2]]


def matrixmarket(rng: random.Random) -> list[Draft]:
    """Coordinate matrices: general or symmetric; pattern, integer or real."""
    field, kind = rng.choice((("pattern", None), ("integer", "int"), ("real", "real")))
    symmetry = rng.choice(("general", "symmetric"))
    n = rng.choice(SIZES)
    edges = some_edges(rng, n, kind, symmetry == "symmetric")
    if symmetry == "symmetric":
        edges = [(max(u, v), min(u, v), w) for u, v, w in edges]
    draft = Draft("a.mtx")
    banner = f"matrix coordinate {field} {symmetry}"
    banner = banner.upper() if rng.random() < 0.1 else banner
    draft.add([f"%%MatrixMarket {banner}"])
    _remarks(rng, draft, "%")
    _counts(draft, [], [n, n, len(edges)])
    for edge in edges:
        _edge_line(rng, draft, edge, first=1)
    draft.style = some_style(rng)
    draft.meaning = Meaning(edges, symmetry == "general", n)
    return [draft]


def metis(rng: random.Random) -> list[Draft]:
    """Adjacency lines; vertex sizes and weights may stand before the neighbours."""
    n, weights = rng.choice(SIZES), rng.choice((None, "positive"))
    edges = some_edges(rng, n, weights, undirected_once=True)
    sizes, vertex_weights = rng.random() < 0.2, rng.choice((0, 0, 0, 1, 2))
    code = f"{int(sizes)}{int(vertex_weights > 0)}{int(weights is not None)}"
    extra = [code] if code != "000" or rng.random() < 0.2 else []
    extra = [str(int(code))] if extra and rng.random() < 0.3 else extra
    if vertex_weights and (vertex_weights > 1 or rng.random() < 0.5):
        extra.append(str(vertex_weights))
    draft = Draft("a.graph")
    _remarks(rng, draft, "%", blank=False)
    _counts(draft, [], [n, len(edges), *extra])
    del draft.counts[2:]
    for vertex in range(n):
        if rng.random() < 0.05:
            _remarks(rng, draft, "%", blank=False)
        row = [(v, w) for u, v, w in edges if u == vertex]
        row += [(u, w) for u, v, w in edges if v == vertex]
        number = draft.add([rng.randint(1, 9) for _ in range(sizes + vertex_weights)])
        for neighbour, weight in row:
            draft.vertices.append((number, len(draft.lines[number])))
            draft.lines[number].append(str(neighbour + 1))
            if weight is not None:
                draft.weights.append((number, len(draft.lines[number])))
                draft.lines[number].append(str(weight))
        draft.data.append(number)
    draft.style = some_style(rng)
    draft.meaning = Meaning(edges, False, n)
    return [draft]


def dimacs(rng: random.Random) -> list[Draft]:
    """Shortest-path graphs: `p sp n m`, then `a u v w`."""
    n = rng.choice(SIZES)
    edges = some_edges(rng, n, "positive")
    draft = Draft("a.gr")
    _remarks(rng, draft, "c", blank=False)
    _counts(draft, ["p", "sp"], [n, len(edges)])
    for edge in edges:
        if rng.random() < 0.05:
            _remarks(rng, draft, "c", blank=False)
        _edge_line(rng, draft, edge, first=1, prefix=["a"])
    draft.style = some_style(rng)
    draft.meaning = Meaning(edges, True, n)
    return [draft]


def graphalytics(rng: random.Random) -> list[Draft]:
    """Three files: vertices, edges, properties."""
    n, kind, directed = rng.choice(SIZES), rng.choice((None, "real")), rng.random() < 0.5
    edges = some_edges(rng, n, kind, undirected_once=True)
    ids = sorted(rng.sample(range(rng.choice((n, 10 * n, 1 << 40))), n))
    edges = [(ids[u], ids[v], w) for u, v, w in edges]
    nodes, links, facts = Draft("a.v"), Draft("a.e"), Draft("a.properties")
    for id in ids:
        number = nodes.add([id])
        nodes.vertices.append((number, 0))
    for edge in edges:
        _edge_line(rng, links, edge)
    facts.add(["# the properties of a graph"])
    for key, value in (("vertex-file", "a.v"), ("edge-file", "a.e")):
        facts.add([f"graph.a.{key}", "=", value])
    for key, count in (("meta.vertices", n), ("meta.edges", len(edges))):
        number = facts.add([f"graph.a.{key}", "=", count])
        facts.counts.append((number, 2))
    facts.add(["graph.a.directed", "=", str(directed).lower()])
    if kind is not None:
        facts.add(["graph.a.edge-properties.names", "=", "weight"])
        facts.add(["graph.a.edge-properties.types", "=", "real"])
    links.meaning = Meaning(edges, directed, n)
    links.style, nodes.style = some_style(rng), some_style(rng)
    order = [links, nodes, facts]
    rng.shuffle(order)
    return order


def _counts(draft: Draft, prefix: list[str], counts: list[object]) -> None:
    draft.header = draft.add([*prefix, *counts])
    draft.counts = [(draft.header, len(prefix) + place) for place in range(len(counts))]


def _edge_line(
    rng: random.Random, draft: Draft, edge: Edge, first: int = 0, prefix: list[str] | None = None
) -> None:
    u, v, w = edge
    tokens = [*(prefix or []), *((u + first, v + first) if first else (u, v))]
    number, begin = len(draft.lines), len(prefix or [])
    draft.vertices += [(number, begin), (number, begin + 1)]
    if w is not None:
        draft.weights.append((number, begin + 2))
        tokens.append(spelled(rng, w))
    draft.data.append(draft.add(tokens))


def _remarks(rng: random.Random, draft: Draft, signs: str, blank: bool = True) -> None:
    texts = (" a remark", " 1 2 3", "", " Nodes: 4 Edges: 7", " \u00e9\u4e16 -- 1e 0x10")
    for _ in range(rng.choice((0, 0, 1, 2))):
        draft.add([rng.choice(signs) + rng.choice(texts)])
        if blank and rng.random() < 0.2:
            draft.add([])


GRAMMARS: dict[str, Callable[[random.Random], list[Draft]]] = {
    "edgelist": edgelist,
    "matrixmarket": matrixmarket,
    "metis": metis,
    "dimacs": dimacs,
    "graphalytics": graphalytics,
}
