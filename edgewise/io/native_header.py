"""The header of native files: made for writing, and checked in full before anything is used."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Any, NoReturn, final

import numpy as np

from edgewise.adjacency import Array
from edgewise.errors import FormatError, TruncatedError

FORMAT, VERSION = "edgewise-graph", 1
ALIGNMENT = 64
LONGEST_HEADER = 1 << 20
SUMS = "checksums"
KINDS: dict[str, np.dtype[Any]] = {
    "BOOL": np.dtype(np.bool_),
    "I8": np.dtype(np.int8),
    "U8": np.dtype(np.uint8),
    "I16": np.dtype("<i2"),
    "U16": np.dtype("<u2"),
    "F16": np.dtype("<f2"),
    "I32": np.dtype("<i4"),
    "U32": np.dtype("<u4"),
    "F32": np.dtype("<f4"),
    "I64": np.dtype("<i8"),
    "U64": np.dtype("<u8"),
    "F64": np.dtype("<f8"),
}
WORDS = {kind: word for word, kind in KINDS.items()}


@final
@dataclass(frozen=True, slots=True)
class Place:
    """Where an array lies: bytes begin..end of the file; the gap behind it ends at `until`."""

    kind: np.dtype[Any]
    begin: int
    end: int
    until: int


def made(metadata: dict[str, str], columns: dict[str, Array]) -> bytes:
    entries: dict[str, Any] = {"__metadata__": metadata}
    place = 0
    for name, column in columns.items():
        end = place + column.nbytes
        entries[name] = _entry(WORDS[column.dtype], len(column), place, end)
        place = end if name == SUMS else end + -end % ALIGNMENT
        if place > end:
            entries[f"gap.{name}"] = _entry("U8", place - end, end, place)
    text = json.dumps(entries, separators=(",", ":")).encode()
    text += b" " * (-(len(text) + 8) % ALIGNMENT)
    return len(text).to_bytes(8, "little") + text


def _entry(word: str, length: int, begin: int, end: int) -> dict[str, Any]:
    return {"dtype": word, "shape": [length], "data_offsets": [begin, end]}


# reading -----------------------------------------------------------------------------------


def header_bytes(path: str, data: Array) -> bytes:
    if len(data) < 8:
        raise TruncatedError(path, "the file ends within its first 8 bytes", byte=len(data))
    length = int.from_bytes(data[:8].tobytes(), "little")
    if length > LONGEST_HEADER:
        raise FormatError(
            path, "the header is too long", byte=0, found=length, expected=f"{LONGEST_HEADER:,}"
        )
    if length > len(data) - 8:
        raise TruncatedError(
            path,
            f"the file ends within its header of {length:,} bytes",
            byte=len(data),
            expected=f"{8 + length - len(data):,} bytes more",
        )
    return data[8 : 8 + length].tobytes()


def parsed(path: str, header: bytes, size: int) -> tuple[dict[str, str], dict[str, Place]]:
    try:
        entries = json.loads(
            header.decode(), object_pairs_hook=_without_repeats, parse_constant=_no_constant
        )
    except (ValueError, RecursionError) as problem:
        raise FormatError(path, f"the header is not JSON: {problem}", byte=8) from None
    if not isinstance(entries, dict):
        raise FormatError(path, "the header is not a JSON object", byte=8)
    metadata = _metadata(path, entries.pop("__metadata__", None))
    return metadata, _tiled(path, entries, 8 + len(header), size)


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    entries = dict(pairs)
    if len(entries) < len(pairs):
        raise ValueError("a name stands there twice")
    return entries


def _no_constant(word: str) -> NoReturn:
    raise ValueError(f"{word} is no JSON number")


def _metadata(path: str, metadata: Any) -> dict[str, str]:
    if not isinstance(metadata, dict) or metadata.get("format") != FORMAT:
        raise FormatError(
            path, "the file holds no Edgewise graph", byte=8, expected=f"the format {FORMAT!r}"
        )
    if not all(isinstance(value, str) for value in metadata.values()):
        raise FormatError(path, "the header's __metadata__ must map words to words", byte=8)
    version = metadata.get("version", "")
    if not is_number(version) or int(version) < 1:
        raise FormatError(path, "the version is bad", byte=8, found=version, expected="a number")
    if int(version) > VERSION:
        raise FormatError(
            path,
            f"the file was written by a newer Edgewise: it is of version {version}, and this "
            f"Edgewise reads up to version {VERSION}; upgrade with pip install -U edgewise",
        )
    return metadata


def is_number(word: Any) -> bool:
    return isinstance(word, str) and word.isascii() and word.isdecimal() and len(word) < 19


def _tiled(path: str, entries: dict[str, Any], base: int, size: int) -> dict[str, Place]:
    """Where every array lies, in order; refuses holes, overlaps and bytes beyond the file."""
    spans = {name: _span(path, name, entry) for name, entry in entries.items()}
    places: dict[str, Place] = {}
    at = base
    for name, (kind, begin, end) in sorted(spans.items(), key=lambda item: item[1][1:]):
        if base + begin != at:
            raise FormatError(
                path,
                f"array {name!r:.60} lies out of place",
                found=base + begin,
                expected=f"byte {at}",
            )
        at = base + end
        if not is_gap(name):
            places[name] = Place(kind, base + begin, at, at)
        elif places and end - begin < ALIGNMENT:
            last, before = places.popitem()
            places[last] = replace(before, until=at)
        if places and next(reversed(places.values())).until != at:
            raise FormatError(
                path, f"array {name!r:.60} fills no gap of less than {ALIGNMENT} bytes"
            )
    _refuse_misfit(path, places, at, size)
    return places


def _refuse_misfit(path: str, places: dict[str, Place], end: int, size: int) -> None:
    for name, place in places.items():
        if place.begin % ALIGNMENT:
            raise FormatError(path, f"array {name!r:.60} is not aligned", found=place.begin)
    if end > size:
        raise TruncatedError(
            path, "the file ends too early", byte=size, expected=f"{end - size:,} bytes more"
        )
    if end < size:
        raise FormatError(path, f"{size - end:,} bytes follow the last array", byte=end)


def is_gap(name: str) -> bool:
    """Whether an array only fills the room up to the next multiple of 64."""
    return name.startswith("gap.")


def _span(path: str, name: str, entry: Any) -> tuple[np.dtype[Any], int, int]:
    """Type, first and last byte of one array, its length checked against its type."""

    def refuse(problem: str, found: object) -> NoReturn:
        raise FormatError(path, f"array {name!r:.60}: {problem}", byte=8, found=found)

    if not isinstance(entry, dict) or set(entry) != {"dtype", "shape", "data_offsets"}:
        refuse("expected dtype, shape and data_offsets", entry)
    word, shape, span = entry["dtype"], entry["shape"], entry["data_offsets"]
    if not isinstance(word, str) or word not in KINDS:
        refuse(f"the type must be one of {', '.join(KINDS)}", word)
    if not _are_sizes(shape) or len(shape) != 1:
        refuse("the shape must be one length", shape)
    if not _are_sizes(span) or len(span) != 2 or span[0] > span[1]:
        refuse("data_offsets must be two sizes, the first not above the second", span)
    if shape[0] * KINDS[word].itemsize != span[1] - span[0]:
        refuse(f"{shape[0]:,} of {word} do not take {span[1] - span[0]:,} bytes", span)
    return KINDS[word], span[0], span[1]


def _are_sizes(values: Any) -> bool:
    """Whether these are counts that a file can have."""
    return isinstance(values, list) and all(
        type(value) is int and 0 <= value < 1 << 63 for value in values
    )
