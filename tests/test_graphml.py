"""GraphML: there and back, with NetworkX and igraph, and nothing outside the file."""

from __future__ import annotations

import sys
import tracemalloc
from collections import Counter
from pathlib import Path
from typing import Any

import igraph
import networkx
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import edgewise as ew
from edgewise.io import graphml, graphml_writing
from tests.fuzz.judge import edges_of
from tests.zoo import Animal, graphs

KEPT = {
    np.int8: np.int32,
    np.int16: np.int32,
    np.uint8: np.int32,
    np.uint16: np.int32,
    np.uint32: np.int64,
    np.float16: np.float32,
}
"""Types that GraphML has no name for, and what they come back as; others come back as they are."""


def there_and_back(graph: ew.Graph, folder: Path, name: str = "a.graphml") -> ew.Graph:
    ew.write(graph, folder / name)
    return ew.read(folder / name)


def assert_same(one: ew.Graph, two: ew.Graph) -> None:
    ew.verify.graph(two)
    assert one.ids.tolist() == two.ids.tolist()
    assert one.is_directed == two.is_directed
    assert one.is_weighted == two.is_weighted
    assert edges_of(one) == edges_of(two)


def test_the_zoo_comes_back(animal: Animal, tmp_path: Path) -> None:
    graph = animal.graph()
    if animal.name == "mixed ids":
        with pytest.raises(ew.GraphError, match="cannot be written"):
            ew.write(graph, tmp_path / "a.graphml")
        return
    assert_same(graph, there_and_back(graph, tmp_path))


@given(graphs(), st.booleans())
def test_any_graph_comes_back(
    tmp_path_factory: pytest.TempPathFactory, graph: ew.Graph, renumbered: bool
) -> None:
    assume(graph.weight_dtype != np.uint64)
    written = graph.renumbered() if renumbered else graph
    again = there_and_back(written, tmp_path_factory.mktemp("any"))
    assert_same(graph, again)
    if graph.weight_dtype is not None:
        assert again.weight_dtype == KEPT.get(graph.weight_dtype.type, graph.weight_dtype)


LETTERS = st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufffe\uffff")
WORDS = st.text(st.one_of(LETTERS, st.sampled_from("&<>\"'\n\t 019-")), max_size=6)
NUMBERS = st.integers(-(1 << 63), (1 << 63) - 1)
PAIRS = st.one_of(
    st.lists(st.tuples(WORDS, WORDS), max_size=10),
    st.lists(st.tuples(NUMBERS, NUMBERS), max_size=10),
)


@given(PAIRS)
def test_any_ids_come_back(tmp_path_factory: pytest.TempPathFactory, pairs: list[Any]) -> None:
    graph = ew.from_edges(pairs, ids="labels")
    assert_same(graph, there_and_back(graph, tmp_path_factory.mktemp("ids")))


@given(st.lists(st.floats(allow_nan=False), min_size=1, max_size=20), st.booleans())
def test_every_float_comes_back(
    tmp_path_factory: pytest.TempPathFactory, values: list[float], narrow: bool
) -> None:
    with np.errstate(over="ignore"):
        weights = np.array(values, np.float32 if narrow else np.float64)
    graph = ew.from_edges(range(len(values)), range(1, len(values) + 1), weights)
    again = there_and_back(graph, tmp_path_factory.mktemp("floats"))
    assert again.out_weights is not None
    assert again.out_weights.tobytes() == weights.tobytes()


def test_words_that_look_like_integers_stay_words(tmp_path: Path) -> None:
    graph = ew.from_edges([("1", "2"), ("2", "10")])
    assert there_and_back(graph, tmp_path).ids.tolist() == ["1", "10", "2"]
    assert set(networkx.read_graphml(tmp_path / "a.graphml")) == {"1", "2", "10"}


def test_documents_in_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graphml, "BLOCK", 7)
    monkeypatch.setattr(graphml_writing, "ELEMENTS_AT_ONCE", 3)
    named = [(f"v{v}\u00e9", f"v{v + 1}\u00e9") for v in range(30)]
    graph = ew.from_edges(named, weights=[0.5] * 30, directed=False)
    for name in ("a.graphml", "a.graphml.gz", "a.graphml.zst"):
        assert_same(graph, there_and_back(graph, tmp_path, name))


# other people's files ----------------------------------------------------------------------


