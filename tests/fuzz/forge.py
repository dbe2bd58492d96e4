"""Native files that an enemy might write: false inside, with checksums that are right.

Written from `docs/native-format.md` alone, sharing no code with the library.
"""

from __future__ import annotations

import json
import random
import struct
import zlib
from collections.abc import Callable
from typing import Any

from tests.fuzz.mutate import TOKENS, edit_number, edit_word

Arrays = dict[str, tuple[str, bytearray]]
"""Type and bytes by name."""
WIDTHS = {"BOOL": 1, "U8": 1, "I8": 1, "F16": 2, "I32": 4, "U32": 4, "F32": 4, "I64": 8, "F64": 8}
NAMES = (
    *("order", "in.offsets", "in.neighbors", "in.weights", "out.weights", "labels.values"),
    *("labels.text", "labels.offsets", "else", "a\x00b", "\U0001f600"),
)
METADATA = "__metadata__"


def forged(rng: random.Random, content: bytes) -> bytes:
    """The file taken apart, changed in one to a few places, and put together with new sums."""
    words, arrays = _parts(content)
    for _ in range(rng.choice((1, 1, 2, 4))):
        rng.choice(FORGERIES)(rng, words, arrays)
    return _whole(words, arrays)


def _parts(content: bytes) -> tuple[dict[str, str], Arrays]:
    base = 8 + int.from_bytes(content[:8], "little")
    entries = json.loads(content[8:base])
    arrays: Arrays = {}
    for name, entry in entries.items():
        if name not in (METADATA, "checksums") and not name.startswith("gap."):
            begin, end = entry["data_offsets"]
            arrays[name] = (entry["dtype"], bytearray(content[base + begin : base + end]))
    return entries[METADATA], arrays


def _whole(words: dict[str, str], arrays: Arrays) -> bytes:
    filled = [bytes(data) + bytes(-len(data) % 64) for _, data in arrays.values()]
    sums = [zlib.crc32(data) for data in filled if data]
    entries: dict[str, Any] = {METADATA: words}
    place = 0
    for (name, (kind, data)), full in zip(arrays.items(), filled, strict=True):
        entries[name] = _entry(kind, len(data) // WIDTHS.get(kind, 1), place, place + len(data))
        if len(full) > len(data):
            gap = (place + len(data), place + len(full))
            entries[f"gap.{name}"] = _entry("U8", gap[1] - gap[0], *gap)
        place += len(full)
    entries["checksums"] = _entry("U32", len(sums) + 2, place, place + 4 * len(sums) + 8)
    header = json.dumps(entries, separators=(",", ":")).encode()
    header += b" " * (-(len(header) + 8) % 64)
    header = struct.pack("<Q", len(header)) + header
    packed = struct.pack(f"<{len(sums) + 1}I", zlib.crc32(header), *sums)
    return header + b"".join(filled) + packed + struct.pack("<I", zlib.crc32(packed))


def _entry(kind: str, length: int, begin: int, end: int) -> dict[str, Any]:
    return {"dtype": kind, "shape": [length], "data_offsets": [begin, end]}


def other_number(rng: random.Random, words: dict[str, str], arrays: Arrays) -> None:
    if arrays:
        edit_word(rng, rng.choice(list(arrays.values()))[1], ())


def other_length(rng: random.Random, words: dict[str, str], arrays: Arrays) -> None:
    if arrays:
        kind, data = rng.choice(list(arrays.values()))
        width = WIDTHS.get(kind, 1) * rng.choice((1, 1, 2, 5))
        if rng.random() < 0.5:
            del data[max(0, len(data) - width) :]
        else:
            data += bytes(width)


def other_type(rng: random.Random, words: dict[str, str], arrays: Arrays) -> None:
    if arrays:
        name = rng.choice(list(arrays))
        arrays[name] = (rng.choice((*WIDTHS, "BF16", "")), arrays[name][1])


def array_lost(rng: random.Random, words: dict[str, str], arrays: Arrays) -> None:
    if arrays:
        del arrays[rng.choice(list(arrays))]


def array_more(rng: random.Random, words: dict[str, str], arrays: Arrays) -> None:
    if arrays:
        kind, data = rng.choice(list(arrays.values()))
        arrays[rng.choice(NAMES)] = (kind, bytearray(data))


def other_word(rng: random.Random, words: dict[str, str], arrays: Arrays) -> None:
    """A number or a whole entry of the metadata, facts among them."""
    name = rng.choice(list(words)) if words else "facts"
    text = bytearray(words.get(name, "").encode())
    if rng.random() < 0.6:
        edit_number(rng, text, ())
        words[name] = text.decode(errors="replace")
    else:
        swaps = (
            ("true", "false"),
            ("false", "true"),
            ("null", "1"),
            ("null", "true"),
            ("1", "[1]"),
        )
        before, after = rng.choice(swaps)
        words[name] = text.decode().replace(before, after, 1)


def word_lost(rng: random.Random, words: dict[str, str], arrays: Arrays) -> None:
    if words:
        del words[rng.choice(list(words))]


def word_more(rng: random.Random, words: dict[str, str], arrays: Arrays) -> None:
    kinds = ("numbers", "objects", "text 1", "text 100000000000", "text -1", "", "[" * 5000)
    token = rng.choice(TOKENS).decode()
    words[rng.choice(("labels", "piece", "version", "edges", "facts"))] = rng.choice(
        (*kinds, token)
    )


FORGERIES: tuple[Callable[[random.Random, dict[str, str], Arrays], None], ...] = (
    *(other_number, other_number, other_number, other_length, other_type, array_lost),
    *(array_more, other_word, other_word, word_lost, word_more),
)
