"""Nests for a program: which skeleton, and with what in its slots."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from edgewise.kernels.cuda.bind import TRUTH, C, Slot, nest
from edgewise.kernels.cuda.kept import Cubin
from edgewise.program.functor import Functor
from edgewise.program.vertex import VertexProgram

INDEX = "int64"
ATOMICS = ("lesser", "greater", "add", "either")
"""Atomic forms that the hardware has for some types; all else tries until nobody came between."""
ARC = {"u": INDEX, "v": INDEX, "e": INDEX}


def push(
    program: VertexProgram, graph: Mapping[str, str], arguments: Mapping[str, str], arch: int
) -> Cubin:
    """One round of a program, pushed from a list: the kernels `take_in` and `push_list`.

    `graph` says the types of its `heads` and, where it has any, its `weights`.
    """
    value, weight = str(program.value), graph.get("weights", "int32")
    state = {"value": value, "buffer": value, "v": INDEX}
    told = {"sent": value, "weight": weight, "degree": INDEX, **ARC}
    merge = program.combine.combine
    slots = (
        Slot("message", program.message, told, value),
        Slot("compute", program.compute, state, value),
        Slot("is_active", program.is_active, state, TRUTH),
        Slot("combine", merge, dict.fromkeys(merge.parameters, value), value, alone=True),
    )
    names = {
        "VALUE": C[value],
        "WEIGHT": C[weight],
        "HEAD": C[graph["heads"]],
        "WEIGHTED": str(int("weights" in graph)),
        "RESIDUAL": str(int(program.residual)),
        "IDENTITY": _literal(program.combine.identity(program.value), program.value),
        "INTO": program.combine.atomic if program.combine.atomic in ATOMICS else "looped",
    }
    return nest("push_list.cuh", names, slots, arguments).built(arch)


def advance(
    cond: Functor, graph: Mapping[str, str], arguments: Mapping[str, str], arch: int
) -> Cubin:
    """An advance from a list to a list: the kernel `advance_list`; an arc passes where `cond`."""
    slots = (Slot("cond", cond, {**ARC, "weight": graph.get("weights", "int32")}, TRUTH),)
    names = {
        "WEIGHT": C[graph.get("weights", "int32")],
        "HEAD": C[graph["heads"]],
        "WEIGHTED": str(int("weights" in graph)),
    }
    return nest("advance_list.cuh", names, slots, arguments).built(arch)


def _literal(number: Any, kind: np.dtype[Any]) -> str:
    """A number in C++, bit for bit."""
    bits = int.from_bytes(np.asarray(number, kind).tobytes(), "little")
    return f"from_bits<{C[str(kind)]}>({bits}ULL)"
