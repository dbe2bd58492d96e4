"""The bench tells right from wrong, and runs from end to end."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from bench import inputs
from bench.contest import Case, Facts, tally
from bench.harness import Entry, Outcome, _compare
from bench.peers import every
from bench.report import Report, rows, write_into
from bench.tables import TABLES

ROOT = Path(__file__).resolve().parent.parent


def entry(name: str, facts: Facts | None, seconds: float, kind: str = "") -> Entry:
    return Entry(name, kind, "", seconds=[seconds, seconds * 2, seconds * 3], facts=facts)


def outcome(*entries: Entry) -> Outcome:
    return Outcome(Case("build", "a case", {}, {}, work=4e6), list(entries))


def test_facts_tell_graphs_apart_by_arcs_degrees_and_weights() -> None:
    facts = tally([2, 1, 0], weight=3.0)
    assert facts.arcs == 3
    assert facts.agrees(tally([0, 0, 1, 2], weight=3.0 + 1e-9))
    assert not facts.agrees(tally([2, 1, 0], weight=3.1))
    assert not facts.agrees(tally([3, 0, 0], weight=3.0))
    assert not facts.agrees(tally([2, 2, 0], weight=3.0))


def test_random_graphs_agree_within_a_tenth() -> None:
    assert Facts(100, None).agrees(Facts(109, None))
    assert not Facts(100, None).agrees(Facts(120, None))


def test_the_odd_one_out_is_marked_and_the_others_are_not() -> None:
    right, wrong = tally([1, 1, 2]), tally([1, 1, 1])
    entries = [entry("A", right, 1), entry("B", wrong, 1), entry("C", right, 1)]
    _compare(entries)
    assert [one.problem for one in entries] == [None, "WRONG: 3 arcs, others have 4", None]
    assert outcome(*entries).wrong


def test_ratios_are_to_edgewise_of_the_same_kind() -> None:
    facts = tally([1, 1])
    told = outcome(
        entry("Edgewise", facts, 1.0),
        entry("Edgewise, columns", None, 0.5, "columns only"),
        entry("peer", facts, 3.0),
        entry("peer, columns", None, 0.25, "columns only"),
    )
    headings, cells = rows(told)
    ratio = headings.index("to Edgewise")
    assert [row[ratio] for row in cells] == ["1", "1", "3 x", "0.5 x"]
    assert cells[0][:4] == ["Edgewise", "2.000", "1.000..3.000", "2"]


def test_a_table_is_written_between_its_markers(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("before\n<!-- bench:build -->\nold\n<!-- bench:/build -->\nafter\n")
    told = outcome(entry("Edgewise", tally([1]), 1.0), Entry("absent", "", "", problem="missing"))
    write_into(page, Report("build", [told], "python -m bench build", 3, 0.0))
    text = page.read_text()
    assert text.startswith("before\n<!-- bench:build -->\n") and text.endswith("\nafter\n")
    assert "old" not in text and "### a case" in text
    assert "| absent |  |  |  |  |  | missing |" in text


def test_every_table_has_edgewise_first_and_names_are_unique() -> None:
    for name in TABLES:
        contenders = every(name)
        names = [one.name for one in contenders]
        assert names[0].startswith("Edgewise")
        assert len(set(names)) == len(names) > 3


def test_inputs_are_kronecker_edges_and_clean_ones_are_distinct(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inputs, "DATA", tmp_path)
    raw, clean = inputs.edges(8, 16, False), inputs.edges(8, 16, True)
    assert raw.shape == (2, 16 << 8)
    pairs = {frozenset(pair) for pair in raw.T.tolist() if pair[0] != pair[1]}
    found = [frozenset(pair) for pair in clean.T.tolist()]
    assert len(found) == len(set(found)) and set(found) == pairs
    text = inputs.text("mtx", 2000, True).read_text().splitlines()
    assert text[0].startswith("%%MatrixMarket") and len(text) == 2002
    rows_told = np.array([line.split()[:2] for line in text[2:]], int)
    assert rows_told.min() >= 1 and (np.diff(rows_told[:, 0]) >= 0).all()


@pytest.mark.slow
def test_a_small_bench_runs_and_all_graphs_agree(tmp_path: Path) -> None:
    told = tmp_path / "told.json"
    options = ["build", "--scale", "8", "--repeat", "1", "--case", "int64, small", "--json", told]
    done = subprocess.run(
        [sys.executable, "-m", "bench", *map(str, options)], cwd=ROOT, check=False
    )
    assert done.returncode == 0
    (report,) = json.loads(told.read_text())
    entries = report["outcomes"][0]["entries"]
    ran = [one for one in entries if one["problem"] is None]
    assert {one["name"] for one in ran} >= {"Edgewise from_edges", "SciPy coo to csr"}
    assert len({one["facts"]["degrees"] for one in ran}) == 1
