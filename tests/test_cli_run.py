"""Running algorithms from the command line: options, what is shown, what is written."""

from __future__ import annotations

import csv
import inspect
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import edgewise as ew
from edgewise import algorithms, check
from edgewise.cli import controllers, options, vertices
from edgewise.cli.known import ALGORITHMS, usual
from edgewise.io import answers
from tests.cli import edgewise

ROOT = Path(__file__).parents[1]
SOURCES = ("bfs", "sssp", "bellman-ford")


def words(name: str, graph: Path) -> list[str]:
    """The options that an algorithm cannot do without."""
    asked = usual(ALGORITHMS[name], ew.read(graph))
    return [f"--{key.replace('_', '-')}={value}" for key, value in asked.items()]


# the algorithms ----------------------------------------------------------------------------


def test_every_algorithm_can_be_run() -> None:
    """Every public function that gives a result has its line."""
    public = {
        name
        for name in ew.__all__
        if inspect.isfunction(thing := getattr(ew, name))
        and thing.__module__.startswith(algorithms.__name__)
    }
    assert {known.function.__name__ for known in ALGORITHMS.values()} == public
    assert all(known.checker.__name__ == known.function.__name__ for known in ALGORITHMS.values())


@pytest.mark.parametrize("name", ALGORITHMS)
def test_help_has_every_argument_and_its_default(name: str) -> None:
    said = edgewise("run", name, "--help")
    known = ALGORITHMS[name]
    function = known.function
    kinds = check.TABLE[f"{function.__module__}.{function.__qualname__}"].kinds
    assert said.code == 0
    assert set(known.takes) == set(kinds) - {"graph"}
    for argument, default in inspect.signature(function).parameters.items():
        if argument in known.takes:
            assert argument in options.HELP
            assert f"--{argument.replace('_', '-')}" in said.out
            if isinstance(default.default, (int, float)) and default.default is not True:
                assert f"[default: {default.default}]" in said.out or default.default is False


