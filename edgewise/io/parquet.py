"""Parquet tables of edges. See `columns` for what is a source, a target and a weight."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

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

MARK = b"PAR1"


def sniff(head: bytes) -> bool:
    """Whether a file begins as Parquet does."""
    return head.startswith(MARK)


def read(source: Source, options: ReadOptions) -> EdgeTable:
    """The edges of a table, from the columns that hold them and no other."""
    need_arrow("reading Parquet")
    import pyarrow
    import pyarrow.parquet

    with arrow_errors(source.path):
        data = pyarrow.BufferReader(pyarrow.py_buffer(source.whole()))
        schema = pyarrow.parquet.read_schema(data)
        names = chosen(source.path, schema.names, options)
        file = pyarrow.parquet.ParquetFile(data, read_dictionary=_words(schema, names[:2]))
        refuse_bomb(source, file.metadata.num_rows * BYTES_A_ROW)
        refuse_bomb(source, _claimed_bytes(file.metadata))
        table = file.read(columns=names)
    return edges_of(source, table, names)


def _words(schema: Any, names: list[str]) -> list[str]:
    """The columns of words; read by code, a long word that comes often takes its room once."""
    import pyarrow.types as types

    tests = (types.is_string, types.is_large_string)
    return [name for name in names if any(test(schema.field(name).type) for test in tests)]


def _claimed_bytes(metadata: Any) -> int:
    groups = [metadata.row_group(i) for i in range(metadata.num_row_groups)]
    return sum(max(0, group.total_byte_size) for group in groups)


def write(graph: Graph, sink: Sink) -> None:
    """Write the edges as the columns source, target and, where there are weights, weight."""
    need_arrow("writing Parquet")
    import pyarrow.parquet

    schema, rows = batches(graph, sink.path)
    with pyarrow.parquet.ParquetWriter(ArrowSink(sink), schema, compression="zstd") as writer:
        for batch in rows:
            writer.write_batch(batch)
