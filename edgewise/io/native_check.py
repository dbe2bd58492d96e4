"""The content of native files, checked when it is first asked for.

Checksums tell of accidents. A file may also be made on purpose, with sums that are right: what
would lead a kernel outside its arrays is looked for too, at the speed of memory.
"""

from __future__ import annotations

import numpy as np

from edgewise.adjacency import Array
from edgewise.graph import Facts
from edgewise.io.native_container import Container
from edgewise.io.soundness import degree_range, first_fall, first_stranger, top


def check_rows(file: Container, side: str, facts: Facts, verify: bool) -> None:
    """Compare the sums, then see that offsets ascend and every neighbour is a vertex."""
    if verify:
        file.verify(name for name in file.names if name.startswith(f"{side}."))
    offsets, neighbors = file.array(f"{side}.offsets"), file.array(f"{side}.neighbors")
    if offsets[0] != 0 or offsets[-1] != len(neighbors):
        file.refuse(
            f"the {side}-offsets do not end with the arcs",
            byte=file.begin(f"{side}.offsets"),
            found=(int(offsets[0]), int(offsets[-1])),
            expected=f"0 and {len(neighbors)}",
        )
    _check_degrees(file, side, offsets, facts)
    _check_neighbors(file, side, neighbors, len(offsets) - 1)
    if f"{side}.weights" in file.names:
        _check_truths(file, f"{side}.weights")


def check_order(file: Container) -> Array:
    """The renumbering: every vertex stands in it once."""
    order = file.array("order")
    seen = np.zeros(len(order), bool)
    if order.dtype.kind == "i" and len(order) and first_stranger(order, len(order)) is None:
        seen[order] = True
    if not seen.all():
        file.refuse("the order is no renumbering of the vertices", byte=file.begin("order"))
    return order


def _check_degrees(file: Container, side: str, offsets: Array, facts: Facts) -> None:
    low, high = degree_range(offsets)
    if low < 0:
        at = first_fall(offsets)
        file.refuse(
            f"the {side}-offsets fall",
            byte=file.begin(f"{side}.offsets") + 8 * at,
            found=int(offsets[at]),
            expected=f"{offsets[at - 1]} or more",
        )
    told = (getattr(facts, f"min_{side}_degree"), getattr(facts, f"max_{side}_degree"))
    for fact, true in zip(told, (low, high), strict=True):
        if fact is not None and fact != true:
            file.refuse(
                f"the facts of the {side}-degrees are wrong", found=fact, expected=str(true)
            )


def _check_neighbors(file: Container, side: str, neighbors: Array, num_vertices: int) -> None:
    at = first_stranger(neighbors, num_vertices)
    if at is not None:
        file.refuse(
            f"{side}-arc {at} ends at no vertex",
            byte=file.begin(f"{side}.neighbors") + at * neighbors.itemsize,
            found=int(neighbors[at]),
            expected=f"0 to {num_vertices - 1}" if num_vertices else "no arcs",
        )


def _check_truths(file: Container, name: str) -> None:
    """Bytes of truth values are 0 or 1; others behave as both."""
    column = file.array(name)
    if column.dtype.kind == "b" and top(raw := column.view(np.uint8)) > 1:
        at = int(np.flatnonzero(raw > 1)[0])
        file.refuse(
            "a truth value is neither 0 nor 1", byte=file.begin(name) + at, found=int(raw[at])
        )
