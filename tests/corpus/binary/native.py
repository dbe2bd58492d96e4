"""Native files, put together from `docs/native-format.md` without the library's own writer."""

from __future__ import annotations

import gzip
import json
import struct
import zlib
from typing import Any

from tests.corpus.binary.entry import Broken, Good

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

    def with_entry(self, name: str, **parts: Any) -> File:
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
            entries[name] = _entry(kind, len(content), len(data))
            if gap:
                entries[f"gap.{name}"] = _entry("U8", len(content) + len(data), gap)
            full = data + bytes(gap)
            content += full
            sums += [
                zlib.crc32(full[at : at + self.piece]) for at in range(0, len(full), self.piece)
            ]
        entries["checksums"] = _entry("U32", len(content), 4 * (len(sums) + 2 - self.sums_cut))
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


def _entry(kind: str, begin: int, size: int) -> dict[str, Any]:
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


def header_entries() -> list[Broken]:
    deep = b"[" * 3000
    flip_facts = flipped(PLAIN, PLAIN.index(b"sorted") + 4)
    return [
        Broken("empty.ew", "no bytes at all", b"", "FileError"),
        Broken(
            "five-bytes.ew", "cut in the length of the header", PLAIN[:5], "TruncatedError", byte=5
        ),
        Broken("length-only.ew", "the header is not there", PLAIN[:8], "TruncatedError", byte=8),
        Broken("cut-header.ew", "cut in the header", PLAIN[:100], "TruncatedError", byte=100),
        Broken(
            "huge-header.ew",
            "a header of 2**63 bytes",
            b"\xff" * 7 + b"\x7f" + PLAIN[8:],
            says=("header", "too long"),
            byte=0,
        ),
        Broken(
            "header-beyond.ew",
            "a header longer than the file",
            struct.pack("<Q", len(PLAIN)) + PLAIN[8:],
            "TruncatedError",
            ("header",),
        ),
        Broken(
            "no-json.ew",
            "the header is not JSON",
            File().with_header(b'{"format":"edgewise-graph"').bytes(),
            says=("not JSON",),
            byte=8,
        ),
        Broken(
            "no-utf8.ew",
            "the header is not UTF-8",
            File().with_header(b'{"format":"edgewise-graph\xff"}').bytes(),
            says=("not JSON",),
        ),
        Broken(
            "list-header.ew",
            "the header is a list",
            File().with_header(b"[1, 2]").bytes(),
            says=("JSON object",),
        ),
        Broken(
            "deep-header.ew",
            "lists in lists in lists",
            File().with_header(deep).bytes(),
            says=("not JSON",),
        ),
        Broken(
            "name-twice.ew",
            "one name twice",
            File().with_header(PLAIN[8:BASE].replace(b"out.neighbors", b"out.offsets")).bytes(),
            says=("twice",),
        ),
        Broken(
            "nan-header.ew",
            "NaN for a number",
            File().with_entry("out.offsets", data_offsets=[float("nan"), 32]).bytes(),
            says=("not JSON", "NaN"),
        ),
        Broken(
            "huge-number.ew",
            "a length of 300 digits",
            File().with_entry("out.offsets", shape=[10**300]).bytes(),
            says=("shape",),
        ),
        Broken(
            "long-name.ew",
            "a name of 2,000 letters",
            File().with_entry("x" * 2000, dtype="U9").bytes(),
            says=("xxx",),
        ),
        Broken(
            "no-metadata.ew",
            "a safetensors file of something else",
            File().told(format=None).bytes(),
            says=("no Edgewise graph",),
        ),
        Broken(
            "word-number.ew",
            "a number among the words",
            File().told(edges=3).bytes(),
            says=("words",),
        ),
        Broken(
            "newer.ew",
            "version 2",
            File().told(version="2").bytes(),
            says=("newer Edgewise", "version 2"),
        ),
        Broken("no-version.ew", "no version", File().told(version=None).bytes(), says=("version",)),
        Broken("version-zero.ew", "version 0", File().told(version="0").bytes(), says=("version",)),
        Broken(
            "bad-piece.ew", "pieces of 100 bytes", File().told(piece="100").bytes(), says=("piece",)
        ),
        Broken(
            "flipped-header.ew",
            "a bit of the header turned over",
            flip_facts,
            "ChecksumError",
            (f"bytes 0 to {BASE}",),
            0,
        ),
    ]


