"""Sorting edges into rows, against the plainest possible statement of what that means."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgewise import rows
from edgewise.places import cpu
from tests.zoo import WEIGHT_TYPES, edge_columns

POLICIES = ["keep", "first", "sum", "min", "max"]


def expected(sources, targets, weights, both_ways, drop_loops, duplicates):
    """(tail, head, weight) of every arc in order."""
    arcs = []
    for i, (u, v) in enumerate(zip(sources.tolist(), targets.tolist(), strict=True)):
        if u == v and drop_loops:
            continue
        weight = None if weights is None else weights[i].item()
        arcs.append((u, v, weight))
        if both_ways and u != v:
            arcs.append((v, u, weight))
    arcs.sort(key=lambda arc: arc[:2])
    if duplicates == "keep":
        return arcs
    folded: dict = {}
    combine = {"sum": sum, "min": min, "max": max, "first": lambda many: many[0]}[duplicates]
    for u, v, weight in arcs:
        folded.setdefault((u, v), []).append(weight)
    return [(*ends, None if weights is None else combine(many)) for ends, many in folded.items()]


def found(adjacency):
    weights = [None] * adjacency.num_arcs
    if adjacency.weights is not None:
        weights = adjacency.weights.tolist()
    return list(zip(adjacency.rows().tolist(), adjacency.neighbors.tolist(), weights, strict=True))


@pytest.fixture(params=[1, 7, 1 << 14])
def small_blocks(request, monkeypatch):
    """Blocks and parts so small that tiny graphs have many of each."""
    monkeypatch.setattr(rows, "ARCS_A_BLOCK", request.param)
    spans = cpu.spans
    monkeypatch.setattr(cpu, "spans", lambda total, smallest=1, per_thread=1: spans(total, 1, 3))


@given(data=st.data(), columns=edge_columns(), both=st.booleans(), drop=st.booleans())
@pytest.mark.parametrize("duplicates", POLICIES)
@pytest.mark.usefixtures("small_blocks")
def test_rows_hold_exactly_the_arcs(data, columns, both, drop, duplicates):
    n, sources, targets = columns
    sources, targets = sources.astype(np.int64), targets.astype(np.int64)
    weights = None
    if data.draw(st.booleans()):
        numbers = st.lists(st.integers(0, 3), min_size=len(sources), max_size=len(sources))
        weights = np.array(data.draw(numbers), np.int64)
    made = rows.rows_of_edges(
        sources, targets, weights, n, both_ways=both, drop_loops=drop, duplicates=duplicates
    )
    assert found(made.adjacency) == expected(sources, targets, weights, both, drop, duplicates)
    assert made.loops == int((sources == targets).sum())
    every = expected(sources, targets, weights, both, drop, "keep")
    assert made.repeats == len(every) - len({arc[:2] for arc in every})


@given(columns=edge_columns())
@pytest.mark.usefixtures("small_blocks")
def test_the_reverse_of_the_reverse_is_in_order(columns):
    n, sources, targets = columns
    weights = np.arange(len(sources))
    one = rows.rows_of_edges(
        sources.astype(np.int32), targets.astype(np.int32), weights, n
    ).adjacency
    back = rows.rows_reversed(one.offsets, one.neighbors, one.weights)
    arcs = sorted((v, u, k) for u, v, k in found(one))
    assert sorted(found(back)) == arcs
    assert [arc[:2] for arc in found(back)] == [arc[:2] for arc in arcs]
    again = rows.rows_reversed(back.offsets, back.neighbors, back.weights)
    assert found(again) == found(one)


@pytest.mark.parametrize("dtype", WEIGHT_TYPES)
@pytest.mark.parametrize("duplicates", POLICIES)
def test_every_weight_type_is_kept(dtype, duplicates):
    sources, targets = np.array([0, 1, 0, 0]), np.array([1, 0, 1, 0])
    weights = np.array([1, 0, 1, 1], dtype)
    made = rows.rows_of_edges(sources, targets, weights, 2, duplicates=duplicates)
    assert made.adjacency.weights.dtype == dtype
    truth = expected(sources, targets, weights, False, False, duplicates)
    if dtype is np.bool_ and duplicates == "sum":  # for truth values, sum is "or"
        truth = [(u, v, bool(w)) for u, v, w in truth]
    assert found(made.adjacency) == truth


def test_random_columns_on_any_number_of_threads(threads):
    rng = np.random.default_rng(3)
    sources, targets = rng.integers(0, 5000, (2, 200_000))
    weights = rng.random(len(sources))
    made = rows.rows_of_edges(sources, targets, weights, 5000, both_ways=True, duplicates="sum")
    order = np.lexsort((targets, sources))
    plain = rows.rows_of_edges(sources, targets, weights, 5000).adjacency
    assert np.array_equal(plain.rows(), sources[order])
    assert np.array_equal(plain.neighbors, targets[order])
    assert np.array_equal(plain.weights, weights[order])
    folded = made.adjacency
    back = rows.rows_reversed(folded.offsets, folded.neighbors, folded.weights)
    assert np.array_equal(back.neighbors, folded.neighbors)
    assert np.array_equal(back.weights, folded.weights)  # bit-equal: same order of additions


def test_one_hub_takes_everything():
    targets = np.arange(100_000)[::-1].copy()
    made = rows.rows_of_edges(np.full(100_000, 5), targets, None, 100_000)
    assert np.array_equal(made.adjacency.neighbors, np.arange(100_000))
    assert made.adjacency.degrees()[5] == 100_000


def test_few_edges_on_many_vertices():
    sources, targets = np.array([10**8 - 1, 3]), np.array([0, 10**8 - 1])
    made = rows.rows_of_edges(sources, targets, None, 10**8).adjacency
    assert made.neighbors.tolist() == [10**8 - 1, 0]
    assert made.offsets[4] == 1
    assert made.offsets[-1] == 2


def test_indices_of_64_bits_sort_alike(monkeypatch):
    monkeypatch.setattr(rows, "index_type", lambda n: np.dtype(np.int64))
    sources, targets = np.array([2, 0, 2]), np.array([1, 2, 0])
    made = rows.rows_of_edges(sources, targets, None, 3).adjacency
    assert made.vertex_dtype == np.int64
    assert made.neighbors.tolist() == [2, 0, 1]
