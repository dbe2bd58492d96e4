"""Edgewise: graph programs, written once in Python, on whatever processors there are.

>>> import edgewise as ew
>>> g = ew.generate.kronecker(10, edge_factor=8, seed=1)
>>> g.num_vertices
1024
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from edgewise import generate as generate
    from edgewise import verify as verify
    from edgewise.build import from_edges as from_edges
    from edgewise.convert.frames import from_arrow as from_arrow
    from edgewise.convert.frames import from_pandas as from_pandas
    from edgewise.convert.frames import from_polars as from_polars
    from edgewise.convert.igraph import from_igraph as from_igraph
    from edgewise.convert.networkx import from_networkx as from_networkx
    from edgewise.convert.scipy import from_scipy as from_scipy
    from edgewise.csr import from_csr as from_csr
    from edgewise.errors import ArgumentError as ArgumentError
    from edgewise.errors import ArgumentTypeError as ArgumentTypeError
    from edgewise.errors import ChecksumError as ChecksumError
    from edgewise.errors import EdgewiseError as EdgewiseError
    from edgewise.errors import ExpansionError as ExpansionError
    from edgewise.errors import FileAccessError as FileAccessError
    from edgewise.errors import FileError as FileError
    from edgewise.errors import FileMissingError as FileMissingError
    from edgewise.errors import FormatError as FormatError
    from edgewise.errors import GraphError as GraphError
    from edgewise.errors import MemoryLimitError as MemoryLimitError
    from edgewise.errors import MissingDependencyError as MissingDependencyError
    from edgewise.errors import TruncatedError as TruncatedError
    from edgewise.errors import UnknownFormatError as UnknownFormatError
    from edgewise.errors import UnknownVertexError as UnknownVertexError
    from edgewise.frontier import EdgeFrontier as EdgeFrontier
    from edgewise.frontier import VertexFrontier as VertexFrontier
    from edgewise.graph import Facts as Facts
    from edgewise.graph import Graph as Graph
    from edgewise.io import formats as formats
    from edgewise.io import read as read
    from edgewise.io import write as write

_HOMES = {
    "build": "from_edges",
    "csr": "from_csr",
    "convert.frames": "from_arrow from_pandas from_polars",
    "convert.igraph": "from_igraph",
    "convert.networkx": "from_networkx",
    "convert.scipy": "from_scipy",
    "errors": "ArgumentError ArgumentTypeError ChecksumError EdgewiseError ExpansionError "
    "FileAccessError FileError FileMissingError FormatError GraphError MemoryLimitError "
    "MissingDependencyError TruncatedError UnknownFormatError UnknownVertexError",
    "frontier": "EdgeFrontier VertexFrontier",
    "graph": "Facts Graph",
    "io": "formats read write",
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names.split()}
_ROOMS = ("generate", "verify")

__all__ = ["__version__", *_ROOMS, *sorted(_HOME_OF)]


def __getattr__(name: str) -> object:
    """Import a public name when it is first used, so that `import edgewise` costs nothing."""
    if name in _ROOMS:
        return import_module(f"edgewise.{name}")
    if name not in _HOME_OF:
        raise AttributeError(f"module 'edgewise' has no attribute {name!r}")
    value = getattr(import_module(f"edgewise.{_HOME_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