def layout_entries() -> list[Broken]:
    def entry(name: str, **parts: Any) -> bytes:
        return File().with_entry(name, **parts).bytes()

    return [
        Broken(
            "cut-content.ew",
            "cut in the arrays",
            PLAIN[: BASE + 70],
            "TruncatedError",
            ("bytes more",),
            BASE + 70,
        ),
        Broken(
            "cut-last-byte.ew",
            "the last byte is missing",
            PLAIN[:-1],
            "TruncatedError",
            ("1 bytes more",),
            len(PLAIN) - 1,
        ),
        Broken(
            "longer.ew",
            "bytes behind the end",
            PLAIN + b"more",
            says=("4 bytes follow",),
            byte=len(PLAIN),
        ),
        Broken(
            "overlap.ew",
            "arrays that overlap",
            entry("out.neighbors", data_offsets=[0, 12]),
            says=("out of place",),
        ),
        Broken(
            "hole.ew",
            "a hole between arrays",
            entry("out.neighbors", data_offsets=[128, 140]),
            says=("out of place",),
        ),
        Broken(
            "negative.ew",
            "an array before the beginning",
            entry("out.offsets", data_offsets=[-32, 0]),
            says=("data_offsets",),
        ),
        Broken(
            "float-place.ew",
            "a place that is no integer",
            entry("out.offsets", data_offsets=[0.0, 32.0]),
            says=("data_offsets",),
        ),
        Broken(
            "backwards.ew",
            "an array that ends before it begins",
            entry("out.offsets", data_offsets=[32, 0]),
            says=("data_offsets",),
        ),
        Broken(
            "far-away.ew",
            "an array of 2**62 bytes",
            entry("out.offsets", shape=[1 << 59], data_offsets=[0, 1 << 62]),
            "FormatError",
        ),
        Broken(
            "true-shape.ew",
            "a length that is true",
            entry("out.offsets", shape=[True]),
            says=("shape",),
        ),
        Broken(
            "square.ew",
            "an array of two dimensions",
            entry("out.offsets", shape=[2, 2]),
            says=("shape",),
        ),
        Broken(
            "other-length.ew",
            "a length that the bytes do not have",
            entry("out.offsets", shape=[5]),
            says=("do not take",),
        ),
        Broken(
            "bf16.ew",
            "a type that is not in the list",
            entry("out.neighbors", dtype="BF16"),
            says=("BF16",),
        ),
        Broken(
            "type-number.ew",
            "a type that is no word",
            entry("out.neighbors", dtype=7),
            says=("type",),
        ),
        Broken(
            "more-parts.ew",
            "an entry with more parts",
            entry("out.neighbors", extra=1),
            says=("data_offsets",),
        ),
        Broken(
            "unaligned.ew",
            "an array at no multiple of 64",
            File()
            .with_entry("out.neighbors", data_offsets=[32, 44])
            .with_entry("gap.out.offsets", data_offsets=[44, 64], shape=[20])
            .with_entry("gap.out.neighbors", data_offsets=[64, 128], shape=[64])
            .bytes(),
        ),
    ]


