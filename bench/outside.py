"""Times of programs that the bench does not run itself, from files.

    {"program": "GAPBS", "notes": "-O3, 2 threads", "times": {"bfs": {"kron18": [0.011, 0.012]}}}

Times are seconds, any number of runs each; graphs are named as in the table's titles.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any, final

from bench.contest import Case
from bench.harness import Entry
from bench.terms import ALGORITHMS


@final
@dataclass(frozen=True, slots=True)
class Outside:
    """A program's times: of an algorithm, on a graph."""

    program: str
    notes: str
    times: dict[str, dict[str, list[float]]]


def read(path: Path) -> Outside:
    """What a file tells; ValueError says what is wrong with it."""
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
        found = Outside(str(told["program"]), str(told.get("notes", "")), dict(told["times"]))
        seconds = [one for graphs in found.times.values() for row in graphs.values() for one in row]
    except (OSError, ValueError) as problem:
        raise ValueError(f"{path}: {problem}") from None
    except (AttributeError, KeyError, TypeError):
        form = '{"program": ..., "notes": ..., "times": {"bfs": {"kron18": [seconds, ...]}}}'
        raise ValueError(f"{path}: expected {form}") from None
    unknown = set(found.times) - set(ALGORITHMS)
    if unknown:
        raise ValueError(
            f"{path}: no algorithm {min(unknown)!r}: there are {', '.join(ALGORITHMS)}"
        )
    if not all(_is_time(one) for one in seconds):
        raise ValueError(f"{path}: times must be numbers of seconds above 0")
    return found


def _is_time(value: Any) -> bool:
    return isinstance(value, int | float) and isfinite(value) and value > 0


def entries(programs: Sequence[Outside], case: Case) -> Iterator[Entry]:
    """Rows for the programs that did this case."""
    for program in programs:
        graphs = program.times.get(case.settings.get("algorithm", ""), {})
        seconds = graphs.get(case.settings.get("graph", ""), [])
        if seconds:
            yield Entry(program.program, "", program.notes, seconds=seconds, outside=True)
