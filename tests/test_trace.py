"""Traces: printed, saved, read back, drawn."""

from __future__ import annotations

import builtins
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from matplotlib.figure import Figure

import edgewise as ew
from edgewise.schedule import trace_plot, trace_table
from edgewise.schedule.trace import CODE, FOUND, TICKS, WHY

PUSH, PULL = ew.Schedule("push").code, ew.Schedule.parse("pull").code


def made(rounds: int, codes: tuple[int, ...] = (PUSH,), kept: int | None = None) -> ew.Trace:
    """A trace of so many rounds, whose schedules take turns and whose numbers tell them apart."""
    rows = np.arange(rounds * 8, dtype=np.int64).reshape(rounds, 8)
    rows[:, CODE] = np.resize(codes, rounds)
    rows[:, WHY], rows[:, TICKS] = rows[:, CODE] + 1, 1000 + rows[:, FOUND]
    reasons = {code + 1: f"reason {code}" for code in codes}
    return ew.Trace("toy", rows[:kept], reasons, 0.5, 1e-9, rounds)


@pytest.fixture(scope="module")
def trace() -> ew.Trace:
    """One that is real, of two schedules."""
    graph = ew.generate.kronecker(10, edge_factor=16, seed=7)
    return ew.bfs(graph, 1).trace


# as text -----------------------------------------------------------------------------------


def test_a_trace_prints_a_line_a_round(trace: ew.Trace) -> None:
    title, head, *lines = str(trace).splitlines()
    assert title == f"bfs: {trace.brief}"
    assert head.split() == [word for name in trace_table.HEADINGS for word in name.split()]
    assert len(lines) == len(trace)
    for line, row in zip(lines, trace, strict=True):
        assert line.split()[0] == str(row["round"])
        assert row["schedule"] in line and line.endswith(row["why"])
        assert f"{row['walked']:,}" in line


@pytest.mark.parametrize("most", [2, 3, 10, 29, 30])
def test_a_long_trace_shows_its_ends(most: int) -> None:
    lines = made(31).table(most).splitlines()[2:]
    gap = next(at for at, line in enumerate(lines) if line.lstrip().startswith("..."))
    assert f"{31 - most} more round" in lines[gap]
    told = [int(line.split()[0]) for at, line in enumerate(lines) if at != gap]
    assert len(told) == most
    assert told == [*range(gap), *range(31 - (most - gap), 31)]
    assert gap >= 1 and told[-1] == 30


def test_rounds_that_were_not_kept_are_told() -> None:
    assert made(40, kept=9).table().splitlines()[-1].split() == ["...", "31", "not", "kept"]


def test_a_trace_of_nothing_prints(trace: ew.Trace) -> None:
    empty = ew.connected_components(ew.generate.path(3)).trace
    assert len(str(empty).splitlines()) == 2


def test_html_has_a_row_a_round_and_escapes(trace: ew.Trace) -> None:
    page = trace._repr_html_()
    assert page.count("<tr>") == len(trace) + 1
    assert "frontier&#x27;s" in page or "frontier's" not in page
    rows = trace_table.html(made(99), 9)
    assert rows.count("<tr>") == 9 + 2


# as JSON -----------------------------------------------------------------------------------


@pytest.mark.parametrize("which", ["real", "made", "long", "empty"])
def test_saved_and_loaded_is_the_same(which: str, trace: ew.Trace, tmp_path: Path) -> None:
    empty = ew.connected_components(ew.generate.path(3)).trace
    known = {"real": trace, "made": made(9, (PUSH, PULL)), "long": made(40, kept=9), "empty": empty}
    one, file = known[which], tmp_path / "t.json"
    one.save(file)
    again = ew.Trace.load(file)
    assert again.as_dict() == one.as_dict()
    assert str(again) == str(one) and again.schedules == one.schedules
    assert json.loads(file.read_text()) == one.as_dict()


