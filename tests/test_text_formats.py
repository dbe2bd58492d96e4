"""What each text format means, in the ways in which files of it come."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import edgewise as ew

Rows = list[list[Any]]


def read(folder: Path, name: str, text: str | bytes, **told: Any) -> ew.Graph:
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return ew.read(path, **told)


def rows(graph: ew.Graph) -> Rows:
    tails, heads, weights = graph.to_edges()
    columns = [tails.tolist(), heads.tolist()] + ([] if weights is None else [weights.tolist()])
    return [list(row) for row in zip(*columns, strict=True)]


# edge lists ------------------------------------------------------------------------------------

HEADED: list[tuple[str, Rows]] = [
    ("source,target\n0,1\n", [[0, 1]]),
    ("Source;Target;Weight\n0;1;2\n", [[0, 1, 2]]),
    ("from to\n0 1\n", [[0, 1]]),
    ("FromNodeId\tToNodeId\n0\t1\n", [[0, 1]]),
    ("id_1,id_2\n0,1\n", [[0, 1]]),
    ("who,whom,since\n0,1,2019\n", [[0, 1, 2019]]),
    ("weight,target,source\n2.5,0,1\n", [[1, 0, 2.5]]),
    ("time,src,dst,w\nx,0,1,5\ny,1,0,6\n", [[0, 1, 5], [1, 0, 6]]),
    ("source,target,label,when\n0,1,a b,-\n1,0,,\n", [[0, 1], [1, 0]]),
    ('source,target\n"0","1"\n1,"0"\n', [[0, 1], [1, 0]]),
    ('"source","target"\r\n"ann","b ""x"", c"\r\n', [["ann", 'b "x", c']]),
    ("source,target\nann,bob\n", [["ann", "bob"]]),
    ("source,target\n", []),
]


@pytest.mark.parametrize(("text", "expected"), HEADED)
def test_headings(text: str, expected: Rows, tmp_path: Path) -> None:
    assert rows(read(tmp_path, "a.csv", text)) == expected
    assert rows(read(tmp_path, "b.txt", "# a remark\n\n" + text + "# behind\n")) == expected


NAMED: list[tuple[str, Rows]] = [
    ("ann bob\nbob  cat\n", [["ann", "bob"], ["bob", "cat"]]),
    ("ann\tbob\t1\nbob\tcat\t2\n", [["ann", "bob", 1], ["bob", "cat", 2]]),
    ("new york\tparis\n", [["new york", "paris"]]),
    (
        '"new york" paris 0.5\n# "\n"a ""b""" c 1\n',
        [['a "b"', "c", 1.0], ["new york", "paris", 0.5]],
    ),
    ("a,1\n2,b\n", [["2", "b"], ["a", "1"]]),
    ("1.5 2.5\n2.5 1e3\n", [["1.5", "2.5"], ["2.5", "1e3"]]),
    ("\ufeffå,ß\n", [["å", "ß"]]),
]


@pytest.mark.parametrize(("text", "expected"), NAMED)
def test_words_for_ids(text: str, expected: Rows, tmp_path: Path) -> None:
    assert rows(read(tmp_path, "a.txt", text)) == expected


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("a b\nc\n", 2, "1 columns"),
        ("a b\nc d e\n", 2, "3 columns"),
        ("a b 1\nc d x\n", 2, "'x'"),
        ("a b 1\nc d nan\n", 2, "'nan'"),
        ("a b 1\nc d 1e999\n", 2, "'1e999'"),
        ("a,b\n,d\n", 2, "missing"),
        ("a,b\nc,d\x00\n", 2, "no text"),
        ('a,b\n"c,d\n', 2, "quotes"),
        ("a,b\nc,\xe9\n".encode("latin-1"), 2, "UTF-8"),
        ("time,src,dst,w\nx,0,1,5\ny,1,z,6\n", 3, "'z'"),
        ("time,src,dst,w\nx,0,1,5\ny,1,9223372036854775808,6\n", 3, "64 bits"),
        ("source,target\n0,1,2\n", 2, "3 columns"),
        ("0 1 2 3\n", 1, "weighted=False"),
        ("0\n", 1, "1 column"),
        ("# edgewise: directed vertices=2\n0 1\n1 2\n", 3, "from 0 to 1"),
        ("# edgewise: directed vertices=2\na b\n", 2, "'a'"),
        ("# edgewise: sideways\n0 1\n", 1, "sideways"),
        ("# edgewise: directed vertices=10000000000\n0 1\n", 1, "10000000000"),
        ("# edgewise: directed ids=text\n# edgewise vertex: 5\na b\n", 2, "5"),
        ("# edgewise: directed ids=labels\n# edgewise vertex: [\n1 2\n", 2, "["),
        ("# edgewise: directed weights=int8\n0 1 300\n", None, "300"),
    ],
)
def test_lists_that_are_refused(
    text: str | bytes, line: int | None, words: str, tmp_path: Path
) -> None:
    with pytest.raises(ew.FormatError) as caught:
        read(tmp_path, "a.txt", text)
    assert caught.value.line == line
    assert words in str(caught.value)


