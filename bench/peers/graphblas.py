"""SuiteSparse:GraphBLAS, by python-graphblas."""

from __future__ import annotations

from typing import Any, ClassVar, final

import numpy as np

from bench.contest import Contender, Facts, Settings, tally


class _GraphBLAS(Contender):
    package: ClassVar[str | None] = "python-graphblas"
    module: ClassVar[str | None] = "graphblas"


@final
class Build(_GraphBLAS):
    table = "build"
    name = "GraphBLAS from_coo"

    def run(self, inputs: Any, settings: Settings) -> Any:
        import graphblas

        sources, targets, weights, size = inputs
        if settings["both"]:
            proper = sources != targets
            sources, targets = sources[proper], targets[proper]
            sources, targets = (
                np.concatenate((sources, targets)),
                np.concatenate((targets, sources)),
            )
        values = True if weights is None else weights
        matrix = graphblas.Matrix.from_coo(sources, targets, values, nrows=size, ncols=size)
        matrix.wait()
        return matrix

    def facts(self, result: Any, settings: Settings) -> Facts:
        degrees = result.reduce_rowwise("count").new().to_coo()[1]
        total = float(result.reduce_scalar("plus").new().value) if settings["weighted"] else None
        return tally(degrees, total)