@pytest.mark.parametrize(
    "text", ["{}", "[]", "7", '{"trace": 7}', '{"seconds_a_tick": 1, "trace": [{}]}', "no"]
)
def test_what_is_no_trace_is_refused(text: str, tmp_path: Path) -> None:
    with pytest.raises(ew.ArgumentError, match=r"expected what Trace.to_json\(\) gave"):
        ew.Trace.from_json(text)
    (tmp_path / "t.json").write_text(text)
    with pytest.raises(ew.FormatError, match=r"t\.json: this is no trace"):
        ew.Trace.load(tmp_path / "t.json")


def test_files_that_are_not_there_are_told(tmp_path: Path, trace: ew.Trace) -> None:
    with pytest.raises(ew.FileMissingError, match="no such file"):
        ew.Trace.load(tmp_path / "none.json")
    with pytest.raises(ew.FileMissingError):
        trace.save(tmp_path / "no folder" / "t.json")
    with pytest.raises(ew.FileAccessError):
        ew.Trace.load(tmp_path)


# as a picture ------------------------------------------------------------------------------


def bars_of(figure: Figure) -> dict[str, Any]:
    """The bars of each colour by the words beside it in the legend."""
    return {bars.get_label(): bars for bars in figure.axes[1].containers}


@pytest.mark.parametrize("ending", ["png", "svg", "pdf"])
def test_a_picture_is_saved_by_its_ending(ending: str, trace: ew.Trace, tmp_path: Path) -> None:
    figure = trace.plot(tmp_path / f"t.{ending}")
    assert (tmp_path / f"t.{ending}").stat().st_size > 4000
    assert [len(bars) for bars in bars_of(figure).values()] == [
        sum(row["schedule"] == one for row in trace) for one in trace.schedules
    ]


def test_a_picture_shows_what_the_trace_holds(trace: ew.Trace) -> None:
    above, below = trace.plot().axes
    walked, active = (line.get_ydata() for line in above.lines)
    assert walked.tolist() == [row["walked"] for row in trace]
    assert active.tolist() == [row["active"] for row in trace]
    for name, bars in bars_of(above.figure).items():
        for bar in bars:
            row = trace[round(bar.get_x() + bar.get_width() / 2)]
            assert row["schedule"] == name
            assert bar.get_y() + bar.get_height() == pytest.approx(row["ms"])
    assert below.get_yscale() == above.get_yscale() == "log"


def test_reasons_stand_where_the_schedule_changes(trace: ew.Trace) -> None:
    ran = [row["schedule"] for row in trace]
    changes = [at for at in range(len(ran)) if at == 0 or ran[at] != ran[at - 1]]
    told = [text.get_text() for text in trace.plot().axes[0].texts]
    assert told == [f"{at}: {trace[at]['why']}" for at in changes]
    assert not made(99, (PUSH, PULL)).plot().axes[0].texts


def test_many_schedules_share_colours() -> None:
    codes = tuple(
        one.code
        for one in ew.legal(
            ew.VertexProgram("hops", value=np.int64, combine=ew.MIN, message=lambda sent: sent + 1)
        )
    )
    assert len(codes) > len(trace_plot.COLOURS)
    labels = set(bars_of(made(100, codes).plot()))
    assert labels == {"push sync", "push async", "pull sync", "pull async"}


def test_pictures_that_cannot_be_are_refused(trace: ew.Trace, tmp_path: Path) -> None:
    with pytest.raises(ew.FileAccessError, match=r"its name ends in one of .*\.png"):
        trace.plot(tmp_path / "t.bmp2")
    with pytest.raises(ew.FileMissingError):
        trace.plot(tmp_path / "no folder" / "t.png")
    with pytest.raises(ew.GraphError, match="nothing to draw"):
        ew.connected_components(ew.generate.path(3)).trace.plot()


def test_without_matplotlib_the_way_out_is_named(
    trace: ew.Trace, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = builtins.__import__

    def without(name: str, *more: Any, **others: Any) -> Any:
        if name.startswith("matplotlib"):
            raise ImportError(name)
        return real(name, *more, **others)

    monkeypatch.setattr(builtins, "__import__", without)
    monkeypatch.delitem(sys.modules, "matplotlib.figure", raising=False)
    with pytest.raises(ew.MissingDependencyError, match=r'pip install "edgewise\[plot\]"'):
        trace.plot()