def content_entries() -> list[Broken]:
    weights = {"out_weights": ("BOOL", b"\x01\x02\x00")}
    truth = File(rows([0, 2, 3, 3], [1, 2, 2], **weights), weighted=True).bytes()
    fall = File(rows([0, 3, 2, 3], [1, 2, 2])).bytes()
    beyond, negative = File(rows([0, 2, 3, 3], [1, 3, 2])), File(rows([0, 2, 3, 3], [1, -1, 2]))
    incoming = {"in_offsets": ("I64", [0, 0, 1, 2]), "in_neighbors": ("I32", [0, 0])}
    names = "out.offsets"
    return [
        Broken(
            "flipped-neighbor.ew",
            "a bit of the neighbours turned over",
            flipped(PLAIN, at_array(PLAIN, "out.neighbors")),
            "ChecksumError",
            ("were changed",),
            at_array(PLAIN, "out.neighbors"),
        ),
        Broken(
            "flipped-gap.ew",
            "a bit behind the neighbours turned over",
            flipped(PLAIN, at_array(PLAIN, "out.neighbors", 5)),
            "ChecksumError",
        ),
        Broken(
            "flipped-sum.ew",
            "a bit of the sums turned over",
            flipped(PLAIN, len(PLAIN) - 6),
            "ChecksumError",
        ),
        Broken(
            "flipped-last.ew",
            "a bit of the last sum turned over",
            flipped(PLAIN, len(PLAIN) - 1),
            "ChecksumError",
        ),
        Broken(
            "zeroed-block.ew",
            "zeros where neighbours were",
            PLAIN[: BASE + 64] + bytes(64) + PLAIN[BASE + 128 :],
            "ChecksumError",
        ),
        Broken(
            "no-neighbors.ew",
            "no neighbours",
            File({names: ROWS[names]}).bytes(),
            says=("out.neighbors", "missing"),
        ),
        Broken("no-arrays.ew", "no arrays at all", File({}).bytes(), says=("missing",)),
        Broken(
            "stranger.ew",
            "an array that has no place",
            File({**ROWS, "pagerank": ("F64", [1.0])}).bytes(),
            says=("pagerank",),
        ),
        Broken(
            "no-offsets.ew", "not one offset", File(rows([], [])).bytes(), says=("out.offsets",)
        ),
        Broken(
            "narrow-offsets.ew",
            "offsets of 32 bits",
            File({**ROWS, names: ("I32", [0, 2, 3, 3])}).bytes(),
            says=("I64",),
        ),
        Broken(
            "wide-neighbors.ew",
            "neighbours of 64 bits, though 32 do",
            File({**ROWS, "out.neighbors": ("I64", [1, 2, 2])}).bytes(),
            says=("int64",),
        ),
        Broken(
            "two-weights.ew",
            "two weights for three arcs",
            File(rows([0, 2, 3, 3], [1, 2, 2], out_weights=("F32", [1, 2])), weighted=True).bytes(),
            says=("2 weights for 3",),
        ),
        Broken("fall.ew", "offsets that fall", fall, says=("fall",), byte=at_array(fall, names, 2)),
        Broken(
            "late-begin.ew",
            "offsets that begin at 1",
            File(rows([1, 2, 3, 3], [1, 2, 2])).bytes(),
            byte=at_array(PLAIN, names),
        ),
        Broken(
            "early-end.ew",
            "offsets that end before the arcs",
            File(rows([0, 2, 2, 2], [1, 2, 2])).bytes(),
            byte=at_array(PLAIN, names),
        ),
        Broken(
            "beyond.ew",
            "a neighbour that is the number of vertices",
            beyond.bytes(),
            says=("no vertex", "found 3"),
            byte=at_array(PLAIN, "out.neighbors", 1),
        ),
        Broken(
            "below.ew",
            "a negative neighbour",
            negative.bytes(),
            says=("found -1",),
            byte=at_array(PLAIN, "out.neighbors", 1),
        ),
        Broken(
            "unverified.ew",
            "a neighbour beyond, sums not compared",
            beyond.bytes(),
            says=("no vertex",),
            read={"verify": False},
        ),
        Broken(
            "truth.ew",
            "a truth value of 2",
            truth,
            says=("truth",),
            byte=at_array(truth, "out.weights", 1),
        ),
        Broken(
            "in-arcs.ew",
            "fewer in-arcs than out-arcs",
            File(rows([0, 2, 3, 3], [1, 2, 2], **incoming)).bytes(),
            says=("in-arcs",),
        ),
        Broken(
            "undirected-in.ew",
            "in-arcs of an undirected graph",
            File(rows([0, 1, 1], [0], **incoming), directed=False).told(edges="1").bytes(),
            says=("undirected",),
        ),
        Broken(
            "three-labels.ew",
            "two labels for three vertices",
            File({**ROWS, "labels.values": ("I64", [5, 6])}).told(labels="numbers").bytes(),
            says=("2 labels for 3",),
        ),
        Broken(
            "odd-labels.ew",
            "labels of an unknown kind",
            File().told(labels="pickle").bytes(),
            says=("pickle",),
        ),
        Broken(
            "short-order.ew",
            "an order of two of three vertices",
            File({**ROWS, "order": ("I32", [1, 0])}).bytes(),
            says=("order",),
        ),
    ]


