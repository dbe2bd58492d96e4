"""Native files whose header is sound and whose content is not."""

from __future__ import annotations

from tests.corpus.binary.entry import Broken
from tests.corpus.binary.native_file import BASE, PLAIN, ROWS, File, at_array, flipped, rows


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
