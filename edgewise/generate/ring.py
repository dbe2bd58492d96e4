"""Small worlds: rings of near neighbours, some of whose edges lead anywhere."""

from __future__ import annotations

from edgewise import check
from edgewise.build import DUPLICATES
from edgewise.generate import columns
from edgewise.generate import weights as edge_weights
from edgewise.generate.keys import chance, key
from edgewise.graph import Graph


@check.accepts(
    num_vertices=check.Integer(0),
    neighbors=check.Integer(0),
    rewiring=check.Real(0, 1),
    seed=check.Seed(),
    weights=edge_weights.Weights(),
    duplicates=DUPLICATES,
)
def small_world(
    num_vertices: int,
    neighbors: int,
    rewiring: float,
    *,
    seed: int = 1,
    weights: edge_weights.Spec = None,
    duplicates: str = "first",
) -> Graph:
    """A Watts-Strogatz graph: each vertex joined to its nearest `neighbors`, half on either side.

    With the probability `rewiring`, an edge's far end moves to any other vertex, all equally
    likely. Where that meets an edge that is there already, `duplicates` says what becomes of the
    two: by default one stays, and the graph has that much less than num_vertices * neighbors / 2.

    >>> import edgewise as ew
    >>> ew.generate.small_world(1000, 10, 0.1, seed=1)
    Graph: 1,000 vertices, 4,995 edges, undirected, unweighted
    """
    from edgewise.kernels.cpu.generate_lattice import rewired_ring

    if neighbors % 2 or neighbors >= max(1, num_vertices):
        expected = f"an even number below num_vertices={num_vertices}"
        check.refuse("small_world", "neighbors", neighbors, expected)
    reach = neighbors // 2
    count = num_vertices * reach
    columns.reserve("small_world", num_vertices, count, False, edge_weights.itemsize(weights))
    edges = columns.edge_columns(num_vertices, count)
    own = key(seed, "small world")
    columns.fill(rewired_ring, count, num_vertices, reach, own, chance(rewiring), *edges)
    drawn = edge_weights.draw(weights, count, seed, "small world")
    return columns.made(edges, drawn, num_vertices, duplicates=duplicates)
