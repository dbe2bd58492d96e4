"""The bench of algorithms: its graphs, what it takes for right, what it makes of the times."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import networkx
import numpy as np
import pytest

from bench import algorithms, answers, graphs, inputs, outside, reference
from bench.contest import Case
from bench.harness import Entry, Outcome, _rests, _take
from bench.peers import every
from bench.report import Report, rows
from bench.summary import BEST, means
from bench.terms import ALGORITHMS, GROUP, SOURCES, depths, numbered, shares, whole

ROOT = Path(__file__).resolve().parent.parent
NAMES = "kron6", "uniform6", "grid12"


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is made here is not kept."""
    monkeypatch.setattr(inputs, "DATA", tmp_path)
    monkeypatch.setattr(graphs, "DATA", tmp_path)
    monkeypatch.setattr(answers, "DATA", tmp_path)


def case(algorithm: str = "bfs", graph: str = "kron6", **facts: Any) -> Case:
    settings = {"algorithm": algorithm, "graph": graph, "tiny": True}
    return Case("algorithms", "a case", settings, settings, **facts)


def outcome(group: str, **medians: float | None) -> Outcome:
    entries = [Entry(name, "", "", seconds=[t] if t else []) for name, t in medians.items()]
    return Outcome(case(group=group), entries)


def as_networkx(name: str) -> networkx.Graph:
    graph = networkx.empty_graph(graphs.rows(name).size)
    columns = (column.tolist() for column in graphs.rows(name).edges())
    graph.add_weighted_edges_from(zip(*columns, strict=True))
    return graph


@pytest.mark.parametrize("name", NAMES)
def test_graphs_are_simple_symmetric_and_weighted_alike_both_ways(name: str) -> None:
    matrix = graphs.rows(name).matrix(np.float64)
    assert abs(matrix - matrix.T).max() == 0
    assert matrix.has_canonical_format and not matrix.diagonal().any()
    assert matrix.data.min() >= 1 and matrix.data.max() <= 255
    near, far, _ = graphs.rows(name).edges()
    assert (near < far).all() and 2 * len(near) == matrix.nnz


def test_a_grid_lacks_a_tenth_of_its_edges() -> None:
    assert 0.88 < graphs.rows("grid60").arcs / (4 * 60 * 59) < 0.92
    with pytest.raises(ValueError, match="no graph 'tree5': there are kron18"):
        graphs.rows("tree5")


def test_sources_have_neighbours_and_are_the_same_every_time() -> None:
    taken = graphs.sources("kron6", SOURCES)
    assert len(set(taken.tolist())) == SOURCES and graphs.rows("kron6").degrees[taken].min() >= 1
    settings = case("betweenness").settings.copy()
    given = [algorithms.inputs(settings).tolist() for _ in range(6)]
    assert given[0] == given[1] == given[5] == taken[:GROUP].tolist()
    assert [source for four in given[1:5] for source in four] == taken.tolist()


def test_answers_have_one_form() -> None:
    assert depths(np.array([2, 0, 3]), np.array([2, -9999, -9999, 0])).tolist() == [1, -1, 0, 2]
    assert numbered(np.array([7, 3, 7, 1])).tolist() == [0, 1, 0, 3]
    assert whole(np.array([0.0, 5.0, np.inf])).tolist() == [0, 5, -1]
    assert shares(np.array([1, 3])).tolist() == [0.25, 0.75]


@pytest.mark.parametrize("name", NAMES)
def test_what_is_taken_for_right_agrees_with_networkx(name: str) -> None:
    plain, taken = as_networkx(name), graphs.sources(name, SOURCES)
    ranks = networkx.pagerank(plain, tol=1e-14, max_iter=1000, weight=None)
    settled = answers.right("pagerank", name)[0, 1]
    np.testing.assert_allclose(settled, [ranks[k] for k in range(len(settled))], atol=1e-9)
    scores = networkx.betweenness_centrality_subset(plain, taken[:GROUP].tolist(), list(plain))
    told = shares(np.array([scores[k] for k in range(len(scores))]))
    np.testing.assert_allclose(answers.right("betweenness", name)[0, 0], told, atol=1e-9)
    for algorithm in ("bfs", "sssp"):
        weight = "weight" if algorithm == "sssp" else None
        found = networkx.shortest_path_length(plain, int(taken[3]), weight=weight)
        row = np.array([found.get(k, -1) for k in range(len(plain))])
        assert answers.fault(case(algorithm, name).settings, taken[3:4], row) is None
        row[taken[3]] = 1
        assert answers.fault(case(algorithm, name).settings, taken[3:4], row) is not None


def test_other_parts_and_other_scores_are_told() -> None:
    alone = list(networkx.isolates(as_networkx("kron6")))
    labels, none = np.zeros(64), np.empty(0)
    labels[alone] = np.arange(9, 9 + len(alone))
    assert answers.fault(case("components").settings, none, labels) is None
    assert answers.fault(case("components").settings, none, np.zeros(64)) is not None
    ranks = answers.right("pagerank", "kron6")[0, 0].copy()
    assert answers.fault(case("pagerank").settings, none, 5 * ranks) is None
    ranks[0] += 1e-3
    assert "off by" in (answers.fault(case("pagerank").settings, none, ranks) or "")
    ranks[0] = np.nan
    assert answers.fault(case("pagerank").settings, none, ranks) is not None


