"""Nests that make graphs: edges and weights by rule, and edges sorted into rows."""

from __future__ import annotations

from functools import lru_cache

from edgewise.kernels.cuda.bind import C, Nest, nest


@lru_cache(maxsize=8)
def generate(threads: int) -> Nest:
    """Kernels that draw edges and weights."""
    return nest("generate.cuh", {"THREADS": str(threads)}, (), {})


@lru_cache(maxsize=16)
def rows(threads: int, end: str, offset: str) -> Nest:
    """Kernels from edges, whose ends have the type `end`, to rows and back."""
    names = {"THREADS": str(threads), "END": C[end], "OFFSET": C[offset]}
    return nest("rows.cuh", names, (), {})


@lru_cache(maxsize=32)
def folding(threads: int, weight: str) -> Nest:
    """The kernel that makes one weight of those of parallel arcs."""
    real = str(int(weight.startswith("float")))
    names = {"THREADS": str(threads), "WEIGHT": C[weight], "REAL": real}
    return nest("fold.cuh", names, (), {})
