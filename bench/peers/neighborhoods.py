"""Triangles, sums over neighbours and supervertices, as each library has them."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, ClassVar, final

import numpy as np

from bench import graphs
from bench.contest import Contender, Facts, Settings
from bench.inputs import Array
from bench.machine import cores
from bench.neighborhoods import PARTS


class _Neighbors(Contender):
    """Has a method for each job that it knows; a triangle count, or an array, or a matrix."""

    table: ClassVar[str] = "neighborhoods"
    lacks: ClassVar[dict[str, str]] = {}
    remarks: ClassVar[dict[str, str]] = {}

    def declines(self, settings: Settings) -> str | None:
        return self.lacks.get(settings["job"])

    def remark(self, settings: Settings) -> str:
        return self.remarks.get(settings["job"], "")

    def ready(self, settings: Settings) -> None:
        self.hold(graphs.rows(settings["graph"]), settings)

    @abstractmethod
    def hold(self, rows: graphs.Rows, settings: Settings) -> None:
        """Build what the job needs, not timed."""

    def run(self, inputs: Any, settings: Settings) -> Any:
        return getattr(self, settings["job"])(inputs)

    def facts(self, result: Any, settings: Settings) -> Facts | None:
        """Triangles; or how many numbers, and a sum of them; or arcs, and their weight."""
        if settings["job"] == "triangles":
            return Facts(int(result), 0)
        if settings["job"] == "sums":
            found = np.asarray(result, np.float64)
            return Facts(len(found), 0, float(found @ np.arange(len(found))))
        return Facts(*self.quotient(result))

    def quotient(self, result: Any) -> tuple[int, int, float]:
        """Arcs, a checksum that is the same for all, and the sum of weights, of a small graph."""
        return int(result.nnz), 0, float(result.sum())


@final
class Edgewise(_Neighbors):
    name = "Edgewise"
    package = "edgewise"
    compiles = True

    @property
    def version(self) -> str:
        import edgewise as ew

        return ew.__version__

    def hold(self, rows: graphs.Rows, settings: Settings) -> None:
        import edgewise as ew

        sources, targets, weights = rows.edges()
        carried = weights.astype(np.int64) if settings["job"] == "supervertices" else None
        self._graph = ew.from_edges(
            sources, targets, carried, num_vertices=rows.size, directed=False
        )

    def triangles(self, numbers: Array) -> int:
        import edgewise as ew

        ranked = self._graph.renumbered("degree")
        heads = ranked.out_neighbors
        tails = np.repeat(
            np.arange(ranked.num_vertices, dtype=heads.dtype), np.diff(ranked.out_offsets)
        )
        up = tails > heads
        return ew.intersect(ew.from_edges(tails[up], heads[up], num_vertices=len(numbers))).total

    def sums(self, numbers: Array) -> Array:
        import edgewise as ew

        return ew.reduce_neighbors(self._graph, lambda v, size: size[v], ew.SUM, size=numbers)

    def supervertices(self, parts: Array) -> Any:
        import edgewise as ew

        return ew.contract(self._graph, parts).graph

    def quotient(self, result: Any) -> tuple[int, int, float]:
        return result.num_arcs, 0, float(result.out_weights.sum())


@final
class SciPy(_Neighbors):
    name = "SciPy"
    package = "scipy"
    remarks: ClassVar[dict[str, str]] = {"triangles": "product of the lower halves, masked after"}

    def declines(self, settings: Settings) -> str | None:
        large = settings["job"] == "triangles" and not settings["tiny"]
        return "the product without its mask takes too much memory" if large else None

    def hold(self, rows: graphs.Rows, settings: Settings) -> None:
        self._matrix = rows.matrix(np.int64 if settings["job"] == "supervertices" else np.float64)
        if settings["job"] != "supervertices":
            self._matrix.data[:] = 1

    def triangles(self, numbers: Array) -> int:
        from scipy import sparse

        lower = sparse.tril(self._matrix, -1).tocsr()
        return int((lower @ lower).multiply(lower).sum())

    def sums(self, numbers: Array) -> Array:
        found: Array = self._matrix @ numbers
        return found

    def supervertices(self, parts: Array) -> Any:
        from scipy import sparse

        ones = np.ones(len(parts), np.int64)
        belongs = sparse.csr_array((ones, parts, np.arange(len(parts) + 1)), (len(parts), PARTS))
        found = (belongs.T @ self._matrix @ belongs).tocoo()
        outside = found.row != found.col
        ends = found.row[outside], found.col[outside]
        return sparse.csr_array((found.data[outside], ends), found.shape)


@final
class Igraph(_Neighbors):
    name = "igraph"
    package = "igraph"
    lacks: ClassVar[dict[str, str]] = {"sums": "nothing of the kind"}
    remarks: ClassVar[dict[str, str]] = {"triangles": "from transitivity_undirected"}

    def hold(self, rows: graphs.Rows, settings: Settings) -> None:
        import igraph

        sources, targets, weights = rows.edges()
        pairs = zip(sources.tolist(), targets.tolist(), strict=True)
        self._graph = igraph.Graph(rows.size, pairs)
        self._graph.es["weight"] = weights.tolist()

    def triangles(self, numbers: Array) -> int:
        degrees = np.array(self._graph.degree())
        closed = self._graph.transitivity_undirected(mode="zero")
        return round(closed * int((degrees * (degrees - 1) // 2).sum()) / 3)

    def supervertices(self, parts: Array) -> Any:
        found = self._graph.copy()
        found.contract_vertices(parts.tolist())
        return found.simplify(combine_edges="sum")

    def quotient(self, result: Any) -> tuple[int, int, float]:
        return 2 * result.ecount(), 0, 2.0 * sum(result.es["weight"])


@final
class NetworKit(_Neighbors):
    name = "NetworKit"
    package = "networkit"
    lacks: ClassVar[dict[str, str]] = {"sums": "nothing of the kind"}
    remarks: ClassVar[dict[str, str]] = {
        "triangles": "TriangleEdgeScore",
        "supervertices": "ParallelPartitionCoarsening",
    }

    def hold(self, rows: graphs.Rows, settings: Settings) -> None:
        import networkit

        networkit.setNumberOfThreads(cores())
        sources, targets, weights = rows.edges()
        columns = sources.astype(np.int64), targets.astype(np.int64)
        self._graph = networkit.GraphFromCoo(
            (weights.astype(np.float64), columns), n=rows.size, weighted=True, directed=False
        )
        self._graph.indexEdges()

    def triangles(self, numbers: Array) -> int:
        from networkit.sparsification import TriangleEdgeScore

        score = TriangleEdgeScore(self._graph)
        score.run()
        return int(sum(score.scores())) // 3

    def supervertices(self, parts: Array) -> Any:
        import networkit

        partition = networkit.Partition(0, parts.tolist())
        partition.setUpperBound(PARTS)
        found = networkit.coarsening.ParallelPartitionCoarsening(self._graph, partition)
        found.run()
        return found.getCoarseGraph()

    def quotient(self, result: Any) -> tuple[int, int, float]:
        result.removeSelfLoops()
        return 2 * result.numberOfEdges(), 0, 2 * result.totalEdgeWeight()


@final
class GraphBLAS(_Neighbors):
    name = "GraphBLAS"
    package = "python-graphblas"
    module = "graphblas"
    remarks: ClassVar[dict[str, str]] = {"triangles": "Sandia's, ranked by degree beforehand"}

    def hold(self, rows: graphs.Rows, settings: Settings) -> None:
        import graphblas

        graphblas.ss.config["nthreads"] = cores()
        self._matrix = graphblas.io.from_scipy_sparse(
            rows.matrix(np.int64 if settings["job"] == "supervertices" else np.float64)
        )

    def triangles(self, numbers: Array) -> int:
        from graphblas import agg, select, semiring

        degrees = np.zeros(self._matrix.nrows, np.int64)
        places, counts = self._matrix.reduce_rowwise(agg.count).new().to_coo()
        degrees[places] = counts
        order = np.argsort(-degrees, kind="stable")
        lower = select.tril(self._matrix[order, order].new(), -1).new()
        met = semiring.plus_pair(lower @ lower.T).new(mask=lower.S)
        return int(met.reduce_scalar().new().value or 0)

    def sums(self, numbers: Array) -> Array:
        import graphblas
        from graphblas import semiring

        found = semiring.plus_second(self._matrix @ graphblas.Vector.from_dense(numbers)).new()
        told: Array = found.to_dense(0.0)
        return told

    def supervertices(self, parts: Array) -> Any:
        import graphblas
        from graphblas import select, semiring

        places = np.arange(len(parts))
        belongs = graphblas.Matrix.from_coo(places, parts, 1, nrows=len(parts), ncols=PARTS)
        half = semiring.plus_first(self._matrix @ belongs).new()
        found = semiring.plus_second(belongs.T @ half).new()
        return select.offdiag(found).new()

    def quotient(self, result: Any) -> tuple[int, int, float]:
        return int(result.nvals), 0, float(result.reduce_scalar().new().value or 0)
