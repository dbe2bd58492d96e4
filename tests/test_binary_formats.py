"""GAP, Graph500, Parquet and Feather: there and back, other people's files, and refusals."""

from __future__ import annotations

import struct
import sys
import warnings
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pandas
import pyarrow
import pyarrow.feather
import pyarrow.parquet
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import edgewise as ew
from edgewise.adjacency import Adjacency
from edgewise.graph import Facts, Graph
from edgewise.ids import VertexIds
from edgewise.io import columns_out, gap, graph500, soundness
from tests.corpus.binary import gap as gap_files
from tests.corpus.binary import graph500 as graph500_files
from tests.corpus.binary import graphml, native
from tests.fuzz.judge import edges_of
from tests.zoo import BY_NAME, WEIGHT_TYPES, Animal, graphs

CORPUS = Path(__file__).with_name("corpus")
TABLES = ["parquet", "feather"]
WIDTHS = ["g500", "packed"]


def there_and_back(graph: ew.Graph, path: Path) -> ew.Graph:
    ew.write(graph, path)
    return ew.read(path)


def assert_same(one: ew.Graph, two: ew.Graph) -> None:
    """The same vertices in the same order, edges, direction and type of weights."""
    ew.verify.graph(two)
    assert one.ids.tolist() == two.ids.tolist()
    assert one.is_directed == two.is_directed
    assert one.weight_dtype == two.weight_dtype
    assert edges_of(one) == edges_of(two)


def with_int32(graph: ew.Graph) -> ew.Graph:
    if graph.out_weights is None:
        return graph
    sources, targets, weights = graph.to_edges()
    assert weights is not None
    return ew.from_edges(
        sources,
        targets,
        weights.astype(np.int32),
        num_vertices=graph.num_vertices,
        directed=graph.is_directed,
    )


# GAP ---------------------------------------------------------------------------------------


def gap_path(graph: ew.Graph, folder: Path) -> Path:
    return folder / ("a.wsg" if graph.is_weighted else "a.sg")


@given(graphs(), st.booleans())
def test_gap_keeps_any_graph(
    tmp_path_factory: pytest.TempPathFactory, graph: ew.Graph, renumbered: bool
) -> None:
    graph = with_int32(graph)
    again = there_and_back(
        graph.renumbered() if renumbered else graph, gap_path(graph, tmp_path_factory.mktemp("gap"))
    )
    assert_same(graph, again)
    assert again.out_neighbors.tolist() == graph.out_neighbors.tolist()


def test_gap_is_laid_out_as_the_suite_reads_it(tmp_path: Path) -> None:
    graph = ew.from_edges([0, 0, 1], [1, 2, 2], [7, 8, 9])
    ew.write(graph, tmp_path / "a.wsg")
    pairs = struct.pack("<6i", 1, 7, 2, 8, 2, 9)
    back = struct.pack("<6i", 0, 7, 0, 8, 1, 9)
    expected = struct.pack("<?qq", True, 3, 3) + struct.pack("<4q", 0, 2, 3, 3) + pairs
    assert (tmp_path / "a.wsg").read_bytes() == expected + struct.pack("<4q", 0, 0, 1, 3) + back


def test_gap_takes_in_arcs_only_in_the_order_that_is_ours(tmp_path: Path) -> None:
    ordered = there_and_back(ew.from_edges([0, 0, 1], [1, 2, 2]), tmp_path / "a.sg")
    assert ordered.has_in_edges
    assert ordered.in_arcs.tolist() == [0, 1, 2]
    parallel = there_and_back(ew.from_edges([0, 0, 1], [1, 1, 2], [2, 1, 5]), tmp_path / "a.wsg")
    assert not parallel.has_in_edges
    assert parallel.out_weights is not None
    assert parallel.out_weights[parallel.in_arcs].tolist() == parallel.in_weights.tolist()  # type: ignore[union-attr]


def test_gap_reads_in_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soundness, "AT_ONCE", 7)
    monkeypatch.setattr(gap, "ARCS_AT_ONCE", 5)
    graph = ew.from_edges(range(100), range(1, 101), range(100), directed=False)
    graph = with_int32(graph)
    assert_same(graph, there_and_back(graph, tmp_path / "a.wsg"))


@pytest.mark.parametrize(
    ("name", "graph", "says"),
    [
        ("a.sg", ew.from_edges([0], [1], [5]), ".wsg"),
        ("a.wsg", ew.from_edges([0], [1]), "ending .sg"),
        ("a.sg", ew.from_edges([("ann", "bob")]), "from_csr"),
        ("a.wsg", ew.from_edges([0], [1], [0.5]), "int32"),
        ("a.wsg", ew.from_edges([0], [1], [1 << 31]), "2147483648"),
        ("a.wsg", ew.from_edges([0], [1], np.array([1 << 63], np.uint64)), "int32"),
    ],
)
def test_gap_refuses_what_it_cannot_hold(
    name: str, graph: ew.Graph, says: str, tmp_path: Path
) -> None:
    with pytest.raises(ew.GraphError, match=says):
        ew.write(graph, tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_gap_takes_narrow_weights_as_int32(tmp_path: Path) -> None:
    for dtype in (np.int8, np.uint16, np.int64, np.bool_):
        graph = ew.from_edges([0, 1], [1, 0], np.array([1, 0], dtype))
        assert there_and_back(graph, tmp_path / "a.wsg").weight_dtype == np.int32


# Graph500 ----------------------------------------------------------------------------------


@given(graphs(), st.sampled_from(WIDTHS))
def test_graph500_keeps_the_edges(
    tmp_path_factory: pytest.TempPathFactory, graph: ew.Graph, width: str
) -> None:
    assume(not graph.is_directed)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ew.LossWarning)  # of vertices behind the last edge
        again = there_and_back(graph, tmp_path_factory.mktemp("g500") / f"a.{width}")
    assert edges_of(again) == edges_of(graph)
    assert again.weight_dtype == (np.float32 if graph.is_weighted else None)
    assert not again.is_directed


