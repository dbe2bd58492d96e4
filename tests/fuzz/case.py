"""One file to try, and what is known about it beforehand."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, final

Edge = tuple[Any, Any, float | None]


@final
@dataclass(frozen=True, slots=True)
class Meaning:
    """The graph that a sound file stands for."""

    edges: list[Edge]
    directed: bool
    num_vertices: int | None = None

    def multiset(self) -> Counter[Edge]:
        """The edges, whatever their order; an undirected one whichever way it is told."""
        return Counter(edge if self.directed else turned(edge) for edge in self.edges)


def turned(edge: Edge) -> Edge:
    """An undirected edge with its lesser end first."""
    u, v, w = edge
    return (u, v, w) if u <= v else (v, u, w)


@final
@dataclass(frozen=True, slots=True)
class Case:
    """Files side by side, the first of which is read, and what must come of it."""

    files: dict[str, bytes]
    read: dict[str, Any] = field(default_factory=dict)
    meaning: Meaning | None = None
    """The graph, where the file is sound."""
    fault: str | None = None
    """The planted fault, where it is one that must be refused."""
    forged: bool = False
    """Whether checksums vouch for the damage: the rows must be sound, the facts may lie."""

    piece: int = 0
    """Read again in pieces of so many bytes, if not 0: the outcome must be the same."""

    @property
    def sound(self) -> bool:
        """Whether the file must be read."""
        return self.meaning is not None

    @property
    def name(self) -> str:
        return next(iter(self.files))

    @property
    def compressed(self) -> bool:
        return any(
            one.startswith((b"\x1f\x8b", b"\x28\xb5\x2f\xfd")) for one in self.files.values()
        )

    @property
    def size(self) -> int:
        return sum(map(len, self.files.values()))


def chance(seed: int, format: str, index: int) -> random.Random:
    """The random numbers of one case; they depend on nothing else."""
    return random.Random(f"{seed}/{format}/{index}")