def test_more_columns_can_be_left_out(tmp_path: Path) -> None:
    assert rows(read(tmp_path, "a.txt", "0 1 x y\n1 0 z\n", weighted=False)) == [[0, 1], [1, 0]]


def test_words_in_many_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("edgewise.io.pieces.PIECE", 20)
    lines = [f"v{place % 7}\tw{place % 5}\t{place}" for place in range(100)]
    lines[40] = '"v5"\tw0\t40'
    graph = read(tmp_path, "a.tsv", "\r\n".join(lines))
    expected = [[f"v{place % 7}", f"w{place % 5}", place] for place in range(100)]
    assert sorted(rows(graph)) == sorted(expected)
    with pytest.raises(ew.FormatError, match="line 78"):
        read(tmp_path, "b.tsv", "\n".join([*lines[:77], "v w", *lines[78:]]))


def test_snap_remarks_make_an_edge_list_of_any_name(tmp_path: Path) -> None:
    text = "# Nodes: 3 Edges: 2\n# FromNodeId\tToNodeId\n0\t1\n1\t2\n"
    assert read(tmp_path, "graph.dat", text).num_edges == 2
    with pytest.raises(ew.UnknownFormatError, match="format="):
        read(tmp_path, "other.dat", "0 1\n")


# MatrixMarket ----------------------------------------------------------------------------------


def test_a_skew_symmetric_matrix_is_directed(tmp_path: Path) -> None:
    text = "%%MatrixMarket matrix coordinate integer skew-symmetric\n3 3 2\n2 1 5\n3 2 -7\n"
    graph = read(tmp_path, "a.mtx", text)
    assert graph.is_directed
    assert rows(graph) == [[0, 1, -5], [1, 0, 5], [1, 2, 7], [2, 1, -7]]


def test_a_symmetric_matrix_may_lie_above_the_diagonal(tmp_path: Path) -> None:
    text = "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 3\n1 2\n2 3\n3 3\n"
    graph = read(tmp_path, "a.mtx", text)
    assert not graph.is_directed
    assert rows(graph) == [[0, 1], [1, 2], [2, 2]]


@pytest.mark.parametrize(
    ("symmetry", "entries", "line", "words"),
    [
        ("symmetric", ["2 1 1", "1 3 1"], 4, "(1, 3) is above the diagonal"),
        ("skew-symmetric", ["2 1 1", "3 3 1"], 4, "(3, 3) is on the diagonal"),
        ("general", ["2 1 1", "% no remarks here", "1 3 1"], 4, "'%'"),
        ("general", ["2 1 1", "1 3 1", "3 1 1"], 5, "2 entries and there are 3"),
    ],
)
def test_matrices_that_are_refused(
    symmetry: str, entries: list[str], line: int, words: str, tmp_path: Path
) -> None:
    head = f"%%MatrixMarket matrix coordinate integer {symmetry}\n3 3 2\n"
    with pytest.raises(ew.FormatError) as caught:
        read(tmp_path, "a.mtx", head + "\n".join(entries))
    assert caught.value.line == line
    assert words in str(caught.value)


@pytest.mark.parametrize("directed", [True, False])
@pytest.mark.parametrize("kind", [None, np.int64, np.float64])
def test_scipy_reads_what_is_written(
    directed: bool, kind: type[Any] | None, tmp_path: Path
) -> None:
    from scipy.io import mmread

    graph = ew.generate.gnm(20, 60, seed=1, directed=directed)
    if kind is not None:
        tails, heads, _ = graph.to_edges()
        weights = (np.arange(len(tails)) / 8).astype(kind)
        graph = ew.from_edges(tails, heads, weights, num_vertices=20, directed=directed)
    ew.write(graph, tmp_path / "a.mtx")
    theirs = mmread(tmp_path / "a.mtx", spmatrix=False)
    assert (theirs.todense() == graph.to_scipy().todense()).all()


