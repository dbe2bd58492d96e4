"""A contender of the table of algorithms: a library that holds a graph and is asked about it."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, ClassVar

from bench import answers, graphs
from bench.contest import Contender, Settings
from bench.inputs import Array


class Solver(Contender):
    """Has a method for each algorithm that it knows: bfs, sssp, pagerank, ...; only these are
    timed, and each is given the sources, if the algorithm has any."""

    table: ClassVar[str] = "algorithms"
    lacks: ClassVar[dict[str, str]] = {}
    """Why it does not do an algorithm."""
    remarks: ClassVar[dict[str, str]] = {}
    """What is to be said of an algorithm beside its figures."""
    slow: ClassVar[bool] = False
    """Only at a small size."""

    def enters(self, settings: Settings) -> bool:
        return bool(settings["tiny"] or not self.slow)

    def declines(self, settings: Settings) -> str | None:
        return self.lacks.get(settings["algorithm"])

    def remark(self, settings: Settings) -> str:
        return self.remarks.get(settings["algorithm"], "")

    def ready(self, settings: Settings) -> None:
        answers.make(settings["algorithm"], settings["graph"])
        self.hold(graphs.rows(settings["graph"]), settings)

    @abstractmethod
    def hold(self, rows: graphs.Rows, settings: Settings) -> None:
        """Build what the algorithm needs, not timed."""

    def run(self, inputs: Any, settings: Settings) -> Any:
        return getattr(self, settings["algorithm"])(inputs)

    @abstractmethod
    def told(self, result: Any, algorithm: str) -> Array:
        """The result as an array: distances, scores or labels."""

    def variant(self, algorithm: str) -> int:
        """Which of the right answers is meant, where there are two."""
        return 0

    def fault(self, result: Any, inputs: Any, settings: Settings) -> str | None:
        algorithm = settings["algorithm"]
        found = self.told(result, algorithm)
        return answers.fault(settings, inputs, found, self.variant(algorithm))
