"""Native files, put together from `docs/native-format.md` without the library's own writer."""

from __future__ import annotations

import json
import struct
import zlib
from typing import Any

FACTS = {
    "directed": True,
    "weighted": False,
    "symmetric": None,
    "sorted": True,
    "self_loops": False,
    "multi_edges": False,
    "min_out_degree": None,
    "max_out_degree": None,
    "min_in_degree": None,
    "max_in_degree": None,
}
FORMS = {"I64": "q", "I32": "i", "U8": "B", "BOOL": "?", "F16": "e", "F32": "f", "F64": "d"}
Arrays = dict[str, tuple[str, Any]]
ROWS: Arrays = {"out.offsets": ("I64", [0, 2, 3, 3]), "out.neighbors": ("I32", [1, 2, 2])}
EDGES = [(0, 1), (0, 2), (1, 2)]
BOTH_WAYS: Arrays = {
    "out.offsets": ("I64", [0, 2, 4, 6]),
    "out.neighbors": ("I32", [1, 2, 0, 2, 0, 1]),
}


class File:
    """A file about to be put together, every part of it open to change."""

    def __init__(self, arrays: Arrays = ROWS, piece: int = 8 << 20, **facts: Any) -> None:
        self.arrays = {name: (kind, _packed(kind, items)) for name, (kind, items) in arrays.items()}
        self.piece = piece
        self.words: dict[str, Any] = {"format": "edgewise-graph", "version": "1"}
        self.words["facts"] = json.dumps({**FACTS, **facts})
        self.words["edges"] = "3"
        self.words["piece"] = str(piece)
        self.edit: dict[str, Any] = {}
        """Entries of the header to put in place of the true ones; None leaves one out."""
        self.header: bytes | None = None
        self.sums_kind, self.sums_cut = "U32", 0

    def told(self, **words: Any) -> File:
        """Other words in the metadata; None leaves one out."""
        self.words |= words
        self.words = {name: word for name, word in self.words.items() if word is not None}
        return self

    def withentry_of(self, name: str, **parts: Any) -> File:
        """Other parts in the header's entry of an array."""
        self.edit.setdefault(name, {}).update(parts)
        return self

    def with_header(self, text: bytes) -> File:
        """Another header altogether."""
        self.header = text
        return self

    def bytes(self) -> bytes:
        """The whole file, with sums that are right."""
        entries: dict[str, Any] = {"__metadata__": self.words}
        content, sums = b"", []
        for name, (kind, data) in self.arrays.items():
            gap = -len(data) % 64
            entries[name] = entry_of(kind, len(content), len(data))
            if gap:
                entries[f"gap.{name}"] = entry_of("U8", len(content) + len(data), gap)
            full = data + bytes(gap)
            content += full
            sums += [
                zlib.crc32(full[at : at + self.piece]) for at in range(0, len(full), self.piece)
            ]
        entries["checksums"] = entry_of("U32", len(content), 4 * (len(sums) + 2 - self.sums_cut))
        entries["checksums"]["dtype"] = self.sums_kind
        for name, parts in self.edit.items():
            entries[name] = {**entries.get(name, {}), **parts}
        header = json.dumps(entries).encode() if self.header is None else self.header
        header += b" " * (-(len(header) + 8) % 64)
        header = struct.pack("<Q", len(header)) + header
        table = struct.pack(f"<{len(sums) + 1}I", zlib.crc32(header), *sums)
        table = table[: len(table) - 4 * self.sums_cut]
        return header + content + table + struct.pack("<I", zlib.crc32(table))


def _packed(kind: str, items: Any) -> bytes:
    return items if isinstance(items, bytes) else struct.pack(f"<{len(items)}{FORMS[kind]}", *items)


def entry_of(kind: str, begin: int, size: int) -> dict[str, Any]:
    width = {"U32": 4, "U8": 1}.get(kind) or struct.calcsize(FORMS[kind])
    return {"dtype": kind, "shape": [size // width], "data_offsets": [begin, begin + size]}


def flipped(data: bytes, at: int, bit: int = 1) -> bytes:
    """The bytes with one bit turned over."""
    return data[:at] + bytes([data[at] ^ bit]) + data[at + 1 :]


def at_array(data: bytes, name: str, item: int = 0) -> int:
    """The byte of the file at which an array begins, or an item of it."""
    base = 8 + int.from_bytes(data[:8], "little")
    entry = json.loads(data[8:base])[name]
    width = struct.calcsize(FORMS[entry["dtype"]])
    return int(base + entry["data_offsets"][0] + item * width)


PLAIN = File().bytes()
BASE = 8 + int.from_bytes(PLAIN[:8], "little")


def rows(offsets: list[int], neighbors: list[int], **more: tuple[str, Any]) -> Arrays:
    """Out-rows, and other arrays."""
    named = {name.replace("_", ".", 1): array for name, array in more.items()}
    return {"out.offsets": ("I64", offsets), "out.neighbors": ("I32", neighbors), **named}
