"""NumPy."""

from __future__ import annotations

from typing import Any, ClassVar, final

import numpy as np

from bench import load
from bench.contest import Contender, Facts, Settings, tally


class _NumPy(Contender):
    package: ClassVar[str | None] = "numpy"


@final
class Draw(_NumPy):
    table = "generate"
    name = "NumPy, level by level"
    kind = "edges alone"

    def enters(self, settings: Settings) -> bool:
        return bool(settings["family"] == "kron")

    def run(self, inputs: Any, settings: Settings) -> Any:
        from bench.inputs import kron

        return kron(settings["scale"], settings["factor"], inputs)


def column_facts(sources: Any, weights: Any = None) -> Facts:
    """The facts of edges as columns."""
    total = None if weights is None else float(np.asarray(weights).sum(dtype=float))
    return tally(np.bincount(np.asarray(sources)), total)


@final
class Parse(_NumPy):
    table = "parse"
    name = "NumPy loadtxt"
    kind = "columns only"

    def enters(self, settings: Settings) -> bool:
        return bool(settings["kind"] != "mtx")

    def run(self, inputs: Any, settings: Settings) -> Any:
        if not settings["weighted"]:
            return np.loadtxt(inputs, dtype=np.int64, comments="#")
        row = [("source", np.int64), ("target", np.int64), ("weight", np.float32)]
        return np.loadtxt(inputs, dtype=row, comments="#")

    def facts(self, result: Any, settings: Settings) -> Facts:
        if settings["weighted"]:
            return column_facts(result["source"], result["weight"])
        return column_facts(result[:, 0])


class _Mapped(_NumPy):
    def ready(self, settings: Settings) -> None:
        from scipy import sparse

        sources, targets, size = load.graph(settings)
        entries = np.ones(len(sources), bool), (sources, targets)
        matrix = sparse.coo_array(entries, shape=(size, size)).tocsr()
        for path, part in zip(self._paths(settings), (matrix.indptr, matrix.indices), strict=True):
            np.save(path, part)

    def prepare(self, settings: Settings) -> None:
        if settings["cold"]:
            load.forget(*self._paths(settings))

    def _paths(self, settings: Settings) -> list[Any]:
        return [load.place(settings, f"{part}-{type(self).__name__}.npy") for part in "ab"]

    def facts(self, result: Any, settings: Settings) -> Facts:
        return tally(np.diff(result[0]))


@final
class LoadRead(_Mapped):
    table = "load"
    name = "NumPy load of two .npy"
    note = "two bare arrays, nothing checked"

    def run(self, inputs: Any, settings: Settings) -> Any:
        return [np.load(path) for path in self._paths(settings)]


@final
class LoadOpen(_Mapped):
    table = "load"
    name = "NumPy memory map of two .npy"
    kind = "opened only"
    note = "two bare arrays, nothing checked"

    def run(self, inputs: Any, settings: Settings) -> Any:
        return [np.load(path, mmap_mode="r") for path in self._paths(settings)]
