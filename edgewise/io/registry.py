"""The file formats: their names, how to recognise them, and the module that reads and writes them.

A format is one module with `sniff(head) -> bool`, `read(source, options) -> EdgeTable | Graph`
and, where it can be written, `write(graph, sink) -> None`; and one line in the table below.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, cast, final

from edgewise.errors import ArgumentError, UnknownFormatError

if TYPE_CHECKING:
    from edgewise.graph import Graph
    from edgewise.io.sink import Sink
    from edgewise.io.source import Source
    from edgewise.io.table import EdgeTable

COMPRESSED = (".gz", ".zst")
MARKED = ("native", "matrixmarket", "parquet", "feather", "graphml")
"""Formats whose beginning cannot be mistaken, even under the name of an edge list."""


@final
@dataclass(frozen=True, slots=True)
class ReadOptions:
    """What a reader may be told beside the file."""

    weighted: bool | None = None
    """True: refuse a file without weights; False: leave them out; None: as the file has it."""
    verify: bool = True
    """Whether checksums of the content are compared."""
    max_expansion: int = 200
    """How many times its size a compressed file may grow to before it is refused."""


class FormatModule(Protocol):
    """What a format's module holds."""

    def sniff(self, head: bytes) -> bool: ...
    def read(self, source: Source, options: ReadOptions) -> EdgeTable | Graph: ...
    def write(self, graph: Graph, sink: Sink) -> None: ...


@final
@dataclass(frozen=True, slots=True)
class Format:
    """One file format."""

    name: str
    suffixes: tuple[str, ...]
    about: str
    keeps: str
    """What survives writing and reading back; `size` is the number of vertices, lone ones too.
    Any graph that would lose its values otherwise is refused."""

    @property
    def module(self) -> FormatModule:
        return cast("FormatModule", import_module(f"edgewise.io.{self.name}"))

    @property
    def writable(self) -> bool:
        return hasattr(self.module, "write")


TABLE: tuple[Format, ...] = (
    Format("native", (".ew",), "Edgewise's own: opens by memory map, checksummed", "everything"),
    Format(
        "edgelist",
        (".el", ".wel", ".txt", ".tsv", ".csv", ".edges", ".edgelist"),
        "SNAP, CSV and TSV edge lists: two ids a line and a weight perhaps",
        "edges, direction, size, ids, weights",
    ),
    Format(
        "matrixmarket",
        (".mtx",),
        "MatrixMarket coordinate files",
        "edges, direction, size, weights",
    ),
    Format(
        "metis",
        (".graph", ".metis"),
        "METIS adjacency lists",
        "undirected edges, size, int weights",
    ),
    Format("dimacs", (".gr",), "DIMACS shortest-path graphs", "edges, direction, size, weights"),
    Format(
        "graphalytics",
        (".e", ".v", ".properties"),
        "LDBC Graphalytics: .v, .e and .properties side by side",
        "edges, direction, size, int ids, weights",
    ),
    Format(
        "gap",
        (".sg", ".wsg"),
        "GAP benchmark suite serialized graphs",
        "edges, direction, size, int32 weights",
    ),
    Format(
        "graph500",
        (".g500", ".packed"),
        "Graph500 packed edges",
        "undirected edges, float32 weights",
    ),
    Format(
        "parquet",
        (".parquet", ".pq"),
        "Parquet tables of edges",
        "edges, direction, size, ids, weights",
    ),
    Format(
        "feather",
        (".feather", ".arrow", ".ipc"),
        "Arrow files of edges",
        "edges, direction, size, ids, weights",
    ),
    Format("graphml", (".graphml",), "GraphML", "edges, direction, size, ids, weights"),
)


def formats() -> tuple[Format, ...]:
    """Every file format there is.

    >>> import edgewise as ew
    >>> [f.name for f in ew.formats()][:3]
    ['native', 'edgelist', 'matrixmarket']
    """
    return TABLE


def by_name(name: str) -> Format:
    """The format called `name`."""
    for known in TABLE:
        if known.name == name:
            return known
    names = ", ".join(known.name for known in TABLE)
    raise ArgumentError(f"format={name!r}: expected one of {names}")


def by_suffix(path: str) -> Format | None:
    """The format that the file's name tells of, compression aside."""
    suffix = plain_suffix(path)
    return next((known for known in TABLE if suffix in known.suffixes), None)


def plain_suffix(path: str) -> str:
    """The ending of a file's name, compression aside, in small letters."""
    plain = Path(path)
    while plain.suffix.lower() in COMPRESSED:
        plain = plain.with_suffix("")
    return plain.suffix.lower()


def recognise(source: Any) -> Format:
    """The format of an open file: by what it begins with, else by its name."""
    named = by_suffix(source.path)
    if named is not None and named.name == "graph500":
        return named
    head = source.head()
    if named is not None and named.name == "edgelist":
        return _edge_list_or_better(source.path, head, named)
    if named is not None and named.module.sniff(head):
        return named
    found = next((known for known in TABLE if known.module.sniff(head)), named)
    if found is None:
        raise _unknown(source.path, head)
    return found


def _edge_list_or_better(path: str, head: bytes, named: Format) -> Format:
    """What is called .txt may be anything: a mark tells better, and some things are no edges."""
    marked = (known for known in TABLE if known.name in MARKED and known.module.sniff(head))
    found = next(marked, None)
    if found is None:
        from edgewise.io.strangers import refuse_no_edges

        refuse_no_edges(path, head)
    return found or named


def _unknown(path: str, head: bytes) -> UnknownFormatError:
    from edgewise.io.strangers import way_out

    if said := way_out(head, plain_suffix(path)):
        return UnknownFormatError(path, said, found=head[:40])
    return UnknownFormatError(
        path,
        "the format is not recognised by name or content",
        found=head[:40],
        expected=f"one of {', '.join(known.name for known in TABLE)}; name it with format=",
    )
