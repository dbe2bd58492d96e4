"""A trace: one row a round, of what ran and why.

>>> import edgewise as ew
>>> trace = ew.bfs(ew.generate.path(4), 0, schedule="push").trace
>>> len(trace), trace[0]["schedule"], trace[0]["active"], trace.total("walked")
(4, 'push list sync group', 1, 6.0)
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, final

import numpy as np

from edgewise import check, figures
from edgewise.adjacency import Array
from edgewise.schedule.schedule import Schedule

COLUMNS = (
    "round",
    "schedule",
    "active",
    "out_degrees",
    "in_degrees",
    "walked",
    "ms",
    "found",
    "why",
)
NUMBERS = tuple(name for name in COLUMNS if name not in ("schedule", "why"))
CODE, ACTIVE, OUT, IN, WALKED, TICKS, WHY, FOUND = range(8)


@final
class Trace:
    """The rounds of one run, as rows that can be indexed, printed, saved and drawn."""

    __slots__ = ("_reasons", "_rows", "_seconds_a_tick", "program", "rounds", "seconds")

    def __init__(
        self,
        program: str,
        rows: Array,
        reasons: dict[int, str],
        seconds: float,
        seconds_a_tick: float,
        rounds: int | None = None,
    ) -> None:
        self.program, self.seconds = program, seconds
        self.rounds = len(rows) if rounds is None else rounds
        self._rows, self._reasons, self._seconds_a_tick = rows, reasons, seconds_a_tick

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, index: int) -> dict[str, Any]:
        row = self._rows[index]
        at = index if index >= 0 else len(self) + index
        values = (
            at,
            str(Schedule.of_code(int(row[CODE]))),
            *(int(row[column]) for column in (ACTIVE, OUT, IN, WALKED)),
            float(row[TICKS]) * self._seconds_a_tick * 1e3,
            int(row[FOUND]),
            self._reasons.get(int(row[WHY]), ""),
        )
        return dict(zip(COLUMNS, values, strict=True))

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return (self[index] for index in range(len(self)))

    @check.accepts(column=check.Choice(*NUMBERS))
    def total(self, column: str) -> float:
        """The sum of one column of numbers."""
        return float(sum(row[column] for row in self))

    @property
    def schedules(self) -> list[str]:
        """The schedules that ran, each once, in the order of their first round."""
        codes, first = np.unique(self._rows[:, CODE], return_index=True)
        return [str(Schedule.of_code(int(codes[i]))) for i in np.argsort(first)]

    def as_dict(self) -> dict[str, Any]:
        """Everything, for programs."""
        return {
            "program": self.program,
            "seconds": self.seconds,
            "rounds": self.rounds,
            "trace": list(self),
        }

    def to_json(self) -> str:
        """Everything, as JSON."""
        return json.dumps(self.as_dict(), indent=1)

    def to_pandas(self) -> Any:
        """The rows as a data frame."""
        import pandas

        return pandas.DataFrame(list(self), columns=list(COLUMNS))

    @property
    def brief(self) -> str:
        """How many rounds, in what time."""
        rounds = f"{self.rounds:,} round{'' if self.rounds == 1 else 's'}"
        return f"{rounds} in {figures.seconds(self.seconds)}"

    def __repr__(self) -> str:
        return f"Trace: {self.program}, {self.brief}, {', '.join(self.schedules) or 'nothing ran'}"
