"""A trace: one row a round, of what ran and why.

>>> import edgewise as ew
>>> trace = ew.bfs(ew.generate.path(4), 0, schedule="push").trace
>>> len(trace), trace[0]["schedule"], trace[0]["active"], trace.total("walked")
(4, 'push list sync group', 1, 6.0)
>>> ew.Trace.from_json(trace.to_json())
Trace: bfs, 4 rounds in ..., push list sync group
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, final

import numpy as np

from edgewise import check, figures
from edgewise.adjacency import Array
from edgewise.schedule.schedule import Schedule

if TYPE_CHECKING:
    from matplotlib.figure import Figure

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

    __slots__ = ("_reasons", "_rows", "_seconds_a_tick", "device", "program", "rounds", "seconds")

    def __init__(
        self,
        program: str,
        rows: Array,
        reasons: dict[int, str],
        seconds: float,
        seconds_a_tick: float,
        rounds: int | None = None,
        device: str = "cpu",
    ) -> None:
        self.program, self.seconds, self.device = program, seconds, device
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
            "device": self.device,
            "seconds": self.seconds,
            "seconds_a_tick": self._seconds_a_tick,
            "rounds": self.rounds,
            "trace": list(self),
        }

    def to_json(self) -> str:
        """Everything, as JSON."""
        return json.dumps(self.as_dict(), indent=1)

    @classmethod
    @check.accepts(text=check.Text("the text that Trace.to_json() gave"))
    def from_json(cls, text: str) -> Trace:
        """The trace that was told as JSON.

        >>> import edgewise as ew
        >>> trace = ew.bfs(ew.generate.path(4), 0).trace
        >>> list(ew.Trace.from_json(trace.to_json())) == list(trace)
        True
        """
        from edgewise.schedule import trace_file

        return cls(**trace_file.parsed(text))

    @check.accepts(path=check.Path())
    def save(self, path: str) -> None:
        """Write everything to a file, as JSON; the file appears whole or not at all."""
        from edgewise.io.sink import Sink

        with Sink(path) as sink:
            sink.write(self.to_json().encode() + b"\n")

    @classmethod
    @check.accepts(path=check.Path())
    def load(cls, path: str) -> Trace:
        """The trace that was saved in a file.

        >>> import tempfile, pathlib
        >>> import edgewise as ew
        >>> file = pathlib.Path(tempfile.mkdtemp()) / "trace.json"
        >>> ew.bfs(ew.generate.path(4), 0).trace.save(file)
        >>> ew.Trace.load(file).rounds
        4
        """
        from edgewise.schedule import trace_file

        return cls(**trace_file.read(path))

    @check.accepts(most=check.Integer(2))
    def table(self, most: int = 30) -> str:
        """The rounds as lines of text; of more than `most`, the first and the last.

        >>> import edgewise as ew
        >>> print(ew.bfs(ew.generate.path(9), 0, schedule="push list").trace.table(most=3))
        bfs: 9 rounds in ...
        round  schedule              active  edges walked  found  time  why
            0  push list sync group       1             1      1   ...  only one direction is legal
            1  push list sync group       1             2      1   ...  only one direction is legal
          ...  6 more rounds
            8  push list sync group       1             1      0   ...  only one direction is legal
        """
        from edgewise.schedule import trace_table

        return trace_table.text(self, most)

    @check.accepts(path=check.Maybe(check.Path()))
    def plot(self, path: str | None = None) -> Figure:
        """Draw the rounds: who was active, edges walked, times, the schedules that ran and why.

        Gives a figure of matplotlib (`pip install "edgewise[plot]"`), which notebooks show; with a
        `path` it is also saved, as what the ending says (.png, .svg, .pdf, ...).

        >>> import edgewise as ew
        >>> ew.bfs(ew.generate.kronecker(10, seed=7), 1).trace.plot()
        <Figure size ...>
        """
        from edgewise.schedule import trace_plot

        return trace_plot.drawn(self, path)

    def to_pandas(self) -> Any:
        """The rows as a data frame."""
        import pandas

        return pandas.DataFrame(list(self), columns=list(COLUMNS))

    @property
    def brief(self) -> str:
        """How many rounds, in what time; a loop without rounds only takes its time."""
        if self.rounds == 0:
            return f"in {figures.seconds(self.seconds)}{self._where}"
        rounds = f"{self.rounds:,} round{'' if self.rounds == 1 else 's'}"
        return f"{rounds} in {figures.seconds(self.seconds)}{self._where}"

    @property
    def _where(self) -> str:
        return "" if self.device == "cpu" else f" on {self.device}"

    def __str__(self) -> str:
        return self.table()

    def _repr_html_(self) -> str:
        from edgewise.schedule import trace_table

        return trace_table.html(self)

    def __repr__(self) -> str:
        return f"Trace: {self.program}, {self.brief}, {', '.join(self.schedules) or 'no rounds'}"
