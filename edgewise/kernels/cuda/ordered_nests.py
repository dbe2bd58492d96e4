"""The nest of ordered programs on a device, and where its numbers stand on the board."""

from __future__ import annotations

from functools import lru_cache

from edgewise.kernels.cuda.bind import C, Nest, Slot, nest
from edgewise.kernels.cuda.nests import ARC, INDEX, THREADS, Types, literal
from edgewise.program.vertex import VertexProgram

(
    ROUND, TURN, EPOCH, HUBS, BEYOND, NEAR, LEAST, THRESHOLD, WIDTH, WALKED, SPOKE, AGAIN, LOOKED,
    ROWS, DONE, LONELY, KIND, COUNT, SINCE, WHY, TICKED, PASSED,
) = range(22)  # fmt: skip
"""What the loop knows between launches: `Known` of near_far.cuh."""
KNOWN_WORDS = 32
TALLY_WORDS, PILE_WORDS, PILE_LEAST = 3 * 16, 3 * 32, 16
"""Three tallies and three piles take turns; where a pile's least key stands."""


@lru_cache(maxsize=256)
def ordered(
    program: VertexProgram,
    types: Types,
    arguments: tuple[tuple[str, str], ...] = (),
    threads: int = THREADS,
) -> Nest:
    """The loop of an ordered program: the kernel `ordered`."""
    value, merge = str(program.value), program.combine.combine
    names = {
        "THREADS": str(threads),
        **types.names(),
        "VALUE": C[value],
        "DEGREES": str(int("degree" in program.message.parameters)),
        "IDENTITY": literal(program.combine.identity(program.value), program.value),
    }
    told = {"sent": value, "weight": types.weights, "degree": INDEX, **ARC}
    slots = [
        Slot("message", program.message, told, value),
        Slot("combine", merge, dict.fromkeys(merge.parameters, value), value, alone=True),
    ]
    return nest("ordered.cuh", names, slots, dict(arguments))
