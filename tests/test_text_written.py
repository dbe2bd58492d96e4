"""What is written as text is read back as the same graph, or refused with a way out."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import edgewise as ew
from edgewise.io import pieces, row_writing
from tests.zoo import Animal

ENDINGS = (".el", ".txt", ".csv", ".tsv", ".mtx", ".gr", ".graph", ".e", ".properties", ".el.gz")
WITH_LABELS = (".el", ".txt", ".csv", ".tsv", ".el.gz")
TYPES = ("bool", "int8", "uint16", "int32", "int64", "uint64", "float16", "float32", "float64")


@pytest.fixture(autouse=True)
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pieces, "PIECE", 64)
    monkeypatch.setattr(pieces, "BATCH", 200)
    monkeypatch.setattr(row_writing, "ROWS", 5)


def there_and_back(graph: ew.Graph, folder: Path, ending: str) -> ew.Graph:
    path = folder / f"a{ending}"
    ew.write(graph, path)
    return ew.read(path)


def facts(graph: ew.Graph) -> dict[str, Any]:
    """All that a graph is, as values that can be compared."""
    tails, heads, weights = graph.to_edges()
    values = [None] * len(tails) if weights is None else [weight.hex() for weight in hexed(weights)]
    ends = zip(tails.tolist(), heads.tolist(), strict=True)
    if not graph.is_directed:
        rank = {name: place for place, name in enumerate(sorted(graph.ids.tolist()))}
        ends = iter([tuple(sorted(pair, key=rank.__getitem__)) for pair in ends])
    return {
        "ids": sorted(graph.ids.tolist()),
        "edges": Counter(zip(ends, values, strict=True)),
        "directed": graph.is_directed,
        "weights": graph.weight_dtype,
    }


def hexed(weights: np.ndarray) -> list[Any]:
    return [float(weight) for weight in weights.astype(np.float64)]


def fits(graph: ew.Graph, ending: str) -> bool:
    real = graph.weight_dtype is not None and graph.weight_dtype.kind == "f"
    if ending == ".graph":
        return not graph.is_directed and not real
    labels = graph.vertex_ids.labels
    if ending in (".e", ".properties") and labels is not None:
        return labels.dtype.kind in "iu" and min(labels, default=0) >= 0
    alike = labels is None or len(set(map(type, labels.tolist()))) < 2
    return alike if ending in WITH_LABELS else labels is None


@pytest.mark.parametrize("ending", ENDINGS)
def test_the_zoo_there_and_back(animal: Animal, ending: str, tmp_path: Path) -> None:
    graph = animal.graph()
    if fits(graph, ending):
        back = there_and_back(graph, tmp_path, ending)
        assert facts(back) == facts(graph)
        ew.verify.graph(back)


@pytest.mark.parametrize("ending", [".el", ".mtx", ".gr", ".e"])
@pytest.mark.parametrize("kind", TYPES)
def test_weights_keep_their_type_and_value(kind: str, ending: str, tmp_path: Path) -> None:
    values: list[Any] = [0, 1, 1, 0]
    dtype = np.dtype(kind)
    if dtype.kind in "iu":
        bounds = np.iinfo(dtype)
        values = [0, bounds.min, min(bounds.max, (1 << 63) - 1), 7]
    if dtype.kind == "f":
        values = [0.1, np.finfo(dtype).max, -np.finfo(dtype).tiny, -np.inf]
    weights = np.array(values, dtype)
    graph = ew.from_edges([0, 1, 2, 2], [1, 2, 3, 0], weights)
    back = there_and_back(graph, tmp_path, ending)
    assert facts(back) == facts(graph)


@given(
    st.lists(
        st.floats(allow_nan=False) | st.floats(0, 1) | st.integers(-(1 << 60), 1 << 60).map(float),
        min_size=1,
        max_size=40,
    )
)
def test_reals_come_back_bit_for_bit(values: list[float]) -> None:
    parts: list[bytes] = []
    paper: Any = SimpleNamespace(write=parts.append)
    ends = np.arange(len(values))
    row_writing.write_edges(paper, ends, ends, np.array(values), row_writing.RowShape())
    words = [line.split()[2] for line in b"".join(parts).splitlines()]
    assert np.array([float(word) for word in words]).tobytes() == np.array(values).tobytes()
    assert max(map(len, words)) <= 24
    assert not any(word.lstrip(b"-").isdigit() for word in words), "these would be integers"


WORDS = st.text(
    st.characters(exclude_categories=("Cc", "Cs"), exclude_characters="\ufeff"),
    min_size=1,
    max_size=5,
)
LABELS = st.lists(WORDS, min_size=1, max_size=5, unique=True) | st.lists(
    st.integers(-(1 << 63), (1 << 63) - 1), min_size=1, max_size=5, unique=True
)


@given(
    labels=LABELS,
    data=st.data(),
    ending=st.sampled_from([".el", ".csv", ".tsv"]),
    weighted=st.booleans(),
)
def test_ids_come_back(
    labels: list[Any], data: st.DataObject, ending: str, weighted: bool, tmp_path_factory: Any
) -> None:
    name = st.sampled_from(labels)
    edges = data.draw(st.lists(st.tuples(name, name), max_size=8))
    spare = data.draw(st.lists(name, max_size=2))
    all_edges = [*edges, *((label, label) for label in spare)]
    weights = list(range(len(all_edges))) if weighted else None
    graph = ew.from_edges(all_edges, weights=weights, ids="labels")
    lone = graph.simplified(self_loops="drop", duplicates="keep")  # leaves vertices alone
    for one in (graph, lone):
        assert facts(there_and_back(one, tmp_path_factory.mktemp("ids"), ending)) == facts(one)


@pytest.mark.parametrize("ending", [".el", ".csv", ".mtx", ".gr", ".graph", ".e"])
@pytest.mark.parametrize("directed", [True, False])
def test_any_number_of_threads_writes_the_same(
    ending: str, directed: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    graph = ew.generate.gnm(40, 200, seed=3, directed=directed)
    if not fits(graph, ending):
        return
    texts = []
    for threads in ("1", "2", "5"):
        monkeypatch.setenv("EDGEWISE_THREADS", threads)
        back = there_and_back(graph, tmp_path, ending)
        assert facts(back) == facts(graph)
        texts.append((tmp_path / f"a{ending}").read_bytes())
    assert texts[0] == texts[1] == texts[2]


def test_a_renumbered_graph_is_written_in_the_callers_order(tmp_path: Path) -> None:
    graph = ew.from_edges([0, 1, 2, 2, 2], [2, 2, 3, 1, 0], directed=False, duplicates="first")
    for ending in (".el", ".mtx", ".gr", ".graph", ".e"):
        assert facts(there_and_back(graph.renumbered(), tmp_path, ending)) == facts(graph)


def test_a_plain_csv_needs_no_remark(tmp_path: Path) -> None:
    ew.write(ew.from_edges([0, 2], [1, 0], [1.5, 2.0]), tmp_path / "a.csv")
    assert (tmp_path / "a.csv").read_text() == "source,target,weight\n0,1,1.5\n2,0,2.0\n"
    ew.write(ew.from_edges([0], [1], num_vertices=3), tmp_path / "b.csv")
    assert (tmp_path / "b.csv").read_text().startswith("# edgewise: directed vertices=3 heading\n")


@pytest.mark.parametrize(
    ("ending", "graph", "words"),
    [
        (".graph", ew.from_edges([0], [1]), "undirected"),
        (".graph", ew.from_edges([0], [1], [0.5], directed=False), "integer weights"),
        (".e", ew.from_edges([("a", "b")]), "'a'"),
        (".e", ew.from_edges([(-3, 4)], ids="labels"), "-3"),
        (".el", ew.from_edges([((0, 1), (2, 3))]), "(0, 1)"),
        (".el", ew.from_edges([("a\nb", "c")]), "'a\\nb'"),
        (".el", ew.from_edges([("a", "\ud800")]), "'\\ud800'"),
        (".el", ew.from_edges([0], [1], np.array([1 << 63], np.uint64)), str(1 << 63)),
        (".graph", ew.from_edges([0], [1], np.array([1 << 63], np.uint64), directed=False), "63"),
    ],
)
def test_what_a_format_cannot_hold_is_refused(
    ending: str, graph: ew.Graph, words: str, tmp_path: Path
) -> None:
    with pytest.raises(ew.GraphError) as caught:
        ew.write(graph, tmp_path / f"a{ending}")
    assert words in str(caught.value)
    assert "write" in str(caught.value)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("ending", [".el", ".mtx", ".gr"])
def test_a_size_that_no_reader_would_believe_is_not_written(ending: str, tmp_path: Path) -> None:
    graph = ew.from_edges([0], [1], num_vertices=5_000_000)
    with pytest.raises(ew.GraphError, match="5000000 vertices"):
        ew.write(graph, tmp_path / f"a{ending}")


def test_graphalytics_files_must_be_named_so(tmp_path: Path) -> None:
    with pytest.raises(ew.ArgumentError, match=r"\.properties"):
        ew.write(ew.from_edges([0], [1]), tmp_path / "a.txt", format="graphalytics")
    assert list(tmp_path.iterdir()) == []
