"""Outcomes as tables: on the screen, in a page, as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, final

from bench import machine
from bench.harness import Entry, Outcome
from bench.summary import means
from bench.tables import TABLES

HEADINGS = ("contender", "median s", "min..max s", "{unit}", "to Edgewise", "peak", "remarks")


@final
@dataclass(frozen=True, slots=True)
class Report:
    """One table's outcomes and under what they were found."""

    table: str
    outcomes: list[Outcome]
    command: str
    repeat: int
    others: float | None
    """How many cores other processes kept busy meanwhile."""

    @property
    def quiet(self) -> str:
        """How much the machine had beside the bench."""
        known = "an unknown number" if self.others is None else f"{self.others:.2f}"
        return f"Meanwhile other processes kept {known} of {machine.cores()} cores busy."

    def as_dict(self) -> dict[str, Any]:
        told = {"table": self.table, "command": self.command, "repeat": self.repeat}
        facts = {"machine": machine.about(), "packages": machine.packages(), "others": self.others}
        return told | facts | {"outcomes": [outcome.as_dict() for outcome in self.outcomes]}

    @property
    def summary(self) -> dict[str, tuple[list[str], list[list[str]]]]:
        """Titles, headings and cells of what is told of all cases together."""
        told = means(self.outcomes)
        return {"Geometric means of all graphs: times Edgewise's time": told} if told[1] else {}

    def as_markdown(self) -> str:
        """The table as a section's body."""
        inputs = " with every input" * any(one.case.rounds > 1 for one in self.outcomes)
        how = (
            f"Remade by `{self.command}`: {self.repeat} counted runs each{inputs}, taking turns, "
            "each contender in a process of its own, after one run not counted."
        )
        here = f"{machine.about()}. {self.quiet}"
        facts = [TABLES[self.table].ABOUT, how, here, machine.packages()]
        lines = [line for fact in facts for line in (fact, "")]
        for title, told in self.summary.items():
            lines += [f"### {title}", "", *_grid(*told), ""]
        for outcome in self.outcomes:
            lines += [f"### {outcome.case.title}", "", *_grid(*rows(outcome)), ""]
            lines += _firsts(outcome)
        return "\n".join(lines).rstrip() + "\n"


def rows(outcome: Outcome) -> tuple[list[str], list[list[str]]]:
    """Headings and cells of one case."""
    case, measure = outcome.case, TABLES[outcome.case.table].MEASURE
    shown = [k for k in range(len(HEADINGS)) if (k != 3 or case.work) and (k != 5 or measure)]
    headings = [heading.format(unit=case.unit) for heading in HEADINGS]
    cells = [_cells(entry, outcome) for entry in outcome.entries]
    return [headings[k] for k in shown], [[row[k] for k in shown] for row in cells]


def write_into(page: Path, report: Report) -> None:
    """Put a report between its markers in the page."""
    text = page.read_text(encoding="utf-8")
    begin, end = (f"<!-- bench:{slash}{report.table} -->" for slash in ("", "/"))
    if begin not in text or end not in text:
        raise SystemExit(f"{page}: the markers {begin} and {end} are not there")
    before, after = text.split(begin)[0], text.split(end)[1]
    page.write_text(f"{before}{begin}\n{report.as_markdown()}{end}{after}", encoding="utf-8")


def _cells(entry: Entry, outcome: Outcome) -> list[str]:
    told = (entry.problem, entry.kind, entry.note if entry.seconds else "")
    remarks = "; ".join(filter(None, told))
    if not entry.seconds:
        return [entry.name, "", "", "", "", "", remarks]
    case = outcome.case
    rate = _figure(case.work / case.scale / entry.median) if case.work else ""
    return [
        entry.name,
        _seconds(entry.median),
        f"{_seconds(min(entry.seconds))}..{_seconds(max(entry.seconds))}",
        rate,
        _ratio(entry, outcome),
        _peak(entry, outcome),
        remarks,
    ]


def _ratio(entry: Entry, outcome: Outcome) -> str:
    """How many times Edgewise's time this one took."""
    base = next((one for one in outcome.entries if one.kind == entry.kind and one.seconds), None)
    if base is None or not base.name.startswith("Edgewise"):
        return ""
    return "1" if base is entry else f"{_figure(entry.median / base.median, 2)} x"


def _peak(entry: Entry, outcome: Outcome) -> str:
    if entry.peak is None:
        return "not known"
    measure, mebibytes = TABLES[outcome.case.table].MEASURE, f"{entry.peak / 2**20:,.0f} MiB"
    known = [one.facts.nbytes for one in outcome.entries if one.facts and one.facts.nbytes]
    if measure != "adjacency" or not known:
        return mebibytes
    return f"{entry.peak / known[0]:.2f} x ({mebibytes})"


def _figure(value: float, digits: int = 3) -> str:
    return f"{value:,.0f}" if value >= 10 ** (digits - 1) else f"{value:.{digits}g}"


def _seconds(value: float) -> str:
    return f"{value:.3f}" if value >= 0.1 else f"{value:.2g}" if value >= 1e-3 else f"{value:.1e}"


def _grid(headings: list[str], cells: list[list[str]]) -> Iterator[str]:
    last = "---" if headings[-1] == "remarks" else "---:"
    yield "| " + " | ".join(headings) + " |"
    yield "| --- |" + " ---: |" * (len(headings) - 2) + f" {last} |"
    yield from ("| " + " | ".join(row) + " |" for row in cells)


def firsts(outcome: Outcome) -> list[str]:
    """What Edgewise's first calls take, which the table leaves out."""
    return [
        f"{entry.name}, first call on a small job: {entry.first_ever:.2f} s where no kernel was "
        f"compiled before, {entry.first:.2f} s in any later process (imports included)."
        for entry in outcome.entries
        if entry.first_ever is not None and entry.first is not None
    ]


def _firsts(outcome: Outcome) -> Iterator[str]:
    for line in firsts(outcome):
        yield from (line, "")