@given(graphs())
def test_networkx_reads_what_is_written(
    tmp_path_factory: pytest.TempPathFactory, graph: ew.Graph
) -> None:
    assume(graph.weight_dtype != np.uint64)
    path = tmp_path_factory.mktemp("nx") / "a.graphml"
    ew.write(graph, path)
    found = networkx.read_graphml(path, node_type=int, force_multigraph=True)
    assert found.is_directed() == graph.is_directed
    assert list(found) == list(range(graph.num_vertices))
    edges = Counter((u, v, data.get("weight")) for u, v, data in found.edges(data=True))
    turned = Counter({(min(u, v), max(u, v), w): 0 for u, v, w in edges})
    for (u, v, w), count in edges.items():
        turned[(min(u, v), max(u, v), w)] += count
    assert (edges if graph.is_directed else turned) == edges_of(graph)


@pytest.mark.parametrize("kind", [networkx.Graph, networkx.DiGraph, networkx.MultiGraph])
def test_what_networkx_writes_is_read(kind: Any, tmp_path: Path) -> None:
    graph = kind([("ann", "bob"), ("bob", "bob"), ("cid", "ann")])
    graph.add_node("dan", weight=7, club="chess")
    graph.graph["weight"] = 3
    for number, (_, _, data) in enumerate(graph.edges(data=True)):
        data.update(weight=number + 0.5, colour="red")
    networkx.write_graphml(graph, tmp_path / "a.graphml")
    again = ew.read(tmp_path / "a.graphml")
    expected = ew.from_edges(
        [(u, v) for u, v in graph.edges()],
        weights=[data["weight"] for _, _, data in graph.edges(data=True)],
        directed=graph.is_directed(),
    )
    assert again.ids.tolist() == ["ann", "bob", "cid", "dan"]
    assert again.is_directed == graph.is_directed()
    assert edges_of(again) == edges_of(expected)


@pytest.mark.parametrize("directed", [True, False])
def test_what_igraph_writes_is_read(directed: bool, tmp_path: Path) -> None:
    graph = igraph.Graph([(0, 1), (1, 2), (2, 2)], n=4, directed=directed)
    graph.es["weight"] = [0.5, 1.5, 2.5]
    graph.write_graphml(str(tmp_path / "a.graphml"))
    again = ew.read(tmp_path / "a.graphml")
    assert again.ids.tolist() == ["n0", "n1", "n2", "n3"]
    assert again.is_directed == directed
    weighed = {("n0", "n1", 0.5): 1, ("n1", "n2", 1.5): 1, ("n2", "n2", 2.5): 1}
    assert edges_of(again) == Counter(weighed)


def test_igraph_reads_what_is_written(tmp_path: Path) -> None:
    ew.write(ew.from_edges([(0, 1), (2, 0)], weights=[1.5, 2.5]), tmp_path / "a.graphml")
    found = igraph.Graph.Read_GraphML(str(tmp_path / "a.graphml"))
    assert found.get_edgelist() == [(0, 1), (2, 0)]
    assert found.es["weight"] == [1.5, 2.5]
    assert found.is_directed()


# refusals ------------------------------------------------------------------------------------


@pytest.mark.parametrize("word", ["\x00", "\x1b", "\ufffe", "\ud800"])
def test_letters_that_xml_has_not_are_refused(word: str, tmp_path: Path) -> None:
    with pytest.raises(ew.GraphError, match="printable letters"):
        ew.write(ew.from_edges([("ann", f"b{word}b")]), tmp_path / "a.graphml")
    assert list(tmp_path.iterdir()) == []


def test_weights_without_a_name_in_graphml_are_refused(tmp_path: Path) -> None:
    graph = ew.from_edges([0], [1], np.array([1 << 63], np.uint64))
    with pytest.raises(ew.GraphError, match="uint64"):
        ew.write(graph, tmp_path / "a.graphml")


def test_laughs_cost_no_memory(tmp_path: Path) -> None:
    entities = "".join(f'<!ENTITY l{k} "{f"&l{k - 1};" * 10}">' for k in range(1, 12))
    text = f'<!DOCTYPE graphml [<!ENTITY l0 "ha">{entities}]><graphml>&l11;</graphml>'
    (tmp_path / "a.graphml").write_text(text)
    tracemalloc.start()
    with pytest.raises(ew.FormatError, match="document type"):
        ew.read(tmp_path / "a.graphml")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 4 << 20


def test_nothing_outside_the_file_is_opened(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("n7")
    text = (
        f'<!DOCTYPE graphml [<!ENTITY s SYSTEM "{secret.as_uri()}">]>'
        '<graphml><graph edgedefault="directed"><node id="&s;"/></graph></graphml>'
    )
    (tmp_path / "a.graphml").write_text(text)
    opened: list[str] = []
    sys.addaudithook(lambda event, args: opened.append(str(args[0])) if event == "open" else None)
    with pytest.raises(ew.FormatError, match="document type"):
        ew.read(tmp_path / "a.graphml")
    assert not any("secret" in path for path in opened)
    assert any(path.endswith("a.graphml") for path in opened)