# DIMACS, METIS ---------------------------------------------------------------------------------


def test_dimacs_weights_may_be_reals(tmp_path: Path) -> None:
    assert rows(read(tmp_path, "a.gr", "c x\np sp 2 2\na 1 2 3\na 2 1 0.5\n")) == [
        [0, 1, 3.0],
        [1, 0, 0.5],
    ]


def test_metis_loops_and_parallel_edges(tmp_path: Path) -> None:
    graph = read(tmp_path, "a.graph", "3 4\n1 2 2\n1 1 3\n2\n")
    assert rows(graph) == [[0, 0], [0, 1], [0, 1], [1, 2]]


def test_metis_names_the_line_of_an_edge_told_once(tmp_path: Path) -> None:
    with pytest.raises(ew.FormatError, match="vertex 2 lists 3") as caught:
        read(tmp_path, "a.graph", "% one\n\n4 3\n2\n% two\n1 3\n4\n3\n")
    assert caught.value.line == 6


def test_metis_in_many_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    graph = ew.generate.gnm(60, 150, seed=5, directed=False)
    ew.write(graph, tmp_path / "a.graph")
    ew.write(graph, tmp_path / "a.graph.gz")
    for piece in (1, 10, 100):
        monkeypatch.setattr("edgewise.io.pieces.PIECE", piece)
        monkeypatch.setattr("edgewise.io.pieces.BATCH", 4 * piece)
        for name in ("a.graph", "a.graph.gz"):
            assert rows(ew.read(tmp_path / name)) == rows(graph)
    text = (tmp_path / "a.graph").read_text().splitlines()
    text[31] += " 61"
    (tmp_path / "a.graph").write_text("\n".join(text))
    with pytest.raises(ew.FormatError, match="from 1 to 60") as caught:
        ew.read(tmp_path / "a.graph")
    assert caught.value.line == 32


# Graphalytics ----------------------------------------------------------------------------------


def trio(folder: Path, **contents: str) -> Path:
    for suffix, text in contents.items():
        (folder / f"a.{suffix}").write_text(text)
    return folder / "a.e"


def test_graphalytics_without_properties_says_so(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = trio(tmp_path, v="5\n3\n9\n", e="5 3 2\n3 9 1\n")
    with caplog.at_level(logging.INFO, logger="edgewise.io"):
        graph = ew.read(path)
    assert "taken as directed" in caplog.text
    assert rows(graph) == [[5, 3, 2], [3, 9, 1]]
    assert graph.ids.tolist() == [5, 3, 9]
    assert not ew.read(path, directed=False).is_directed


def test_graphalytics_names_far_ids_that_are_unknown(tmp_path: Path) -> None:
    path = trio(tmp_path, v="279479614970\n308395225228\n", e="279479614970 308395225228\n7 7\n")
    with pytest.raises(ew.FormatError, match="found 7") as caught:
        ew.read(path)
    assert caught.value.line == 2


@pytest.mark.parametrize(
    ("setting", "words"),
    [
        ("edge-properties.types = string", "'string'"),
        ("edge-properties.names = weight, time", "one property"),
        ("edgewise.weights = complex64", "'complex64'"),
    ],
)
def test_properties_that_are_refused(setting: str, words: str, tmp_path: Path) -> None:
    settings = (
        f"graph.a.directed = true\ngraph.a.edge-properties.names = weight\ngraph.a.{setting}\n"
    )
    if "names" in setting:
        settings = f"graph.a.directed = true\ngraph.a.{setting}\n"
    path = trio(tmp_path, v="0\n1\n", e="0 1 5\n", properties=settings)
    with pytest.raises(ew.FormatError, match="properties, line") as caught:
        ew.read(path)
    assert words in str(caught.value)


def test_a_sister_may_be_compressed(tmp_path: Path) -> None:
    graph = ew.from_edges([(10, 20), (20, 30)], ids="labels", directed=False)
    ew.write(graph, tmp_path / "a.e.zst")
    (tmp_path / "a.v.zst").rename(tmp_path / "b.v.zst")
    (tmp_path / "a.v").write_text("10\n20\n30\n")
    assert rows(ew.read(tmp_path / "a.e.zst")) == rows(graph)
