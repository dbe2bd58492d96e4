"""Nests for connected components."""

from __future__ import annotations

from functools import lru_cache

from edgewise.kernels.cuda.bind import Nest, nest
from edgewise.kernels.cuda.nests import THREADS, Types

METHODS = ("afforest", "shiloach-vishkin")
STATE = 8
"""Words that blocks share: where they meet, the giant's root, counts."""
COUNT = 3
"""Which of them is the number of components."""


@lru_cache(maxsize=64)
def components(method: str, types: Types, ordered: bool, threads: int = THREADS) -> Nest:
    """The kernel `components`. `ordered`: the caller's order is not that of positions."""
    names = {
        "THREADS": str(threads),
        "OFFSET": types.names()["OFFSET"],
        "HEAD": types.names()["HEAD"],
        "ORDERED": str(int(ordered)),
        "HOOKS": str(METHODS.index(method)),
    }
    return nest("components.cuh", names, (), {})


def most_parts(arcs: int, threads: int) -> int:
    """Room for the parts of long rows; see `shared_rows.cuh`."""
    return arcs // (2 * threads) + arcs // (32 * threads) + 1
