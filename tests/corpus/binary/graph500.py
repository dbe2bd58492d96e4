"""Graph500 edge files, of 16 and of 12 bytes an edge, and their weights."""

from __future__ import annotations

import gzip
import struct
from typing import Any

from tests.corpus.binary.entry import Broken, Good

NAN = float("nan")


def wide(*edges: tuple[int, int]) -> bytes:
    """Two 64-bit ends an edge."""
    return b"".join(struct.pack("<qq", u, v) for u, v in edges)


def packed(*edges: tuple[int, int]) -> bytes:
    """Two low halves of 32 bits, then two high ones of 16."""
    mask = 0xFFFFFFFF
    return b"".join(struct.pack("<IIhh", u & mask, v & mask, u >> 32, v >> 32) for u, v in edges)


def floats(*weights: float) -> bytes:
    return struct.pack(f"<{len(weights)}f", *weights)


EDGES = [(0, 1), (1, 2), (2, 0)]
WIDE, PACKED = wide(*EDGES), packed(*EDGES)
PLAIN = [(0, 1), (1, 2), (0, 2)]
TOLD = [(0, 1, 0.5), (1, 2, 1.5), (0, 2, -2.0)]
WEIGHTS = floats(0.5, 1.5, -2.0)
FAR = [(0, 1 << 40), (1 << 40, (1 << 46) + 5)]


def broken(name: str, why: str, data: bytes, *says: str, **more: Any) -> Broken:
    return Broken(name, why, data, more.pop("error", "FormatError"), says, **more)


def with_weights(name: str, why: str, weights: bytes, *says: str, **more: Any) -> Broken:
    return broken(name, why, WIDE, *says, beside={f"{name}.weights": weights}, **more)


def broken_entries() -> list[Broken]:
    five = wide(*[(0, 1)] * 5)
    return [
        broken("one-byte.g500", "one byte", WIDE[:1], "multiple of 16", byte=0),
        broken("half-an-edge.g500", "half an edge too few", WIDE[:-8], "16 bytes", byte=32),
        broken("one-short.g500", "the last byte is missing", WIDE[:-1], byte=32),
        broken("one-more.g500", "one byte too many", WIDE + b"!", byte=48),
        broken(
            "packed-inside.g500", "edges of 12 bytes", packed(*EDGES, (0, 3), (1, 1)), ".packed"
        ),
        broken("wide-inside.packed", "edges of 16 bytes", five[:64], ".g500"),
        broken(
            "packed-one-short.packed",
            "the last byte is missing",
            PACKED[:-1],
            "multiple of 12",
            byte=24,
        ),
        broken("half.packed", "half an edge", PACKED[:6], byte=0),
        broken(
            "minus-one.g500",
            "a source of -1",
            wide((0, 1), (-1, 2)),
            "negative",
            "found -1",
            byte=16,
        ),
        broken("minus-target.g500", "a target of -7", wide((0, 1), (2, -7)), "found -7", byte=24),
        broken("lowest.g500", "the lowest number there is", wide((0, -(1 << 63))), byte=8),
        broken("all-ones.g500", "all bits set", b"\xff" * 32, "negative", byte=0),
        broken(
            "packed-minus-one.packed",
            "a target of -1",
            packed((0, 1), (2, -1)),
            "found -1",
            byte=16,
        ),
        broken(
            "high-sign.packed",
            "a source with the highest bit set",
            packed((-(1 << 47), 1)),
            "negative",
            byte=0,
        ),
        broken(
            "big-endian.g500",
            "numbers the other way round",
            struct.pack(">4q", 0, 255, 255, 1),
            "negative",
            byte=8,
        ),
        with_weights(
            "few-weights.g500", "two weights for three edges", WEIGHTS[:8], "3 edges", "found 8"
        ),
        with_weights(
            "more-weights.g500", "four weights for three edges", WEIGHTS + WEIGHTS[:4], "12 bytes"
        ),
        with_weights("cut-weights.g500", "a weight cut in two", WEIGHTS[:10], "12 bytes"),
        with_weights("no-weights.g500", "an empty file of weights", b"", "12 bytes"),
        with_weights("nan-weight.g500", "a weight that is NaN", floats(1, NAN, 2), "NaN", byte=4),
        with_weights(
            "double-weights.g500", "weights of 64 bits", struct.pack("<3d", 1, 2, 3), "12 bytes"
        ),
        broken(
            "weights-asked.g500",
            "weights were asked for, and there are none",
            WIDE,
            "weights are missing",
            error="FileMissingError",
            read={"weighted": True},
        ),
        broken(
            "cut.g500.gz",
            "compressed, and cut",
            gzip.compress(WIDE * 9, mtime=0)[:-6],
            error="TruncatedError",
        ),
        broken(
            "not-compressed.g500.gz",
            "no whole edge, though its name says compressed",
            WIDE + b"!!!",
            "16 bytes",
            byte=48,
        ),
        broken(
            "odd-inside.packed.gz",
            "compressed, with half an edge more",
            gzip.compress(PACKED + b"!!!!!!", mtime=0),
            "12 bytes",
            byte=36,
        ),
    ]


def good_entries() -> list[Good]:
    undirected: dict[str, Any] = {"directed": False}
    magic = 0x088B1F
    return [
        Good("plain.g500", "16 bytes an edge", WIDE, 3, PLAIN, **undirected),
        Good("tight.packed", "12 bytes an edge", PACKED, 3, PLAIN, **undirected),
        Good("nothing.g500", "no edges", b"", 0, [], **undirected),
        Good(
            "loops.g500",
            "loops and parallel edges",
            wide((1, 1), (0, 1), (1, 0)),
            2,
            [(1, 1), (0, 1), (0, 1)],
            **undirected,
        ),
        Good("far.g500", "far ids, which become labels", wide(*FAR), 3, FAR, **undirected),
        Good("far-packed.packed", "far ids in 12 bytes", packed(*FAR), 3, FAR, **undirected),
        Good(
            "weights.g500",
            "weights beside",
            WIDE,
            3,
            TOLD,
            weighted=True,
            **undirected,
            beside={"weights.g500.weights": WEIGHTS},
        ),
        Good(
            "dropped.g500",
            "weights left out",
            WIDE,
            3,
            PLAIN,
            **undirected,
            read={"weighted": False},
            beside={"dropped.g500.weights": WEIGHTS},
        ),
        Good(
            "arcs.g500",
            "taken as directed: an arc each way",
            WIDE,
            3,
            [*EDGES, *((v, u) for u, v in EDGES)],
            read={"directed": True},
        ),
        Good(
            "magic.g500",
            "a first vertex that looks like gzip",
            wide((magic, 0)),
            2,
            [(0, magic)],
            **undirected,
        ),
        Good(
            "compressed.g500.gz", "compressed", gzip.compress(WIDE, mtime=0), 3, PLAIN, **undirected
        ),
        Good(
            "told.bin",
            "another name, with format=",
            WIDE,
            3,
            PLAIN,
            **undirected,
            read={"format": "graph500"},
        ),
    ]


def entries() -> list[Broken | Good]:
    """All of them."""
    return [*broken_entries(), *good_entries()]
