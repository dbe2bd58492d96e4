"""How many kernels this process has compiled: what makes a first run slower than the next."""

from __future__ import annotations

import sys


def kernels() -> int:
    """Kernels that were not found in the cache; looks only at what is imported already.

    >>> kernels() >= 0
    True
    """
    homes = [home for name, home in sys.modules.items() if name.startswith("edgewise.kernels.")]
    seen = {id(value): value for home in homes for value in vars(home).values()}
    counts = (getattr(value, "stats", None) for value in seen.values())
    return sum(sum(one.cache_misses.values()) for one in counts if hasattr(one, "cache_misses"))
