"""GAP files, put together field by field."""

from __future__ import annotations

import gzip
import struct
from typing import Any

from tests.corpus.binary.entry import Broken, Good

LIMIT = 1 << 31
HEADER = 17


def file(
    directed: int,
    arcs: int,
    vertices: int,
    *sides: tuple[list[int], list[int]],
    weights: list[int] | None = None,
) -> bytes:
    """The header, then offsets and neighbours (with the weights between them) of each side."""
    data = struct.pack("<Bqq", directed, arcs, vertices)
    for offsets, neighbors in sides:
        data += struct.pack(f"<{len(offsets)}q", *offsets)
        if weights is not None:
            pairs = [x for pair in zip(neighbors, weights, strict=True) for x in pair]
            neighbors = pairs
        data += struct.pack(f"<{len(neighbors)}i", *neighbors)
    return data


OUT, IN = ([0, 2, 3, 3], [1, 2, 2]), ([0, 0, 1, 3], [0, 0, 1])
BOTH = ([0, 2, 4, 6], [1, 2, 0, 2, 0, 1])
PLAIN = file(1, 3, 3, OUT, IN)
UNDIRECTED = file(0, 6, 3, BOTH)
WEIGHTED = file(0, 6, 3, BOTH, weights=[5, 6, 5, 7, 6, 7])
EDGES = [(0, 1), (0, 2), (1, 2)]
NEIGHBORS = HEADER + 8 * 4


def broken(name: str, why: str, data: bytes, *says: str, **more: Any) -> Broken:
    return Broken(name, why, data, more.pop("error", "FormatError"), says, **more)


def header_entries() -> list[Broken]:
    cut = "TruncatedError"
    return [
        broken("empty.sg", "no bytes at all", b"", error="FileError"),
        broken("one-byte.sg", "the mark alone", PLAIN[:1], error=cut, byte=1),
        broken("cut-header.sg", "cut in the counts", PLAIN[:12], "header", error=cut, byte=12),
        broken(
            "header-only.sg", "nothing behind the counts", PLAIN[:17], "size", error=cut, byte=17
        ),
        broken("mark.sg", "neither directed nor undirected", b"\2" + PLAIN[1:], "found 2", byte=0),
        broken("text.sg", "an edge list in disguise", b"0 1\n1 2\n2 0\n0 3\n3 1\n", byte=0),
        broken("negative-arcs.sg", "fewer than no arcs", file(1, -3, 3, OUT, IN), "-3", byte=1),
        broken(
            "negative-vertices.sg", "fewer than no vertices", file(1, 3, -1, OUT, IN), "-1", byte=9
        ),
        broken(
            "wide.sg",
            "more vertices than 32 bits number",
            file(0, 0, LIMIT, OUT),
            "vertices",
            byte=9,
        ),
        broken("huge-arcs.sg", "2**60 arcs", file(0, 1 << 60, 3, OUT), "size", error=cut),
        broken("all-arcs.sg", "2**63 - 1 arcs", file(1, (1 << 63) - 1, 3, OUT), "size", error=cut),
        broken(
            "huge-vertices.sg", "2**31 - 1 vertices", file(0, 3, LIMIT - 1, OUT), "size", error=cut
        ),
        broken(
            "swapped.sg", "counts of vertices and arcs changed over", file(0, 3, 6, BOTH), "size"
        ),
        broken(
            "big-endian.sg",
            "numbers the other way round",
            struct.pack(">Bqq", 0, 6, 3) + UNDIRECTED[17:],
            byte=9,
        ),
    ]


def size_entries() -> list[Broken]:
    cut = "TruncatedError"
    return [
        broken("cut-offsets.sg", "cut in the offsets", PLAIN[:30], error=cut, byte=30),
        broken("cut-neighbors.sg", "cut in the neighbours", UNDIRECTED[:-2], error=cut),
        broken("no-in-arcs.sg", "directed, without in-arcs", file(1, 3, 3, OUT), error=cut),
        broken(
            "longer.sg", "bytes behind the end", UNDIRECTED + b"!", "size", byte=len(UNDIRECTED)
        ),
        broken("with-weights.sg", "weights in a file without", WEIGHTED, ".wsg", "with weights"),
        broken(
            "without-weights.wsg", "no weights in a file with", UNDIRECTED, ".sg", "without weights"
        ),
        broken(
            "weights-asked.sg",
            "weights were asked for",
            UNDIRECTED,
            "no weights",
            read={"weighted": True},
        ),
        broken("half.wsg", "half of the weights", WEIGHTED[:-12], error=cut),
        broken("cut.sg.gz", "compressed, and cut", gzip.compress(PLAIN, mtime=0)[:-6], error=cut),
        broken(
            "longer.wsg.gz",
            "compressed, with bytes behind the end",
            gzip.compress(WEIGHTED + b"!", mtime=0),
            "size",
        ),
    ]


