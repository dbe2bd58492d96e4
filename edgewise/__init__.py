"""Edgewise: graph programs, written once in Python, on whatever processors there are.

>>> import edgewise as ew
>>> g = ew.generate.kronecker(10, edge_factor=8, seed=1)
>>> g.num_vertices
1024
"""

from __future__ import annotations

from importlib import import_module
from sys import modules
from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from edgewise import algorithms as algorithms
    from edgewise import generate as generate
    from edgewise import verify as verify
    from edgewise.algorithms.bellman_ford import SignedPaths as SignedPaths
    from edgewise.algorithms.bellman_ford import bellman_ford as bellman_ford
    from edgewise.algorithms.betweenness import Betweenness as Betweenness
    from edgewise.algorithms.betweenness import betweenness as betweenness
    from edgewise.algorithms.bfs import BFS as BFS
    from edgewise.algorithms.bfs import bfs as bfs
    from edgewise.algorithms.components import Components as Components
    from edgewise.algorithms.components import connected_components as connected_components
    from edgewise.algorithms.pagerank import PageRank as PageRank
    from edgewise.algorithms.pagerank import pagerank as pagerank
    from edgewise.algorithms.sssp import ShortestPaths as ShortestPaths
    from edgewise.algorithms.sssp import sssp as sssp
    from edgewise.build import from_edges as from_edges
    from edgewise.convert.frames import from_arrow as from_arrow
    from edgewise.convert.frames import from_pandas as from_pandas
    from edgewise.convert.frames import from_polars as from_polars
    from edgewise.convert.igraph import from_igraph as from_igraph
    from edgewise.convert.networkx import from_networkx as from_networkx
    from edgewise.convert.scipy import from_scipy as from_scipy
    from edgewise.csr import from_csr as from_csr
    from edgewise.engine import Run as Run
    from edgewise.engine import run as run
    from edgewise.errors import ArgumentError as ArgumentError
    from edgewise.errors import ArgumentTypeError as ArgumentTypeError
    from edgewise.errors import ChecksumError as ChecksumError
    from edgewise.errors import ConvergenceError as ConvergenceError
    from edgewise.errors import DeviceError as DeviceError
    from edgewise.errors import DeviceMemoryError as DeviceMemoryError
    from edgewise.errors import EdgewiseError as EdgewiseError
    from edgewise.errors import ExpansionError as ExpansionError
    from edgewise.errors import FileAccessError as FileAccessError
    from edgewise.errors import FileError as FileError
    from edgewise.errors import FileMissingError as FileMissingError
    from edgewise.errors import FormatError as FormatError
    from edgewise.errors import FunctorError as FunctorError
    from edgewise.errors import GraphError as GraphError
    from edgewise.errors import LossWarning as LossWarning
    from edgewise.errors import MemoryLimitError as MemoryLimitError
    from edgewise.errors import MissingDependencyError as MissingDependencyError
    from edgewise.errors import NegativeCycleError as NegativeCycleError
    from edgewise.errors import NegativeWeightError as NegativeWeightError
    from edgewise.errors import ScheduleError as ScheduleError
    from edgewise.errors import TruncatedError as TruncatedError
    from edgewise.errors import UnknownFormatError as UnknownFormatError
    from edgewise.errors import UnknownVertexError as UnknownVertexError
    from edgewise.errors import WeightOverflowError as WeightOverflowError
    from edgewise.frontier import EdgeFrontier as EdgeFrontier
    from edgewise.frontier import VertexFrontier as VertexFrontier
    from edgewise.graph import Facts as Facts
    from edgewise.graph import Graph as Graph
    from edgewise.io import formats as formats
    from edgewise.io import read as read
    from edgewise.io import write as write
    from edgewise.operators.advance import advance as advance
    from edgewise.operators.compute import compute as compute
    from edgewise.operators.contract import Contraction as Contraction
    from edgewise.operators.contract import contract as contract
    from edgewise.operators.filter import filter as filter
    from edgewise.operators.intersect import Intersections as Intersections
    from edgewise.operators.intersect import intersect as intersect
    from edgewise.operators.reduce_neighbors import reduce_neighbors as reduce_neighbors
    from edgewise.operators.sample import sample as sample
    from edgewise.operators.sample import threshold as threshold
    from edgewise.operators.split import split as split
    from edgewise.operators.traverse import Traversal as Traversal
    from edgewise.operators.traverse import traverse as traverse
    from edgewise.program.monoids import ALL as ALL
    from edgewise.program.monoids import ANY as ANY
    from edgewise.program.monoids import FIRST as FIRST
    from edgewise.program.monoids import MAX as MAX
    from edgewise.program.monoids import MIN as MIN
    from edgewise.program.monoids import SUM as SUM
    from edgewise.program.monoids import Monoid as Monoid
    from edgewise.program.shared import add as add
    from edgewise.program.shared import claim as claim
    from edgewise.program.shared import lift as lift
    from edgewise.program.shared import lower as lower
    from edgewise.program.shared import set_bits as set_bits
    from edgewise.program.sweep import SweepProgram as SweepProgram
    from edgewise.program.vertex import VertexProgram as VertexProgram
    from edgewise.schedule.controllers import Auto as Auto
    from edgewise.schedule.controllers import Controller as Controller
    from edgewise.schedule.controllers import Direction as Direction
    from edgewise.schedule.controllers import Fixed as Fixed
    from edgewise.schedule.controllers import Random as Random
    from edgewise.schedule.controllers import SepIterative as SepIterative
    from edgewise.schedule.controllers import SepTraversal as SepTraversal
    from edgewise.schedule.legal import legal as legal
    from edgewise.schedule.plan import Plan as Plan
    from edgewise.schedule.record import Record as Record
    from edgewise.schedule.record import record as record
    from edgewise.schedule.schedule import Schedule as Schedule
    from edgewise.schedule.trace import Trace as Trace
    from edgewise.sweeping import sweep as sweep

