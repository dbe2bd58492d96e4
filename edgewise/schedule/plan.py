"""A plan: where the data lies; chosen once a run.

>>> import edgewise as ew
>>> ew.Plan(threads=2)
Plan(place='cpu', threads=2, in_edges=True)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from edgewise import check


@check.accepts(
    place=check.Choice("cpu", "cuda"), threads=check.Integer(1, 4096), in_edges=check.Flag()
)
@final
@dataclass(frozen=True, slots=True)
class Plan:
    """The place, how many threads work there, and whether in-edges may be used."""

    place: str = "cpu"
    threads: int = 1
    in_edges: bool = True
