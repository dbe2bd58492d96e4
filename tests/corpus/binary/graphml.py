"""GraphML documents: ill-formed, ill-built, and odd ones that are sound."""

from __future__ import annotations

import gzip
from typing import Any

from tests.corpus.binary.entry import Broken, Good
from tests.corpus.binary.graphml_content import content_entries
from tests.corpus.binary.graphml_document import (
    ARCS,
    BODY,
    EDGES,
    HEAD,
    KEY,
    broken,
    document,
    weighed,
)


def form_entries() -> list[Broken]:
    whole, cut = document(), "TruncatedError"
    laughs = "".join(
        f'<!ENTITY {name} "{f"&{before};" * 10}">'
        for before, name in zip("abcdefg", "bcdefgh", strict=True)
    )
    return [
        broken("empty", "no bytes at all", "", error="FileError"),
        broken("blank", "nothing but blanks", "  \n\n", error=cut, line=3),
        broken("text", "an edge list in disguise", "0 1\n1 2\n", line=1),
        broken("html", "a document of another kind", "<html>\n<body/>\n</html>", "<html>", line=1),
        broken("half", "cut in the middle", whole[: len(whole) // 2], error=cut),
        broken("cut-last-tag", "the last tag is cut", whole[:-4], error=cut, line=10),
        broken(
            "no-end", "elements that do not end", HEAD + '<graph edgedefault="directed">', error=cut
        ),
        broken(
            "crossed",
            "tags that cross",
            document('<node id="0">\n</graph>\n</node>\n'),
            "XML",
            line=5,
        ),
        broken("two-roots", "a second document behind the first", whole + whole, "XML", line=11),
        broken(
            "ampersand",
            "an ampersand that names nothing",
            document('<node id="a&b"/>\n'),
            "XML",
            line=4,
        ),
        broken(
            "unknown-entity",
            "an entity that nobody declared",
            document('<node id="&a;"/>\n'),
            "XML",
            line=4,
        ),
        broken(
            "unknown-prefix",
            "a prefix that nobody declared",
            document("<y:Node/>\n"),
            "XML",
            line=4,
        ),
        broken(
            "attribute-twice",
            "an attribute twice",
            document('<node id="0" id="1"/>\n'),
            "XML",
            line=4,
        ),
        broken(
            "no-quotes", "an attribute without quotes", document("<node id=0/>\n"), "XML", line=4
        ),
        broken("zero-byte", "a byte of zero", document('<node id="\0"/>\n'), "XML", line=4),
        broken(
            "no-utf8",
            "bytes that are not UTF-8",
            document().encode().replace(b'"2"', b'"\xff"'),
            "XML",
        ),
        broken(
            "encoding",
            "an encoding that is not known",
            document().replace("UTF-8", "klingon"),
            "klingon",
            line=1,
        ),
        broken(
            "laughs",
            "entities that would grow to 10**8 words",
            f'<!DOCTYPE graphml [<!ENTITY a "ha">{laughs}]>\n<graphml>&h;</graphml>',
            "document type",
            line=1,
        ),
        broken(
            "outside-entity",
            "an entity in another file",
            '<!DOCTYPE graphml [\n<!ENTITY a SYSTEM "file:///etc/hostname">]>\n<graphml>&a;</graphml>',
            "document type",
            line=1,
        ),
        broken(
            "outside-dtd",
            "a document type in another place",
            '<?xml version="1.0"?>\n<!DOCTYPE graphml SYSTEM "http://example.org/graphml.dtd">\n<graphml/>',
            "document type",
            line=2,
        ),
        broken(
            "deep", "elements 100 deep", document("<desc>" * 100 + "</desc>" * 100), "deep", line=4
        ),
        Broken(
            "cut-inside.graphml.gz",
            "compressed, and cut",
            gzip.compress(whole.encode(), mtime=0)[:-9],
            "TruncatedError",
        ),
    ]


def structure_entries() -> list[Broken]:
    nested = document('<node id="0">\n<graph edgedefault="directed"/>\n</node>\n')
    second = document().replace("</graphml>", '<graph edgedefault="directed"/>\n</graphml>')
    return [
        broken("no-graph", "no graph", HEAD + "</graphml>\n", "no graph"),
        broken("two-graphs", "two graphs", second, "more than one graph", line=10),
        broken("nested-graph", "a graph in a node", nested, "nested", line=5),
        broken(
            "no-default",
            "no edgedefault",
            document().replace(' edgedefault="directed"', ""),
            "edgedefault",
            line=3,
        ),
        broken(
            "odd-default",
            "an edgedefault that there is not",
            document(kind="both"),
            "'both'",
            line=3,
        ),
        broken("hyperedge", "a hyperedge", document(BODY + "<hyperedge/>\n"), "hyperedges", line=7),
        broken(
            "locator",
            "a node that lies elsewhere",
            document('<node id="0"><locator href="http://example.org"/></node>\n'),
            "locator",
        ),
        broken(
            "loose-node",
            "a node outside of the graph",
            HEAD + '<node id="0"/>\n</graphml>',
            "<node>",
            line=3,
        ),
        broken(
            "loose-edge",
            "an edge in a node",
            document('<node id="0"><edge source="0" target="0"/></node>\n'),
            "<edge>",
            line=4,
        ),
        broken(
            "inner-graphml",
            "a document in the graph",
            document("<graphml/>\n"),
            "<graphml>",
            line=4,
        ),
        broken("late-key", "a key in the graph", document('<key id="w"/>\n'), "<key>", line=4),
        broken(
            "mixed",
            "directed and undirected edges",
            document(BODY + ARCS + '<edge source="0" target="2" directed="false"/>\n'),
            "directed and",
            line=9,
        ),
        broken(
            "odd-direction",
            "an edge directed perhaps",
            document(BODY + '<edge source="0" target="2" directed="perhaps"/>\n'),
            "'perhaps'",
            line=7,
        ),
    ]


def good_entries() -> list[Good]:
    def good(
        name: str, why: str, text: str | bytes, edges: Any = EDGES, vertices: int = 3, **more: Any
    ) -> Good:
        data = text if isinstance(text, bytes) else text.encode()
        return Good(
            f"{name}.graphml", why, data, vertices, edges, more.pop("directed", True), **more
        )

    words = document('<node id="ann"/><node id="01"/><edge source="ann" target="01"/>\n')
    foreign = '<node id="0"><y:Box xmlns:y="urn:y"><y:graph/><node id="9"/></y:Box></node>\n'
    return [
        good("plain", "directed", document()),
        good("undirected", "undirected", document(kind="undirected"), directed=False),
        good("no-namespace", "no namespace", document(head="<graphml>\n")),
        good("edges-first", "edges before their nodes", document(ARCS + BODY)),
        good("words", "words for ids", words, [("ann", "01")], 2),
        good(
            "holes",
            "integers for ids, not from 0",
            document(BODY + ARCS).replace('"2"', '"-7"'),
            [(0, 1), (1, -7)],
        ),
        good(
            "weights",
            "weights",
            weighed("1.5", " -2e3 ", "INF"),
            [(0, 1, 1.5), (0, 1, -2000.0), (0, 1, float("inf"))],
            2,
            weighted=True,
        ),
        good(
            "fallback",
            "a default weight",
            weighed(
                "3",
                None,
                kind="int",
                keys=KEY.format("int").replace("/>", "><default>7</default></key>"),
            ),
            [(0, 1, 3), (0, 1, 7)],
            2,
            weighted=True,
        ),
        good(
            "wide-int",
            "a weight beyond 32 bits, said to be an int",
            weighed("4294967296", kind="int"),
            [(0, 1, 1 << 32)],
            2,
            weighted=True,
        ),
        good(
            "dropped",
            "weights left out, though one is no number",
            weighed("heavy"),
            [(0, 1)],
            2,
            read={"weighted": False},
        ),
        good(
            "own-direction",
            "every edge says its own direction",
            document(BODY + ARCS.replace("/>", ' directed="true"/>'), kind="undirected"),
        ),
        good("foreign", "elements of another namespace", document(foreign + BODY[15:] + ARCS)),
        good(
            "ports",
            "ports and descriptions",
            document(
                BODY.replace('<node id="0"/>', '<node id="0"><desc>a</desc><port name="p"/></node>')
                + ARCS.replace('target="1"', 'target="1" targetport="p"')
            ),
        ),
        good("utf16", "UTF-16", document().replace("UTF-8", "UTF-16").encode("utf-16")),
        good(
            "latin1",
            "ISO-8859-1",
            words.replace("UTF-8", "ISO-8859-1").replace("ann", "\u00e9").encode("latin-1"),
            [("\u00e9", "01")],
            2,
        ),
        good("nothing", "no nodes", document(""), [], 0),
        good("lonely", "nodes without edges", document(BODY), []),
        Good(
            "compressed.graphml.gz",
            "compressed",
            gzip.compress(document().encode(), mtime=0),
            3,
            EDGES,
        ),
        good(
            "cdata",
            "a weight in CDATA",
            weighed("<![CDATA[2.5]]>"),
            [(0, 1, 2.5)],
            2,
            weighted=True,
        ),
    ]


def entries() -> list[Broken | Good]:
    """All of them."""
    return [*form_entries(), *structure_entries(), *content_entries(), *good_entries()]
