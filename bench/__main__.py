"""`python -m bench`: every table; `python -m bench build --scale 18 --json out.json`: one."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table as Screen

from bench import machine, outside
from bench.harness import contest
from bench.peers import every
from bench.report import Report, firsts, rows, write_into
from bench.tables import TABLES


def main() -> int:
    """Run the tables asked for; exit status 1 when a contender's graph was wrong."""
    wish, console = _wishes(), Console()
    try:
        wish.outside = [outside.read(path) for path in wish.outside]
    except ValueError as problem:
        raise SystemExit(str(problem)) from None
    reports = []
    for name in wish.tables or TABLES:
        report = _run(name, wish, console)
        reports.append(report)
        if wish.write:
            write_into(wish.write, report)
    if wish.json:
        told = [report.as_dict() for report in reports]
        wish.json.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    return int(any(outcome.wrong for report in reports for outcome in report.outcomes))


def _wishes() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("tables", nargs="*", help=f"of {', '.join(TABLES)}; all when none is named")
    parser.add_argument("--scale", type=int, default=20, help="2**SCALE vertices (20)")
    parser.add_argument("--repeat", type=int, default=5, help="counted runs of each contender (5)")
    parser.add_argument("--only", default="", help="only contenders with this in their name")
    parser.add_argument("--case", default="", help="only cases with this in their title")
    parser.add_argument("--limit", type=float, default=600, help="seconds one run may take (600)")
    parser.add_argument(
        "--outside", type=Path, action="append", default=[], help="show the times in this file too"
    )
    parser.add_argument("--json", type=Path, help="also write all figures to this file")
    parser.add_argument("--write", type=Path, help="also write the tables into this page")
    wish = parser.parse_args()
    unknown = [name for name in wish.tables if name not in TABLES]
    if unknown or wish.repeat < 1 or not 4 <= wish.scale <= 30:
        parser.error(
            f"no table {unknown[0]!r}: there are {', '.join(TABLES)}"
            if unknown
            else "--repeat must be at least 1 and --scale from 4 to 30"
        )
    return wish


def _run(name: str, wish: argparse.Namespace, console: Console) -> Report:
    table, others = TABLES[name], machine.Others()
    console.rule(table.TITLE)
    console.print(machine.about(), highlight=False)
    contenders = [one for one in every(name) if wish.only.lower() in one.name.lower()]
    outcomes = []
    for case in table.cases(wish.scale):
        if wish.case in case.title:
            with console.status(case.title) as status:
                outcome = contest(case, contenders, wish.repeat, wish.limit, status.update)
            outcome.entries.extend(outside.entries(wish.outside, case))
            outcomes.append(outcome)
            _show(outcome.case.title, *rows(outcome), console)
            console.print("\n".join(firsts(outcome)), highlight=False)
    report = Report(name, outcomes, _command(name), wish.repeat, others.cores)
    for title, told in report.summary.items():
        _show(title, *told, console)
    console.print(report.quiet, highlight=False)
    return report


def _command(name: str) -> str:
    """What remakes one table as it was made."""
    options = [word for word in sys.argv[1:] if word not in TABLES]
    return " ".join(["python -m bench", name, *options])


def _show(title: str, headings: list[str], cells: list[list[str]], console: Console) -> None:
    screen = Screen(title=title, title_justify="left")
    for heading in headings:
        text = heading in ("contender", "remarks")
        screen.add_column(heading, justify="left" if text else "right", overflow="fold")
    for row in cells:
        screen.add_row(*row)
    console.print(screen, highlight=False)


if __name__ == "__main__":
    sys.exit(main())
