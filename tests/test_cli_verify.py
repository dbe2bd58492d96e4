"""Judging answers and graphs from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import edgewise as ew
from tests.cli import edgewise


@pytest.fixture
def hops(people: Path, tmp_path: Path) -> Path:
    path = tmp_path / "hops.csv"
    path.write_text("distance,vertex\n2,cat\n0,ann\n1,bob\n3,dan\n")
    return path


def test_answers_may_come_in_any_order(people: Path, hops: Path) -> None:
    said = edgewise("verify", "bfs", people, hops, "--source=ann")
    assert said.code == 0, said.err
    assert said.out.startswith(f"{hops}: the answer of bfs holds for 4 vertices\n")
    data = edgewise("verify", "bfs", people, hops, "--source=ann", "--json").data
    assert data["ok"] and data["answers"] == ["distances"]


@pytest.mark.parametrize(
    ("was", "now", "said"),
    [
        ("2,cat", "3,cat", "bfs: "),
        ("3,dan", "x,dan", "row 4 of column 'distance' is no number: found 'x'"),
        ("3,dan", "3,don", "row 4: vertex 'don': the graph has no such vertex; did you mean 'dan'"),
        ("3,dan", "3,cat", "row 4: vertex 'cat' has a row already"),
        ("3,dan\n", "", "there are 3 rows for 4 vertices: none for 'dan'"),
        ("3,dan", "3,dan,7", "line 5: a row of another length"),
        ("distance", "hops", "no column is called 'distance'"),
        ("vertex", "node", "no column is called 'vertex': there are distance, node"),
        ("2,cat", '2,"cat', "this is no table of text"),
    ],
)
def test_wrong_answers_are_told(was: str, now: str, said: str, people: Path, hops: Path) -> None:
    hops.write_text(hops.read_text().replace(was, now))
    ended = edgewise("verify", "bfs", people, hops, "--source=ann")
    assert ended.code == 1
    assert said in ended.err


@pytest.mark.parametrize(
    "text", ["", "no", "[]", '{"vertex": 7}', '{"vertex": [1], "rank": []}', "{}", '{"vertex": []}']
)
def test_broken_json_is_refused(text: str, people: Path, tmp_path: Path) -> None:
    (tmp_path / "r.json").write_text(text)
    ended = edgewise("verify", "pagerank", people, tmp_path / "r.json")
    assert ended.code == 1 and ended.err.startswith(f"error: {tmp_path / 'r.json'}: ")


def test_parents_are_judged_where_they_are_given(kron: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    edgewise("run", "bfs", kron, "--source=0", "-o", out)
    told = json.loads(out.read_text())
    far = int(np.argmax(told["distance"]))
    told["parent"][far] = far
    out.write_text(json.dumps(told))
    said = edgewise("verify", "bfs", kron, out, "--source=0")
    assert said.code == 1
    assert f" {far}" in said.err


def test_a_graph_is_judged(kron: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "the graph is sound for 256 vertices" in edgewise("verify", "graph", kron).out
    broken = tmp_path / "broken.ew"
    content = bytearray(kron.read_bytes())
    content[-1] ^= 1
    broken.write_bytes(content)
    assert edgewise("verify", "graph", broken).code == 1
    monkeypatch.setattr(ew.Graph, "num_edges", 7)
    assert "num_edges differs" in edgewise("verify", "graph", kron).err
