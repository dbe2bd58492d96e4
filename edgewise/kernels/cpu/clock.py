"""The clock that kernels time their rounds by."""

from __future__ import annotations

from edgewise.kernels.cpu.atomics import ticks
from edgewise.kernels.cpu.jit import nest


@nest
def now():
    """Ticks of the processor's clock."""
    return ticks()
