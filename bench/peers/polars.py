"""polars."""

from __future__ import annotations

from typing import Any, ClassVar, final

import numpy as np

from bench import load
from bench.contest import Contender, Facts, Settings, needs, tally
from bench.peers.numpy import column_facts
from bench.peers.scipy import csr_facts


class _Polars(Contender):
    package: ClassVar[str | None] = "polars"

    def _columns(self, path: str) -> Any:
        import polars

        return polars.read_csv(path, separator="\t", has_header=False, comment_prefix="#")


@final
class Parse(_Polars):
    table = "parse"
    name = "polars read_csv"
    kind = "columns only"

    def enters(self, settings: Settings) -> bool:
        return bool(settings["kind"] != "mtx")

    def run(self, inputs: Any, settings: Settings) -> Any:
        return self._columns(inputs)

    def facts(self, result: Any, settings: Settings) -> Facts:
        weights = result.to_series(2).to_numpy() if settings["weighted"] else None
        return column_facts(result.to_series(0).to_numpy(), weights)


@final
class ParseGraph(_Polars):
    table = "parse"
    name = "polars read_csv, SciPy coo to csr"

    def enters(self, settings: Settings) -> bool:
        return bool(settings["kind"] != "mtx")

    @property
    def missing(self) -> str | None:
        return needs("polars") or needs("scipy")

    def run(self, inputs: Any, settings: Settings) -> Any:
        from scipy import sparse

        table = self._columns(inputs)
        sources, targets = table.to_series(0).to_numpy(), table.to_series(1).to_numpy()
        size = int(max(sources.max(), targets.max())) + 1
        values = (
            table.to_series(2).to_numpy() if settings["weighted"] else np.ones(len(table), bool)
        )
        return sparse.coo_array((values, (sources, targets)), shape=(size, size)).tocsr()

    def facts(self, result: Any, settings: Settings) -> Facts:
        return csr_facts(result, settings["weighted"])


@final
class Load(_Polars):
    table = "load"
    name = "polars read_parquet"
    note = "two columns of arcs, no rows built"

    def ready(self, settings: Settings) -> None:
        import polars

        sources, targets, _ = load.graph(settings)
        table = polars.DataFrame({"source": sources, "target": targets})
        table.write_parquet(load.place(settings, "polars.parquet"))

    def prepare(self, settings: Settings) -> None:
        if settings["cold"]:
            load.forget(load.place(settings, "polars.parquet"))

    def run(self, inputs: Any, settings: Settings) -> Any:
        import polars

        return polars.read_parquet(load.place(settings, "polars.parquet"))

    def facts(self, result: Any, settings: Settings) -> Facts:
        return tally(np.bincount(result["source"].to_numpy()))
