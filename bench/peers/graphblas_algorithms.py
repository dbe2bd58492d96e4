"""SuiteSparse:GraphBLAS by python-graphblas, which has no algorithms: `bench.formulations` has."""

from __future__ import annotations

from typing import Any, ClassVar, final

import numpy as np

from bench import formulations, graphs
from bench.contest import Settings
from bench.inputs import Array
from bench.machine import cores
from bench.solver import Solver

DELTAS = {"grid": 4096}
DELTA = 64
"""For sssp, the best of 16, 64, ..., 4096 for each family of graphs."""


@final
class GraphBLAS(Solver):
    name = "GraphBLAS"
    package = "python-graphblas"
    module = "graphblas"
    remarks: ClassVar[dict[str, str]] = {
        "bfs": "as LAGraph does it, written for this bench",
        "sssp": "delta-stepping as LAGraph does it, written for this bench",
        "pagerank": "written for this bench",
        "components": "FastSV, written for this bench",
        "betweenness": "as LAGraph does it, written for this bench",
    }

    def hold(self, rows: graphs.Rows, settings: Settings) -> None:
        import graphblas

        graphblas.ss.config["nthreads"] = cores()
        weighted = settings["algorithm"] == "sssp"
        self._matrix = graphblas.Matrix.ss.import_csr(
            nrows=rows.size,
            ncols=rows.size,
            indptr=rows.offsets.astype(np.uint64),
            col_indices=rows.neighbors.astype(np.uint64),
            values=rows.weights.astype(np.int32) if weighted else True,
            is_iso=not weighted,
            sorted_cols=True,
        )
        self._degrees = rows.degrees
        self._counts = graphblas.Vector.from_dense(rows.degrees, missing_value=0)
        self._delta = next(
            (delta for name, delta in DELTAS.items() if settings["graph"].startswith(name)), DELTA
        )

    def bfs(self, sources: Array) -> Any:
        return formulations.bfs(self._matrix, self._counts, int(sources[0]))

    def sssp(self, sources: Array) -> Any:
        return formulations.sssp(self._matrix, int(sources[0]), self._delta)

    def pagerank(self, sources: Array) -> Any:
        return formulations.pagerank(self._matrix, self._degrees)

    def components(self, sources: Array) -> Any:
        return formulations.components(self._matrix)

    def betweenness(self, sources: Array) -> Any:
        return formulations.betweenness(self._matrix, sources.tolist())

    def told(self, result: Any, algorithm: str) -> Array:
        found = result.to_dense(fill_value=-1)
        return np.where(found < 2**31 - 1, found, -1) if algorithm == "sssp" else found
