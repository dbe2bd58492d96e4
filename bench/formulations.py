"""The algorithms of the GAP benchmark suite in GraphBLAS's terms, after LAGraph's.

Matrices are symmetric, so that their rows serve as columns. Frontiers are sparse where they are
pushed, and bitmaps where they are pulled.
"""

from __future__ import annotations

from itertools import count
from typing import Any

import numpy as np

from bench.inputs import Array
from bench.terms import DAMPING, ITERATIONS

ALPHA, GROWN, SHRUNK = 8, 8, 512
"""When a search by breadth pulls: its arcs by the unexplored, its vertices by all."""
DENSE, STILL_DENSE = 0.10, 0.06
"""From what share of all entries betweenness pulls, and goes on pulling."""


def form(held: Any, sparsity: str) -> None:
    """Tell SuiteSparse how to hold a vector or a matrix."""
    held.ss.config["sparsity_control"] = sparsity


def bfs(matrix: Any, degrees: Any, source: int) -> Any:
    """Distances; missing where there is no way."""
    from graphblas import Vector, semiring

    size, pair = matrix.nrows, semiring.any_pair[bool]
    levels, frontier = Vector("INT32", size), Vector(bool, size)
    form(levels, "bitmap")
    levels[source], frontier[source] = 0, True
    unexplored, before, pulls, pulled = matrix.nvals, 0, False, False
    for depth in count(1):
        nodes = frontier.nvals
        if not nodes:
            return levels
        if pulls:
            pulls = nodes >= before or nodes > size / SHRUNK
        elif unexplored >= size and pulled:
            pulls = nodes > before and nodes > size / GROWN
        elif unexplored >= size:
            arcs = int(degrees.dup(mask=frontier.S).reduce().new().value or 0)
            unexplored -= arcs
            pulls = nodes > before and arcs > unexplored / ALPHA
        pulled, before = pulled or pulls, nodes
        form(frontier, "bitmap" if pulls else "sparse")
        reached = matrix.mxv(frontier, pair) if pulls else frontier.vxm(matrix, pair)
        frontier(~levels.S, replace=True) << reached
        levels(frontier.S) << depth
    return levels


def sssp(matrix: Any, source: int, delta: int) -> Any:
    """Distances by delta-stepping; the largest number there is where there is no way."""
    from graphblas import Vector

    parts = [matrix.select(sign, delta).new() for sign in ("<=", ">")]
    distances, ahead = Vector(matrix.dtype, matrix.nrows), Vector(bool, matrix.nrows)
    distances[:] = np.iinfo(matrix.dtype.np_type).max
    form(ahead, "bitmap")
    distances[source], ahead[source] = 0, True
    for step in count(1):
        if not ahead.nvals:
            return distances
        done, bucket = Vector(bool, matrix.nrows), distances.dup(mask=ahead.S)
        bucket = bucket.select("<", step * delta).new()
        while bucket.nvals:
            done(bucket.S) << True
            request, less = _nearer(parts[0], distances, ahead, bucket)
            bucket = request.select("<", step * delta).new(mask=less.S)
        if parts[1].nvals and done.nvals:
            _nearer(parts[1], distances, ahead, distances.dup(mask=done.S))
        ahead(done.S) << Vector(bool, matrix.nrows)
    return distances


def _nearer(part: Any, distances: Any, ahead: Any, bucket: Any) -> tuple[Any, Any]:
    """Go one arc from the bucket: what was offered, and where that was less than known."""
    from graphblas import semiring

    request = bucket.vxm(part, semiring.min_plus).new()
    less = request.ewise_mult(distances, "<").new()
    less = less.select("==", True).new()
    distances(less.S) << request
    ahead(less.S) << True
    return request, less


def pagerank(matrix: Any, degrees: Array) -> Any:
    """Ranks after the given number of iterations; `matrix` holds a pattern."""
    from graphblas import Vector, binary, semiring

    size, sinks = matrix.nrows, np.flatnonzero(degrees == 0)
    scaled = Vector.from_dense(np.maximum(degrees, 1) / DAMPING)
    lost = Vector.from_coo(sinks, True, size=size)
    ranks = Vector.from_scalar(1 / size, size, "FP64")
    for _ in range(ITERATIONS):
        given = ranks.ewise_mult(scaled, binary.truediv).new()
        left = float(ranks.dup(mask=lost.S).reduce().new().value or 0) if len(sinks) else 0.0
        ranks[:] = (1 - DAMPING + DAMPING * left) / size
        ranks(binary.plus) << matrix.mxv(given, semiring.plus_second)
    return ranks


def components(matrix: Any) -> Any:
    """Every vertex's component, named after its first vertex: FastSV."""
    from graphblas import Matrix, Vector, binary, semiring

    size, least, minimum = matrix.nrows, semiring.min_second, binary.min
    every, offsets = np.arange(size), np.arange(size + 1, dtype=np.uint64)
    parents = Vector.from_dense(every.astype(np.uint32))
    parents(minimum) << matrix.mxv(parents, least)
    grand, near = parents.dup(), parents.dup()
    while True:
        above = parents.to_dense().astype(np.uint64)
        near(minimum) << matrix.mxv(grand, least)
        hooks = Matrix.ss.import_csc(
            nrows=size, ncols=size, indptr=offsets, row_indices=above, values=True, is_iso=True
        )
        parents(minimum) << hooks.mxv(near, least)
        parents(minimum) << near.ewise_add(grand, minimum)
        after = parents[parents.to_dense()].new()
        if after.isequal(grand):
            return parents
        grand = after


def betweenness(matrix: Any, sources: list[int]) -> Any:
    """Scores from all sources at once, a row each; `matrix` holds a pattern."""
    from graphblas import Matrix, binary, semiring

    shape, first = (len(sources), matrix.nrows), semiring.plus_first["FP64"]
    paths, levels = _paths(matrix, sources, shape, first)
    updates = Matrix.from_scalar(1.0, *shape, "FP64")
    for level, above in zip(levels[:0:-1], levels[-2::-1], strict=True):
        part = updates.ewise_mult(paths, binary.truediv).new(mask=level.S)
        density, ratio = part.nvals / (shape[0] * shape[1]), part.nvals / above.nvals
        pulls = (density > 0.1 and ratio > 1) or (density > 0.01 and ratio > 10)
        form(part, "bitmap" if pulls else "sparse")
        part = part.mxm(matrix.T if pulls else matrix, first).new(mask=above.S)
        updates(binary.plus) << part.ewise_mult(paths, binary.times)
    scores = updates.reduce_columnwise().new()
    scores(binary.minus)[:] = float(len(sources))
    return scores


def _paths(matrix: Any, sources: list[int], shape: Any, first: Any) -> tuple[Any, list[Any]]:
    """How many shortest ways there are to each vertex, and who is met at each distance."""
    from graphblas import Matrix, binary, unary

    paths = Matrix.from_coo(range(shape[0]), sources, 1.0, nrows=shape[0], ncols=shape[1])
    frontier, levels, pulls = paths.dup(), [], False
    form(paths, "bitmap")
    frontier(~paths.S, replace=True) << frontier.mxm(matrix, first)
    while frontier.nvals:
        levels.append(frontier.apply(unary.one["BOOL"]).new())
        paths(binary.plus) << frontier
        pulls = frontier.nvals / (shape[0] * shape[1]) > (STILL_DENSE if pulls else DENSE)
        form(frontier, "bitmap" if pulls else "sparse")
        step = frontier.mxm(matrix.T if pulls else matrix, first)
        frontier(~paths.S, replace=True) << step
    return paths, levels
