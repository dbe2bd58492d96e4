"""How many kernels this process has compiled: what makes a first run slower than the next."""

from __future__ import annotations

import sys
from typing import Any


def kernels() -> int:
    """Kernels that were not found in the cache; looks only at what is imported already.

    Counted are those that would be kept: the small parts that are folded into them are compiled
    with them. Where nothing can be kept, every part counts.

    >>> kernels() >= 0
    True
    """
    return sum(int(misses) for one in _kept() for misses in one.stats.cache_misses.values())


def found() -> int:
    """Kernels that were found in the cache.

    >>> found() >= 0
    True
    """
    return sum(int(hits) for one in _kept() for hits in one.stats.cache_hits.values())


def _kept() -> list[Any]:
    homes = [home for name, home in sys.modules.items() if name.startswith("edgewise.kernels.")]
    values = {id(value): value for home in homes for value in list(vars(home).values())}.values()
    compiled = [value for value in values if _is_compiled(value)]
    return [one for one in compiled if type(one._cache).__module__.startswith("edgewise.")] or (
        compiled
    )


def _is_compiled(value: Any) -> bool:
    return not isinstance(value, type) and hasattr(value, "stats") and hasattr(value, "_cache")