@pytest.mark.parametrize("name", ALGORITHMS)
def test_the_answer_is_the_library_s(name: str, kron: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    said = edgewise("run", name, kron, *words(name, kron), "-o", out, "--check", "--json")
    assert said.code == 0, said.err
    known, graph = ALGORITHMS[name], ew.read(kron)
    found = known.function(graph, **usual(known, graph))
    assert said.data["summary"] == found.summary
    assert said.data["checked"] is True
    rows = list(csv.DictReader(out.open()))
    assert [int(row["vertex"]) for row in rows] == graph.ids.tolist()
    for column, values in found.columns.items():
        told = np.array([float(row[column]) for row in rows])
        assert np.allclose(told, values.astype(float), equal_nan=True)
    judged = edgewise("verify", name, kron, out, *_asked(name, kron))
    assert judged.code == 0, judged.err


def _asked(name: str, graph: Path) -> list[str]:
    """What the checker must be told: for betweenness, the sources that were drawn."""
    if name != "betweenness":
        return words(name, graph)
    chosen = ew.betweenness(ew.read(graph), **ALGORITHMS[name].brief).sources
    return [f"--sources={vertex}" for vertex in chosen.tolist()]


@pytest.mark.parametrize("name", ALGORITHMS)
def test_people_see_what_is_first(name: str, kron: Path) -> None:
    said = edgewise("run", name, kron, *words(name, kron), "--top", 3)
    known, graph = ALGORITHMS[name], ew.read(kron)
    found = known.function(graph, **usual(known, graph))
    assert f": {found.summary}" in said.out.splitlines()[0]
    head, rule, *rows = said.out.split(f"{found.leaders}:\n")[1].splitlines()
    assert head.split() == list(found.top(1)[0])
    assert set(rule) == {"─"}
    assert [row.split() for row in rows] == [
        [f"{one:.6g}" if isinstance(one, float) else str(one) for one in row.values()]
        for row in found.top(3)
    ]


def test_top_is_in_order() -> None:
    graph = ew.generate.kronecker(7, edge_factor=4, seed=2)
    ranked = ew.pagerank(graph)
    everything = ranked.top(graph.num_vertices)
    order = sorted(range(len(ranked.ranks)), key=lambda v: (-ranked.ranks[v], v))
    assert [row["vertex"] for row in everything] == order
    for count in (0, 1, 5, 127, 500):
        assert ranked.top(count) == everything[:count]
    found = ew.bfs(graph, 0)
    assert all(row["distance"] >= 0 for row in found.top(999))
    assert len(found.top(999)) == found.num_reached
    parts = ew.connected_components(ew.from_edges([("a", "b"), ("c", "d"), ("d", "e")]))
    assert parts.top(1) == [{"component": 1, "vertices": 3, "first": "c"}]
    alone = ew.betweenness(ew.generate.path(4), sources=[1])
    assert alone.top(4)[-1]["vertex"] == 1  # whose score is not a number


# options -----------------------------------------------------------------------------------


def test_a_schedule_is_pinned_and_its_rounds_are_shown(kron: Path, tmp_path: Path) -> None:
    trace, picture = tmp_path / "t.json", tmp_path / "t.svg"
    more = ["--trace", "--save-trace", trace, "--plot", picture]
    said = edgewise("run", "bfs", kron, "--source=0", "--schedule=pull", *more)
    assert said.code == 0, said.err
    saved = ew.Trace.load(trace)
    assert saved.schedules == ["pull bitmap sync group"]
    assert picture.read_text().startswith("<?xml")
    shown = [line for line in said.out.splitlines() if "pull bitmap sync group  " in line]
    shown = [line for line in shown if line.split()[0].isdigit()]
    assert len(shown) == saved.rounds
    assert edgewise("run", "bfs", kron, "--source=0", "--schedule=pull list").code == 2


def test_rounds_are_told_to_programs_when_asked(kron: Path) -> None:
    asked = ("run", "sssp", kron, "--source=0", "--json")
    assert "trace" not in edgewise(*asked).data
    data = edgewise(*asked, "--trace").data
    assert len(data["trace"]["trace"]) == data["rounds"]


def test_what_has_no_rounds_says_so(kron: Path) -> None:
    assert "there is no trace" in edgewise("run", "connected-components", kron, "--trace").out


def test_sources_may_be_several(kron: Path) -> None:
    data = edgewise("run", "bfs", kron, "--source=3", "--source=5", "--json").data
    assert data["summary"] == ew.bfs(ew.read(kron), [3, 5]).summary
    assert data["arguments"]["source"] == [3, 5]


def test_runs_are_repeated_and_threads_set(kron: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EDGEWISE_THREADS", "2")
    said = edgewise("run", "pagerank", kron, "--repeat=3", "--threads=1", "--json")
    assert len(said.data["seconds"]["run"]) == 3
    assert os.environ["EDGEWISE_THREADS"] == "2"
    assert "the median of 3 runs" in edgewise("run", "pagerank", kron, "--repeat=3").out
    assert edgewise("run", "pagerank", kron, "--threads=0").code == 2


def test_reading_options_are_those_of_read(tmp_path: Path) -> None:
    file = tmp_path / "toy.txt"
    file.write_text("0 1 5\n1 2 7\n")
    data = edgewise("run", "sssp", file, "--source=2", "--undirected", "--json").data
    assert data["top"][0] == {"vertex": 0, "distance": 12}
    data = edgewise("run", "betweenness", file, "--weighted", "--json").data
    assert data["arguments"]["weighted"] is True


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("direction", ew.Direction()),
        ("direction,alpha=10,beta=2.5", ew.Direction(alpha=10, beta=2.5)),
        ("auto,most=0.5", ew.Auto(most=0.5)),
        ("sep-traversal,delta=1", ew.SepTraversal(delta=1)),
        ("sep-iterative", ew.SepIterative()),
        ("random,seed=9", ew.Random(seed=9)),
    ],
)
def test_controllers_are_words(text: str, made: Any) -> None:
    assert controllers.of(text) == made


def test_a_controller_decides(kron: Path) -> None:
    asked = ("run", "bfs", kron, "--source=0", "--json", "--controller")
    assert len(edgewise(*asked, "auto,look=0").data["schedules"]) == 2
    assert edgewise(*asked, "auto,look=1e9").data["schedules"] == ["push list sync group"]


@pytest.mark.parametrize("text", ["", "nobody", "direction,gamma=1", "direction,alpha", "random,x"])
def test_odd_controllers_are_misuse(text: str, kron: Path) -> None:
    said = edgewise("run", "bfs", kron, "--source=0", f"--controller={text}")
    assert said.code == 2
    assert said.err.startswith("error: ")


# vertices ----------------------------------------------------------------------------------


def test_ids_are_as_the_graph_has_them(people: Path) -> None:
    assert edgewise("run", "sssp", people, "--source=ann", "--json").data["top"][0] == {
        "vertex": "dan",
        "distance": 7.0,
    }
    said = edgewise("run", "sssp", people, "--source=Anne")
    assert (said.code, said.err) == (
        1,
        "error: --source 'Anne': the graph has no such vertex; did you mean 'ann'?\n",
    )
    assert (
        "its ids are like 'ann', 'bob', 'cat'" in edgewise("run", "bfs", people, "--source=9").err
    )


@pytest.mark.parametrize(
    ("ids", "word", "meant"),
    [
        ([0, 1], "1", 1),
        ([10, 20], "20", 20),
        (["1", "2"], "2", "2"),
        ([0.5, 2.0], "2", 2.0),
        ([(1, 2), (3, 4)], "(3, 4)", (3, 4)),
        (["(3, 4)", "x"], "(3, 4)", "(3, 4)"),
    ],
)
def test_words_name_what_they_spell(ids: list[Any], word: str, meant: Any) -> None:
    assert vertices.named(ew.from_edges([tuple(ids)]), word, "--source") == meant


