"""GraphML: nodes, edges, direction, and the edge attribute called weight.

Node ids are words in GraphML. Where every one is written as Python writes an integer they are
read as integers, else all as words (a file from here whose words look so says that they are
words). Other attributes, ports and the elements of other namespaces are passed over; what would
change the graph when passed over (nested graphs, hyperedges, edges of both kinds) is refused. A
document type, and with it every entity, is refused before it is looked at; nothing outside the
file is ever opened.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.parsers import expat

import numpy as np

from edgewise.adjacency import Array
from edgewise.errors import FormatError, TruncatedError
from edgewise.io.graphml_reading import Document
from edgewise.io.graphml_writing import write as write
from edgewise.io.table import EdgeTable

if TYPE_CHECKING:
    from edgewise.io.registry import ReadOptions
    from edgewise.io.source import Source

BLOCK = 1 << 18
LONGEST = 1 << 20
"""The most bytes that one tag or remark may have: the parser holds all of it at once."""
NO_ELEMENT, UNCLOSED_TOKEN, PARTIAL_CHAR, UNCLOSED_CDATA = 3, 5, 6, 20


def sniff(head: bytes) -> bool:
    """Whether a file begins as a GraphML document does."""
    return b"<graphml" in head


def read(source: Source, options: ReadOptions) -> EdgeTable:
    """The nodes and edges of the one graph of a document."""
    document = Document(source.path, options.weighted)
    parser = document.parser()
    try:
        fed = 0
        for block in source.blocks(BLOCK):
            parser.Parse(block.tobytes(), False)
            fed += len(block)
            if fed - parser.CurrentByteIndex > LONGEST:
                document.refuse(f"an element or a remark of more than {LONGEST:,} bytes")
        parser.Parse(b"", True)
    except expat.ExpatError as problem:
        _refuse(source.path, problem)
    document.finish()
    labels = document.labels()
    sources, targets = document.ends()
    weights = document.weights()
    if _is_range(labels):
        place = labels.astype(np.int64)
        return EdgeTable(place[sources], place[targets], weights, len(labels), document.directed)
    return EdgeTable(sources, targets, weights, None, document.directed, labels=labels)


def _is_range(labels: Array) -> bool:
    """Whether the ids are 0..n-1, in whatever order."""
    if labels.dtype.kind != "i":
        return len(labels) == 0
    return bool(np.array_equal(np.sort(labels), np.arange(len(labels))))


def _refuse(path: str, problem: expat.ExpatError) -> None:
    cut = problem.code in (NO_ELEMENT, UNCLOSED_TOKEN, PARTIAL_CHAR, UNCLOSED_CDATA)
    error = TruncatedError if cut else FormatError
    words = expat.ErrorString(problem.code)
    raise error(
        path, f"the document is not well-formed XML: {words}", line=problem.lineno
    ) from None
