"""A record of operators: one row a call, of what ran, how, and why.

>>> import edgewise as ew
>>> front = ew.VertexFrontier.of(ew.generate.path(4), [0])
>>> with ew.record() as calls:
...     for _ in range(2):
...         front = ew.advance(front)
>>> len(calls), calls[1]["operator"], calls[1]["schedule"], calls.total("walked")
(2, 'advance', 'push list sync group', 3.0)
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import perf_counter
from typing import Any, final

from edgewise import check, figures

COLUMNS = ("call", "operator", "schedule", "active", "out_degrees", "walked", "found", "ms", "why")
NUMBERS = ("call", "active", "out_degrees", "walked", "found", "ms")
MOST = 30
"""Calls shown by `print`; of more, the first and the last."""


@final
class Record:
    """The calls of operators in a `with ew.record() as ...` block, as rows."""

    __slots__ = ("_rows",)

    def __init__(self) -> None:
        self._rows: list[tuple[Any, ...]] = []

    def add(
        self,
        operator: str,
        schedule: str,
        active: int,
        out_degrees: int,
        walked: int,
        found: int,
        seconds: float,
        why: str = "",
    ) -> None:
        """One call more."""
        row = (operator, schedule, active, out_degrees, walked, found, seconds * 1e3, why)
        self._rows.append(row)

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, index: int) -> dict[str, Any]:
        row = self._rows[index]
        at = index if index >= 0 else len(self) + index
        return dict(zip(COLUMNS, (at, *row), strict=True))

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return (self[index] for index in range(len(self)))

    @check.accepts(column=check.Choice(*NUMBERS))
    def total(self, column: str) -> float:
        """The sum of one column of numbers."""
        return float(sum(row[column] for row in self))

    def to_json(self) -> str:
        """Every call, as JSON."""
        return json.dumps(list(self), indent=1)

    def to_pandas(self) -> Any:
        """The calls as a data frame."""
        import pandas

        return pandas.DataFrame(list(self), columns=list(COLUMNS))

    def __str__(self) -> str:
        shown = list(self) if len(self) <= MOST else [self[i] for i in range(MOST - 5)]
        table = [COLUMNS, *(_cells(row) for row in shown)]
        if len(shown) < len(self):
            table.append(("...", *[""] * (len(COLUMNS) - 1)))
            table += [_cells(self[i]) for i in range(len(self) - 5, len(self))]
        return f"{self!r}\n{figures.aligned(table, NUMBERS)}"

    def __repr__(self) -> str:
        calls = f"{len(self):,} call{'' if len(self) == 1 else 's'}"
        names = ", ".join(dict.fromkeys(row[0] for row in self._rows)) or "nothing ran"
        return f"Record: {calls} in {figures.seconds(self.total('ms') / 1e3)}; {names}"


def _cells(row: dict[str, Any]) -> tuple[str, ...]:
    return tuple(
        f"{value:.3f}" if name == "ms" else f"{value:,}" if name in NUMBERS else str(value)
        for name, value in row.items()
    )


_open: ContextVar[Record | None] = ContextVar("edgewise_record", default=None)


@contextmanager
def record() -> Iterator[Record]:
    """Keep a row of every operator that is called in the block, by this thread.

    >>> import edgewise as ew
    >>> with ew.record() as calls:
    ...     _ = ew.filter(ew.VertexFrontier.all(ew.generate.path(4)), lambda v: v > 1)
    >>> calls
    Record: 1 call in ...; filter
    """
    calls = Record()
    token = _open.set(calls)
    try:
        yield calls
    finally:
        _open.reset(token)


def note(
    operator: str, begin: float, active: int, *, out_degrees: int = 0, walked: int = 0,
    found: int = 0, why: str = "",
) -> None:  # fmt: skip
    """Add a call that began then and knows no schedule to the record that is kept, if any."""
    calls = recording()
    if calls is not None:
        seconds = perf_counter() - begin
        calls.add(operator, "", active, out_degrees, walked, found, seconds, why)


def recording() -> Record | None:
    """The record that is kept just now, if any; operators add their calls to it."""
    return _open.get()
