"""Independent checkers: NumPy only, sharing no code with what they check.

A checker takes inputs and a result and raises `VerificationError` naming the first thing wrong,
or returns None. Each is itself tested with planted errors.

>>> import edgewise as ew
>>> ew.verify.graph(ew.generate.cycle(4))
>>> a = ew.from_edges([(0, 1)]); b = ew.from_edges([(1, 0)])
>>> ew.verify.same_graph(a, b)
Traceback (most recent call last):
edgewise.verify.frame.VerificationError: same_graph: edge 0 differs: (0, 1) and (1, 0)
"""

from edgewise.verify.betweenness import betweenness as betweenness
from edgewise.verify.components import connected_components as connected_components
from edgewise.verify.distances import bellman_ford as bellman_ford
from edgewise.verify.distances import bfs as bfs
from edgewise.verify.distances import sssp as sssp
from edgewise.verify.frame import VerificationError as VerificationError
from edgewise.verify.graph import graph as graph
from edgewise.verify.graph import same_graph as same_graph
from edgewise.verify.monoid import monoid as monoid
from edgewise.verify.pagerank import pagerank as pagerank

__all__ = [
    "VerificationError",
    "bellman_ford",
    "betweenness",
    "bfs",
    "connected_components",
    "graph",
    "monoid",
    "pagerank",
    "same_graph",
    "sssp",
]
