"""pandas and pyarrow."""

from __future__ import annotations

from typing import Any, ClassVar, final

from bench.contest import Contender, Facts, Settings, needs
from bench.peers.numpy import column_facts


class _Columns(Contender):
    kind = "columns only"

    def enters(self, settings: Settings) -> bool:
        return bool(settings["kind"] != "mtx")


class _Pandas(_Columns):
    package: ClassVar[str | None] = "pandas"

    def facts(self, result: Any, settings: Settings) -> Facts:
        weights = result[2].to_numpy() if settings["weighted"] else None
        return column_facts(result[0].to_numpy(), weights)


@final
class PandasOwn(_Pandas):
    table = "parse"
    name = "pandas read_csv, its own engine"

    def run(self, inputs: Any, settings: Settings) -> Any:
        import pandas

        return pandas.read_csv(inputs, sep="\t", header=None, comment="#", engine="c")


@final
class PandasArrow(_Pandas):
    table = "parse"
    name = "pandas read_csv, pyarrow engine"
    note = "takes no comments: told how many lines to skip"

    @property
    def missing(self) -> str | None:
        return needs("pandas") or needs("pyarrow")

    def run(self, inputs: Any, settings: Settings) -> Any:
        import pandas

        skipped = settings["header"]
        return pandas.read_csv(inputs, sep="\t", header=None, skiprows=skipped, engine="pyarrow")


@final
class Arrow(_Columns):
    table = "parse"
    name = "pyarrow read_csv"
    package = "pyarrow"
    note = "takes no comments: told how many lines to skip"

    def run(self, inputs: Any, settings: Settings) -> Any:
        from pyarrow import csv

        return csv.read_csv(
            inputs,
            csv.ReadOptions(skip_rows=settings["header"], autogenerate_column_names=True),
            csv.ParseOptions(delimiter="\t"),
        )

    def facts(self, result: Any, settings: Settings) -> Facts:
        weights = result.column(2).to_numpy() if settings["weighted"] else None
        return column_facts(result.column(0).to_numpy(), weights)