def content_entries() -> list[Broken]:
    weighted = [5, 6, 5, 7, 6, 8]
    return [
        broken(
            "late-begin.sg",
            "offsets that begin at 1",
            file(0, 3, 3, ([1, 2, 3, 3], [1, 2, 2])),
            byte=HEADER,
        ),
        broken(
            "early-end.sg",
            "offsets that end before the arcs",
            file(0, 3, 3, ([0, 2, 2, 2], [1, 2, 2])),
            byte=HEADER + 24,
        ),
        broken(
            "fall.sg",
            "offsets that fall",
            file(0, 3, 3, ([0, 3, 2, 3], [1, 2, 2])),
            "fall",
            byte=HEADER + 16,
        ),
        broken(
            "negative-offset.sg",
            "an offset below 0",
            file(0, 3, 3, ([0, -1, 2, 3], [1, 2, 2])),
            "fall",
            byte=HEADER + 8,
        ),
        broken(
            "far-offset.sg",
            "an offset of 2**62",
            file(0, 3, 3, ([0, 1 << 62, 2, 3], [1, 2, 2])),
            "fall",
            byte=HEADER + 16,
        ),
        broken(
            "beyond.sg",
            "a neighbour that is the number of vertices",
            file(0, 6, 3, (BOTH[0], [1, 2, 0, 3, 0, 1])),
            "found 3",
            byte=NEIGHBORS + 12,
        ),
        broken(
            "below.sg",
            "a negative neighbour",
            file(0, 6, 3, (BOTH[0], [1, 2, 0, -1, 0, 1])),
            "found -1",
            byte=NEIGHBORS + 12,
        ),
        broken(
            "beyond-weighted.wsg",
            "a neighbour beyond, with weights",
            file(0, 6, 3, (BOTH[0], [1, 2, 0, 9, 0, 1]), weights=weighted),
            "found 9",
            byte=NEIGHBORS + 24,
        ),
        broken(
            "in-beyond.sg",
            "an in-neighbour beyond",
            file(1, 3, 3, OUT, (IN[0], [0, 0, 5])),
            "found 5",
            byte=NEIGHBORS + 12 + 32 + 8,
        ),
        broken(
            "in-fall.sg",
            "in-offsets that fall",
            file(1, 3, 3, OUT, ([0, 2, 1, 3], IN[1])),
            "fall",
            byte=NEIGHBORS + 12 + 16,
        ),
        broken(
            "one-way.sg",
            "undirected, and an arc lacks its reverse",
            file(0, 6, 3, (BOTH[0], [1, 2, 0, 2, 0, 0])),
            "reverse",
        ),
        broken(
            "unequal.wsg",
            "undirected, and the reverse weighs other",
            file(0, 6, 3, BOTH, weights=weighted),
            "reverse",
        ),
        broken(
            "other-in.sg",
            "in-arcs of another graph",
            file(1, 3, 3, OUT, ([0, 1, 2, 3], [1, 0, 1])),
            "in-arcs",
        ),
        broken(
            "other-in-weights.wsg",
            "in-arcs of other weights",
            file(1, 1, 2, ([0, 1, 1], [1]), weights=[4]) + struct.pack("<qqqii", 0, 0, 1, 0, 5),
            "in-arcs",
        ),
        broken(
            "no-vertices.sg", "arcs without vertices", file(0, 2, 0, ([0], [0, 0])), byte=HEADER
        ),
    ]


def good_entries() -> list[Good]:
    weights = [5, 6, 5, 7, 6, 7]
    loops = file(0, 3, 2, ([0, 2, 3], [0, 1, 0]))
    told = [(0, 1, 5), (0, 2, 6), (1, 2, 7)]
    return [
        Good("plain.sg", "directed", PLAIN, 3, EDGES),
        Good("undirected.sg", "undirected", UNDIRECTED, 3, EDGES, directed=False),
        Good(
            "weighted.wsg",
            "undirected, with weights",
            WEIGHTED,
            3,
            told,
            directed=False,
            weighted=True,
        ),
        Good(
            "directed-weights.wsg",
            "directed, with negative weights",
            file(1, 1, 2, ([0, 1, 1], [1]), weights=[-4]) + struct.pack("<qqqii", 0, 0, 1, 0, -4),
            2,
            [(0, 1, -4)],
            weighted=True,
        ),
        Good("nothing.sg", "no vertices", file(0, 0, 0, ([0], [])), 0, [], directed=False),
        Good(
            "nothing-directed.sg",
            "no vertices, directed",
            file(1, 0, 0, ([0], []), ([0], [])),
            0,
            [],
        ),
        Good(
            "lonely.wsg",
            "two vertices, no arcs, weighted",
            file(0, 0, 2, ([0, 0, 0], [])),
            2,
            [],
            directed=False,
            weighted=True,
        ),
        Good("loop.sg", "a loop, which is one arc", loops, 2, [(0, 0), (0, 1)], directed=False),
        Good(
            "unsorted.sg",
            "neighbours that do not ascend",
            file(1, 3, 3, ([0, 2, 3, 3], [2, 1, 2]), ([0, 0, 1, 3], [0, 1, 0])),
            3,
            EDGES,
        ),
        Good(
            "parallel.wsg",
            "parallel arcs of unequal weight",
            file(0, 4, 2, ([0, 2, 4], [1, 1, 0, 0]), weights=[3, 4, 4, 3]),
            2,
            [(0, 1, 3), (0, 1, 4)],
            directed=False,
            weighted=True,
        ),
        Good(
            "dropped.wsg",
            "weights left out",
            file(0, 6, 3, BOTH, weights=weights),
            3,
            EDGES,
            directed=False,
            read={"weighted": False},
        ),
        Good(
            "told.bin",
            "another name, with format=",
            WEIGHTED,
            3,
            told,
            directed=False,
            weighted=True,
            read={"format": "gap"},
        ),
        Good("compressed.sg.gz", "compressed", gzip.compress(PLAIN, mtime=0), 3, EDGES),
    ]


def entries() -> list[Broken | Good]:
    """All of them."""
    return [*header_entries(), *size_entries(), *content_entries(), *good_entries()]
