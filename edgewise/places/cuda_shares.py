"""Shares of ranks on a device: made by the host once for a graph, and kept where it is resident."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, final
from weakref import WeakKeyDictionary

import numpy as np

from edgewise.adjacency import Array
from edgewise.places.resident import Resident, resident

if TYPE_CHECKING:
    from edgewise.graph import Graph
    from edgewise.places.device import Device


@final
@dataclass(frozen=True, eq=False)
class Shares:
    """What goes along one arc of each vertex, on the device; who sends nothing on."""

    there: Any
    stranded: Array

    def stranded_of(self, ranks: Array) -> float:
        """How much rank stands on vertices that send nothing on."""
        return float(ranks[self.stranded].sum(dtype=np.float64))


_kept: WeakKeyDictionary[Resident, dict[tuple[bool, str], Shares]] = WeakKeyDictionary()


def shares(
    graph: Graph, device: Device, weighted: bool, dtype: str, make: Callable[[], Array]
) -> Shares:
    """Those of this graph; `make` is asked for them where nobody has made them yet."""
    known = _kept.setdefault(resident(graph, device), {})
    key = (weighted, dtype)
    if key not in known:
        made = make()
        known[key] = Shares(device.upload(made), np.flatnonzero(made == 0))
    return known[key]
