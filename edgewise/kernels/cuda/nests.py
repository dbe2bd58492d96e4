"""Nests for a program: which skeleton, and with what in its slots."""

from __future__ import annotations

import dis
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, final

import numpy as np

from edgewise.kernels.cuda.bind import TRUTH, C, Nest, Slot, nest
from edgewise.program.functor import Functor, functor
from edgewise.program.vertex import ACTIVE, COMPUTE, VertexProgram

INDEX = "int64"
ATOMICS = ("lesser", "greater", "add", "either")
"""Atomic forms that the hardware has for some types; all else tries until nobody came between."""
ARC = {"u": INDEX, "v": INDEX, "e": INDEX}
BALANCES = {None: "NONE", "vertex": "BY_VERTEX", "group": "BY_GROUP", "local": "BY_LOCAL",
            "edge": "BY_EDGE"}  # fmt: skip
THREADS = 512
"""Threads a block has."""


@final
@dataclass(frozen=True)
class Types:
    """The types of a graph's arrays on a device, and what a loop counts."""

    offset: str
    head: str
    weight: str | None = None
    counts_in: bool = False
    """Whether in-degrees are summed apart from out-degrees."""

    @property
    def weights(self) -> str:
        """The type of weights; of those that are 1 where there are none."""
        return self.weight or "int32"

    def names(self) -> dict[str, str]:
        """What a skeleton knows of the graph."""
        return {
            "OFFSET": C[self.offset],
            "HEAD": C[self.head],
            "WEIGHT": C[self.weights],
            "WEIGHTED": _yes(self.weight is not None),
            "COUNTS_IN": _yes(self.counts_in),
        }


@lru_cache(maxsize=512)
def loop(
    program: VertexProgram,
    family: str,
    balances: tuple[str | None, str | None],
    rule: Any,
    types: Types,
    arguments: tuple[tuple[str, str], ...] = (),
    hasty: bool = True,
    threads: int = THREADS,
) -> Nest:
    """The round loop of a program: the kernel `loop`. `hasty`: some round may be asynchronous."""
    push, pull = balances
    names = {
        "THREADS": str(threads),
        **types.names(),
        "VALUE": C[str(program.value)],
        "PUSH": BALANCES[push],
        "PULL": BALANCES[pull],
        "KEEPS": _yes(push is not None),
        "MEASURES": _yes(_measures(rule)),
        "COMPUTES": _yes(family == "relax"),
        "CLAIMS": _yes(family == "relax" and (hasty or program.residual)),
        "URGES": _yes(program.urgency is not None),
    }
    slots = [_rule(rule)]
    if family == "relax":
        names |= _meaning(program)
        slots += _functions(program, types.weights)
    return nest(
        f"loop_{'hops' if family == 'uniform' else family}.cuh", names, slots, dict(arguments)
    )


@lru_cache(maxsize=16)
def prominent(types: Types) -> Nest:
    """The kernel `prominent`: each vertex's busiest in-neighbour."""
    return nest("prominent.cuh", types.names(), (), {})


@lru_cache(maxsize=64)
def brandes(types: Types, distance: str, apart: bool = False, threads: int = THREADS) -> Nest:
    """Paths counted and dependencies summed: the kernel `brandes`.

    `apart`: every block by itself, with sources of its own.
    """
    names = {"THREADS": str(threads), **types.names(), "VALUE": C[distance]}
    return nest("brandes.cuh", names | {"TEAMS_OF_ONE": _yes(apart)}, (), {})


@lru_cache(maxsize=64)
def parents(types: Types, distance: str, how: str, threads: int = THREADS) -> Nest:
    """Parents from distances: the kernels `parents` and `even`."""
    names = {"THREADS": str(threads), **types.names(), "VALUE": C[distance], "HOW": how}
    return nest("parents.cuh", names, (), {})


def _rule(rule: Any) -> Slot:
    """The controller's function."""
    chosen = rule if isinstance(rule, Functor) else functor(rule)
    return Slot("choose", chosen, dict.fromkeys(chosen.parameters, "float64*"), INDEX, alone=True)


def _measures(rule: Any) -> bool:
    """Whether a rule asks how long a round took: then all blocks wait until that is known."""
    code = (rule.function if isinstance(rule, Functor) else rule).__code__
    return any(one.argval == "TICKS" or one.argval == 8 for one in dis.get_instructions(code))


def _meaning(program: VertexProgram) -> dict[str, str]:
    """What a skeleton knows of a program beside its functions."""
    return {
        "RESIDUAL": _yes(program.residual),
        "NUMBERED": _yes(program.reads_arcs),
        "TERMINATES": _yes(program.settled is not None),
        "IDENTITY": literal(program.combine.identity(program.value), program.value),
        "INTO": program.combine.atomic if program.combine.atomic in ATOMICS else "looped",
    }


def _functions(program: VertexProgram, weight: str) -> list[Slot]:
    """A program's functions, by the names that skeletons call them by."""
    value = str(program.value)
    state = dict(zip(ACTIVE, (value, value, INDEX), strict=True))
    told = {"sent": value, "weight": weight, "degree": INDEX, **ARC}
    merge = program.combine.combine
    slots = [
        Slot("message", program.message, told, value),
        Slot("compute", program.compute, state, value),
        Slot("is_active", program.is_active, state, TRUTH),
        Slot("combine", merge, dict.fromkeys(merge.parameters, value), value, alone=True),
    ]
    if program.settled is not None:
        slots.append(Slot("settled", program.settled, {"value": value}, TRUTH))
    if program.urgency is not None:
        known = dict(zip(COMPUTE, (value, value, INDEX), strict=True))
        slots.append(Slot("urgency", program.urgency, known, "float64"))
    return slots


def graph_types(offset: Any, head: Any, weight: Any = None, counts_in: bool = False) -> Types:
    """The types of these arrays' numbers."""
    return Types(str(offset), str(head), None if weight is None else str(weight), counts_in)


def words(given: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """The run's arguments as a nest knows them: names and types."""
    return tuple((name, _word(value)) for name, value in given.items())


def _word(value: Any) -> str:
    kind = getattr(value, "dtype", None) or np.asarray(value).dtype
    return f"{kind}*" if np.ndim(value) else str(kind)


def literal(number: Any, kind: np.dtype[Any]) -> str:
    """A number in C++, bit for bit."""
    bits = int.from_bytes(np.asarray(number, kind).tobytes(), "little")
    return f"from_bits<{C[str(kind)]}>({bits}ULL)"


def _yes(whether: bool) -> str:
    return str(int(whether))
