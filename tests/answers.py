"""Right answers, from other libraries, and what tells them from wrong ones."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import networkx as nx
import numpy as np
import pytest

import edgewise as ew
from edgewise.verify import VerificationError
from tests.zoo import Animal

Array = np.ndarray[Any, Any]
Tree = tuple[dict[Any, float], dict[Any, Any]]
INF, NAN = math.inf, math.nan
WORDS = ew.from_edges(
    [("ann", "bob"), ("bob", "cat"), ("ann", "cat"), ("cat", "dan"), ("eve", "dan"), ("eve", "eve")]
)


def in_order(g: ew.Graph, answers: dict[Any, Any], absent: Any, dtype: Any) -> Array:
    """An answer for every vertex, in the caller's order."""
    return np.array([answers.get(vertex, absent) for vertex in g.ids.tolist()], dtype)


def floats(g: ew.Graph) -> bool:
    """Whether distances by weight are floats."""
    return g.weight_dtype is not None and g.weight_dtype.kind == "f"


def by_steps(g: ew.Graph, source: Any) -> Tree:
    """Steps and parents by NetworkX."""
    theirs = g.to_networkx()
    parents = dict(nx.bfs_predecessors(theirs, source))
    return nx.single_source_shortest_path_length(theirs, source), parents | {source: source}


def by_weight(g: ew.Graph, source: Any) -> Tree:
    """Lengths and parents by NetworkX, whatever the signs of weights."""
    before, lengths = nx.bellman_ford_predecessor_and_distance(g.to_networkx(), source)
    parents = {vertex: several[0] for vertex, several in before.items() if several}
    return lengths, parents | {source: source}


def as_arrays(g: ew.Graph, tree: Tree, whole: bool) -> dict[str, Any]:
    """Distances and parents as a checker wants them."""
    absent, dtype = (-1, np.int64) if whole else (np.inf, np.float64)
    plain = g.vertex_ids.labels is None
    parents = np.empty(g.num_vertices, np.int64 if plain else object)
    parents[:] = [tree[1].get(vertex, -1 if plain else None) for vertex in g.ids.tolist()]
    return {"distances": in_order(g, tree[0], absent, dtype), "parents": parents}


def components(g: ew.Graph) -> Array:
    """Labels by NetworkX, numbered by first vertex."""
    groups = nx.connected_components(g.to_networkx().to_undirected())
    of = {vertex: number for number, group in enumerate(groups) for vertex in group}
    labels = [of[vertex] for vertex in g.ids.tolist()]
    number = {label: at for at, label in enumerate(dict.fromkeys(labels))}
    return np.array([number[label] for label in labels], np.int64)


def stepped(g: ew.Graph, ranks: Array, spread: bool, alpha: float = 0.85) -> Array:
    """One step of PageRank without weights, arc by arc."""
    after = np.full(len(ranks), (1 - alpha) / max(1, len(ranks)))
    place = {vertex: at for at, vertex in enumerate(g.ids.tolist())}
    for at, vertex in enumerate(g.ids.tolist()):
        heads = g.neighbors(vertex).tolist()
        for head in heads:
            after[place[head]] += alpha * ranks[at] / len(heads)
        if spread and not heads:
            after += alpha * ranks[at] / len(ranks)
    return after


def settled(g: ew.Graph, spread: bool) -> Array:
    """PageRanks as they are after many steps."""
    ranks = np.full(g.num_vertices, 1 / max(1, g.num_vertices))
    for _ in range(200):
        ranks = stepped(g, ranks, spread)
    return ranks


def shapes(animal: Animal) -> Sequence[ew.Graph]:
    """A graph as it is, and with positions that are not the caller's."""
    return animal.graph(), animal.graph().renumbered()


def sources_of(g: ew.Graph) -> list[Any]:
    """A few vertices."""
    ids = g.ids.tolist()
    return list(dict.fromkeys([*ids[:1], *ids[len(ids) // 2 :][:1], *ids[-1:]]))


def asked(animal: Animal) -> list[tuple[ew.Graph, Any]]:
    """A graph with each of a few sources."""
    return [(g, source) for g in shapes(animal) for source in sources_of(g)]


def refused(checker: Callable[..., None], *args: Any, **kwargs: Any) -> str:
    """What a checker says of a wrong answer."""
    with pytest.raises(VerificationError, match=f"^{checker.__name__}: ") as error:
        checker(*args, **kwargs)
    return str(error.value)


def passes(checker: Callable[..., None], *args: Any, **kwargs: Any) -> bool:
    try:
        checker(*args, **kwargs)
    except VerificationError:
        return False
    return True


def alike(one: Any, other: Any) -> bool:
    """Whether two answers are the same, type and all."""
    first, second = np.asarray(one), np.asarray(other)
    return first.dtype.kind == second.dtype.kind and np.array_equal(first, second)


def are_parents(g: ew.Graph, source: Any, right: Sequence[Any], parents: Sequence[Any]) -> bool:
    """Whether parents are right, arc by arc and path by path."""
    ids, none = g.ids.tolist(), -1 if g.vertex_ids.labels is None else None
    length = dict(zip(ids, right, strict=True))
    tails, heads, weights = (None if column is None else column.tolist() for column in g.to_edges())
    arcs = set(zip(tails, heads, weights or [1] * len(tails), strict=True))
    arcs |= set() if g.is_directed else {(head, tail, weight) for tail, head, weight in arcs}
    above = dict(zip(ids, parents, strict=False))
    if len(parents) != len(ids) or any(type(p) is not type(ids[0]) for p in parents if p != none):
        return False
    for vertex in ids:
        if length[vertex] in (-1, INF) and vertex not in nx.descendants(g.to_networkx(), source):
            if above[vertex] != none:
                return False
            continue
        for _ in ids:
            if vertex == source or above[vertex] == none:
                break
            step = length[vertex] - length.get(above[vertex], NAN)
            if (above[vertex], vertex, step) not in arcs:
                return False
            vertex = above[vertex]
        if vertex != source or above[source] != source:
            return False
    return True
