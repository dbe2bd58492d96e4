"""Data frames of pandas, polars and Arrow, in and out."""

from __future__ import annotations

import sys
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import edgewise as ew
from tests.foreign import ByArrow
from tests.zoo import Animal, graphs

Frame = Callable[[dict[str, Any]], Any]
WORDS = {"source": ["b", "c", "a", "a"], "target": ["a", "b", "a", "ä"], "weight": [1.0, 2, 3, 4]}
EXPECTED = ew.from_edges(*WORDS.values())


def pandas_as(*types: str) -> Frame:
    """Frames of pandas with ids of this type."""
    kinds = dict(zip(("source", "target"), types * 2, strict=False))
    return lambda columns: pd.DataFrame(columns).astype(kinds)


def polars_as(kind: Any) -> Frame:
    return lambda columns: pl.DataFrame(columns).with_columns(pl.col("source", "target").cast(kind))


def arrow_as(kind: Any) -> Frame:
    def made(columns: dict[str, Any]) -> Any:
        ends = {end: pa.array(columns[end]).cast(kind) for end in ("source", "target")}
        return pa.table({**ends, "weight": columns["weight"]})

    return made


def in_pieces(columns: dict[str, Any]) -> pa.Table:
    whole = pa.table(columns)
    return pa.concat_tables([whole.slice(0, 1), whole.slice(1, 0), whole.slice(1)])


def encoded_in_pieces(columns: dict[str, Any]) -> pa.Table:
    """Each piece has a dictionary of its own."""
    pieces = in_pieces(columns)
    for at, end in enumerate(("source", "target")):
        chunks = [chunk.dictionary_encode() for chunk in pieces[end].chunks]
        pieces = pieces.set_column(at, end, pa.chunked_array(chunks))
    return pieces


def with_odd_dictionary(columns: dict[str, Any]) -> pa.Table:
    """A dictionary that holds a word twice, and one that nobody uses."""
    words = pa.array(["a", "b", "c", "ä", "a", "unused"])
    source = pa.DictionaryArray.from_arrays(pa.array([1, 2, 0, 4]), words)
    return pa.table({"source": source, "target": columns["target"], "weight": columns["weight"]})


FRAMES: dict[str, tuple[Any, Frame]] = {
    "pandas str": (ew.from_pandas, pandas_as("str")),
    "pandas object": (ew.from_pandas, pandas_as("object")),
    "pandas string": (ew.from_pandas, pandas_as("string")),
    "pandas string in Python": (ew.from_pandas, pandas_as("string[python]")),
    "pandas string in Arrow": (ew.from_pandas, pandas_as("string[pyarrow]")),
    "pandas category": (ew.from_pandas, pandas_as("category")),
    "pandas mixed": (ew.from_pandas, pandas_as("category", "object")),
    "pandas by Arrow": (ew.from_arrow, pandas_as("str")),
    "polars String": (ew.from_polars, polars_as(pl.String)),
    "polars Categorical": (ew.from_polars, polars_as(pl.Categorical)),
    "polars Enum": (ew.from_polars, polars_as(pl.Enum(["z", "c", "ä", "b", "a"]))),
    "polars by Arrow": (ew.from_arrow, polars_as(pl.String)),
    "arrow string": (ew.from_arrow, arrow_as("string")),
    "arrow large_string": (ew.from_arrow, arrow_as("large_string")),
    "arrow string_view": (ew.from_arrow, arrow_as("string_view")),
    "arrow dictionary": (ew.from_arrow, arrow_as(pa.dictionary("int8", "string"))),
    "arrow in pieces": (ew.from_arrow, in_pieces),
    "arrow dictionaries in pieces": (ew.from_arrow, encoded_in_pieces),
    "arrow odd dictionary": (ew.from_arrow, with_odd_dictionary),
    "arrow batch": (ew.from_arrow, lambda columns: pa.table(columns).to_batches()[0]),
    "arrow foreign": (ew.from_arrow, lambda columns: ByArrow(pa.table(columns))),
    "arrow reader": (ew.from_arrow, lambda columns: pa.table(columns).to_reader()),
}


@pytest.mark.parametrize("name", FRAMES)
def test_words(name: str) -> None:
    read, made = FRAMES[name]
    same_as_expected(read(made(WORDS)))


