"""GraphML documents that are well-formed and say what cannot be."""

from __future__ import annotations

from tests.corpus.binary.entry import Broken
from tests.corpus.binary.graphml_document import (
    ARCS,
    BODY,
    KEY,
    broken,
    document,
    weighed,
)


def content_entries() -> list[Broken]:
    return [
        broken("no-id", "a node without an id", document("<node/>\n"), "no id", line=4),
        broken(
            "id-twice",
            "two nodes of one id",
            document(BODY + '<node id="1"/>\n'),
            "same id",
            "'1'",
            line=7,
        ),
        broken(
            "no-source",
            "an edge without a source",
            document(BODY + '<edge target="1"/>\n'),
            "source",
            line=7,
        ),
        broken(
            "no-target",
            "an edge without a target",
            document(BODY + '<edge source="1"/>\n'),
            "target",
            line=7,
        ),
        broken(
            "stranger",
            "an edge to a node that is not there",
            document(BODY + ARCS + '<edge source="2" target="7"/>\n' + ARCS),
            "not there",
            "'7'",
            line=9,
        ),
        broken(
            "stranger-blank",
            "an edge to a node whose id has a blank more",
            document(BODY + '<edge source="0" target="1 "/>\n'),
            "'1 '",
            line=7,
        ),
        broken(
            "key-without-id",
            "a key without an id",
            document(keys='<key for="edge"/>\n'),
            "no id",
            line=3,
        ),
        broken(
            "data-without-key",
            "data without a key",
            document(BODY + '<edge source="0" target="1"><data>1</data></edge>\n'),
            "no key",
            line=7,
        ),
        broken(
            "two-weight-keys",
            "two keys called weight",
            document(keys=KEY.format("int") + KEY.format("double").replace('"w"', '"v"')),
            "two keys",
            line=4,
        ),
        broken(
            "word-weight", "a weight that is a word", weighed("heavy"), "'heavy'", "double", line=7
        ),
        broken("no-weight-text", "a weight that is empty", weighed(""), "bad weight", line=7),
        broken("nan-weight", "a weight that is NaN", weighed("1.5", "NaN"), "'NaN'", line=8),
        broken("two-numbers", "two numbers for a weight", weighed("1 2"), "'1 2'", line=7),
        broken("underscore", "a number as Python writes it", weighed("1_000"), "'1_000'", line=7),
        broken(
            "other-digits",
            "digits of another script",
            weighed("\u0661\u0662", kind="int"),
            "weight",
            line=7,
        ),
        broken(
            "point-in-int", "a point in a whole weight", weighed("1.0", kind="int"), "'1.0'", line=7
        ),
        broken(
            "beyond-long",
            "a whole weight beyond 64 bits",
            weighed("9223372036854775808", kind="long"),
            "64 bits",
            line=7,
        ),
        broken("long-weight", "a weight of 400 digits", weighed("1" * 400), "longer", line=7),
        broken(
            "string-weight",
            "weights said to be words",
            weighed("1", kind="string"),
            "'string'",
            line=7,
        ),
        broken(
            "weight-missing",
            "an edge without a weight among others",
            weighed("1", None, "2"),
            "no weight",
            line=8,
        ),
        broken(
            "weight-twice",
            "an edge with two weights",
            weighed("1</data><data key='w'>2"),
            "two weights",
            line=7,
        ),
        broken(
            "odd-fallback",
            "a default that is no number",
            weighed("1", keys=KEY.format("int").replace("/>", "><default>none</default></key>")),
            "'none'",
            line=3,
        ),
        broken(
            "weights-asked",
            "weights were asked for",
            document(),
            "no edge has a weight",
            read={"weighted": True},
        ),
    ]
