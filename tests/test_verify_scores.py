"""Planted errors in labels, ranks and scores: each is caught, and each is an error."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import networkx as nx
import numpy as np
import pytest

import edgewise as ew
from edgewise import verify
from tests.answers import (
    INF,
    NAN,
    WORDS,
    Array,
    alike,
    components,
    in_order,
    refused,
    settled,
    stepped,
)
from tests.zoo import BY_NAME

ISLANDS = ew.from_edges([("d", "a"), ("c", "b"), ("b", "e"), ("f", "f")], ids="labels")
LABELS = dict(zip(ISLANDS.ids.tolist(), components(ISLANDS).tolist(), strict=True))
WRONG_LABELS: dict[str, list[Any]] = {
    "one moved": [0, 1, 1, 1, 1, 2],
    "all merged": [0] * 6,
    "two merged": [0, 1, 1, 0, 1, 1],
    "the last merged with the first": [0, 1, 1, 0, 1, 0],
    "one split": [0, 1, 1, 2, 1, 3],
    "every vertex its own": [0, 1, 2, 3, 4, 5],
    "labels swapped": [1, 0, 0, 1, 0, 2],
    "two vertices swapped": [0, 1, 1, 0, 2, 1],
    "a number left out": [0, 1, 1, 0, 1, 3],
    "numbered from 1": [1, 2, 2, 1, 2, 3],
    "named by a member": [0, 1, 1, 0, 1, 5],
    "named by the largest": [3, 4, 4, 3, 4, 5],
    "below 0": [-1, 0, 0, -1, 0, 1],
    "beyond all": [0, 1, 1, 0, 1, 2**60],
    "floats": [0.0, 1.0, 1.0, 0.0, 1.0, 2.0],
    "not a number": [0, 1, 1, 0, 1, NAN],
    "too few": [0, 1, 1, 0, 1],
    "too many": [0, 1, 1, 0, 1, 2, 2],
}


@pytest.mark.parametrize("wrong", WRONG_LABELS.values(), ids=list(WRONG_LABELS))
def test_planted_labels(wrong: list[Any]) -> None:
    assert ISLANDS.ids.tolist() == list("abcdef")
    right = list(LABELS.values())
    assert right == [0, 1, 1, 0, 1, 2] and not alike(right, wrong)
    for g in (ISLANDS, ISLANDS.renumbered(), ISLANDS.symmetrized()):
        verify.connected_components(g, right)
        refused(verify.connected_components, g, wrong)


RANKED = {variant: settled(WORDS, variant != "gap") for variant in ("networkx", "gap")}
PLANTED_RANKS: dict[str, Callable[[Array], Array]] = {
    "scaled": lambda ranks: ranks * 1.5,
    "scaled down": lambda ranks: ranks / 2,
    "two swapped": lambda ranks: ranks[[0, 1, 3, 2, 4]],
    "turned round": lambda ranks: ranks[::-1],
    "a little moved": lambda ranks: ranks + np.array([1e-4, 0, -1e-4, 0, 0]),
    "a little more": lambda ranks: ranks + np.array([1e-4, 0, 0, 0, 0]),
    "all alike": lambda ranks: np.full(5, 0.2),
    "all on one": lambda ranks: np.eye(5)[2],
    "one negative": lambda ranks: ranks + np.array([0.3, -0.3, 0, 0, 0]),
    "not a number": lambda ranks: np.where(ranks == ranks.max(), NAN, ranks),
    "infinite": lambda ranks: np.where(ranks == ranks.max(), INF, ranks),
    "nothing": lambda ranks: np.zeros(5),
    "one step from the start": lambda ranks: stepped(WORDS, np.full(5, 0.2), True),
    "another alpha": lambda ranks: stepped(WORDS, ranks, True, alpha=0.84),
    "of the reverse": lambda ranks: settled(WORDS.reversed(), True),
    "integers": lambda ranks: np.array([1, 0, 0, 0, 0]),
    "too few": lambda ranks: ranks[:-1],
    "too many": lambda ranks: np.append(ranks, 0.0),
}


@pytest.mark.parametrize("variant", ["networkx", "gap", "graphalytics"])
@pytest.mark.parametrize("plant", PLANTED_RANKS.values(), ids=list(PLANTED_RANKS))
def test_planted_ranks(plant: Callable[[Array], Array], variant: str) -> None:
    right = RANKED["gap" if variant == "gap" else "networkx"]
    chosen: dict[str, Any] = {"variant": variant}
    chosen |= {"iterations": 200} if variant == "graphalytics" else {"tol": 1e-7}
    wrong = plant(right)
    off = len(wrong) != len(right) or wrong.dtype.kind != "f" or abs(wrong - right).sum()
    assert not off <= 1e-5, "an error so small would be none"
    for g in (WORDS, WORDS.renumbered()):
        verify.pagerank(g, right, **chosen)
        refused(verify.pagerank, g, wrong, **chosen)


def test_ranks_answer_what_was_asked() -> None:
    variants = {name: settled(WORDS, name != "gap") for name in ("networkx", "gap")}
    refused(verify.pagerank, WORDS, variants["gap"])
    refused(verify.pagerank, WORDS, variants["networkx"], variant="gap")
    refused(verify.pagerank, WORDS, variants["networkx"], alpha=0.8)
    verify.pagerank(WORDS, [0.2] * 5, tol=1.0)
    refused(verify.pagerank, WORDS, [-0.2, 0.4, 0.4, 0.2, 0.2], tol=1.0)
    refused(verify.pagerank, WORDS, variants["networkx"], personalization={"ann": 1})
    refused(verify.pagerank, WORDS, variants["networkx"], dangling={"eve": 1})
    refused(verify.pagerank, WORDS, variants["networkx"], iterations=3)
    refused(verify.pagerank, WORDS, variants["networkx"], iterations=3, variant="graphalytics")
    weighted = ew.from_edges([("a", "b"), ("a", "c"), ("b", "a"), ("c", "a")], weights=[1, 3, 1, 1])
    refused(verify.pagerank, weighted, settled(weighted, True))
    verify.pagerank(weighted.unweighted(), settled(weighted, True))
    with pytest.raises(ew.ArgumentError, match="iterations=None"):
        verify.pagerank(WORDS, variants["networkx"], variant="graphalytics")
    with pytest.raises(ew.ArgumentError, match="dangling=.*expected 5 numbers"):
        verify.pagerank(WORDS, variants["networkx"], dangling=[1.0, 2.0])
    with pytest.raises(ew.UnknownVertexError, match="personalization: vertex 'zoe'"):
        verify.pagerank(WORDS, variants["networkx"], personalization={"zoe": 1})


GRID = BY_NAME["barbell"].graph()
SCORES = in_order(GRID, nx.betweenness_centrality(GRID.to_networkx()), 0, float)
TOP = int(np.argmax(SCORES))
PLANTED_SCORES: dict[str, Callable[[Array], Array]] = {
    "doubled": lambda scores: scores * 2,
    "halved": lambda scores: scores / 2,
    "not normalised": lambda scores: scores * 45,
    "turned round": lambda scores: scores[::-1],
    "one more": lambda scores: scores + np.eye(11)[TOP] * 1e-6,
    "one less": lambda scores: scores - np.eye(11)[TOP] * 1e-6,
    "something for a leaf": lambda scores: scores + np.eye(11)[0] * 1e-12,
    "one negative": lambda scores: scores - np.eye(11)[0] * 0.1,
    "shifted": lambda scores: np.roll(scores, 1),
    "nothing": np.zeros_like,
    "all alike": lambda scores: np.full(11, scores.mean()),
    "not a number": lambda scores: np.where(scores == scores.max(), NAN, scores),
    "infinite": lambda scores: np.where(scores == scores.max(), INF, scores),
    "not a number for a leaf": lambda scores: np.where(scores == 0, NAN, scores),
    "integers": lambda scores: (scores * 45).astype(int),
    "too few": lambda scores: scores[:-1],
    "too many": lambda scores: np.append(scores, 0.0),
}


@pytest.mark.parametrize("plant", PLANTED_SCORES.values(), ids=list(PLANTED_SCORES))
def test_planted_scores(plant: Callable[[Array], Array]) -> None:
    assert not alike(SCORES, plant(SCORES))
    one = ew.from_edges(*GRID.to_edges()[:2], np.full(GRID.num_edges, 7), directed=False)
    for g, weighted in ((GRID, False), (GRID.renumbered(), False), (one, True)):
        verify.betweenness(g, SCORES, weighted=weighted)
        verify.betweenness(g, SCORES.astype(np.float32), weighted=weighted)
        refused(verify.betweenness, g, plant(SCORES), weighted=weighted)


def test_scores_answer_what_was_asked() -> None:
    refused(verify.betweenness, GRID, SCORES, normalized=False)
    refused(verify.betweenness, GRID, SCORES, endpoints=True)
    refused(verify.betweenness, GRID, SCORES, sources=[0, 1, 2])
    verify.betweenness(GRID, SCORES, sources=[*range(11), 0])
    way = ew.from_edges([(0, 1), (1, 2), (0, 2)], weights=[1, 1, 3])
    refused(verify.betweenness, way, [0.0, 0.5, 0.0])
    verify.betweenness(way, [0.0, 0.5, 0.0], weighted=True)
