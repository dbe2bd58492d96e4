"""Edges row by row: pairs and triples of every kind, and what is no list of them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import edgewise as ew
from edgewise.convert.arrays import as_edge_columns
from tests.foreign import ByArrow, OnDevice


@pytest.mark.parametrize(
    "pairs",
    [
        [(0, 1), (2, 3)],
        ((0, 1), (2, 3)),
        [[0, 1], [2, 3]],
        [np.array([0, 1]), (2, 3)],
        iter([(0, 1), (2, 3)]),
        ((u, u + 1) for u in (0, 2)),
        zip([0, 2], [1, 3], strict=True),
        {(0, 1): None, (2, 3): None}.keys(),
        frozenset([(0, 1), (2, 3)]),
        np.array([[0, 1], [2, 3]]),
        np.array([[0, 1], [2, 3]], order="F"),
        np.array([[0.0, 1.0], [2.0, 3.0]]),
        np.array([[0, 1], [2, 3]], object),
        OnDevice(np.array([[0, 1], [2, 3]]), 1),
        memoryview(np.array([[0, 1], [2, 3]])),
    ],
    ids=lambda pairs: type(pairs).__name__,
)
def test_pairs_of_every_kind(pairs: Any) -> None:
    tails, heads, weights = as_edge_columns(pairs, None, None, "from_edges")
    assert (tails.tolist(), heads.tolist(), weights) == ([0, 2], [1, 3], None)
    assert tails.dtype.kind in "iu"


def test_triples() -> None:
    for triples in ([(0, 1, 0.5), (2, 3, 4)], np.array([[0, 1, 0.5], [2, 3, 4]])):
        tails, heads, weights = as_edge_columns(triples, None, None, "from_edges")
        assert weights is not None
        assert (tails.tolist(), heads.tolist(), weights.tolist()) == ([0, 2], [1, 3], [0.5, 4])
        assert (tails.dtype, weights.dtype) == (np.int64, np.float64)
    words = as_edge_columns([("a", "b", 2)], None, None, "from_edges")
    assert [column.tolist() for column in words if column is not None] == [["a"], ["b"], [2]]


def test_no_pairs_at_all() -> None:
    for nothing in ([], (), iter([]), np.empty((0, 2))):
        tails, heads, weights = as_edge_columns(nothing, None, None, "from_edges")
        assert len(tails) == len(heads) == 0 and weights is None


def test_pairs_with_weights_beside_them() -> None:
    weights = as_edge_columns([(0, 1)], None, [7], "from_edges")[2]
    assert weights is not None and weights.tolist() == [7]
    with pytest.raises(ew.ArgumentError, match="weights are given twice"):
        as_edge_columns([(0, 1, 2)], None, [7], "from_edges")


@pytest.mark.parametrize(
    ("pairs", "says"),
    [
        ([(0, 1), (2,)], "row 1 holds 1 value: expected 2"),
        ([(0, 1, 2), (2, 3)], "row 1 holds 2 values: expected 3"),
        ([(0, 1, 2, 3)], "row 0 holds 4 values"),
        ([(0, 1, {"weight": 2})], "row 0 carries a dict.*ew.from_networkx"),
        ([0, 1], "row 0 is 0, not a pair; or targets= is missing"),
        (["ab", "cd"], "row 0 is 'ab', not a pair"),
        ([(0, 1), {2, 3}], r"row 1 is \{2, 3\}, not a pair"),
        ([np.int64(1)], "not pairs|not a pair"),
        ([[(0, 1)], [(2, 3)]], "holds 1 value:"),
        ([([0], [1])], "row 0 is a list"),
        ([(None, 1)], "row 0 is missing"),
        ("a b", "ew.read"),
        (b"a b", "not bytes"),
        ({0: [1]}, "for u, heads in d.items"),
        ({0, 1}, "row 0 is 0, not a pair"),
        (None, "not NoneType"),
        (3, "not int"),
        (np.zeros((2, 5)), r"\(2, 5\) is no list of pairs"),
        (np.zeros(4), r"\(4,\) is no list of pairs"),
        (pd.Series([1, 2]), r"\(2,\) is no list of pairs"),
        (pd.DataFrame({"a": [1]}), "ew.from_pandas"),
        (pl.DataFrame({"a": [1]}), "ew.from_polars"),
        (pa.table({"a": [1]}), "ew.from_arrow"),
        (ByArrow(pa.table({"a": [1]})), "ew.from_arrow"),
        (ew.from_edges([0], [1]).to_scipy(), "ew.from_scipy"),
        (ew.from_edges([0], [1]).to_networkx(), "ew.from_networkx"),
        (ew.from_edges([0], [1]), "an edgewise.Graph already"),
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_no_pairs(pairs: Any, says: str) -> None:
    with pytest.raises(ew.ArgumentError, match=says) as refused:
        as_edge_columns(pairs, None, None, "from_edges")
    assert str(refused.value).startswith("from_edges(): sources: ") or "targets" in says


def test_lengths_must_match() -> None:
    with pytest.raises(ew.ArgumentError, match="sources has 1 entries and targets 2"):
        ew.from_edges([0], [1, 2])
    with pytest.raises(ew.ArgumentError, match="there are 2 edges and 3 weights"):
        ew.from_edges([0, 1], [1, 2], [1, 2, 3])
