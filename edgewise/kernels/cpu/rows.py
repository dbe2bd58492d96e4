"""Edges sorted into rows: a counting sort by blocks of vertices, then by digits within a block.

A block is 2**shift consecutive vertices. Each part (a thread's piece of the edge list) counts how
many arcs it has for each block; the counts, summed in block-major order, tell every part where to
put its arcs, so no two threads share a slot and the order of the input survives. The targets go
straight to their final array; beside it only the low bits of the source are kept. Then each block,
small enough for a core's cache, is sorted by target digits and last by source.
"""

from __future__ import annotations

import numpy as np

from edgewise.kernels.cpu.jit import device, kernel

FORWARD, BOTH = 1, 2
SUM, MIN, MAX = 1, 2, 3


@kernel
def extremes(values):
    """The smallest and the largest value."""
    low, high = values[0], values[0]
    for i in range(values.size):
        value = values[i]
        low = min(low, value)
        high = max(high, value)
    return low, high


@kernel
def count_arcs(sources, targets, begin, end, ways, drop_loops, shift, counts):
    """Add this part's arcs to `counts`, a number a block; returns how many loops were seen."""
    loops = 0
    for i in range(begin, end):
        u, v = sources[i], targets[i]
        if u == v:
            loops += 1
            if drop_loops:
                continue
        elif ways == BOTH:
            counts[v >> shift] += 1
        counts[u >> shift] += 1
    return loops


@kernel
def place_arcs(
    sources, targets, weights, begin, end, ways, drop_loops, shift, cursors, heads, tails, carried
):
    """Put this part's arcs at its cursors: heads, low source bits, and weights where there are."""
    low = (1 << shift) - 1
    weighted = carried.size > 0
    for i in range(begin, end):
        u, v = sources[i], targets[i]
        if u == v and drop_loops:
            continue
        at = cursors[u >> shift]
        cursors[u >> shift] = at + 1
        heads[at], tails[at] = v, u & low
        if weighted:
            carried[at] = weights[i]
        if ways == BOTH and u != v:
            at = cursors[v >> shift]
            cursors[v >> shift] = at + 1
            heads[at], tails[at] = u, v & low
            if weighted:
                carried[at] = weights[i]


@kernel
def count_rows(neighbors, begin, end, shift, counts):
    """As count_arcs, for the reverse of arcs that are already in rows."""
    for i in range(begin, end):
        counts[neighbors[i] >> shift] += 1


@kernel
def place_rows(
    offsets, neighbors, weights, first, last, begin, end, shift, cursors, heads, tails, carried
):
    """As place_arcs, for the reverse of the arcs begin..end, which lie in rows first..last."""
    low = (1 << shift) - 1
    weighted = carried.size > 0
    for u in range(first, last):
        for i in range(max(offsets[u], begin), min(offsets[u + 1], end)):
            v = neighbors[i]
            at = cursors[v >> shift]
            cursors[v >> shift] = at + 1
            heads[at], tails[at] = u, v & low
            if weighted:
                carried[at] = weights[i]


@device
def _digit_pass(keys, spare, order, spare_order, size, low, bits, weighted, counts):
    """One stable pass over one digit; True when the sorted keys are now in `spare`."""
    mask = (np.uint64(1) << np.uint64(bits)) - np.uint64(1)
    counts[: (1 << bits)] = 0
    for i in range(size):
        counts[(keys[i] >> np.uint64(low)) & mask] += 1
    if counts[(keys[0] >> np.uint64(low)) & mask] == size:
        return False
    total = 0
    for digit in range(1 << bits):
        total, counts[digit] = total + counts[digit], total
    for i in range(size):
        digit = (keys[i] >> np.uint64(low)) & mask
        at = counts[digit]
        counts[digit] = at + 1
        spare[at] = keys[i]
        if weighted:
            spare_order[at] = order[i]
    return True


@device
def _sort_keys(keys, spare, order, spare_order, size, low, top, weighted, counts):
    """Sort keys by the bits from `low` to `top`, stably; True when the result is in `spare`."""
    passes = (top - low + 10) // 11
    swapped = False
    for turn in range(passes):
        bits = (top - low + passes - turn - 1) // (passes - turn)
        if swapped:
            moved = _digit_pass(spare, keys, spare_order, order, size, low, bits, weighted, counts)
        else:
            moved = _digit_pass(keys, spare, order, spare_order, size, low, bits, weighted, counts)
        swapped = swapped != moved
        low += bits
    return swapped


