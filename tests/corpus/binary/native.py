"""Native files: broken headers and layouts, odd files that are sound, and all together."""

from __future__ import annotations

import gzip
import json
import struct
from typing import Any

from tests.corpus.binary.entry import Broken, Good
from tests.corpus.binary.native_content import content_entries, fact_entries
from tests.corpus.binary.native_file import (
    BASE,
    BOTH_WAYS,
    EDGES,
    PLAIN,
    ROWS,
    File,
    at_array,
    entry_of,
    flipped,
    rows,
)


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
            File().withentry_of("out.offsets", data_offsets=[float("nan"), 32]).bytes(),
            says=("not JSON", "NaN"),
        ),
        Broken(
            "huge-number.ew",
            "a length of 300 digits",
            File().withentry_of("out.offsets", shape=[10**300]).bytes(),
            says=("shape",),
        ),
        Broken(
            "long-name.ew",
            "a name of 2,000 letters",
            File().withentry_of("x" * 2000, dtype="U9").bytes(),
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
        return File().withentry_of(name, **parts).bytes()

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
            .withentry_of("out.neighbors", data_offsets=[32, 44])
            .withentry_of("gap.out.offsets", data_offsets=[44, 64], shape=[20])
            .withentry_of("gap.out.neighbors", data_offsets=[64, 128], shape=[64])
            .bytes(),
        ),
    ]


def sum_entries() -> list[Broken]:
    short, wide, late = File(), File(), File()
    short.sums_cut, wide.sums_kind = 1, "F32"
    no_sums = File().with_header(
        json.dumps({"__metadata__": File().words, "a": entry_of("U8", 0, 0)}).encode()
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
        labels_text=("U8", "anndéf!".encode()),
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