def fact_entries() -> list[Broken]:
    return [
        Broken("no-facts.ew", "no facts", File().told(facts=None).bytes(), says=("facts",)),
        Broken(
            "odd-facts.ew",
            "facts that are a number",
            File().told(facts="7").bytes(),
            says=("facts",),
        ),
        Broken(
            "more-facts.ew", "a fact that there is not", File(diameter=3).bytes(), says=("facts",)
        ),
        Broken(
            "unknown-direction.ew",
            "directed is null",
            File(directed=None).bytes(),
            says=("directed",),
        ),
        Broken(
            "wordy-fact.ew", "a fact that is a word", File(sorted="yes").bytes(), says=("sorted",)
        ),
        Broken(
            "negative-degree.ew",
            "a degree below 0",
            File(max_out_degree=-1).bytes(),
            says=("max_out_degree",),
        ),
        Broken(
            "wrong-degree.ew",
            "a largest degree that is not the largest",
            File(max_out_degree=1).bytes(),
            says=("degrees",),
        ),
        Broken(
            "weighted-fact.ew",
            "weighted, without weights",
            File(weighted=True).bytes(),
            says=("weighted",),
        ),
        Broken(
            "other-edges.ew", "4 edges of 3 arcs", File().told(edges="4").bytes(), says=("4 edges",)
        ),
        Broken("no-edges.ew", "no number of edges", File().told(edges="").bytes(), says=("edges",)),
        Broken(
            "weights-asked.ew",
            "weights were asked for",
            PLAIN,
            says=("no weights",),
            read={"weighted": True},
        ),
    ]


def sum_entries() -> list[Broken]:
    short, wide, late = File(), File(), File()
    short.sums_cut, wide.sums_kind = 1, "F32"
    no_sums = File().with_header(
        json.dumps({"__metadata__": File().words, "a": _entry("U8", 0, 0)}).encode()
    )
    late.arrays["checksums.old"] = ("U8", b"")
    whole = File(ROWS).bytes()
    packed = gzip.compress(whole, mtime=0)
    return [
        Broken("short-sums.ew", "one sum too few", short.bytes(), says=("checksums", "entries")),
        Broken("odd-sums.ew", "sums of another type", wide.bytes(), says=("checksums",)),
        Broken("no-sums.ew", "no sums", no_sums.bytes()[: 8 + 1024], "FormatError"),
        Broken("cut.ew.gz", "compressed, and cut", packed[:-20], "TruncatedError"),
        Broken(
            "flipped-inside.ew.gz",
            "compressed after a bit was turned over",
            gzip.compress(flipped(PLAIN, at_array(PLAIN, "out.neighbors")), mtime=0),
            "ChecksumError",
        ),
        Broken(
            "longer-inside.ew.gz",
            "compressed, with bytes behind the end",
            gzip.compress(PLAIN + b"more", mtime=0),
            says=("4 bytes follow",),
        ),
    ]


