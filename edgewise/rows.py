"""Edges in any order to compressed rows in order, on all cores. The kernels say how."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NoReturn, final

import numpy as np

from edgewise import progress
from edgewise.adjacency import Adjacency, Array, index_type
from edgewise.errors import WeightOverflowError
from edgewise.places import cpu

if TYPE_CHECKING:
    from edgewise.places.resident import There

ARCS_A_BLOCK = 1 << 14
MOST_BLOCKS = 1 << 11
NOTHING = np.empty(0, np.uint8)


@final
@dataclass(frozen=True, slots=True)
class Rows:
    """Finished rows, and what was seen while they were made."""

    adjacency: Adjacency
    loops: int
    """Edges of the input that join a vertex to itself."""
    repeats: int
    """Arcs that had the ends of another one before them."""
    there: There | None = None
    """The same rows on the device that they were made on."""


def rows_of_edges(
    sources: Array,
    targets: Array,
    weights: Array | None,
    num_vertices: int,
    *,
    both_ways: bool = False,
    drop_loops: bool = False,
    duplicates: str = "keep",
) -> Rows:
    """Sort edges, given as columns of positions, into rows with ascending neighbours."""
    from edgewise.kernels.cpu import rows as kernels

    size = len(sources)
    cpu.reserve(8 * num_vertices, f"a graph of {num_vertices:,} vertices")
    ways = kernels.BOTH if both_ways else kernels.FORWARD
    shift = _block_bits(num_vertices, size * ways)
    parts = cpu.spans(size)
    counts = np.zeros((len(parts), _num_blocks(num_vertices, shift)), np.int64)
    words = NOTHING if weights is None else raw(weights)
    with progress.stage("sorting edges", 3) as advance:
        loops = cpu.each(
            kernels.count_arcs,
            [
                (sources, targets, *part, ways, drop_loops, shift, counts[k])
                for k, part in enumerate(parts)
            ],
        )
        advance(1)
        block = _Blocks.laid_out(counts, num_vertices, shift, weights)
        cpu.each(
            kernels.place_arcs,
            [
                (
                    sources,
                    targets,
                    words,
                    *part,
                    ways,
                    drop_loops,
                    shift,
                    counts[k],
                    block.heads,
                    block.tails,
                    block.carried,
                )
                for k, part in enumerate(parts)
            ],
        )
        advance(1)
        adjacency, repeats = block.sorted(duplicates, weights)
        advance(1)
    return Rows(adjacency, sum(loops), repeats)


def rows_reversed(offsets: Array, neighbors: Array, weights: Array | None) -> Adjacency:
    """The rows of the reversed graph, neighbours ascending, parallel arcs in the same order."""
    from edgewise.kernels.cpu import rows as kernels

    num_vertices, size = len(offsets) - 1, len(neighbors)
    shift = _block_bits(num_vertices, size)
    parts = cpu.spans(size)
    counts = np.zeros((len(parts), _num_blocks(num_vertices, shift)), np.int64)
    words = NOTHING if weights is None else raw(weights)
    cpu.each(
        kernels.count_rows,
        [(neighbors, *part, shift, counts[k]) for k, part in enumerate(parts)],
    )
    block = _Blocks.laid_out(counts, num_vertices, shift, weights)
    tasks = []
    for k, (begin, end) in enumerate(parts):
        first = int(np.searchsorted(offsets, begin, side="right")) - 1
        last = int(np.searchsorted(offsets, end, side="left"))
        tasks.append(
            (
                offsets,
                neighbors,
                words,
                first,
                last,
                begin,
                end,
                shift,
                counts[k],
                block.heads,
                block.tails,
                block.carried,
            )
        )
    cpu.each(kernels.place_rows, tasks)
    return block.sorted("keep", weights, heads_ascend=True)[0]


@final
@dataclass(slots=True)
class _Blocks:
    """Arcs grouped by blocks of sources, on their way to being rows."""

    starts: Array
    shift: int
    heads: Array
    tails: Array
    carried: Array
    num_vertices: int

    @classmethod
    def laid_out(
        cls, counts: Array, num_vertices: int, shift: int, weights: Array | None
    ) -> _Blocks:
        """Room for all arcs; `counts` becomes the place of each part's first arc in each block."""
        starts = np.zeros(counts.shape[1] + 1, np.int64)
        np.cumsum(counts.sum(axis=0), out=starts[1:])
        counts[:] = np.cumsum(counts, axis=0) - counts + starts[:-1]
        size, index = int(starts[-1]), index_type(num_vertices)
        width = 0 if weights is None else weights.dtype.itemsize
        tail = np.dtype(np.uint16 if shift <= 16 else np.uint32)
        needed = size * (index.itemsize + tail.itemsize + width) + 8 * num_vertices
        cpu.reserve(needed, f"a graph of {num_vertices:,} vertices and {size:,} arcs")
        carried = NOTHING if weights is None else np.empty(size, raw(weights[:0]).dtype)
        return cls(
            starts, shift, np.empty(size, index), np.empty(size, tail), carried, num_vertices
        )

    def sorted(
        self, duplicates: str, weights: Array | None, heads_ascend: bool = False
    ) -> tuple[Adjacency, int]:
        """Sort every block, then deal with parallel arcs as told."""
        from edgewise.kernels.cpu import rows as kernels

        blocks = len(self.starts) - 1
        squeeze = duplicates == "first" or (duplicates in ("sum", "min", "max") and weights is None)
        kept = np.zeros(blocks if squeeze else 0, np.int64)
        repeats = np.zeros(blocks, np.int64)
        offsets = np.zeros(self.num_vertices + 1, np.int64)
        bits = max(1, (self.num_vertices - 1).bit_length())
        cpu.each(
            kernels.sort_blocks,
            [
                (
                    *group,
                    self.starts,
                    self.shift,
                    bits,
                    heads_ascend,
                    self.heads,
                    self.tails,
                    self.carried,
                    offsets,
                    kept,
                    repeats,
                )
                for group in _balanced(self.starts)
            ],
        )
        self.tails = NOTHING
        found = int(repeats.sum())
        if found and not squeeze and duplicates in ("sum", "min", "max") and weights is not None:
            kept = self._folded(offsets, duplicates, weights.dtype)
        if found and len(kept):
            offsets = self._closed(offsets, kept)
        values = None if weights is None else self.carried.view(weights.dtype)
        return Adjacency(offsets, self.heads, values), found

    def _folded(self, offsets: Array, how: str, dtype: np.dtype[Any]) -> Array:
        """Fold the weights of parallel arcs; how many arcs each block then has."""
        from edgewise.kernels.cpu import rows as kernels

        code = {"sum": kernels.SUM, "min": kernels.MIN, "max": kernels.MAX}[how]
        if dtype.kind == "b" and how == "sum":
            code = kernels.MAX  # the sum of truth values is "or"
        kept = np.zeros(len(self.starts) - 1, np.int64)
        values = _foldable(self.carried.view(dtype))
        spoiled = cpu.each(
            kernels.fold_repeats,
            [
                (*group, self.starts, self.shift, self.heads, values, offsets, code, kept)
                for group in _balanced(self.starts)
            ],
        )
        if dtype.kind in "iu" and max(spoiled) >= 0:
            refuse_overflow(dtype)
        self.carried = raw(values.astype(dtype, copy=False))
        return kept

    def _closed(self, offsets: Array, kept: Array) -> Array:
        """Move the blocks together over the gaps; the offsets that fit."""
        from edgewise.kernels.cpu import rows as kernels

        starts = np.zeros_like(self.starts)
        np.cumsum(kept, out=starts[1:])
        heads = np.empty(int(starts[-1]), self.heads.dtype)
        carried = np.empty(len(heads) if len(self.carried) else 0, self.carried.dtype)
        cpu.each(
            kernels.close_gaps,
            [
                (
                    *group,
                    self.starts,
                    kept,
                    starts,
                    self.shift,
                    self.heads,
                    self.carried,
                    offsets,
                    heads,
                    carried,
                )
                for group in _balanced(self.starts)
            ],
        )
        self.heads, self.carried = heads, carried
        return offsets


