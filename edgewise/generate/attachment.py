"""Preferential attachment: new vertices join those that have many edges already."""

from __future__ import annotations

from edgewise import check
from edgewise.build import DUPLICATES
from edgewise.generate import columns
from edgewise.generate import weights as edge_weights
from edgewise.generate.keys import key
from edgewise.graph import Graph


@check.accepts(
    num_vertices=check.Integer(0),
    edges_per_vertex=check.Integer(1),
    seed=check.Seed(),
    weights=edge_weights.Weights(),
    directed=check.Flag(),
    duplicates=DUPLICATES,
)
def preferential(
    num_vertices: int,
    edges_per_vertex: int,
    *,
    seed: int = 1,
    weights: edge_weights.Spec = None,
    directed: bool = False,
    duplicates: str = "first",
) -> Graph:
    """A Barabási-Albert graph: each new vertex is joined to earlier ones by their degrees.

    Vertex `edges_per_vertex` is joined to all before it; each later one draws its edges
    independently, an earlier vertex being as likely as its degree is large. Two draws of one
    vertex may meet; by default (`duplicates="first"`) such a pair is kept once. With
    `directed=True`, edges lead from the newer vertex to the older.

    >>> import edgewise as ew
    >>> ew.generate.preferential(1000, 5, seed=1)
    Graph: 1,000 vertices, 4,886 edges, undirected, unweighted
    """
    from edgewise.kernels.cpu.generate_attachment import preferential_edges

    if edges_per_vertex >= num_vertices:
        expected = f"less than num_vertices={num_vertices}"
        check.refuse("preferential", "edges_per_vertex", edges_per_vertex, expected)
    count = (num_vertices - edges_per_vertex) * edges_per_vertex
    size = edge_weights.itemsize(weights)
    columns.reserve("preferential", num_vertices, count, directed, size)
    edges = columns.edge_columns(num_vertices, count)
    columns.fill(preferential_edges, count, edges_per_vertex, key(seed, "preferential"), *edges)
    drawn = edge_weights.draw(weights, count, seed, "preferential")
    return columns.made(edges, drawn, num_vertices, directed=directed, duplicates=duplicates)