@pytest.mark.parametrize("width", WIDTHS)
def test_graph500_writes_in_pieces(
    width: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(graph500, "EDGES_AT_ONCE", 3)
    graph = ew.from_edges(range(50), range(1, 51), [1.5] * 50, directed=False)
    assert edges_of(there_and_back(graph, tmp_path / f"a.{width}")) == edges_of(graph)


def test_graph500_is_laid_out_as_the_benchmark_reads_it(tmp_path: Path) -> None:
    far = (3 << 32) + 5
    graph = ew.from_edges([(7, far)], directed=False)
    ew.write(graph, tmp_path / "a.g500")
    ew.write(graph, tmp_path / "a.packed")
    assert (tmp_path / "a.g500").read_bytes() == struct.pack("<qq", 7, far)
    assert (tmp_path / "a.packed").read_bytes() == struct.pack("<IIhh", 7, 5, 0, 3)


def test_graph500_weights_lie_beside(tmp_path: Path) -> None:
    graph = ew.from_edges([0, 1], [1, 2], [0.5, 2.0], directed=False)
    ew.write(graph, tmp_path / "a.g500")
    assert (tmp_path / "a.g500.weights").read_bytes() == struct.pack("<2f", 0.5, 2.0)
    with pytest.raises(ew.FileAccessError, match="remove it first"):
        ew.write(graph.unweighted(), tmp_path / "a.g500")
    ew.write(graph, tmp_path / "b.packed.zst")
    assert edges_of(ew.read(tmp_path / "b.packed.zst")) == edges_of(graph)


@pytest.mark.parametrize(
    ("graph", "says"),
    [
        (ew.from_edges([(0, 1)]), "no direction"),
        (ew.from_edges([("ann", "bob")], directed=False), "'ann'"),
        (ew.from_edges([(-1, 1)], directed=False), "-1"),
        (ew.from_edges([(0, 1 << 47)], directed=False), "140737488355327"),
        (ew.from_edges([0], [1], [0.1], directed=False), "float32"),
        (ew.from_edges([0], [1], [1e300], directed=False), "float32"),
        (ew.from_edges([0], [1], [(1 << 24) + 1], directed=False), "float32"),
    ],
)
def test_graph500_refuses_what_it_cannot_hold(graph: ew.Graph, says: str, tmp_path: Path) -> None:
    with pytest.raises(ew.GraphError, match=says):
        ew.write(graph, tmp_path / "a.packed")
    assert list(tmp_path.iterdir()) == []


# tables ------------------------------------------------------------------------------------


@pytest.mark.parametrize("ending", TABLES)
def test_tables_keep_the_zoo(animal: Animal, ending: str, tmp_path: Path) -> None:
    graph = animal.graph()
    if animal.name == "mixed ids":
        with pytest.raises(ew.GraphError, match="cannot be written"):
            ew.write(graph, tmp_path / f"a.{ending}")
        return
    assert_same(graph, there_and_back(graph, tmp_path / f"a.{ending}"))


@given(graphs(), st.sampled_from(TABLES), st.booleans())
def test_tables_keep_any_graph(
    tmp_path_factory: pytest.TempPathFactory, graph: ew.Graph, ending: str, renumbered: bool
) -> None:
    written = graph.renumbered() if renumbered else graph
    again = there_and_back(written, tmp_path_factory.mktemp("tables") / f"a.{ending}")
    assert_same(graph, again)


WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=5)
PAIRS = st.lists(st.tuples(WORDS, WORDS), max_size=10)
NUMBERS = st.integers(-(1 << 62), 1 << 62)
NUMBER_PAIRS = st.lists(st.tuples(NUMBERS, NUMBERS), max_size=10)


@given(st.one_of(PAIRS, NUMBER_PAIRS), st.sampled_from(TABLES), st.booleans())
def test_tables_keep_any_ids(
    tmp_path_factory: pytest.TempPathFactory, pairs: list[Any], ending: str, loops: bool
) -> None:
    graph = ew.from_edges(pairs, ids="labels")
    if not loops:  # some vertices stand alone then
        graph = graph.simplified(self_loops="drop")
    assert_same(graph, there_and_back(graph, tmp_path_factory.mktemp("ids") / f"a.{ending}"))