def refuse_overflow(dtype: np.dtype[Any]) -> NoReturn:
    """Refuse sums that leave the type of the weights."""
    raise WeightOverflowError(
        f"duplicates='sum': the weights of parallel edges add up to more than {dtype} "
        "holds; give the weights in a wider type"
    )


def _balanced(starts: Array) -> list[tuple[int, int]]:
    """Runs of blocks with about as many arcs each, several to a thread."""
    blocks, total = len(starts) - 1, int(starts[-1])
    groups = min(blocks, cpu.threads() * 8, 1 + total // (1 << 15))
    cuts = np.searchsorted(starts, np.linspace(0, total, groups + 1)[1:-1])
    edges = np.unique(np.concatenate(([0], cuts, [blocks]))).tolist()
    return list(pairwise(edges)) if blocks else []


def _block_bits(num_vertices: int, num_arcs: int) -> int:
    """How many low bits of a vertex lie within its block."""
    blocks = max(1, min(MOST_BLOCKS, num_arcs // ARCS_A_BLOCK))
    bits = max(0, (-(-num_vertices // blocks) - 1).bit_length())
    return min(bits, 32, 64 - max(1, (num_vertices - 1).bit_length()))


def _num_blocks(num_vertices: int, shift: int) -> int:
    return -(-num_vertices // (1 << shift))


def raw(weights: Array) -> Array:
    """Weights as words of their size: kernels that only move them need not know their type."""
    width = weights.dtype.itemsize
    return weights.view(np.complex128 if width == 16 else np.dtype(f"u{width}"))


def _foldable(weights: Array) -> Array:
    """Weights in a type the kernel can add and compare: truth as 0 and 1, halves as singles."""
    if weights.dtype.kind == "b":
        return weights.view(np.uint8)
    return weights.astype(np.float32) if weights.dtype == np.float16 else weights