@pytest.mark.parametrize("name", [name for name in FRAMES if FRAMES[name][0] != ew.from_arrow])
def test_words_without_arrow(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    read, made = FRAMES[name]
    frame = made(WORDS)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    same_as_expected(read(frame))


def same_as_expected(graph: ew.Graph) -> None:
    ew.verify.graph(graph)
    ew.verify.same_graph(graph, EXPECTED)
    assert graph.ids.tolist() == ["a", "b", "c", "ä"]
    assert set(map(type, graph.ids.tolist())) == {str}


@given(
    st.lists(st.tuples(st.text(max_size=3), st.text(max_size=3)), min_size=1),
    st.sampled_from(["str", "object", "category", "string[pyarrow]"]),
)
def test_any_words_as_python_has_them(pairs: list[tuple[str, str]], kind: str) -> None:
    expected = ew.from_edges(pairs)
    columns = {"source": [u for u, _ in pairs], "target": [v for _, v in pairs]}
    graph = ew.from_pandas(pd.DataFrame(columns).astype(kind))
    assert graph.ids.tolist() == expected.ids.tolist()
    ew.verify.same_graph(graph, expected)


@pytest.mark.parametrize("dtype", ["int8", "int64", "uint32", "uint64", "float32", "bool"])
@pytest.mark.parametrize("read", [ew.from_pandas, ew.from_polars, ew.from_arrow])
def test_types_of_weights_are_kept(read: Any, dtype: str) -> None:
    columns = {"source": [0, 1], "target": [1, 2], "weight": np.array([1, 0], dtype)}
    made = {ew.from_pandas: pd.DataFrame, ew.from_polars: pl.DataFrame, ew.from_arrow: pa.table}
    graph = read(made[read](columns))
    assert graph.weight_dtype == dtype
    assert graph.vertex_ids.plain
    assert graph.to_edges()[2].tolist() == [1, 0]


def test_nullable_types_without_nulls() -> None:
    frame = pd.DataFrame({"source": [0, 1], "target": [1, 2], "weight": [0.5, 2]})
    for backend in ("numpy_nullable", "pyarrow"):
        graph = ew.from_pandas(frame.convert_dtypes(dtype_backend=backend))
        ew.verify.same_graph(graph, ew.from_pandas(frame))
    table = pa.table({"source": [0], "target": [1], "weight": [Decimal("0.25")]})
    assert ew.from_arrow(table).to_edges()[2].tolist() == [0.25]


def test_ids_of_other_types() -> None:
    for ids in ([-5, 10**12], [0.5, 2.0], [(1, 2), (3, 4)], ["a", 1], [True, False]):
        frame = pd.DataFrame({"source": pd.Series(ids[:1], dtype=object), "target": ids[1:]})
        assert set(ew.from_pandas(frame).ids.tolist()) == set(ids)
    days = pd.to_datetime(["2020-01-02", "2020-01-01"])
    assert ew.from_pandas(pd.DataFrame({"source": days, "target": days})).num_vertices == 2


# which columns ---------------------------------------------------------------------------------


def test_columns_are_chosen_by_name() -> None:
    columns = {"a": [0, 1], "b": [1, 2], "weight": [3, 4], "km": [5.5, 6.5]}
    for read, made in (
        (ew.from_pandas, pd.DataFrame),
        (ew.from_polars, pl.DataFrame),
        (ew.from_arrow, pa.table),
    ):
        frame = made(columns)
        assert read(frame, "a", "b").to_edges()[2].tolist() == [3, 4]
        assert read(frame, "b", "a").to_edges()[0].tolist() == [1, 2]
        assert read(frame, "a", "b", "km").to_edges()[2].tolist() == [5.5, 6.5]
        assert not read(frame, "a", "b", weight=False).is_weighted
        assert not read(made({"a": [0], "b": [1]}), "a", "b").is_weighted


def test_columns_may_be_numbered() -> None:
    frame = pd.DataFrame([[0, 1, 9], [1, 2, 8]])
    assert ew.from_pandas(frame, 0, 1, 2).to_edges()[2].tolist() == [9, 8]


def test_policies() -> None:
    frame = pd.DataFrame({"source": [0, 0, 2, 3], "target": [1, 1, 2, 5], "weight": [1, 2, 3, 4]})
    assert ew.from_pandas(frame).num_vertices == 6
    assert ew.from_pandas(frame, num_vertices=9).num_vertices == 9
    assert ew.from_pandas(frame, ids="labels").num_vertices == 5
    assert ew.from_pandas(frame, directed=False).num_arcs == 7
    assert ew.from_pandas(frame, duplicates="sum").to_edges()[2].tolist() == [3, 3, 4]
    assert ew.from_pandas(frame, self_loops="drop", isolated="drop").num_vertices == 4
    words = pd.DataFrame({"source": ["a", "a"], "target": ["b", "a"]})
    assert ew.from_pandas(words, directed=False, self_loops="drop").num_arcs == 2
    with pytest.raises(ew.GraphError, match="self_loops='refuse'.*'a' to itself"):
        ew.from_pandas(words, self_loops="refuse")


GOOD = pd.DataFrame({"source": [0, 1], "target": [1, 2], "weight": [1, 2]})


@pytest.mark.parametrize(
    ("frame", "more", "says"),
    [
        (GOOD, {"source": "sorce"}, "no such column; there are 'source', .*mean 'source'"),
        (GOOD, {"target": 1}, "target=1: no such column"),
        (GOOD, {"weight": "cost"}, "weight='cost': no such column"),
        (pd.concat([GOOD, GOOD], axis=1), {}, "source='source': there are 2 such columns"),
        (pd.DataFrame(), {}, "there are none"),
        (GOOD.assign(source=["a", None]), {}, "column 'source': row 1 is missing"),
        (GOOD.assign(target=[1.5, np.nan]), {}, "column 'target': row 1 is missing"),
        (GOOD.assign(source=pd.Series(["a", None], dtype="category")), {}, "row 1 is missing"),
        (GOOD.assign(weight=pd.array([None, 1], "Int64")), {}, "column 'weight': row 0 is missing"),
        (GOOD.assign(weight=["1", "2"]), {}, "column 'weight': row 0 is '1', not a number"),
        (GOOD.assign(source=["a", "b"]), {"ids": "range"}, "not positions"),
        (GOOD.assign(source=[[1], [2]]), {}, "column 'source': row 0 is a list"),
        (pl.DataFrame({"source": [1]}), {}, "from_polars"),
    ],
)
def test_no_frame_of_pandas(frame: Any, more: dict[str, Any], says: str) -> None:
    with pytest.raises(ew.EdgewiseError, match=says) as refused:
        ew.from_pandas(frame, **more)
    assert str(refused.value).startswith("from_pandas(): ") or "ids" in more


@pytest.mark.parametrize(
    ("table", "says"),
    [
        (pa.table({"source": [1, None], "target": [1, 2]}), "column 'source': row 1 is missing"),
        (pa.table({"source": ["a", None], "target": ["a", "b"]}), "row 1 is missing"),
        (pa.table({"source": [[1]], "target": [1]}), "holds no single values"),
        (pa.table([[1], [2], [3]], ["source", "source", "target"]), "2 such columns"),
        (pa.array([1, 2]), "not an Arrow table"),
        (pl.Series([1, 2]), "not an Arrow table"),
        ({"source": [1]}, "expected an Arrow table"),
    ],
)
def test_no_table_of_arrow(table: Any, says: str) -> None:
    with pytest.raises(ew.EdgewiseError, match=says):
        ew.from_arrow(table)


def test_no_frame_of_polars() -> None:
    with pytest.raises(ew.ArgumentError, match="column 'source': row 0 is missing"):
        ew.from_polars(pl.DataFrame({"source": [None, 1], "target": [1, 2]}))
    with pytest.raises(ew.ArgumentTypeError, match="from_pandas"):
        ew.from_polars(GOOD)


def test_arrow_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    table = type("Table", (), {"__arrow_c_stream__": None})()
    for call in (lambda: ew.from_arrow(table), EXPECTED.to_arrow):
        with pytest.raises(ew.MissingDependencyError, match=r"edgewise\[arrow\]"):
            call()


def test_pandas_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ew.MissingDependencyError, match="pip install pandas"):
        EXPECTED.to_pandas()


