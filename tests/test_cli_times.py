"""Commands that compile and measure."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import edgewise as ew
from edgewise.cli import bench, compiled, warmup
from edgewise.cli.known import ALGORITHMS, Known
from tests.cli import edgewise


def test_after_warmup_nothing_is_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything that usual runs need, graphs from files included, is there afterwards."""
    said = edgewise("warmup", "bfs", "connected-components")
    assert said.code == 0
    lines = [line.split("  ")[0] for line in said.out.splitlines()[2:]]
    assert lines[:3] == ["graphs and files", "bfs", "connected-components"]
    graph = ew.generate.kronecker(13, edge_factor=16, weights="integer")
    ew.write(graph, tmp_path / "k.ew")
    before = compiled.kernels()
    for name in ("bfs", "connected-components"):
        more = ["--source=0"] if name == "bfs" else []
        assert (
            edgewise("run", name, tmp_path / "k.ew", *more, "-o", tmp_path / f"{name}.csv").code
            == 0
        )
    assert compiled.kernels() == before
    again = edgewise("warmup", "bfs", "--json").data
    assert [one["algorithm"] for one in again["warmed"]] == ["graphs and files", "bfs"]
    assert again["warmed"][1]["found"] + again["warmed"][1]["compiled"] >= 0
    assert Path(again["folder"]).is_dir()


def test_warmup_refuses_what_is_no_algorithm() -> None:
    said = edgewise("warmup", "dfs")
    assert said.code == 2
    assert "expected some of bfs, " in said.err


def test_all_ways_are_those_of_the_table() -> None:
    ways = list(warmup._ways(ALGORITHMS["pagerank"], True))
    for way in ({}, {"variant": "gap"}, {"method": "delta"}, {"dtype": "float32"}):
        assert way in ways
    assert {"method": "delta", "schedule": "pull all sync group"} in ways
    assert list(warmup._ways(ALGORITHMS["pagerank"], False)) == [{}]


def test_bench_times_every_algorithm() -> None:
    said = edgewise("bench", "--scale", 6, "--repeat", 2, "--threads", 1)
    assert said.code == 0, said.err
    for name in ALGORITHMS:
        assert any(line.startswith(f"{name} ") for line in said.out.splitlines())
    data = edgewise("bench", "--scale", 6, "--repeat", 2, "--only", "bfs", "--json").data
    (timed,) = data["times"]
    assert (timed["algorithm"], len(timed["seconds"]), timed["same"]) == ("bfs", 2, True)


def test_bench_leaves_out_what_a_graph_does_not_allow(tmp_path: Path) -> None:
    graph = ew.from_edges([0, 1, 2], [1, 2, 3], np.array([1, -1, 2]))
    ew.write(graph, tmp_path / "signed.ew")
    said = edgewise("bench", tmp_path / "signed.ew", "--repeat", 1, "--json")
    assert said.code == 0
    assert "left out: sssp: " in said.err and "bellman_ford" in said.err
    assert {"bfs", "bellman-ford"} <= {one["algorithm"] for one in said.data["times"]}


def test_bench_pins_schedules_and_compares(monkeypatch: pytest.MonkeyPatch) -> None:
    """With few schedules, as all of them would be compiled."""
    few = [ew.Schedule.parse(one) for one in ("push", "pull bitmap", "pull list")]
    monkeypatch.setattr("edgewise.schedule.schedule.every", lambda: tuple(few))
    asked = ("bench", "--scale", 6, "--repeat", 1, "--only", "bfs", "--schedules")
    data = edgewise(*asked, "--json").data
    assert [one["schedule"] for one in data["times"]] == [
        *(bench.AUTO, "Auto", "push list sync group", "pull bitmap sync group")
    ]
    said = edgewise(*asked)
    assert said.code == 0 and "bfs, each schedule pinned:" in said.out

    known = ALGORITHMS["bfs"]

    def wrong(graph: ew.Graph, schedule: str | None = None, **asked: Any) -> ew.BFS:
        found = known.function(graph, schedule=schedule, **asked)
        if schedule is not None:
            found._distances = found._distances + 1
        return found

    monkeypatch.setitem(ALGORITHMS, "bfs", Known(wrong, known.checker, known.columns, pinned={}))
    monkeypatch.setattr(Known, "takes", ["source"])
    said = edgewise(*asked)
    assert said.code == 1
    assert said.out.count("WRONG") == 2


def test_bench_refuses_what_is_no_algorithm() -> None:
    assert "expected one of bfs, " in edgewise("bench", "--only", "dfs").err