_HOMES = {
    "build": "from_edges",
    "csr": "from_csr",
    "convert.frames": "from_arrow from_pandas from_polars",
    "convert.igraph": "from_igraph",
    "convert.networkx": "from_networkx",
    "convert.scipy": "from_scipy",
    "algorithms.bfs": "BFS bfs",
    "algorithms.bellman_ford": "SignedPaths bellman_ford",
    "algorithms.betweenness": "Betweenness betweenness",
    "algorithms.components": "Components connected_components",
    "algorithms.pagerank": "PageRank pagerank",
    "algorithms.sssp": "ShortestPaths sssp",
    "engine": "Run run",
    "operators.intersect": "Intersections intersect",
    "operators.contract": "Contraction contract",
    "operators.reduce_neighbors": "reduce_neighbors",
    "operators.sample": "sample threshold",
    "operators.split": "split",
    "operators.advance": "advance",
    "operators.compute": "compute",
    "operators.filter": "filter",
    "operators.traverse": "Traversal traverse",
    "program.monoids": "ALL ANY FIRST MAX MIN SUM Monoid",
    "program.shared": "add claim lift lower set_bits",
    "program.sweep": "SweepProgram",
    "program.vertex": "VertexProgram",
    "schedule.controllers": "Auto Controller Direction Fixed Random SepIterative SepTraversal",
    "schedule.legal": "legal",
    "schedule.plan": "Plan",
    "schedule.record": "Record record",
    "schedule.schedule": "Schedule",
    "schedule.trace": "Trace",
    "sweeping": "sweep",
    "errors": "ArgumentError ArgumentTypeError ChecksumError ConvergenceError DeviceError "
    "DeviceMemoryError EdgewiseError ExpansionError FileAccessError FileError FileMissingError "
    "FormatError FunctorError GraphError LossWarning "
    "MemoryLimitError MissingDependencyError NegativeCycleError NegativeWeightError ScheduleError "
    "TruncatedError UnknownFormatError UnknownVertexError WeightOverflowError",
    "frontier": "EdgeFrontier VertexFrontier",
    "graph": "Facts Graph",
    "io": "formats read write",
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names.split()}
_ROOMS = ("algorithms", "generate", "verify")

__all__ = ["__version__", *_ROOMS, *sorted(_HOME_OF)]


def __getattr__(name: str) -> object:
    """Import a public name when it is first used, so that `import edgewise` costs nothing."""
    if name in _ROOMS:
        return import_module(f"edgewise.{name}")
    if name not in _HOME_OF:
        said = f"module 'edgewise' has no attribute {name!r}"
        raise AttributeError(said, name=name, obj=modules[__name__])
    value = getattr(import_module(f"edgewise.{_HOME_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
