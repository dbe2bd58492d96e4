"""Answers in files: a row a vertex, its id first, then a column for each of what was found.

The form goes by the ending: `.csv`, `.tsv` and `.json` (as `.csv.gz` too), `.parquet`, `.feather`.
Text has `inf` and `nan` where JSON has null; who has no parent has nothing.
"""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from edgewise.adjacency import Array
from edgewise.errors import FormatError, GraphError, UnknownFormatError
from edgewise.io.columns import arrow_errors, need_arrow
from edgewise.io.columns_out import ArrowSink
from edgewise.io.registry import COMPRESSED
from edgewise.io.sink import Sink
from edgewise.io.source import Source

VERTEX = "vertex"
ROWS_AT_ONCE = 1 << 16
SEPARATORS = {".csv": ",", ".tsv": "\t"}


def ending(path: str) -> str:
    """What says how a file of answers is written; refuses what says nothing."""
    name = path.lower()
    plain = next((name.removesuffix(end) for end in COMPRESSED if name.endswith(end)), name)
    form = next((form for form in WRITERS if plain.endswith(form)), None)
    if form is None or (plain != name and form in ARROW):
        known = ", ".join(WRITERS)
        raise UnknownFormatError(
            path,
            "its ending names no form of answers",
            expected=f"one of {known}; the text ones may be compressed, as .csv.gz",
        )
    return form


def write(path: str, columns: dict[str, Array]) -> None:
    """Write columns of one length, the ids under "vertex"."""
    form = ending(path)
    if form in ARROW:
        need_arrow(f"writing {form}")
    with Sink(path) as sink:
        WRITERS[form](sink, columns)


def read(path: str) -> dict[str, list[Any]]:
    """The columns of a file of answers; the values of text are text."""
    form = ending(path)
    with Source(path) as source:
        columns = READERS[form](source)
    if VERTEX not in columns:
        named = ", ".join(columns) or "none"
        raise FormatError(path, f"no column is called {VERTEX!r}: there are {named}")
    return columns


def _write_text(sink: Sink, columns: dict[str, Array]) -> None:
    separator = SEPARATORS[ending(sink.path)]
    sink.write((separator.join(columns) + "\n").encode())
    rows = len(columns[VERTEX])
    for begin in range(0, rows, ROWS_AT_ONCE):
        part = [column[begin : begin + ROWS_AT_ONCE].tolist() for column in columns.values()]
        text = io.StringIO()
        csv.writer(text, delimiter=separator, lineterminator="\n").writerows(
            zip(*part, strict=True)
        )
        sink.write(text.getvalue().encode())


def _read_text(source: Source) -> dict[str, list[Any]]:
    separator = SEPARATORS[ending(source.path)]
    try:
        text = source.whole().tobytes().decode()
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True))
    except (UnicodeDecodeError, csv.Error) as problem:
        raise FormatError(source.path, f"this is no table of text: {problem}") from None
    head, lines = (rows[0], rows[1:]) if rows else ([], [])
    odd = next((at for at, line in enumerate(lines) if len(line) != len(head)), None)
    if odd is not None:
        raise FormatError(
            source.path,
            "a row of another length than the first",
            line=odd + 2,
            found=len(lines[odd]),
            expected=f"{len(head)} cells",
        )
    return {name: [line[at] for line in lines] for at, name in enumerate(head)}


def _write_json(sink: Sink, columns: dict[str, Array]) -> None:
    told = {name: [_finite(one) for one in column.tolist()] for name, column in columns.items()}
    try:
        sink.write(json.dumps(told).encode() + b"\n")
    except TypeError as problem:
        raise GraphError(f"{sink.path}: the vertex ids cannot be written: {problem}") from None


def _finite(value: Any) -> Any:
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _read_json(source: Source) -> dict[str, list[Any]]:
    try:
        told = json.loads(source.whole().tobytes())
    except ValueError as problem:
        raise FormatError(source.path, f"this is no JSON: {problem}") from None
    good = isinstance(told, dict) and all(isinstance(each, list) for each in told.values())
    if not good or len({len(each) for each in told.values()}) > 1:
        raise FormatError(source.path, "this is no object of lists that are all of one length")
    columns: dict[str, list[Any]] = {
        name: [tuple(one) if isinstance(one, list) else one for one in column]
        for name, column in told.items()
    }
    return columns


def _write_arrow(sink: Sink, columns: dict[str, Array]) -> None:
    import pyarrow
    import pyarrow.feather
    import pyarrow.parquet

    try:
        table = pyarrow.table({name: _arrow(column) for name, column in columns.items()})
    except pyarrow.ArrowException as problem:
        raise GraphError(f"{sink.path}: the vertex ids cannot be written: {problem}") from None
    if ending(sink.path) == ".parquet":
        pyarrow.parquet.write_table(table, ArrowSink(sink))
    else:
        pyarrow.feather.write_feather(table, ArrowSink(sink))


def _arrow(column: Array) -> Any:
    import pyarrow

    return pyarrow.array(column.tolist() if column.dtype == object else column)


def _read_arrow(source: Source) -> dict[str, list[Any]]:
    form = ending(source.path)
    need_arrow(f"reading {form}")
    import pyarrow
    import pyarrow.feather
    import pyarrow.parquet

    room = pyarrow.BufferReader(pyarrow.py_buffer(source.whole()))
    with arrow_errors(source.path):
        take = pyarrow.parquet.read_table if form == ".parquet" else pyarrow.feather.read_table
        columns: dict[str, list[Any]] = take(room).to_pydict()
    return columns


ARROW = (".parquet", ".feather", ".arrow")
WRITERS: dict[str, Callable[[Sink, dict[str, Array]], None]] = {
    ".csv": _write_text,
    ".tsv": _write_text,
    ".json": _write_json,
    **dict.fromkeys(ARROW, _write_arrow),
}
READERS: dict[str, Callable[[Source], dict[str, list[Any]]]] = {
    ".csv": _read_text,
    ".tsv": _read_text,
    ".json": _read_json,
    **dict.fromkeys(ARROW, _read_arrow),
}


def numbers(path: str, name: str, values: list[Any]) -> Array:
    """A column of numbers; nothing stands for infinity among distances, else for no number."""
    absent = math.inf if name == "distance" else math.nan
    try:
        return _whole(values) if _are_whole(values) else _real(values, absent)
    except (ValueError, TypeError, OverflowError):
        odd = next((at for at, one in enumerate(values) if not _is_number(one)), 0)
        raise FormatError(
            path, f"row {odd + 1} of column {name!r} is no number", found=values[odd]
        ) from None


def _are_whole(values: list[Any]) -> bool:
    return all(
        one.lstrip("-").isdecimal() if isinstance(one, str) else type(one) is int for one in values
    )


def _whole(values: list[Any]) -> Array:
    return np.array([int(one) for one in values], np.int64)


def _real(values: list[Any], absent: float) -> Array:
    return np.array([absent if one is None else float(one) for one in values], np.float64)


def _is_number(one: Any) -> bool:
    try:
        float(0 if one is None else one)
    except (ValueError, TypeError):
        return False
    return True