def test_whoever_errs_is_marked_and_whoever_had_his_time_rests() -> None:
    entry, answer = Entry("A", "", ""), {"seconds": 4.0, "peak": None, "facts": None}
    for _ in range(3):
        assert not _rests(entry, case(patience=10))
        _take(entry, answer | {"fault": None}, counted=True)
    assert _rests(entry, case(patience=10)) and not _rests(entry, case())
    with pytest.raises(Exception, match="WRONG: another answer"):
        _take(entry, answer | {"fault": "another answer"}, counted=True)


def test_means_are_of_ratios_and_the_best_is_found_case_by_case() -> None:
    told = [
        outcome("bfs", Edgewise=1.0, A=2.0, B=8.0),
        outcome("bfs", Edgewise=1.0, A=8.0, B=2.0),
        outcome("sssp", Edgewise=2.0, A=1.0, B=None),
        outcome("", Edgewise=1.0, A=1000.0, B=1000.0),
    ]
    told[0].entries.append(Entry("program", "", "", seconds=[0.5], outside=True))
    headings, cells = means(told)
    assert headings == ["contender", "bfs", "sssp", "all"]
    assert cells == [
        [BEST, "2.00 x", "0.50 x", "1.26 x"],
        ["A", "4.00 x", "0.50 x", "2.00 x"],
        ["B", "4.00 x", "", "4.00 x (2 of 3)"],
        ["program", "0.50 x (1 of 2)", "", "0.50 x (1 of 3)"],
    ]
    page = Report("algorithms", told, "python -m bench algorithms", 1, 0.0).as_markdown()
    assert "### Geometric means" in page and "| A | 4.00 x | 0.50 x | 2.00 x |" in page
    assert means([outcome("", Edgewise=1.0, A=1.0)])[1] == []


def test_an_outside_program_is_a_row_of_the_cases_that_it_did(tmp_path: Path) -> None:
    path = tmp_path / "told.json"
    path.write_text('{"program": "P", "notes": "n", "times": {"bfs": {"kron6": [0.2, 0.1, 0.4]}}}')
    program = outside.read(path)
    (entry,) = outside.entries([program], case())
    assert (entry.name, entry.note, entry.median, entry.outside) == ("P", "n", 0.2, True)
    assert not list(outside.entries([program], case("bfs", "kron8")))
    assert not list(outside.entries([program], Case("build", "", {}, {})))
    told = Outcome(case(), [Entry("Edgewise", "", "", seconds=[0.1]), entry])
    assert rows(told)[1][1] == ["P", "0.200", "0.100..0.400", "2 x", "n"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "Expecting"),
        ('{"times": {}}', "expected"),
        ('{"program": "P", "times": {"bfs": 3}}', "expected"),
        ('{"program": "P", "times": {"dfs": {"kron6": [1]}}}', "no algorithm 'dfs'"),
        ('{"program": "P", "times": {"bfs": {"kron6": [0]}}}', "above 0"),
        ('{"program": "P", "times": {"bfs": {"kron6": ["1"]}}}', "above 0"),
    ],
)
def test_a_broken_file_of_times_is_refused(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "told.json"
    path.write_text(text)
    with pytest.raises(ValueError, match=said):
        outside.read(path)


def test_every_algorithm_has_its_cases() -> None:
    listed = algorithms.cases(8)
    assert {one.group for one in listed} == {*ALGORITHMS, ""}
    assert {*ALGORITHMS} < {*reference.MAKERS}
    assert len({one.title for one in listed}) == len(listed) == 5 * 5 - 1
    small = [one.settings["algorithm"] for one in listed if one.firsts]
    assert small == list(ALGORITHMS)


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("name", [one.name for one in every("algorithms")])
def test_every_contender_is_right(
    algorithm: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    contender = next(one for one in every("algorithms") if one.name == name)
    settings = case(algorithm).settings.copy()
    if reason := contender.missing or contender.declines(settings):
        pytest.skip(reason)
    monkeypatch.setattr(answers, "make", lambda *_: None)  # no process: made when first asked for
    contender.ready(settings)
    for _ in range(5):
        given = algorithms.inputs(settings)
        assert contender.fault(contender.run(given, settings), given, settings) is None


@pytest.mark.slow
def test_a_small_bench_of_algorithms_runs(tmp_path: Path) -> None:
    told, times = tmp_path / "told.json", tmp_path / "times.json"
    times.write_text('{"program": "P", "notes": "", "times": {"bfs": {"kron6": [0.1]}}}')
    options = ["--scale", 8, "--repeat", 1, "--case", "bfs, kron6:", "--json", told]
    done = subprocess.run(
        [sys.executable, "-m", "bench", "algorithms", *map(str, options), "--outside", str(times)],
        cwd=ROOT,
        check=False,
    )
    assert done.returncode == 0
    (report,) = json.loads(told.read_text())
    entries = {one["name"]: one for one in report["outcomes"][0]["entries"]}
    assert len(entries["Edgewise"]["seconds"]) == len(entries["SciPy csgraph"]["seconds"]) == 16
    assert entries["P"]["seconds"] == [0.1]
