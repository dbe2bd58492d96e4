"""A graph as the columns of an Arrow table: what writing Parquet and Feather has in common."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, final

import numpy as np

from edgewise.errors import GraphError
from edgewise.io.table_notes import Notes

if TYPE_CHECKING:
    from edgewise.graph import Graph
    from edgewise.io.sink import Sink

ROWS_AT_ONCE = 1 << 20


def batches(graph: Graph, path: str) -> tuple[Any, Iterator[Any]]:
    """The schema of the table of a graph's edges, and its rows, piece by piece."""
    import pyarrow

    from edgewise.convert.edges import ranked_edges

    ids = _ids(graph, path)
    tails, heads, weights = ranked_edges(graph)
    fields = [("source", ids.type), ("target", ids.type)]
    if weights is not None:
        fields.append(("weight", pyarrow.from_numpy_dtype(weights.dtype)))
    schema = pyarrow.schema(fields, metadata=Notes.of(graph, tails, heads).written())

    def rows() -> Iterator[Any]:
        for begin in range(0, len(tails), ROWS_AT_ONCE):
            part = slice(begin, begin + ROWS_AT_ONCE)
            columns = [ids.take(pyarrow.array(side[part])) for side in (tails, heads)]
            if weights is not None:
                columns.append(pyarrow.array(weights[part]))
            yield pyarrow.record_batch(columns, schema=schema)

    return schema, rows()


def _ids(graph: Graph, path: str) -> Any:
    """The id of every rank as an Arrow array."""
    import pyarrow

    labels = graph.vertex_ids.labels
    if labels is None:
        return pyarrow.array(np.arange(graph.num_vertices, dtype=graph.vertex_dtype))
    if labels.dtype.kind in "iu":
        return pyarrow.array(labels)
    words = labels.tolist()
    strange = next((word for word in words if type(word) is not str), None)
    if strange is not None:
        raise GraphError(
            f"{path}: a vertex id such as {strange!r:.40} cannot be written: a table holds "
            "integers, or text; give the vertices such ids, by str(id) for one"
        )
    try:
        return pyarrow.array(words, pyarrow.large_string())
    except (pyarrow.ArrowException, UnicodeError) as problem:
        raise GraphError(f"{path}: the vertex ids cannot be written: {problem}") from None


@final
class ArrowSink:
    """A sink in the shape of the files that pyarrow writes to."""

    def __init__(self, sink: Sink) -> None:
        self._sink = sink
        self._at = 0
        self.closed = False

    def write(self, data: Any) -> int:
        self._sink.write(data)
        size = memoryview(data).nbytes
        self._at += size
        return size

    def tell(self) -> int:
        return self._at

    def flush(self) -> None:
        """Nothing to do: the sink flushes when it ends."""

    def close(self) -> None:
        self.closed = True

    def readable(self) -> bool:
        return False

    def writable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return False
