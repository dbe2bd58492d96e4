"""Ids of every sort become positions and back, and those that Python tells apart stay apart."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import edgewise as ew
from edgewise.convert import labels as rooms
from edgewise.convert.arrays import factorized

INTEGERS = ["i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8"]


def check(sources: Any, targets: Any, answer: Any) -> np.ndarray[Any, Any]:
    """Positions name what was given, no label is twice there or never used."""
    tails, heads, labels = answer
    assert tails.dtype == heads.dtype == np.int32
    assert labels[tails].tolist() == list(sources)
    assert labels[heads].tolist() == list(targets)
    assert set(labels.tolist()) == set(sources) | set(targets)
    assert len(labels) == len(set(labels.tolist()))
    return labels


def ascends(labels: np.ndarray[Any, Any]) -> bool:
    return labels.tolist() == sorted(labels.tolist())


@pytest.mark.parametrize("dtype", INTEGERS)
@pytest.mark.parametrize("size", [1, 2, 7, 1000, 70_000])
def test_integers_of_every_width(dtype: str, size: int, threads: int) -> None:
    bounds = np.iinfo(dtype)
    rng = np.random.default_rng(size)
    sources, targets = rng.integers(bounds.min, bounds.max, (2, size), dtype, endpoint=True)
    sources[0], targets[-1] = bounds.min, bounds.max
    labels = check(sources.tolist(), targets.tolist(), factorized(sources, targets))
    assert ascends(labels)


@given(
    st.sampled_from(["i4", "i8", "u4", "u8"]).flatmap(
        lambda dtype: st.lists(
            st.tuples(*[st.integers(int(np.iinfo(dtype).min), int(np.iinfo(dtype).max))] * 2),
            min_size=1,
        ).map(lambda pairs: np.array(pairs, dtype))
    )
)
def test_hashing_and_the_table_of_flags_agree(pairs: np.ndarray[Any, Any]) -> None:
    sources, targets = np.ascontiguousarray(pairs[:, 0]), np.ascontiguousarray(pairs[:, 1])
    far = rooms._far(sources, targets)
    assert ascends(check(sources.tolist(), targets.tolist(), far))
    low = int(pairs.min())
    if int(pairs.max()) - low < 1 << 20:
        near = rooms._near(sources, targets, low, int(pairs.max()) - low + 1)
        assert all((a == b).all() for a, b in zip(near, far, strict=True))


def test_many_distinct_ids_grow_the_tables(threads: int) -> None:
    rng = np.random.default_rng(5)
    sources, targets = rng.integers(-(2**62), 2**62, (2, 200_000))
    assert ascends(check(sources.tolist(), targets.tolist(), factorized(sources, targets)))


def test_ids_that_agree_in_most_bits_do_not_pile_up() -> None:
    sources = np.arange(100_000) << 40
    labels = check(sources.tolist(), sources.tolist(), factorized(sources, sources))
    assert ascends(labels)


def test_signed_and_unsigned_together() -> None:
    answer = factorized(np.array([-1, 5]), np.array([5, 2**63 - 1], np.uint64))
    assert check([-1, 5], [5, 2**63 - 1], answer).dtype == np.int64
    answer = factorized(np.array([1, 5]), np.array([5, 2**64 - 1], np.uint64))
    assert check([1, 5], [5, 2**64 - 1], answer).dtype == np.uint64
    answer = factorized(np.array([-1, 5]), np.array([5, 2**64 - 1], np.uint64))
    assert check([-1, 5], [5, 2**64 - 1], answer).tolist() == [-1, 5, 2**64 - 1]


@given(st.lists(st.tuples(st.text(max_size=4), st.text(max_size=4)), min_size=1))
def test_words_of_fixed_width_and_python_strings_agree(pairs: list[tuple[str, str]]) -> None:
    table = np.array(pairs)
    pairs = [tuple(pair) for pair in table.tolist()]  # NumPy drops zeros at the end of a word
    sources, targets = [u for u, _ in pairs], [v for _, v in pairs]
    fixed = check(sources, targets, factorized(table[:, 0], table[:, 1]))
    free = factorized(*(np.array(column, object) for column in (sources, targets)))
    assert check(sources, targets, free).tolist() == fixed.tolist()
    assert ascends(fixed)
    raw = np.char.encode(table, "utf-8")
    check(raw[:, 0].tolist(), raw[:, 1].tolist(), factorized(raw[:, 0], raw[:, 1]))


def test_many_words() -> None:
    words = np.array([f"vertex {v * 7919 % 100_003}" for v in range(60_000)])
    assert ascends(check(words.tolist(), words[::-1].tolist(), factorized(words, words[::-1])))


@pytest.mark.parametrize(
    ("ids", "labels"),
    [
        ([1, "1", True, 1.0], [1, "1"]),
        (["b", 2, "a"], ["b", 2, "a"]),
        ([(2, "x"), (1, "y"), (2, "x")], [(2, "x"), (1, "y")]),
        ([frozenset("a"), "a"], [frozenset("a"), "a"]),
        ([2.5, -1, 0], [-1, 0, 2.5]),
        ([b"b", b"a"], [b"a", b"b"]),
        (["ä", "z", "a"], ["a", "z", "ä"]),
        ([2**70, -(2**70), 5], [-(2**70), 5, 2**70]),
    ],
)
def test_python_objects(ids: list[Any], labels: list[Any]) -> None:
    column = np.fromiter(ids, object, len(ids))
    found = check(ids, ids, factorized(column, column))
    assert found.tolist() == labels
    assert list(map(type, found.tolist())) == list(map(type, labels))


@pytest.mark.parametrize(
    "column",
    [
        np.array([2.5, -0.0, 0.0, np.inf]),
        np.array([True, False, True]),
        np.array(["2020-01-02", "2020-01-01"], "M8[D]"),
        np.array([5, 3], "m8[s]"),
        np.array([1j, 0]),
    ],
)
def test_other_types(column: np.ndarray[Any, Any]) -> None:
    tails, heads, labels = factorized(column, column)
    assert (labels[tails] == column).all() and (labels[heads] == column).all()
    assert len(set(labels.tolist())) == len(labels) == len(set(column.tolist()))


def test_no_edges() -> None:
    for dtype in (np.int64, object, "U3", np.float64):
        tails, heads, labels = factorized(np.empty(0, dtype), np.empty(0, dtype))
        assert len(tails) == len(heads) == len(labels) == 0


class Odd:
    """Hashable, and not equal to itself."""

    def __eq__(self, other: object) -> bool:
        return False

    def __hash__(self) -> int:
        return 1


@pytest.mark.parametrize(
    ("ids", "says"),
    [
        (np.array([0.5, np.nan]), "targets: row 1 is nan, which is no id"),
        (np.array(["2020", "NaT"], "M8[D]"), "targets: row 1 is NaT"),
        (np.array(["a", None], object), "targets: row 1 is None"),
        (np.array(["a", float("nan")], object), "targets: row 1 is nan"),
        (np.array(["a", Odd()], object), "targets: row 1 is .*no id"),
        (np.array(["a", bytearray()], object), r"targets: row 1 is bytearray\(b''\).*no hash"),
    ],
)
def test_no_ids(ids: np.ndarray[Any, Any], says: str) -> None:
    with pytest.raises(ew.ArgumentError, match=says):
        factorized(np.array(["b", "c"], object) if ids.dtype == object else ids[:1].repeat(2), ids)


# as a caller sees them -------------------------------------------------------------------------


def test_answers_come_back_in_the_callers_ids() -> None:
    for ids in (["bob", "ann"], [-7, 10**12], [0.5, 2.5], [(1, 2), "x"], [2**64 - 1, 2**63]):
        graph = ew.from_edges([(ids[0], ids[1])])
        tails, heads, _ = graph.to_edges()
        assert (tails.tolist(), heads.tolist()) == ([ids[0]], [ids[1]])
        assert graph.neighbors(ids[0]).tolist() == [ids[1]]
        ew.verify.graph(graph)
