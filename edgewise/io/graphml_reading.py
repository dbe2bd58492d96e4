"""Taking a GraphML document in, event by event, as the parser comes upon things."""

from __future__ import annotations

import re
from array import array
from typing import Any, NoReturn, final
from xml.parsers import expat

import numpy as np

from edgewise.adjacency import Array
from edgewise.errors import FormatError
from edgewise.io.graphml_weights import Weights

NAMESPACE = "http://graphml.graphdrawing.org/xmlns"
INTEGER = re.compile(r"0|-?[1-9][0-9]{0,18}", re.ASCII)
IDS_KEY, WORDS = "edgewise.ids", "words"
DEEPEST = 64
LONGEST_TEXT = 256
DEFAULTS = {"directed": True, "undirected": False}
DIRECTIONS = {"true": True, "false": False}
ENCODINGS = {"utf-8", "utf-16", "us-ascii", "iso-8859-1", "windows-1252"}


@final
class Document:
    """What has been seen of one GraphML document."""

    def __init__(self, path: str, weighted: bool | None = None) -> None:
        self.path, self._weighted = path, weighted
        self.directed: bool | None = None
        self._default: bool | None = None
        self._place_of: dict[str, int] = {}
        self._declared: list[str] = []
        self._awaited: dict[str, int] = {}
        self._ends = array("q")
        self._weights = Weights(self.refuse)
        self._words = False
        self._ids_key: str | None = None
        self._open: list[str] = []
        self._text: list[str] | None = None
        self._room = 0
        self._data_key = ""

    def parser(self) -> Any:
        """An XML parser that tells this document what it finds."""
        self._parser = expat.ParserCreate(namespace_separator=" ")
        self._parser.buffer_text = True
        self._parser.ordered_attributes = False
        self._parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
        self._parser.XmlDeclHandler = self._declaration
        self._parser.StartDoctypeDeclHandler = self._doctype
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        return self._parser

    @property
    def line(self) -> int:
        return int(self._parser.CurrentLineNumber)

    def refuse(self, problem: str, line: int | None = None, **seen: Any) -> NoReturn:
        raise FormatError(self.path, problem, line=self.line if line is None else line, **seen)

    # events --------------------------------------------------------------------------------

    def _declaration(self, version: str, encoding: str | None, *_: object) -> None:
        if encoding is not None and encoding.lower() not in ENCODINGS:
            self.refuse("unknown encoding", found=encoding, expected=", ".join(sorted(ENCODINGS)))

    def _doctype(self, name: str, *_: object) -> NoReturn:
        self.refuse(
            "a document type is not accepted: its entities could grow without bound or lead "
            "outside the file; remove <!DOCTYPE ...>",
            found=name,
        )

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        space, _, tag = name.rpartition(" ")
        if space not in ("", NAMESPACE):
            tag = "foreign"
        if len(self._open) >= DEEPEST:
            self.refuse(f"elements lie more than {DEEPEST} deep")
        parent = self._open[-1] if self._open else ""
        self._open.append(tag)
        if parent == "foreign":
            self._open[-1] = "foreign"
        elif (take := _TAKES.get(tag)) is not None:
            take(self, parent, attributes)
        elif not parent:
            self.refuse("the document is not GraphML", found=f"<{tag}>", expected="<graphml>")

    def _end(self, _: str) -> None:
        tag = self._open.pop()
        if self._text is not None and tag in ("data", "default"):
            text, self._text = "".join(self._text).strip(), None
            self._parser.CharacterDataHandler = None
            self._settle_text(tag, text)
        elif tag == "edge":
            self._weights.end_edge(self.line)

    def _characters(self, text: str) -> None:
        assert self._text is not None
        self._room -= len(text)
        if self._room < 0:
            self.refuse(f"a value is longer than {LONGEST_TEXT} letters")
        self._text.append(text)

    # elements ------------------------------------------------------------------------------

    def _graphml(self, parent: str, attributes: dict[str, str]) -> None:
        if parent:
            self._misplaced("graphml", parent)

    def _graph(self, parent: str, attributes: dict[str, str]) -> None:
        if parent in ("node", "edge"):
            self.refuse(f"a graph lies inside a {parent}: nested graphs are not supported")
        if parent != "graphml":
            self._misplaced("graph", parent)
        if self._default is not None:
            self.refuse("there is more than one graph; leave one in the file")
        word = attributes.get("edgedefault")
        if word not in DEFAULTS:
            self.refuse("bad edgedefault", found=word, expected="directed or undirected")
        self._default = DEFAULTS[word]

    def _node(self, parent: str, attributes: dict[str, str]) -> None:
        if parent != "graph":
            self._misplaced("node", parent)
        name = attributes.get("id")
        if name is None:
            self.refuse("a node has no id")
        known = len(self._place_of)
        if self._place_of.setdefault(name, known) != known and name not in self._awaited:
            self.refuse("two nodes have the same id", found=name)
        self._awaited.pop(name, None)
        self._declared.append(name)

    def _edge(self, parent: str, attributes: dict[str, str]) -> None:
        if parent != "graph":
            self._misplaced("edge", parent)
        for side in ("source", "target"):
            name = attributes.get(side)
            if name is None:
                self.refuse(f"an edge has no {side}")
            place = self._place_of.get(name)
            if place is None:  # the node may come later
                self._awaited[name] = self.line
                place = self._place_of[name] = len(self._place_of)
            self._ends.append(place)
        self._settle_direction(attributes.get("directed"))
        self._weights.begin_edge()

    def _key(self, parent: str, attributes: dict[str, str]) -> None:
        if parent != "graphml":
            self._misplaced("key", parent)
        key, name = attributes.get("id"), attributes.get("attr.name")
        if key is None:
            self.refuse("a key has no id")
        scope = attributes.get("for", "all")
        if name == IDS_KEY and scope == "graph":
            self._ids_key = key
        if name == "weight" and scope in ("edge", "all") and self._weighted is not False:
            self._weights.declare(key, attributes.get("attr.type", "string"), scope)
        self._data_key = key

    def _data(self, parent: str, attributes: dict[str, str]) -> None:
        key = attributes.get("key")
        if parent in ("", "data", "default"):
            self._misplaced("data", parent)
        if key is None:
            self.refuse("a data element has no key")
        wanted = self._weights.key if parent == "edge" else self._ids_key
        if parent in ("edge", "graph") and key == wanted:
            self._data_key = key
            self._collect()

    def _default_value(self, parent: str, attributes: dict[str, str]) -> None:
        if parent == "key" and self._data_key == self._weights.key:
            self._collect()

    def _hyperedge(self, parent: str, attributes: dict[str, str]) -> None:
        self.refuse("hyperedges are not supported")

    def _locator(self, parent: str, attributes: dict[str, str]) -> None:
        self.refuse("a locator points outside the file, where nothing is read")

    def _misplaced(self, tag: str, parent: str) -> NoReturn:
        where = f"inside <{parent}>" if parent else "outside of everything"
        self.refuse(f"<{tag}> stands {where}")

    def _collect(self) -> None:
        self._text, self._room = [], LONGEST_TEXT
        self._parser.CharacterDataHandler = self._characters

    def _settle_text(self, tag: str, text: str) -> None:
        parent = self._open[-1]
        if parent == "graph":
            self._words = text == WORDS
        elif tag == "default":
            self._weights.default(text, self.line)
        else:
            self._weights.add(text, self.line)

    def _settle_direction(self, word: str | None) -> None:
        if word is not None and word not in DIRECTIONS:
            self.refuse("bad direction of an edge", found=word, expected="true or false")
        own = self._default if word is None else DIRECTIONS[word]
        if self.directed is None:
            self.directed = own
        elif self.directed != own:
            self.refuse("directed and undirected edges in one graph are not supported")

    # the end -------------------------------------------------------------------------------

    def finish(self) -> None:
        """See that every edge found its nodes."""
        if self._default is None:
            self.refuse("the document holds no graph")
        for name, line in self._awaited.items():
            self.refuse("an edge ends at a node that is not there", line, found=name)
        if self.directed is None:
            self.directed = self._default

    def ends(self) -> tuple[Array, Array]:
        """Both ends of every edge, as places in the list of nodes."""
        pairs = np.frombuffer(self._ends, np.int64) if self._ends else np.empty(0, np.int64)
        rank = np.empty(len(self._declared), np.int64)
        places = np.fromiter(map(self._place_of.__getitem__, self._declared), np.int64)
        rank[places] = np.arange(len(places))
        return rank[pairs[::2]], rank[pairs[1::2]]

    def labels(self) -> Array:
        """The ids of the nodes in their order: integers where all are written so."""
        if not self._words and all(map(INTEGER.fullmatch, self._declared)):
            numbers = [int(name) for name in self._declared]
            if all(-(1 << 63) <= number < 1 << 63 for number in numbers):
                return np.array(numbers, np.int64)
        words = np.empty(len(self._declared), object)
        words[:] = self._declared
        return words

    def weights(self) -> Array | None:
        """The weight of every edge, or None where there are none or they are not wanted."""
        return self._weights.column(self._weighted)


_TAKES = {
    "graphml": Document._graphml,
    "graph": Document._graph,
    "node": Document._node,
    "edge": Document._edge,
    "key": Document._key,
    "data": Document._data,
    "default": Document._default_value,
    "hyperedge": Document._hyperedge,
    "locator": Document._locator,
}
