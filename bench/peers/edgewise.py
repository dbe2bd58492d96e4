"""Edgewise itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar, final

import numpy as np

from bench import load
from bench.build import canonical_bytes
from bench.contest import Contender, Facts, Settings, needs, tally


class _Edgewise(Contender):
    package: ClassVar[str | None] = "edgewise"
    compiles: ClassVar[bool] = True

    @property
    def version(self) -> str:
        import edgewise as ew

        return ew.__version__


@final
class Build(_Edgewise):
    table = "build"
    name = "Edgewise from_edges"

    def run(self, inputs: Any, settings: Settings) -> Any:
        import edgewise as ew

        sources, targets, weights, size = inputs
        return ew.from_edges(
            sources,
            targets,
            weights,
            num_vertices=size,
            directed=not settings["both"],
            duplicates="keep" if settings["clean"] else "first",
            self_loops="drop" if settings["both"] else "keep",
        )

    def facts(self, result: Any, settings: Settings) -> Facts:
        return graph_facts(result)


def graph_facts(graph: Any) -> Facts:
    weights = graph.out_weights
    total = None if weights is None else float(weights.sum(dtype=float))
    nbytes = canonical_bytes(graph.num_vertices, graph.num_arcs, weights)
    return tally(graph.out_degrees, total, nbytes)


@final
class Generate(_Edgewise):
    table = "generate"
    name = "Edgewise generate"

    def run(self, inputs: Any, settings: Settings) -> Any:
        import edgewise as ew

        size, family = settings["vertices"], settings["family"]
        if family in ("kron", "kron_kept"):
            given: Any = (
                {"duplicates": "keep", "self_loops": "keep"} if family == "kron_kept" else {}
            )
            return ew.generate.kronecker(
                settings["scale"], settings["factor"], seed=inputs, **given
            )
        if family == "gnm":
            return ew.generate.gnm(size, settings["edges"], seed=inputs)
        if family == "preferential":
            return ew.generate.preferential(size, settings["factor"], seed=inputs)
        if family == "small_world":
            return ew.generate.small_world(size, 2 * settings["factor"], 0.1, seed=inputs)
        if family == "geometric":
            return ew.generate.geometric(size, settings["radius"], seed=inputs)
        return ew.generate.grid(settings["side"], settings["side"])

    def facts(self, result: Any, settings: Settings) -> Facts:
        return graph_facts(result) if settings["family"] == "grid" else Facts(result.num_arcs, None)


@final
class Draw(_Edgewise):
    table = "generate"
    name = "Edgewise kronecker_edges"
    kind = "edges alone"

    def enters(self, settings: Settings) -> bool:
        return bool(settings["family"] == "kron")

    def run(self, inputs: Any, settings: Settings) -> Any:
        import edgewise as ew

        return ew.generate.kronecker_edges(settings["scale"], settings["factor"], seed=inputs)


@final
class Parse(_Edgewise):
    table = "parse"
    name = "Edgewise read"

    def run(self, inputs: Any, settings: Settings) -> Any:
        import edgewise as ew

        return ew.read(inputs)

    def facts(self, result: Any, settings: Settings) -> Facts:
        return graph_facts(result)


@final
class ParseColumns(_Edgewise):
    table = "parse"
    name = "Edgewise, its reader alone"
    kind = "columns only"

    def run(self, inputs: Any, settings: Settings) -> Any:
        from edgewise.io.registry import ReadOptions, recognise
        from edgewise.io.source import Source

        with Source(inputs, 200) as source:
            return recognise(source).module.read(source, ReadOptions())

    def facts(self, result: Any, settings: Settings) -> Facts:
        total = None if result.weights is None else float(result.weights.sum(dtype=float))
        return tally(np.bincount(result.sources), total)


class _Load(_Edgewise):
    """Reads one of the forms that Edgewise writes."""

    compiles = False  # what it wrote before has compiled and imported everything

    table: ClassVar[str]
    suffix: ClassVar[str]
    touch: ClassVar[bool] = True

    def ready(self, settings: Settings) -> None:
        import edgewise as ew

        sources, targets, size = load.graph(settings)
        graph = ew.from_edges(sources, targets, num_vertices=size, directed=False, symmetrize=False)
        ew.write(graph, self._path(settings))

    def prepare(self, settings: Settings) -> None:
        if settings["cold"]:
            load.forget(self._path(settings))

    def run(self, inputs: Any, settings: Settings) -> Any:
        graph = self._opened(self._path(settings))
        if self.touch:
            graph.out_neighbors.max()
        return graph

    def facts(self, result: Any, settings: Settings) -> Facts:
        return graph_facts(result)

    def _opened(self, path: Path) -> Any:
        import edgewise as ew

        return ew.read(path)

    def _path(self, settings: Settings) -> Path:
        return load.place(settings, f"{type(self).__name__}{self.suffix}")


@final
class LoadChecked(_Load):
    table, name, suffix = "load", "Edgewise .ew, checksums compared", ".ew"


@final
class LoadUnchecked(_Load):
    table, name, suffix = "load", "Edgewise .ew, checksums left out", ".ew"

    def _opened(self, path: Path) -> Any:
        import edgewise as ew

        return ew.read(path, verify=False)


@final
class LoadOpen(_Load):
    table, name, suffix, touch = "load", "Edgewise .ew, opened", ".ew", False
    kind = "opened only"


@final
class LoadGap(_Load):
    table, name, suffix = "load", "Edgewise of GAP's .sg", ".sg"


@final
class LoadParquet(_Load):
    table, name, suffix = "load", "Edgewise of Parquet", ".parquet"
    note = "builds the graph again"

    @property
    def missing(self) -> str | None:
        return needs("pyarrow")
