"""SciPy's sparse arrays."""

from __future__ import annotations

from typing import Any, ClassVar, final

import numpy as np

from bench import load
from bench.contest import Contender, Facts, Settings, tally


class _SciPy(Contender):
    package: ClassVar[str | None] = "scipy"


def csr_facts(matrix: Any, weighted: bool) -> Facts:
    total = float(matrix.data.sum(dtype=float)) if weighted else None
    return tally(np.diff(matrix.indptr), total)


@final
class Build(_SciPy):
    table = "build"
    name = "SciPy coo to csr"

    def run(self, inputs: Any, settings: Settings) -> Any:
        from scipy import sparse

        sources, targets, weights, size = inputs
        if settings["both"]:
            proper = sources != targets
            sources, targets = sources[proper], targets[proper]
            sources, targets = (
                np.concatenate((sources, targets)),
                np.concatenate((targets, sources)),
            )
        values = np.ones(len(sources), bool) if weights is None else weights
        return sparse.coo_array((values, (sources, targets)), shape=(size, size)).tocsr()

    def facts(self, result: Any, settings: Settings) -> Facts:
        return csr_facts(result, settings["weighted"])


class _Read(_SciPy):
    def enters(self, settings: Settings) -> bool:
        return bool(settings["kind"] == "mtx")


@final
class ParseColumns(_Read):
    table = "parse"
    name = "SciPy mmread"
    kind = "columns only"

    def run(self, inputs: Any, settings: Settings) -> Any:
        from scipy.io import mmread

        return mmread(inputs, spmatrix=False)

    def facts(self, result: Any, settings: Settings) -> Facts:
        total = float(result.data.sum(dtype=float)) if settings["weighted"] else None
        return tally(np.bincount(result.coords[0]), total)


@final
class Parse(_Read):
    table = "parse"
    name = "SciPy mmread and tocsr"

    def run(self, inputs: Any, settings: Settings) -> Any:
        from scipy.io import mmread

        found: Any = mmread(inputs, spmatrix=False)
        return found.tocsr()

    def facts(self, result: Any, settings: Settings) -> Facts:
        return csr_facts(result, settings["weighted"])


@final
class Load(_SciPy):
    table = "load"
    name = "SciPy load_npz"

    def ready(self, settings: Settings) -> None:
        from scipy import sparse

        sources, targets, size = load.graph(settings)
        entries = np.ones(len(sources), bool), (sources, targets)
        matrix = sparse.coo_array(entries, shape=(size, size)).tocsr()
        sparse.save_npz(load.place(settings, "scipy.npz"), matrix, compressed=False)

    def prepare(self, settings: Settings) -> None:
        if settings["cold"]:
            load.forget(load.place(settings, "scipy.npz"))

    def run(self, inputs: Any, settings: Settings) -> Any:
        from scipy import sparse

        return sparse.load_npz(load.place(settings, "scipy.npz"))

    def facts(self, result: Any, settings: Settings) -> Facts:
        return csr_facts(result, False)