@kernel
def sort_blocks(
    first, last, starts, shift, head_bits, ordered, heads, tails, carried, offsets, kept, repeats
):
    """Sort the arcs of blocks first..last and write their rows' ends into `offsets`.

    `ordered` says the heads ascend already, so only the source is left to sort by. Parallel arcs
    are counted into `repeats`; where `kept` has a slot for each block, all but the first of them
    are squeezed out and the number left is written there.
    """
    longest = 0
    for block in range(first, last):
        longest = max(longest, starts[block + 1] - starts[block])
    weighted = carried.size > 0
    keys = np.empty(longest, np.uint64)
    spare = np.empty(longest, np.uint64)
    order = np.empty(longest if weighted else 0, np.uint32)
    spare_order = np.empty(longest if weighted else 0, np.uint32)
    moved = np.empty(longest if weighted else 0, carried.dtype)
    counts = np.empty(1 << 11, np.int64)
    num_rows = offsets.size - 1
    head_mask = (np.uint64(1) << np.uint64(head_bits)) - np.uint64(1)
    for block in range(first, last):
        begin = starts[block]
        size = starts[block + 1] - begin
        for i in range(size):
            keys[i] = (np.uint64(tails[begin + i]) << np.uint64(head_bits)) | np.uint64(
                heads[begin + i]
            )
        if weighted:
            for i in range(size):
                order[i] = i
                moved[i] = carried[begin + i]
        low = head_bits if ordered else 0
        swapped = size > 1 and _sort_keys(
            keys, spare, order, spare_order, size, low, head_bits + shift, weighted, counts
        )
        done, done_order = (spare, spare_order) if swapped else (keys, order)
        left = 0
        row = block << shift
        row_end = min((block + 1) << shift, num_rows)
        squeeze = kept.size > 0
        for i in range(size):
            if i > 0 and done[i] == done[i - 1]:
                repeats[block] += 1
                if squeeze:
                    continue
            own = (block << shift) + np.int64(done[i] >> np.uint64(head_bits))
            while row < own:
                offsets[row + 1] = begin + left
                row += 1
            heads[begin + left] = done[i] & head_mask
            if weighted:
                carried[begin + left] = moved[done_order[i]]
            left += 1
        while row < row_end:
            offsets[row + 1] = begin + left
            row += 1
        if squeeze:
            kept[block] = left


@kernel
def fold_repeats(first, last, starts, shift, heads, weights, offsets, how, kept):
    """Fold the weights of parallel arcs into the first of them and squeeze the others out.

    Returns the arc at which an integer sum left its type, or -1.
    """
    num_rows = offsets.size - 1
    overflow = -1
    for block in range(first, last):
        left = starts[block]
        row_begin = starts[block]
        for row in range(block << shift, min((block + 1) << shift, num_rows)):
            row_end = offsets[row + 1]
            for i in range(row_begin, row_end):
                if i > row_begin and heads[i] == heads[left - 1]:
                    old, new = weights[left - 1], weights[i]
                    if how == SUM:
                        total = weights.dtype.type(old + new)
                        if (new > 0 and total < old) or (new < 0 and total > old):
                            overflow = i
                        weights[left - 1] = total
                    elif (how == MIN and new < old) or (how == MAX and new > old):
                        weights[left - 1] = new
                else:
                    heads[left] = heads[i]
                    weights[left] = weights[i]
                    left += 1
            row_begin = row_end
            offsets[row + 1] = left
        kept[block] = left - starts[block]
    return overflow


@kernel
def close_gaps(
    first, last, starts, kept, new_starts, shift, heads, carried, offsets, new_heads, new_carried
):
    """Copy what is left of each block to its new place and move the rows' ends along."""
    num_rows = offsets.size - 1
    for block in range(first, last):
        old, new = starts[block], new_starts[block]
        for i in range(kept[block]):
            new_heads[new + i] = heads[old + i]
        if carried.size > 0:
            for i in range(kept[block]):
                new_carried[new + i] = carried[old + i]
        for row in range(block << shift, min((block + 1) << shift, num_rows)):
            offsets[row + 1] += new - old
