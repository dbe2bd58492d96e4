"""The tables there are."""

from __future__ import annotations

from typing import Any, Protocol

from bench import (
    algorithms,
    build,
    first,
    generate,
    importing,
    load,
    neighborhoods,
    parse,
    schedules,
)
from bench.contest import Case, Settings


class Table(Protocol):
    """What a table's module holds."""

    TITLE: str
    ABOUT: str
    MEASURE: str
    """What peak memory is a multiple of; "" where memory is not told."""

    def cases(self, scale: int) -> list[Case]: ...
    def inputs(self, settings: Settings) -> Any: ...


TABLES: dict[str, Table] = {
    "build": build,
    "parse": parse,
    "load": load,
    "generate": generate,
    "import": importing,
    "first": first,
    "algorithms": algorithms,
    "neighborhoods": neighborhoods,
    "schedules": schedules,
}
