"""What is measured: a case is one job of a known size; a contender is one way to do it."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import zlib
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Any, ClassVar, final

import numpy as np

Settings = dict[str, Any]


@final
@dataclass(frozen=True, slots=True)
class Case:
    """One job, done by every contender of its table on inputs made from `settings`."""

    table: str
    title: str
    settings: Settings
    warm: Settings
    """A small job of the same kind, done once before anything is timed."""
    work: float = 0
    """How much is done in one run, in `unit`s; 0 where only the time is told."""
    unit: str = "M edges/s"
    scale: float = 1e6
    """How many of what `work` counts make one of what `unit` counts."""
    rounds: int = 1
    """How many inputs there are, each of which is run as often as any."""
    patience: float | None = None
    """Seconds of counted runs after which a contender sits out."""
    group: str = ""
    """Geometric means are taken over the cases of a group."""
    firsts: bool = True
    """Whether the first call of those that compile is told apart."""


class Contender(ABC):
    """One way to do the job of a table's cases."""

    table: ClassVar[str]
    name: ClassVar[str]
    package: ClassVar[str | None] = None
    """What must be installed, as pip calls it; None when nothing is."""
    module: ClassVar[str | None] = None
    """What is imported, where that is called otherwise than the package."""
    kind: ClassVar[str] = ""
    """Ratios are to Edgewise's contender of the same kind."""
    note: ClassVar[str] = ""
    compiles: ClassVar[bool] = False
    """Whether the first call ever is told apart, because it compiles."""

    def enters(self, settings: Settings) -> bool:
        """Whether this contender belongs into the case's table at all."""
        return True

    def declines(self, settings: Settings) -> str | None:
        """Why this contender does not do the case, if so."""
        return None

    def ready(self, settings: Settings) -> None:  # noqa: B027
        """Make once, not timed, what only this contender needs: a file, a compiled program."""

    def prepare(self, settings: Settings) -> None:  # noqa: B027
        """Make ready, not timed, before every run."""

    def remark(self, settings: Settings) -> str:
        """What the table says beside its figures."""
        return self.note

    @abstractmethod
    def run(self, inputs: Any, settings: Settings) -> Any:
        """Do the job; this is what is timed."""

    def facts(self, result: Any, settings: Settings) -> Facts | None:
        """What every contender must agree on, or None where there is nothing to compare."""
        return None

    def fault(self, result: Any, inputs: Any, settings: Settings) -> str | None:
        """What is wrong with the result, where that can be told without the other contenders."""
        return None

    @property
    def missing(self) -> str | None:
        """Why it cannot run here, if so."""
        return needs(self.package, self.module) if self.package else None

    @property
    def version(self) -> str:
        return importlib.metadata.version(self.package) if self.package else ""


@final
@dataclass(frozen=True, slots=True)
class Facts:
    """Enough of a graph to see that nobody is fast by being wrong."""

    arcs: int
    degrees: int | None
    """A checksum of how many vertices have each out-degree, isolated ones aside; None where the
    graph is random, and only its number of arcs can be compared, within a tenth."""
    weight: float | None = None
    """The sum of all weights."""
    nbytes: int = field(default=0, compare=False)
    """Bytes of the finished adjacency, where the contender is the one that sets the measure."""

    def agrees(self, other: Facts) -> bool:
        """Whether both tell of the same graph; sums of weights may round differently."""
        if self.degrees is None or other.degrees is None:
            return abs(self.arcs - other.arcs) <= 0.1 * max(self.arcs, other.arcs)
        same = (self.arcs, self.degrees) == (other.arcs, other.degrees)
        if self.weight is None or other.weight is None:
            return same
        return same and bool(np.isclose(self.weight, other.weight, rtol=1e-6))


def needs(package: str, module: str | None = None) -> str | None:
    """Why a package cannot be used here, if so."""
    found = importlib.util.find_spec(module or package)
    return None if found else f"not installed: pip install {package}"


def tally(degrees: Any, weight: float | None = None, nbytes: int = 0) -> Facts:
    """The facts of a graph with these out-degrees."""
    found = np.asarray(degrees).astype(np.int64, copy=False)
    histogram = np.bincount(found)
    histogram[:1] = 0
    checksum = zlib.crc32(histogram.astype(np.int64).tobytes())
    return Facts(int(found.sum()), checksum, weight, nbytes)
