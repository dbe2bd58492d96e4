"""The checkers of algorithms: right answers of other libraries pass, and no others."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import networkx as nx
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

import edgewise as ew
from edgewise import verify
from tests.answers import (
    INF,
    are_parents,
    as_arrays,
    asked,
    by_steps,
    by_weight,
    components,
    floats,
    in_order,
    passes,
    refused,
    settled,
    shapes,
    sources_of,
    stepped,
)
from tests.zoo import Animal, graphs


def test_right_steps_pass(animal: Animal) -> None:
    for g, source in asked(animal):
        right = as_arrays(g, by_steps(g, source), whole=True)
        verify.bfs(g, source, **right)
        for limit in (0, 1, 2, 5):
            far = right["distances"] > limit
            cut = {"distances": np.where(far, -1, right["distances"]).astype(np.int32)}
            verify.bfs(g, source, **cut, depth_limit=limit)
            if far.any():
                refused(verify.bfs, g, source, **cut)
                refused(verify.bfs, g, source, **right, depth_limit=limit)


def test_right_lengths_pass(animal: Animal) -> None:
    negative = animal.weights is not None and min(animal.weights) < 0
    for g, source in asked(animal):
        right = as_arrays(g, by_weight(g, source), whole=not floats(g))
        verify.bellman_ford(g, source, **right)
        if negative:
            assert "there are no such distances" in refused(verify.sssp, g, source, **right)
            continue
        verify.sssp(g, source, **right)
        for cutoff in (0, 1, 2.5, 4, 1e300):
            far = right["distances"] > cutoff
            cut = np.where(far, np.inf if floats(g) else -1, right["distances"])
            verify.sssp(g, source, cut, cutoff=cutoff)


def test_several_sources(animal: Animal) -> None:
    for g in shapes(animal):
        if several := sources_of(g):
            theirs = nx.multi_source_dijkstra_path_length(g.to_networkx(), several, weight=None)
            right = in_order(g, theirs, -1, np.int32)
            verify.bfs(g, several, right)
            verify.sssp(g.unweighted(), several, right)


def test_right_components_pass(animal: Animal) -> None:
    for g in shapes(animal):
        verify.connected_components(g, components(g))
        verify.connected_components(g, components(g).astype(np.uint32))


def test_right_ranks_pass(animal: Animal) -> None:
    negative = animal.weights is not None and min(animal.weights) < 0
    for g in shapes(animal):
        verify.pagerank(g, settled(g, False), variant="gap", tol=1e-12)
        right = np.full(g.num_vertices, 1 / max(1, g.num_vertices))
        for steps in range(4):
            verify.pagerank(g, right, variant="graphalytics", iterations=steps)
            single = right.astype(np.float32)
            verify.pagerank(g, single, variant="graphalytics", iterations=steps)
            right = stepped(g, right, True)
        if negative or not g.num_vertices:
            continue
        some = {vertex: at + 1 for at, vertex in enumerate(sources_of(g))}
        last = {g.ids.tolist()[-1]: 2.0}
        for chosen in ({}, {"alpha": 0.5}, {"personalization": some}, {"dangling": last}):
            theirs = nx.pagerank(g.to_networkx(), **chosen)
            ranks = in_order(g, theirs, 0, np.float64)
            verify.pagerank(g, ranks, **chosen)
            as_array = {
                name: in_order(g, value, 0, float) if isinstance(value, dict) else value
                for name, value in chosen.items()
            }
            verify.pagerank(g, ranks, **as_array)


def test_right_scores_pass(animal: Animal) -> None:
    safe = animal.weights and min(animal.weights) > 0 and max(animal.weights) < 1e9
    for g in shapes(animal):
        theirs = g.to_networkx()
        for normalized, endpoints, k in product((True, False), (True, False), (None, 1, 3)):
            large = g.num_vertices > 100 and (endpoints or not normalized or k)
            if large or (k or 0) > g.num_vertices:
                continue
            chosen = {"normalized": normalized, "endpoints": endpoints}
            sources = None if k is None else random.Random(7).sample(list(theirs), k)
            for weight in (None, "weight") if safe else (None,):
                scores = nx.betweenness_centrality(theirs, k=k, seed=7, weight=weight, **chosen)
                right = in_order(g, scores, 0, np.float64)
                weighted = weight is not None
                verify.betweenness(g, right, sources=sources, weighted=weighted, **chosen)


@given(graphs(), st.data())
def test_any_other_answer_is_wrong(g: ew.Graph, data: st.DataObject) -> None:
    """Distances, labels and scores have one right answer: it passes, and its neighbours do not."""
    if not g.num_vertices:
        return
    source = data.draw(st.integers(0, g.num_vertices - 1))
    at, by = data.draw(st.integers(0, g.num_vertices - 1)), data.draw(st.integers(1, 6))
    theirs = g.to_networkx()
    rights: list[tuple[Any, ...]] = [
        (verify.bfs, (g, source), as_arrays(g, by_steps(g, source), True)["distances"]),
        (verify.connected_components, (g,), components(g)),
        (verify.betweenness, (g,), in_order(g, nx.betweenness_centrality(theirs), 0, float)),
    ]
    lengths = as_arrays(g, by_weight(g, source), not floats(g))["distances"]
    rights += [(verify.sssp, (g, source), lengths), (verify.bellman_ford, (g, source), lengths)]
    for checker, given_to, right in rights:
        checker(*given_to, right)
        wrong = right.copy()
        wrong[at] = (
            by if wrong[at] in (-1, INF) else wrong[at] + data.draw(st.sampled_from([by, -by]))
        )
        if not np.array_equal(right, wrong):
            refused(checker, *given_to, wrong)


@given(graphs(weighted=True, most_vertices=6), st.data())
def test_any_parents(g: ew.Graph, data: st.DataObject) -> None:
    """Parents pass just if they are right."""
    if not g.num_vertices:
        return
    right = as_arrays(g, by_weight(g, 0), not floats(g))
    one = st.integers(-1, g.num_vertices - 1)
    changes = data.draw(st.dictionaries(st.integers(0, g.num_vertices - 1), one, max_size=3))
    parents = [changes.get(at, parent) for at, parent in enumerate(right["parents"].tolist())]
    truth = are_parents(g, 0, right["distances"].tolist(), parents)
    assert passes(verify.sssp, g, 0, right["distances"], parents) == truth
    assert passes(verify.bellman_ford, g, 0, right["distances"], parents) == truth
