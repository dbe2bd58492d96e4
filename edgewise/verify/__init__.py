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

from edgewise.verify.frame import VerificationError as VerificationError
from edgewise.verify.graph import graph as graph
from edgewise.verify.graph import same_graph as same_graph

__all__ = ["VerificationError", "graph", "same_graph"]
