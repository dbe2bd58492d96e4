"""Make the stored files of the binary formats and of GraphML again:

python -m tests.corpus.make_binary"""

from __future__ import annotations

from pathlib import Path

from tests.corpus.binary import gap, graph500, graphml, native, tables
from tests.corpus.binary.entry import store

HERE = Path(__file__).parent

if __name__ == "__main__":
    store(HERE / "native", native.entries())
    store(HERE / "gap", gap.entries())
    store(HERE / "graph500", graph500.entries())
    store(HERE / "parquet", tables.entries("parquet"))
    store(HERE / "feather", tables.entries("feather"))
    store(HERE / "graphml", graphml.entries())