def good_entries() -> list[Good]:
    weights = [0.5, -2.0, 1e300]
    weighted = [(*edge, weight) for edge, weight in zip(EDGES, weights, strict=True)]
    text = rows(
        [0, 2, 3, 3],
        [1, 2, 2],
        labels_offsets=("I64", [0, 3, 3, 8]),
        labels_text=("U8", "ann".encode() + "déf♥"[:3].encode() + b"!"),
    )
    incoming = {"in_offsets": ("I64", [0, 0, 1, 3]), "in_neighbors": ("I32", [0, 0, 1])}
    triangle = [(0, 1), (0, 2), (1, 2)]
    return [
        Good("plain.ew", "three vertices, three arcs", PLAIN, 3, EDGES),
        Good("nothing.ew", "no vertices", File(rows([0], [])).told(edges="0").bytes(), 0, []),
        Good(
            "lonely.ew",
            "five vertices, no arcs",
            File(rows([0] * 6, [])).told(edges="0").bytes(),
            5,
            [],
        ),
        Good(
            "weights.ew",
            "weights of 64 bits",
            File(
                rows([0, 2, 3, 3], [1, 2, 2], out_weights=("F64", weights)), weighted=True
            ).bytes(),
            3,
            weighted,
            weighted=True,
        ),
        Good(
            "halves.ew",
            "weights of 16 bits",
            File(
                rows([0, 2, 3, 3], [1, 2, 2], out_weights=("F16", [1, 2, 0.5])), weighted=True
            ).bytes(),
            3,
            [(0, 1, 1.0), (0, 2, 2.0), (1, 2, 0.5)],
            weighted=True,
        ),
        Good(
            "truths.ew",
            "truth values for weights",
            File(
                rows([0, 2, 3, 3], [1, 2, 2], out_weights=("BOOL", [1, 0, 1])), weighted=True
            ).bytes(),
            3,
            [(0, 1, True), (0, 2, False), (1, 2, True)],
            weighted=True,
        ),
        Good(
            "both-ways.ew",
            "an undirected triangle",
            File(BOTH_WAYS, directed=False).bytes(),
            3,
            triangle,
            directed=False,
        ),
        Good(
            "in-arcs-too.ew",
            "in-arcs beside the out-arcs",
            File(rows([0, 2, 3, 3], [1, 2, 2], **incoming)).bytes(),
            3,
            EDGES,
        ),
        Good(
            "numbers.ew",
            "integers for ids",
            File({**ROWS, "labels.values": ("I64", [7, -5, 1 << 40])})
            .told(labels="numbers")
            .bytes(),
            3,
            [(7, -5), (7, 1 << 40), (-5, 1 << 40)],
        ),
        Good(
            "words.ew",
            "words for ids, one of them empty",
            File(text).told(labels="objects").bytes(),
            3,
            [("ann", ""), ("ann", "déf!"), ("", "déf!")],
        ),
        Good(
            "renumbered.ew",
            "vertices in another order",
            File({**ROWS, "order": ("I32", [2, 0, 1])}).bytes(),
            3,
            [(0, 1), (2, 0), (2, 1)],
        ),
        Good(
            "small-pieces.ew",
            "a sum for every 64 bytes",
            File(rows([0, *range(20)], [0] * 19), 64, sorted=None, self_loops=None)
            .told(edges="19")
            .bytes(),
            20,
            [(v, 0) for v in range(1, 20)],
        ),
        Good(
            "shuffled-header.ew", "the header names arrays in another order", _shuffled(), 3, EDGES
        ),
        Good("compressed.ew.gz", "compressed", gzip.compress(PLAIN, mtime=0), 3, EDGES),
        Good(
            "no-weights.ew",
            "weights left out",
            File(
                rows([0, 2, 3, 3], [1, 2, 2], out_weights=("F64", weights)), weighted=True
            ).bytes(),
            3,
            EDGES,
            read={"weighted": False},
        ),
    ]


def _shuffled() -> bytes:
    entries = json.loads(PLAIN[8:BASE])
    turned = dict(reversed(list(entries.items())))
    return File().with_header(json.dumps(turned).encode()).bytes()


def entries() -> list[Broken | Good]:
    """All of them."""
    broken = [*header_entries(), *layout_entries(), *content_entries()]
    return [*broken, *fact_entries(), *sum_entries(), *good_entries()]
