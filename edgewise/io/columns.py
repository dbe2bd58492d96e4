"""Edges in the columns of an Arrow table: what reading Parquet and Feather has in common.

The columns called source and target (or by a common synonym, else the first two) are the ends; a
column called weight is the weight. Ids are integers or words, in plain or dictionary columns.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from edgewise.adjacency import Array
from edgewise.errors import (
    EdgewiseError,
    ExpansionError,
    FormatError,
    MemoryLimitError,
    MissingDependencyError,
)
from edgewise.io.source import FREE_EXPANSION
from edgewise.io.table import EdgeTable
from edgewise.io.table_notes import Notes

if TYPE_CHECKING:
    from edgewise.io.registry import ReadOptions
    from edgewise.io.source import Source

ENDS = (
    ("source", "target"),
    ("src", "dst"),
    ("from", "to"),
    ("u", "v"),
    ("start", "end"),
    ("source_id", "target_id"),
)
WEIGHTS = ("weight", "weights", "w")
BYTES_A_ROW = 24


def need_arrow(purpose: str) -> None:
    """Refuse where pyarrow is not installed."""
    try:
        import pyarrow  # noqa: F401
    except ImportError:
        raise MissingDependencyError("pyarrow", purpose, "arrow") from None


@contextmanager
def arrow_errors(path: str) -> Iterator[None]:
    """Word what pyarrow refuses as our errors."""
    import pyarrow

    try:
        yield
    except EdgewiseError:
        raise
    except MemoryError as problem:
        raise MemoryLimitError(f"{path}: {problem}") from None
    except (
        pyarrow.ArrowException,
        OSError,
        ValueError,
        TypeError,
        LookupError,
        OverflowError,
    ) as problem:
        first = (str(problem).splitlines() or [type(problem).__name__])[0]
        first = "".join(letter if letter.isprintable() else "?" for letter in first[:200])
        raise FormatError(path, f"the file cannot be read as a table: {first}") from None


def chosen(path: str, names: list[str], options: ReadOptions) -> list[str]:
    """The names of the columns that hold sources, targets and, where there are any, weights."""
    if len(set(names)) < len(names):
        raise FormatError(path, "two columns have the same name", found=names)
    if len(names) < 2:
        raise FormatError(path, "an edge needs two columns", found=names, expected="source, target")
    spelt = {name.lower(): name for name in reversed(names)}
    pair = next((pair for pair in ENDS if all(end in spelt for end in pair)), None)
    ends = names[:2] if pair is None else [spelt[end] for end in pair]
    weight = next((spelt[word] for word in WEIGHTS if word in spelt), None)
    if options.weighted and (weight is None or weight in ends):
        raise FormatError(path, "no column is called 'weight'", found=names, expected="weights")
    return [
        *ends,
        *([weight] if weight and weight not in ends and options.weighted is not False else []),
    ]


def refuse_bomb(source: Source, size: int) -> None:
    """Refuse, before it is all in memory, a table out of all proportion to its file."""
    if size > max(FREE_EXPANSION, source.size * source.max_expansion):
        raise ExpansionError(
            source.path,
            f"the table grows beyond {source.max_expansion} times the file; if you trust it, read "
            "it with a larger max_expansion=",
        )


def edges_of(source: Source, table: Any, names: list[str]) -> EdgeTable:
    """The edges of a table, from its chosen columns."""
    notes = Notes.read(source, table.schema.metadata or {})
    with arrow_errors(source.path):
        table.validate(full=True)
        weights = None if len(names) < 3 else _weights(source.path, table[names[2]], names[2])
        ends = [_ids(source.path, table[name], name) for name in names[:2]]
        tails, heads, labels = _positions(source.path, ends, names, notes)
    vertices = notes.vertices if labels is None else None
    return EdgeTable(tails, heads, weights, vertices, notes.directed, labels=labels)


# ids ---------------------------------------------------------------------------------------


def _ids(path: str, column: Any, name: str) -> Array | list[Any]:
    """A column of ids without gaps: integers as an array, words as coded pieces."""
    import pyarrow.types as types

    _refuse_null(path, column, name)
    kind = column.type.value_type if types.is_dictionary(column.type) else column.type
    if types.is_integer(kind):
        plain = column if kind == column.type else column.cast(kind)
        numbers: Array = plain.to_numpy(zero_copy_only=False)
        return numbers
    if types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind):
        coded = column if types.is_dictionary(column.type) else column.dictionary_encode()
        return list(coded.chunks)
    raise FormatError(path, f"column {name!r} holds {kind}", expected="integers or words as ids")


def _positions(
    path: str, ends: list[Any], names: list[str], notes: Notes
) -> tuple[Array, Array, Array | None]:
    """Both columns as numbers, and the labels that they stand for, where they do."""
    words = [isinstance(end, list) for end in ends]
    if words[0] != words[1]:
        raise FormatError(
            path,
            f"one of the columns {names[0]!r} and {names[1]!r} holds integers, the other words",
            expected="ids of one kind",
        )
    if words[0]:
        return _worded(path, ends, names, notes)
    if not notes.labelled:
        return ends[0], ends[1], None
    from edgewise.convert.labels import factorized

    tails, heads, labels = factorized(ends[0], ends[1])
    if notes.labels is None:
        return tails, heads, labels
    known = np.array(notes.labels, labels.dtype)
    order = np.argsort(known)
    at = np.searchsorted(known, labels, sorter=order)
    rank = order[np.minimum(at, len(known) - 1)] if len(known) else at
    _refuse_unlisted(path, known[rank] == labels if len(known) else labels != labels, labels)
    return rank[tails], rank[heads], known


def _worded(
    path: str, ends: list[list[Any]], names: list[str], notes: Notes
) -> tuple[Array, Array, Array]:
    """Words as positions: in the list of labels that is told, else ascending."""
    place_of: dict[str, int] = {word: i for i, word in enumerate(notes.labels or [])}
    listed = len(place_of)
    columns = [
        _coded(path, pieces, name, place_of) for pieces, name in zip(ends, names, strict=False)
    ]
    words = list(place_of)
    labels = np.empty(len(words), object)
    if notes.labels is not None:
        _refuse_unlisted(path, np.arange(len(words)) < listed, words)
        labels[:] = words
        return columns[0], columns[1], labels
    order = sorted(range(len(words)), key=words.__getitem__)
    labels[:] = [words[place] for place in order]
    rank = np.empty(len(words), np.int64)
    rank[order] = np.arange(len(words))
    return rank[columns[0]], rank[columns[1]], labels


def _coded(path: str, pieces: list[Any], name: str, place_of: dict[str, int]) -> Array:
    """The place of every word of a column of coded pieces; `place_of` grows."""
    found = [np.empty(0, np.int64)]
    for piece in pieces:
        codes = piece.indices.to_numpy(zero_copy_only=False)
        words = piece.dictionary.to_pylist()
        used = np.zeros(len(words), bool)
        used[codes] = True
        places = np.zeros(len(words), np.int64)
        for code in np.flatnonzero(used).tolist():
            if words[code] is None:
                row = sum(map(len, found)) + int(np.flatnonzero(codes == code)[0])
                raise FormatError(path, f"row {row} of column {name!r} is null")
            places[code] = place_of.setdefault(words[code], len(place_of))
        found.append(places[codes])
    return np.concatenate(found)


def _refuse_unlisted(path: str, listed: Array, labels: Any) -> None:
    if not listed.all():
        stranger = labels[int(np.flatnonzero(~listed)[0])]
        raise FormatError(path, "an id is not among the labels of the metadata", found=stranger)


# weights -----------------------------------------------------------------------------------


def _weights(path: str, column: Any, name: str) -> Array:
    import pyarrow.types as types

    _refuse_null(path, column, name)
    if not any(
        test(column.type) for test in (types.is_integer, types.is_floating, types.is_boolean)
    ):
        raise FormatError(path, f"column {name!r} holds {column.type}", expected="numbers")
    weights: Array = column.to_numpy(zero_copy_only=False)
    if weights.dtype.kind == "f" and (rows := np.flatnonzero(np.isnan(weights))).size:
        raise FormatError(path, f"row {rows[0]} of column {name!r} is NaN", expected="a number")
    return weights


def _refuse_null(path: str, column: Any, name: str) -> None:
    import pyarrow.compute

    if column.null_count:
        row = pyarrow.compute.index(column.is_null(), True).as_py()
        raise FormatError(
            path, f"row {row} of column {name!r} is null", expected="a value in every row"
        )