def test_vertices_of_large_and_empty_graphs_are_missed_in_time() -> None:
    labels = [f"page {at}" for at in range(60_000)]
    graph = ew.from_edges(labels[:-1], labels[1:])
    begun = time.perf_counter()
    with pytest.raises(ew.UnknownVertexError, match="did you mean"):
        vertices.named(graph, "page 12_3", "--source")
    with pytest.raises(ew.UnknownVertexError, match="its ids are like"):
        vertices.named(graph, "zebra", "--source")
    assert time.perf_counter() - begun < 5
    with pytest.raises(ew.UnknownVertexError, match="has no vertices"):
        vertices.named(ew.generate.empty(0), "0", "--source")


# files -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "ending", [".csv", ".tsv", ".json", ".csv.gz", ".json.zst", ".parquet", ".feather"]
)
def test_answers_come_back(ending: str, people: Path, tmp_path: Path) -> None:
    out = tmp_path / f"out{ending}"
    assert edgewise("run", "sssp", people, "--source=bob", "-o", out).code == 0
    columns = answers.read(str(out))
    assert columns["vertex"] == ["ann", "bob", "cat", "dan"]
    distances = answers.numbers("", "distance", columns["distance"])
    assert distances.tolist() == [np.inf, 0.0, 2.5, 5.5]
    assert [one or None for one in columns["parent"]] == [None, "bob", "bob", "cat"]
    assert edgewise("verify", "sssp", people, out, "--source=bob").code == 0
    assert edgewise("run", "sssp", people, "--source=bob", "-o", out).code == 1  # it is there
    assert edgewise("run", "sssp", people, "--source=bob", "-o", out, "--force").code == 0


def test_odd_files_are_refused_before_any_work(kron: Path, tmp_path: Path) -> None:
    for name in ("out.xls", "out", "out.parquet.gz"):
        said = edgewise("run", "bfs", tmp_path / "none.ew", "--source=0", "-o", tmp_path / name)
        assert said.code == 1
        assert "its ending names no form of answers" in said.err
    there = tmp_path / "there.json"
    there.write_text("precious")
    said = edgewise("run", "bfs", tmp_path / "none.ew", "--source=0", "--save-trace", there)
    assert "--force replaces it" in said.err and there.read_text() == "precious"


def test_ids_that_a_form_cannot_hold_are_told(tmp_path: Path) -> None:
    ranks = ew.pagerank(ew.from_edges([(1, "a"), ("a", 1)]))
    with pytest.raises(ew.GraphError, match=r"the vertex ids cannot be written"):
        ranks.save(tmp_path / "r.parquet")
    with pytest.raises(ew.GraphError, match=r"the vertex ids cannot be written"):
        ew.pagerank(ew.from_edges([(b"a", b"b")])).save(tmp_path / "r.json")
    assert list(tmp_path.iterdir()) == []


# errors ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "code", "said"),
    [
        (["bfs"], 2, "Missing option '--source'"),
        (["bfs", "--source=0", "--depth-limit=-1"], 2, "error: --depth-limit -1: expected"),
        (["pagerank", "--max-iter=1", "--tol=0"], 1, "error: pagerank(): ranks still change"),
        (["pagerank", "--variant=odd"], 2, "Invalid value for '--variant'"),
        (["pagerank", "--priority"], 2, "error: --priority True: expected"),
        (["betweenness", "--k=3", "--sources=1"], 2, "error: --k 3: expected None"),
        (["nothing"], 2, "No such command"),
    ],
)
def test_wrong_words_are_told(more: list[str], code: int, said: str, kron: Path) -> None:
    ended = edgewise("run", more[0], kron, *more[1:])
    assert ended.code == code
    assert said in ended.err
    assert "Traceback" not in ended.err


def test_a_wrong_answer_fails_the_check(kron: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ew.BFS, "distances", np.zeros(256, np.int32))
    said = edgewise("run", "bfs", kron, "--source=0", "--check")
    assert said.code == 1
    assert said.err.startswith("error: bfs: ")


def test_ctrl_c_ends_a_long_run(tmp_path: Path) -> None:
    ew.write(ew.generate.grid(120, 120), tmp_path / "grid.ew")
    ran = subprocess.Popen(
        [sys.executable, "-m", "edgewise", "run", "betweenness", tmp_path / "grid.ew", "-v"],
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        cwd=ROOT,
    )
    assert ran.stderr is not None
    while b"threads" not in ran.stderr.readline():
        pass
    time.sleep(1.0)
    ran.send_signal(signal.SIGINT)
    begun = time.perf_counter()
    said = ran.stderr.read()
    assert ran.wait() == 130
    assert time.perf_counter() - begun < 10
    assert b"interrupted" in said and b"Traceback" not in said