# out and in again ------------------------------------------------------------------------------


def again(graph: ew.Graph, frame: Any, read: Any) -> ew.Graph:
    plain = graph.vertex_ids.plain
    number = graph.num_vertices if plain else None
    made: ew.Graph = read(frame, directed=graph.is_directed, num_vertices=number)
    return made


def test_every_animal_survives(animal: Animal) -> None:
    graph = animal.graph()
    ways = [(graph.to_pandas(), ew.from_pandas)]
    if animal.name != "mixed ids":
        ways += [(graph.to_arrow(), ew.from_arrow), (graph.to_arrow().to_pandas(), ew.from_pandas)]
        ways += [(pl.from_arrow(graph.to_arrow()), ew.from_polars)]
        ways += [(graph.renumbered().to_arrow(), ew.from_arrow)]
    for frame, read in ways:
        ew.verify.same_graph(graph, again(graph, frame, read))


@given(graphs())
def test_any_graph_survives(graph: ew.Graph) -> None:
    for frame, read in ((graph.to_pandas(), ew.from_pandas), (graph.to_arrow(), ew.from_arrow)):
        found = again(graph, frame, read)
        ew.verify.same_graph(graph, found)
        assert found.weight_dtype == graph.weight_dtype


def test_ids_of_several_kinds_do_not_fit_arrow() -> None:
    with pytest.raises(ew.GraphError, match="ids of one kind"):
        ew.from_edges([(1, "1")]).to_arrow()


def test_memory_is_shared() -> None:
    graph = ew.from_edges([0, 1], [1, 2], [5.0, 6.0])
    table, frame = graph.to_arrow(), graph.to_pandas()
    for name, array in (("target", graph.out_neighbors), ("weight", graph.out_weights)):
        assert np.shares_memory(table[name].chunk(0).to_numpy(), array)
        assert np.shares_memory(frame[name].to_numpy(), array)
