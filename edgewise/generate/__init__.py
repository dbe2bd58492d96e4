"""Graphs made by rule: random families, grids and plain shapes.

The same seed gives the same graph, whatever the number of threads and on any processor.

>>> import edgewise as ew
>>> ew.generate.gnm(100, 300, seed=7)
Graph: 100 vertices, 300 edges, undirected, unweighted
"""

from __future__ import annotations

from importlib import import_module
from sys import modules
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from edgewise.generate.attachment import preferential as preferential
    from edgewise.generate.lattice import grid as grid
    from edgewise.generate.pairs import gnm as gnm
    from edgewise.generate.pairs import gnp as gnp
    from edgewise.generate.recursive import kronecker as kronecker
    from edgewise.generate.recursive import kronecker_edges as kronecker_edges
    from edgewise.generate.ring import small_world as small_world
    from edgewise.generate.shapes import complete as complete
    from edgewise.generate.shapes import complete_bipartite as complete_bipartite
    from edgewise.generate.shapes import cycle as cycle
    from edgewise.generate.shapes import empty as empty
    from edgewise.generate.shapes import path as path
    from edgewise.generate.shapes import star as star
    from edgewise.generate.shapes import tree as tree
    from edgewise.generate.spatial import geometric as geometric
    from edgewise.generate.spatial import geometric_points as geometric_points

_HOMES = {
    "attachment": "preferential",
    "lattice": "grid",
    "pairs": "gnm gnp",
    "recursive": "kronecker kronecker_edges",
    "ring": "small_world",
    "shapes": "complete complete_bipartite cycle empty path star tree",
    "spatial": "geometric geometric_points",
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names.split()}

__all__ = sorted(_HOME_OF)


def __getattr__(name: str) -> object:
    """Import a generator when it is first used."""
    if name not in _HOME_OF:
        raise AttributeError(
            f"module 'edgewise.generate' has no attribute {name!r}; there are {', '.join(__all__)}",
            name=name,
            obj=modules[__name__],
        )
    value = getattr(import_module(f"edgewise.generate.{_HOME_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
