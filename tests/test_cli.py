"""What each command does, for people and for programs."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import edgewise as ew
from edgewise import progress
from edgewise.cli import bars, command, generate, options
from tests.cli import edgewise
from tests.zoo import ZOO, Animal

COMMANDS = [
    *("info", "convert", "generate", "run", "verify"),
    *("formats", "warmup", "bench", "doctor", "demo"),
]
KINDS = {
    "kron": ["--scale=6", "--edge-factor=4", "--weights=integer"],
    "gnm": ["--num-vertices=20", "--num-edges=30", "--directed", "--weights=-2,2"],
    "gnp": ["--num-vertices=20", "--probability=0.2"],
    "grid": ["--rows=4", "--columns=5", "--deletions=0.1", "--weights=0.5,1"],
    "small-world": ["--num-vertices=20", "--neighbors=4", "--rewiring=0.1"],
    "geometric": ["--num-vertices=50", "--radius=0.2", "--weights=distance"],
    "preferential": ["--num-vertices=20", "--edges-per-vertex=2", "--seed=9"],
    "path": ["--num-vertices=5"],
    "cycle": ["--num-vertices=5", "--directed"],
    "star": ["--num-vertices=5"],
    "complete": ["--num-vertices=5"],
    "complete-bipartite": ["--first=2", "--second=3"],
    "tree": ["--branching=2", "--height=3"],
    "empty": ["--num-vertices=5"],
}

WRITABLE = [animal for animal in ZOO if animal.name != "mixed ids"]
"""Graphs whose ids a file can hold."""


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    """A small directed graph with labels and weights, in a native file."""
    graph = ew.from_edges(["ann", "bob", "cat"], ["bob", "cat", "cat"], np.array([1.5, 2.5, 3.0]))
    ew.write(graph, tmp_path / "toy.ew")
    return tmp_path / "toy.ew"


# help --------------------------------------------------------------------------------------


def test_help_lists_the_commands_in_order() -> None:
    said = edgewise("--help")
    places = [said.out.index(f"│ {name} ") for name in COMMANDS]
    assert said.code == 0
    assert places == sorted(places)
    assert "Exit codes" in said.out


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(name: str) -> None:
    said = edgewise(name, "-h")
    assert said.code == 0
    assert said.err == ""
    assert f"edgewise {name}" in said.out


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_graph_has_help(kind: str) -> None:
    said = edgewise("generate", kind, "--help")
    assert said.code == 0
    assert "--output" in said.out
    assert all(word.partition("=")[0] in said.out for word in KINDS[kind])


def test_every_generator_of_graphs_is_a_kind() -> None:
    made = {make.__name__ for make in generate.KINDS.values()}
    assert made == {
        name for name in ew.generate.__all__ if not name.endswith(("_edges", "_points"))
    }
    assert set(KINDS) == set(generate.KINDS)


def test_every_option_is_worded() -> None:
    for make in (ew.read, *generate.KINDS.values()):
        taken = {option.name for option in options.of(make, without=["path"])}
        assert taken <= set(options.HELP)


def test_version() -> None:
    assert edgewise("--version").out == f"edgewise {ew.__version__}\n"


# info --------------------------------------------------------------------------------------


def test_info_for_people(toy: Path) -> None:
    said = edgewise("info", toy)
    assert said.code == 0
    assert said.out.startswith("Graph: 3 vertices, 3 edges, directed, float64 weights\n")
    assert "labels like 'ann', 'bob', 'cat'" in said.out
    assert "symmetric       unknown" in said.out


def test_info_for_programs(toy: Path) -> None:
    data = edgewise("info", toy, "--json").data
    known = ew.read(toy).info().as_dict()
    assert {name: data[name] for name in known} == known
    assert data["file"] == str(toy)
    assert data["bytes_on_disk"] == toy.stat().st_size
    assert 0 <= data["seconds"]["open"] < 60
    assert data["seconds"]["check"] is None


def test_info_looks_facts_up_when_told(toy: Path) -> None:
    assert None in edgewise("info", toy, "--json").data["facts"].values()
    data = edgewise("info", toy, "--facts", "--json").data
    assert data["facts"]["symmetric"] is False
    assert None not in data["facts"].values()
    assert data["in_degrees"]["max"] == 2


def test_info_checks_the_structure_when_told(toy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "every row, id and fact holds" in edgewise("info", toy, "--check").out
    monkeypatch.setattr(ew.Graph, "num_edges", 7)
    said = edgewise("info", toy, "--check")
    assert said.code == 1
    assert said.err.startswith("error: graph: num_edges differs: 7 and 3")


def test_info_takes_the_options_of_read(tmp_path: Path) -> None:
    file = tmp_path / "toy.txt"
    file.write_text("0 1\n1 0\n2 2\n9 0\n")
    words = ["--undirected", "--duplicates=first", "--self-loops=drop", "--isolated=drop"]
    data = edgewise("info", file, *words, "--json").data
    assert (data["vertices"], data["edges"], data["directed"]) == (3, 2, False)
    assert edgewise("info", file, "--num-vertices", 50, "--json").data["vertices"] == 50
    assert edgewise("info", file, "--ids=labels", "--json").data["ids"]["kind"] == "labels"
    assert edgewise("info", file, "--format", "edgelist", "--json").data["edges"] == 4
    assert edgewise("info", file, "--weighted").code == 1


def test_info_joins_bins_where_they_are_many(tmp_path: Path) -> None:
    ew.write(ew.generate.star(1 << 14), tmp_path / "star.ew")
    lines = edgewise("info", tmp_path / "star.ew").out.splitlines()
    bars = [line for line in lines if "█" in line]
    assert [line.split()[:3] for line in bars] == [
        ["1-3", "16,383", "100.0"],
        ["4,096-16,383", "1", "0.0"],
    ]


def test_info_of_a_graph_without_vertices(tmp_path: Path) -> None:
    ew.write(ew.generate.empty(0), tmp_path / "empty.ew")
    said = edgewise("info", tmp_path / "empty.ew")
    assert said.code == 0
    assert "share" not in said.out


# convert -----------------------------------------------------------------------------------


@pytest.mark.parametrize("animal", WRITABLE, ids=lambda animal: animal.name)
def test_convert_there_and_back(animal: Animal, tmp_path: Path) -> None:
    graph = animal.graph()
    first, second = tmp_path / "a.ew", tmp_path / "b.ew.zst"
    ew.write(graph, first)
    said = edgewise("convert", first, second)
    assert said.code == 0
    ew.verify.same_graph(graph, ew.read(second))


def test_convert_tells_what_was_written(toy: Path, tmp_path: Path) -> None:
    written = edgewise("convert", toy, tmp_path / "b.ew", "--json").data["written"]
    assert written["edges"] == 3
    assert written["format"] == "native"
    assert written["bytes"] == (tmp_path / "b.ew").stat().st_size
    assert written["lost"] == []
    assert "wrote" in edgewise("convert", toy, tmp_path / "c.ew").out


def test_convert_replaces_only_when_forced(toy: Path, tmp_path: Path) -> None:
    there = tmp_path / "there.ew"
    there.write_text("precious")
    said = edgewise("convert", toy, there)
    assert said.code == 1
    assert said.err == f"error: {there}: the file is there already; --force replaces it\n"
    assert there.read_text() == "precious"
    assert edgewise("convert", toy, there, "--force").code == 0
    ew.verify.same_graph(ew.read(toy), ew.read(there))


def test_convert_takes_the_format_by_name(toy: Path, tmp_path: Path) -> None:
    odd = tmp_path / "toy.odd"
    said = edgewise("convert", toy, odd)
    assert said.code == 2
    assert "names no format that can be written: choose with --to" in said.err
    assert edgewise("convert", toy, odd, "--to", "native").code == 0
    ew.verify.same_graph(ew.read(toy), ew.read(odd))
    assert edgewise("convert", toy, tmp_path / "x", "--to", "nothing").code == 2


@pytest.mark.parametrize("form", [one.name for one in ew.formats() if one.writable])
def test_what_a_format_loses_is_warned_of(form: str, tmp_path: Path) -> None:
    """Over the whole zoo: read back, a graph is the same, or the loss was told, or refused."""
    written = 0
    for at, animal in enumerate(WRITABLE):
        graph = animal.graph()
        first, second = tmp_path / f"{at}.ew", tmp_path / f"{at}b.{_suffix(form, graph)}"
        ew.write(graph, first)
        said = edgewise("convert", first, second, "--to", form, "--json")
        if said.code == 1:
            assert not second.exists()
            continue
        written += 1
        lost = said.data["written"]["lost"]
        assert said.err.count("warning: ") == len(lost)
        if not lost:
            ew.verify.same_graph(graph, ew.read(second, format=form))
        else:
            with pytest.raises(ew.verify.VerificationError):
                ew.verify.same_graph(graph, ew.read(second, format=form))
    assert written >= 5


def _suffix(form: str, graph: ew.Graph) -> str:
    if form == "gap":
        return "wsg" if graph.is_weighted else "sg"
    return next(one.suffixes[0] for one in ew.formats() if one.name == form).strip(".")


def test_what_is_lost_is_named(toy: Path, tmp_path: Path) -> None:
    said = edgewise("convert", toy, tmp_path / "toy.mtx")
    assert (
        said.err
        == "warning: matrixmarket does not keep vertex ids: they are numbered in their order\n"
    )
    ew.write(ew.from_edges([(0, 1)], directed=False, num_vertices=1002), tmp_path / "pair.ew")
    said = edgewise("convert", tmp_path / "pair.ew", tmp_path / "pair.g500")
    assert "does not keep vertices after the last edge: 1,000 are left out" in said.err


# generate ----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_generate_makes_what_the_function_makes(kind: str, tmp_path: Path) -> None:
    file = tmp_path / "made.ew"
    said = edgewise("generate", kind, *KINDS[kind], "-o", file, "--json")
    assert said.code == 0, said.err
    told = {}
    for word in KINDS[kind]:
        name, _, value = word.removeprefix("--").partition("=")
        told[name.replace("-", "_")] = _value(value)
    graph = generate.KINDS[kind](**told)
    ew.verify.same_graph(graph, ew.read(file))
    assert said.data["edges"] == said.data["written"]["edges"] == graph.num_edges


def _value(word: str) -> object:
    if not word:
        return True
    if "," in word:
        return tuple(_value(part) for part in word.split(","))
    for kind in (int, float):
        try:
            return kind(word)
        except ValueError:
            continue
    return word


def test_generate_for_people(tmp_path: Path) -> None:
    said = edgewise("generate", "path", "--num-vertices", 4, "-o", tmp_path / "p.ew")
    assert said.out.startswith("Graph: 4 vertices, 3 edges, undirected, unweighted\n")
    assert "edges/s" in said.out


def test_generate_looks_at_the_file_before_it_works(toy: Path) -> None:
    said = edgewise("generate", "kron", "--scale=40", "-o", toy)
    assert said.code == 1
    assert "--force" in said.err


@pytest.mark.parametrize("weights", ["1,x", "2,1", "nothing", "1,2,3", ","])
def test_generate_refuses_odd_weights(weights: str, tmp_path: Path) -> None:
    words = ["--num-vertices=4", "--num-edges=3", f"--weights={weights}"]
    said = edgewise("generate", "gnm", *words, "-o", tmp_path / "g.ew")
    assert said.code == 2
    assert said.err.startswith("error: --weights ")
    assert not (tmp_path / "g.ew").exists()


# formats -----------------------------------------------------------------------------------


def test_formats_lists_every_format() -> None:
    said, data = edgewise("formats"), edgewise("formats", "--json").data
    assert [one["name"] for one in data["formats"]] == [one.name for one in ew.formats()]
    for known in ew.formats():
        assert any(line.startswith(known.name) for line in said.out.splitlines())
        assert all(suffix in said.out for suffix in known.suffixes)
    assert all(one["writes"] == ew.formats()[at].writable for at, one in enumerate(data["formats"]))


# progress ----------------------------------------------------------------------------------


def test_progress_is_logged_when_told(capsys: pytest.CaptureFixture[str]) -> None:
    def run() -> command.Answer:
        with progress.stage("thinking", 2) as advance:
            advance(1)
            advance(1)
        return command.Answer({}, lambda console: None)

    for verbose in (False, True):
        assert command.carry_out(run, "think", {}, programs=False, verbose=verbose) == 0
        assert ("edgewise.progress: thinking: 2 in" in capsys.readouterr().err) == verbose


@pytest.mark.parametrize(("patience", "drawn"), [(0.0, True), (60.0, False)])
def test_bars_are_drawn_for_long_work_on_a_terminal(
    patience: float,
    drawn: bool,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(bars, "PATIENCE", patience)
    monkeypatch.setenv("FORCE_COLOR", "1")  # so that what is drawn can be read here
    for terminal in (False, True):
        seen = bars.Bars(drawing=terminal)
        if drawn and terminal:
            seen._timer.join()
        seen("sorting", 1, 4)
        seen("sorting", 3, 4)
        seen.close()
        said = capsys.readouterr()
        assert said.out == ""
        assert ("sorting" in said.err) == (bars.FIRST in said.err) == (drawn and terminal)


def test_bars_that_are_closed_do_not_appear(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seen = bars.Bars(drawing=True)
    seen.close()
    seen._timer.join()
    seen._appear()
    assert capsys.readouterr().err == ""