@pytest.mark.parametrize("ending", TABLES)
@pytest.mark.parametrize("dtype", WEIGHT_TYPES)
def test_tables_keep_the_type_of_weights(dtype: Any, ending: str, tmp_path: Path) -> None:
    graph = ew.from_edges([0, 1], [1, 2], np.array([0, 1], dtype))
    assert_same(graph, there_and_back(graph, tmp_path / f"a.{ending}"))


@pytest.mark.parametrize("ending", TABLES)
def test_labels_in_an_order_of_their_own(ending: str, tmp_path: Path) -> None:
    for labels in (["zoe", "ann", "bob"], [9, -1, 5]):
        column = np.array(labels)
        rows = Adjacency(np.array([0, 1, 1, 1]), np.array([1], np.int32))
        graph = Graph(rows, Facts(directed=True, weighted=False), VertexIds(3, column))
        assert_same(graph, there_and_back(graph, tmp_path / f"a.{ending}"))


@pytest.mark.parametrize("ending", TABLES)
def test_tables_are_written_in_pieces(
    ending: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(columns_out, "ROWS_AT_ONCE", 4)
    named = [(f"v{v}", f"v{v + 1}") for v in range(30)]
    graph = ew.from_edges(named, weights=[1.5] * 30, directed=False)
    assert_same(graph, there_and_back(graph, tmp_path / f"a.{ending}"))


def test_pandas_reads_what_is_written(tmp_path: Path) -> None:
    ew.write(
        ew.from_edges([("ann", "bob"), ("bob", "cid")], weights=[1, 2]), tmp_path / "a.parquet"
    )
    frame = pandas.read_parquet(tmp_path / "a.parquet")
    assert list(frame.columns) == ["source", "target", "weight"]
    assert frame.values.tolist() == [["ann", "bob", 1], ["bob", "cid", 2]]


def test_what_pandas_and_pyarrow_write_is_read(tmp_path: Path) -> None:
    frame = pandas.DataFrame({"src": ["a", "b"], "dst": ["b", "c"], "w": [1.5, 2.5]}, index=[7, 9])
    frame["src"] = frame["src"].astype("category")
    frame.to_parquet(tmp_path / "a.parquet")
    pyarrow.feather.write_feather(pyarrow.Table.from_pandas(frame), tmp_path / "a.feather")
    for name in ("a.parquet", "a.feather"):
        graph = ew.read(tmp_path / name)
        assert edges_of(graph) == Counter({("a", "b", 1.5): 1, ("b", "c", 2.5): 1})


@pytest.mark.parametrize("ending", TABLES)
def test_another_reader_sees_plain_columns(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"a.{ending}"
    ew.write(BY_NAME["holes and negatives"].graph(), path)
    whole = pyarrow.parquet.read_table if ending == "parquet" else pyarrow.feather.read_table
    table = whole(path)
    assert table.column_names == ["source", "target"]
    assert table["source"].to_pylist() == [-7, 3, 5]


@pytest.mark.parametrize("ending", TABLES)
def test_a_word_too_many_for_utf8_is_refused(ending: str, tmp_path: Path) -> None:
    with pytest.raises(ew.GraphError, match="cannot be written"):
        ew.write(ew.from_edges([("\ud800", "b")]), tmp_path / f"a.{ending}")
    assert list(tmp_path.iterdir()) == []


def test_one_long_word_that_comes_often_takes_its_room_once(tmp_path: Path) -> None:
    word = "x" * 100_000
    codes = pyarrow.array(np.zeros(20_000, np.int32))
    coded = pyarrow.DictionaryArray.from_arrays(codes, pyarrow.array([word]))
    table = pyarrow.table({"source": coded, "target": coded})  # 4 GB in plain columns
    pyarrow.parquet.write_table(table, tmp_path / "a.parquet")
    pyarrow.feather.write_feather(table, tmp_path / "a.feather", compression="zstd")
    for name in ("a.parquet", "a.feather"):
        before = pyarrow.default_memory_pool().bytes_allocated()
        graph = ew.read(tmp_path / name)
        assert graph.ids.tolist() == [word]
        assert graph.num_edges == 20_000
        assert pyarrow.default_memory_pool().max_memory() - before < 1 << 30


@pytest.mark.parametrize("ending", TABLES)
def test_without_pyarrow_the_way_out_is_told(
    ending: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / f"a.{ending}"
    ew.write(ew.from_edges([0], [1]), path)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    for attempt in (lambda: ew.read(path), lambda: ew.write(ew.from_edges([0], [1]), path)):
        with pytest.raises(ew.MissingDependencyError, match=r"edgewise\[arrow\]"):
            attempt()


# the stored files --------------------------------------------------------------------------


@pytest.mark.parametrize("maker", [native, gap_files, graph500_files, graphml])
def test_the_stored_files_are_what_their_maker_makes(maker: Any) -> None:
    folder = CORPUS / maker.__name__.split(".")[-1]
    plain = [entry for entry in maker.entries() if not entry.name.endswith(".gz")]
    assert len(plain) > 30
    for entry in plain:
        assert (folder / entry.name).read_bytes() == entry.data, entry.name
