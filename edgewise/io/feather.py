"""Arrow's own files of edges (Feather, version 2), and Arrow streams for reading."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from edgewise.errors import FormatError
from edgewise.io.columns import (
    BYTES_A_ROW,
    arrow_errors,
    chosen,
    edges_of,
    need_arrow,
    refuse_bomb,
)
from edgewise.io.columns_out import ArrowSink, batches
from edgewise.io.table import EdgeTable

if TYPE_CHECKING:
    from edgewise.graph import Graph
    from edgewise.io.registry import ReadOptions
    from edgewise.io.sink import Sink
    from edgewise.io.source import Source

MARK, STREAM, OLD = b"ARROW1", b"\xff\xff\xff\xff", b"FEA1"


def sniff(head: bytes) -> bool:
    """Whether a file begins as an Arrow file or stream does."""
    return head.startswith((MARK, OLD)) or (head.startswith(STREAM) and head[4:8] != STREAM)


def read(source: Source, options: ReadOptions) -> EdgeTable:
    """The edges of a table, on the file's own bytes where they are not compressed."""
    need_arrow("reading Feather")
    import pyarrow

    data = source.whole()
    if data[:4].tobytes() == OLD:
        raise FormatError(
            source.path,
            "this is Feather version 1, which pyarrow no longer writes",
            expected="version 2: write it again with pyarrow.feather.write_feather",
        )
    with arrow_errors(source.path):
        room = pyarrow.BufferReader(pyarrow.py_buffer(data))
        if data[:4].tobytes() == STREAM:
            schema, pieces = _stream(room)
        else:
            schema, pieces = _file(room)
        names = chosen(source.path, schema.names, options)
        table = pyarrow.Table.from_batches(_within(source, pieces, names), _only(schema, names))
    return edges_of(source, table, names)


def _stream(room: Any) -> tuple[Any, Any]:
    import pyarrow.ipc

    reader = pyarrow.ipc.open_stream(room)
    return reader.schema, reader


def _file(room: Any) -> tuple[Any, Any]:
    import pyarrow.ipc

    reader = pyarrow.ipc.open_file(room)
    return reader.schema, (reader.get_batch(i) for i in range(reader.num_record_batches))


def _within(source: Source, pieces: Any, names: list[str]) -> list[Any]:
    """The batches, cut to the columns wanted, as long as they are in proportion to the file."""
    kept, rows = [], 0
    for piece in pieces:
        rows += piece.num_rows
        refuse_bomb(source, rows * BYTES_A_ROW)
        kept.append(piece.select(names))
    return kept


def _only(schema: Any, names: list[str]) -> Any:
    import pyarrow

    return pyarrow.schema([schema.field(name) for name in names], metadata=schema.metadata)


def write(graph: Graph, sink: Sink) -> None:
    """Write the edges as the columns source, target and, where there are weights, weight."""
    need_arrow("writing Feather")
    import pyarrow.ipc

    schema, rows = batches(graph, sink.path)
    with pyarrow.ipc.new_file(ArrowSink(sink), schema) as writer:
        for batch in rows:
            writer.write_batch(batch)
