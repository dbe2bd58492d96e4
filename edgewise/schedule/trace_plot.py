"""A trace as a picture: who was active and what was walked above, times below, round by round.

Colours say which schedule ran; where it changes, the controller's reason stands above.
"""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any

import numpy as np

from edgewise import figures
from edgewise.errors import FileAccessError, GraphError, MissingDependencyError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from edgewise.schedule.trace import Trace

COLOURS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#b59f00", "#777777")
"""After Okabe and Ito, whose colours the colour-blind tell apart."""
INK, PALE, FAINT = "#222222", "#777777", "#dddddd"
WIDTH, HEIGHT = 9.0, 5.4
CHANGES_TOLD = 6
"""With more changes of schedule than this, their reasons would hide one another."""
BARS = 80
"""With more rounds than this, markers and gaps between bars would hide what they are about."""
LINE = 0.075
"""The share of the upper half's height that a reason takes."""
LETTER = 0.0079
"""The share of its width that a letter takes."""


def drawn(trace: Trace, path: str | None) -> Figure:
    """The figure, saved where there is a path."""
    if not len(trace):
        raise GraphError(f"plot(): {trace.program} kept no rounds: there is nothing to draw")
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingDependencyError("matplotlib", "drawing a trace", "plot") from None
    figure = Figure(figsize=(WIDTH, HEIGHT), layout="constrained")
    above, below = figure.subplots(2, 1, sharex=True, height_ratios=[3, 2])
    rows = list(trace)
    ran = _kinds(rows, len(trace.schedules) > len(COLOURS))
    above.set_title(f"{trace.program}: {trace.brief}", color=INK, loc="left", pad=10)
    _work(above, rows)
    _times(below, rows, ran)
    _changes(above, rows, ran)
    if path is not None:
        _save(figure, path)
    return figure


def _kinds(rows: list[dict[str, Any]], many: bool) -> list[str]:
    """What each round's colour stands for: its schedule, or half of it where there are many."""
    ran = [row["schedule"] for row in rows]
    return [" ".join(one.split()[0:3:2]) for one in ran] if many else ran


def _save(figure: Figure, path: str) -> None:
    known = sorted(figure.canvas.get_supported_filetypes())
    ending = path.rpartition(".")[2].lower()
    if ending not in known:
        names = ", ".join(f".{name}" for name in known)
        said = f"a picture cannot be saved so: its name ends in one of {names}"
        raise FileAccessError(path, said)
    from edgewise.io.sink import Sink

    picture = BytesIO()
    figure.savefig(picture, format=ending, dpi=150)
    with Sink(path) as sink:
        sink.write(picture.getvalue())


def _work(axes: Axes, rows: list[dict[str, Any]]) -> None:
    few = len(rows) <= BARS
    for name, label, colour in (
        ("walked", "edges walked", INK),
        ("active", "active vertices", PALE),
    ):
        values = np.array([row[name] for row in rows], float)
        values[values == 0] = np.nan
        axes.plot(
            values,
            color=colour,
            label=label,
            linewidth=1.5 if few else 0.8,
            marker="o" if few else "",
            markersize=4,
        )
    _plain(axes, "how many")
    axes.legend(frameon=False, ncols=2, fontsize=9, loc="lower right", bbox_to_anchor=(1.01, 1.0))


def _times(axes: Axes, rows: list[dict[str, Any]], ran: list[str]) -> None:
    times = np.array([row["ms"] for row in rows])
    lowest = times[times > 0].min(initial=times.max(initial=1e-6))
    floor = 10.0 ** np.floor(np.log10(max(lowest, 1e-9) / 2))
    kinds = list(dict.fromkeys(ran))
    which = np.array([kinds.index(kind) for kind in ran])
    for number, kind in enumerate(kinds):
        at = np.flatnonzero(which == number)
        axes.bar(
            at,
            np.maximum(times[at] - floor, 0),
            0.8 if len(rows) <= BARS else 1.0,
            bottom=floor,
            color=COLOURS[number],
            label=kind,
        )
    _plain(axes, "time")
    axes.yaxis.set_major_formatter(lambda value, _: figures.seconds(value / 1e3))
    axes.set_ylim(floor, max(times.max(initial=0), floor) * 1.6)
    axes.set_xlim(-0.5, len(rows) - 0.5)
    axes.set_xlabel("round", color=INK)
    axes.locator_params(axis="x", integer=True)
    axes.legend(
        frameon=False,
        fontsize=9,
        ncols=min(len(kinds), 4),
        loc="upper center",
        bbox_to_anchor=(0.5, -0.28),
    )


def _changes(axes: Axes, rows: list[dict[str, Any]], ran: list[str]) -> None:
    """A band of each schedule's colour behind its rounds, and why it came, where there is room."""
    kinds = list(dict.fromkeys(ran))
    starts = [at for at in range(len(ran)) if at == 0 or ran[at] != ran[at - 1]]
    for start, end in zip(starts, [*starts[1:], len(ran)], strict=True):
        colour = COLOURS[kinds.index(ran[start])]
        axes.axvspan(start - 0.5, end - 0.5, color=colour, alpha=0.13, linewidth=0)
    told = starts if len(starts) <= CHANGES_TOLD else []
    _make_room(axes, LINE * len(told) + 0.06)
    for line, start in enumerate(told):
        _tell(axes, start / len(rows), 0.975 - LINE * line, f"{start}: {rows[start]['why']}")


def _make_room(axes: Axes, share: float) -> None:
    """Leave this share of the height free above the lines."""
    low, high = np.log10(axes.dataLim.intervaly)
    low, high = low - 0.15, max(high, low + 0.5)
    axes.set_ylim(10.0**low, 10.0 ** (low + (high - low) / (1 - share)))


def _tell(axes: Axes, across: float, up: float, words: str) -> None:
    """Words that begin at their round, or earlier where they would not end in time."""
    axes.annotate(
        words,
        (max(0.0, min(across, 1 - LETTER * len(words))), up),
        xycoords="axes fraction",
        xytext=(5, 0),
        textcoords="offset points",
        va="top",
        fontsize=8.5,
        color=INK,
    )


def _plain(axes: Axes, label: str) -> None:
    axes.set_yscale("log")
    axes.set_ylabel(label, color=INK)
    axes.grid(axis="y", color=FAINT, linewidth=0.7)
    axes.set_axisbelow(True)
    axes.minorticks_off()
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    axes.tick_params(colors=INK, labelsize=9)
