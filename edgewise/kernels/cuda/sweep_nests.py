"""The nest of a sweep: its skeleton, and a program's functions in its slots."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from edgewise.kernels.cuda.bind import TRUTH, C, Nest, Slot, nest
from edgewise.kernels.cuda.nests import INDEX, THREADS, Types
from edgewise.program.sweep import SweepProgram

BLOCKS, WEIGHTED = 3, 2
"""Blocks a processor holds at least, as far as registers go: gathers wait for memory, and many must
wait at once. Where weights are read beside them, each thread has more in flight."""
LIMITS = (2048, 256, 64, 16, 8, 4, 0)
"""Arcs up to which rows are in the next class; those of the first class are cut in parts."""
FEW, WARP = 8, 32
TURNS = (1, 1, FEW, WARP, WARP, WARP, WARP, WARP)
"""Rows that a warp takes at a time, of each class; of the first class, parts of one."""


@lru_cache(maxsize=512)
def sweep(
    program: SweepProgram,
    types: Types,
    arguments: tuple[tuple[str, str], ...] = (),
    threads: int = THREADS,
) -> Nest:
    """The kernels `sweep`, all rounds of a program, `tally` and `deal`, rows by length."""
    names = {
        "THREADS": str(threads),
        "BLOCKS": str(WEIGHTED if types.weight else BLOCKS),
        **types.names(),
        "PART": str(LIMITS[0]),
        "FEW": str(FEW),
        "CLASSES": str(len(TURNS)),
        "LIMITS": f"{{{', '.join(map(str, LIMITS))}}}",
        "VALUE": C[str(program.value)],
        "REAL": C[real(program)],
    }
    made = nest("sweep.cuh", names, _functions(program, types.weights), dict(arguments))
    return replace(made, gathers=True)


def real(program: SweepProgram) -> str:
    """The type of the numbers that all vertices read."""
    return str(program.value) if program.value.kind == "f" else "float64"


def _functions(program: SweepProgram, weight: str) -> list[Slot]:
    value, shared = str(program.value), f"{real(program)}*"
    known = {
        "gather": ({"sent": value, "weight": weight}, value),
        "update": ({"total": value, "value": value, "v": INDEX, "shared": shared}, value),
        "send": ({"value": value, "v": INDEX}, value),
        "measure": ({"old": value, "new": value, "v": INDEX}, "float64"),
        "count": ({"old": value, "new": value, "v": INDEX}, "float64"),
        "settle": (
            {"change": "float64", "other": "float64", "rounds": INDEX, "shared": shared},
            TRUTH,
        ),
    }
    return [Slot(name, one, *known[name]) for name, one, _ in program.functions()]
