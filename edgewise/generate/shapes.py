"""Plain shapes, numbered the obvious way."""

from __future__ import annotations

import numpy as np

from edgewise import check
from edgewise.adjacency import index_type
from edgewise.generate import columns
from edgewise.graph import Graph

_SIZE = check.Integer(0)
BEYOND_MEMORY = 1 << 62


@check.accepts(num_vertices=_SIZE, directed=check.Flag())
def empty(num_vertices: int, *, directed: bool = False) -> Graph:
    """Vertices without an edge.

    >>> import edgewise as ew
    >>> ew.generate.empty(3)
    Graph: 3 vertices, 0 edges, undirected, unweighted
    """
    columns.reserve("empty", num_vertices, 0, directed)
    return columns.made(
        columns.edge_columns(num_vertices, 0), None, num_vertices, directed=directed
    )


@check.accepts(num_vertices=_SIZE, directed=check.Flag())
def path(num_vertices: int, *, directed: bool = False) -> Graph:
    """Vertices in a line, each joined to the next.

    >>> import edgewise as ew
    >>> ew.generate.path(4).neighbors(1).tolist()
    [0, 2]
    """
    columns.reserve("path", num_vertices, num_vertices, directed)
    line = np.arange(num_vertices, dtype=index_type(num_vertices))
    return columns.made((line[:-1], line[1:]), None, num_vertices, directed=directed)


@check.accepts(num_vertices=check.Integer(3), directed=check.Flag())
def cycle(num_vertices: int, *, directed: bool = False) -> Graph:
    """A path whose last vertex is joined to its first.

    >>> import edgewise as ew
    >>> ew.generate.cycle(4).neighbors(0).tolist()
    [1, 3]
    """
    columns.reserve("cycle", num_vertices, num_vertices, directed)
    line = np.arange(num_vertices, dtype=index_type(num_vertices))
    return columns.made((line, np.roll(line, -1)), None, num_vertices, directed=directed)


@check.accepts(num_vertices=_SIZE, directed=check.Flag())
def star(num_vertices: int, *, directed: bool = False) -> Graph:
    """Vertex 0 joined to all others.

    >>> import edgewise as ew
    >>> ew.generate.star(5).out_degrees.tolist()
    [4, 1, 1, 1, 1]
    """
    columns.reserve("star", num_vertices, num_vertices, directed)
    leaves = np.arange(1, max(1, num_vertices), dtype=index_type(num_vertices))
    return columns.made((np.zeros_like(leaves), leaves), None, num_vertices, directed=directed)


@check.accepts(num_vertices=check.Integer(0, 1 << 31), directed=check.Flag())
def complete(num_vertices: int, *, directed: bool = False) -> Graph:
    """Every vertex joined to every other.

    >>> import edgewise as ew
    >>> ew.generate.complete(5)
    Graph: 5 vertices, 10 edges, undirected, unweighted
    """
    from edgewise.kernels.cpu.generate_pairs import permuted_pairs

    ordered = num_vertices * (num_vertices - 1)
    count = ordered if directed else ordered // 2
    columns.reserve("complete", num_vertices, count, directed)
    edges = columns.edge_columns(num_vertices, count)
    as_numbered = np.uint64(count), np.uint64(0), np.empty(0, np.uint64)
    columns.fill(permuted_pairs, count, num_vertices, *as_numbered, *edges)
    return columns.made(edges, None, num_vertices, directed=directed)


@check.accepts(
    first=check.Integer(0, 1 << 31), second=check.Integer(0, 1 << 31), directed=check.Flag()
)
def complete_bipartite(first: int, second: int, *, directed: bool = False) -> Graph:
    """Each of the `first` vertices 0, 1, ... joined to each of the `second` ones after them.

    >>> import edgewise as ew
    >>> ew.generate.complete_bipartite(2, 3).out_degrees.tolist()
    [3, 3, 2, 2, 2]
    """
    size = first + second
    columns.reserve("complete_bipartite", size, first * second, directed)
    here = np.arange(first, dtype=index_type(size))
    there = np.arange(first, size, dtype=index_type(size))
    edges = np.repeat(here, second), np.tile(there, first)
    return columns.made(edges, None, size, directed=directed)


@check.accepts(branching=check.Integer(1), height=check.Integer(0), directed=check.Flag())
def tree(branching: int, height: int, *, directed: bool = False) -> Graph:
    """A tree in which every vertex above the last level has `branching` children.

    Vertex 0 is the root; the children of vertex v are branching * v + 1 and on. With
    `directed=True`, edges lead from parent to child.

    >>> import edgewise as ew
    >>> ew.generate.tree(2, 3)
    Graph: 15 vertices, 14 edges, undirected, unweighted
    """
    size = _tree_size(branching, height)
    columns.reserve("tree", size, size - 1, directed)
    children = np.arange(1, size, dtype=index_type(size))
    return columns.made(((children - 1) // branching, children), None, size, directed=directed)


def _tree_size(branching: int, height: int) -> int:
    if branching == 1:
        return height + 1
    size = level = 1
    for _ in range(height):
        level *= branching
        size += level
        if size >= BEYOND_MEMORY:
            break
    return size
