"""Functors in C++ nests: declared, compiled, and called with the arguments that a loop has.

A nest calls every functor of a kind with the same arguments; an inline function between them picks
the wanted ones by name, and passes on the run's own arguments, which the nest carries in PASSED.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import FunctionType
from typing import Any, cast, final

from edgewise.kernels.cuda import functors, kept, sources, toolchain
from edgewise.program.functor import Functor, helpers_of

C = {
    "none": "void", "truth": "int", "bool": "bool", "int8": "signed char", "int16": "short",
    "int32": "int", "int64": "long long", "uint8": "unsigned char", "uint16": "unsigned short",
    "uint32": "unsigned int", "uint64": "unsigned long long", "float32": "float",
    "float64": "double",
}  # fmt: skip
TRUTH = "truth"
"""What a functor returns that says yes or no: an int, for C++ and Numba pass bools differently."""


@final
@dataclass(frozen=True)
class Slot:
    """A functor, the name the nest calls it by, what it may take from the loop, its result."""

    name: str
    functor: Functor
    known: Mapping[str, str]
    result: str
    alone: bool = False
    """Whether it is called without the run's arguments."""

    @property
    def symbol(self) -> str:
        """What the linker knows it by."""
        return f"edgewise_{self.name}"

    @property
    def function(self) -> FunctionType:
        """The functor as it is compiled: for what only says yes or no, any number is a yes."""
        if self.result not in (TRUTH, "none"):
            return cast(FunctionType, self.functor.function)
        taken = ", ".join(self.functor.parameters)
        does = f"return 1 if inner({taken}) else 0" if self.result == TRUTH else f"inner({taken})"
        scope: dict[str, Any] = {"inner": self.functor.function}
        exec(f"def shim({taken}):\n    {does}\n", scope)
        made: FunctionType = scope["shim"]
        made.__module__ = self.functor.function.__module__
        return made

    def parameters(self, arguments: Mapping[str, str]) -> list[str]:
        """The types of what the functor takes."""
        return [{**arguments, **self.known}[name] for name in self.functor.parameters]


@final
@dataclass(frozen=True, eq=False)
class Nest:
    """A skeleton with its names defined: C++ that lacks only the functors of its slots."""

    source: str
    slots: tuple[Slot, ...]
    arguments: tuple[tuple[str, str], ...]
    """The run's own arguments, by name and type."""
    gathers: bool = False
    """Whether it reads here and there again and again, and would have a processor's memory as
    cache rather than shared by threads."""

    @property
    def key(self) -> tuple[Hashable, ...]:
        """Nests of the same key are the same machine code."""
        marks = tuple(slot.functor.mark for slot in self.slots)
        return self.source, marks, self.arguments

    def built(self, arch: int) -> kept.Cubin:
        """Machine code for sm_<arch>; kept on disk."""
        marks = tuple(slot.functor.mark for slot in self.slots)

        def make() -> tuple[bytes, str]:
            given = dict(self.arguments)
            inner = [
                functors.ltoir(
                    slot.function, slot.result, slot.parameters(given), slot.symbol, arch
                )
                for slot in self.slots
            ]
            return toolchain.linked([toolchain.compiled(self.source, arch), *inner], arch)

        return kept.kept((self.source, *marks, toolchain.versions()), arch, make)


def nest(
    skeleton: str,
    names: Mapping[str, str],
    slots: Sequence[Slot],
    arguments: Mapping[str, str],
) -> Nest:
    """The skeleton with `names` defined before it, and its slots to be filled."""
    head, tail = glue(names, slots, arguments), shared(slots, arguments)
    source = "\n".join([*head, sources.expanded(skeleton), *tail])
    return Nest(source, tuple(slots), tuple(arguments.items()))


def glue(
    names: Mapping[str, str], slots: Sequence[Slot], arguments: Mapping[str, str]
) -> Iterable[str]:
    """What stands before the skeleton: its types and constants, its functors.

    A kernel takes the run's own arguments as `GIVEN` and hands them on as one `Given GATHERED`.
    """
    yield from (f"#define {name} {value}" for name, value in names.items())
    inner = {name: f"given_{i}" for i, name in enumerate(arguments)}
    fields = [f"{_c(kind)} {inner[name]}" for name, kind in arguments.items()]
    yield f"#define GIVEN {''.join(f', {one}' for one in fields)}"
    yield f"#define GATHERED {{{', '.join(inner.values())}}}"
    yield f"struct Given {{ {' '.join(f'{one};' for one in fields)} }};"
    for slot in slots:
        yield from _called(slot, arguments, inner)


def shared(slots: Sequence[Slot], arguments: Mapping[str, str]) -> Iterable[str]:
    """What stands behind the skeleton: the helpers that functors call, for the arrays they have."""
    wanted = set[tuple[str, str]]()
    for slot in slots:
        taken = slot.parameters(arguments)
        kinds = {"uint8" if one == "bool*" else one[:-1] for one in taken if one.endswith("*")}
        wanted |= {
            (name, kind)
            for name in helpers_of(cast(FunctionType, slot.functor.function))
            for kind in kinds
            if name != "set_bits" or "int" in kind
        }
    return [f"SHARED_{name}({kind}, {C[kind]})" for name, kind in sorted(wanted)]


def _called(slot: Slot, arguments: Mapping[str, str], inner: Mapping[str, str]) -> Iterable[str]:
    """A functor's declaration, and the function by which the nest calls it."""
    known = {name: f"known_{i}" for i, name in enumerate(slot.known)}
    head = [f"{_c(kind)} {known[name]}" for name, kind in slot.known.items()]
    head += [] if slot.alone else ["const Given& given"]
    types = ", ".join(map(_c, slot.parameters(arguments)))
    named = {**{name: f"given.{one}" for name, one in inner.items()}, **known}
    picked = ", ".join(named[name] for name in slot.functor.parameters)
    yield f'extern "C" __device__ {C[slot.result]} {slot.symbol}({types});'
    yield f"__device__ __forceinline__ {C[slot.result]} {slot.name}({', '.join(head)})"
    yield f"{{ return {slot.symbol}({picked}); }}"


def _c(kind: str) -> str:
    """A type as C++ writes it; of truths in an array, as the functor's compiler has them."""
    kind = "uint8*" if kind == "bool*" else kind
    return f"{C[kind[:-1]]}*" if kind.endswith("*") else C[kind]
