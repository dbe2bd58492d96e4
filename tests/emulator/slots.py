"""Functors in emulated kernels: compiled by Numba for the processor, called through pointers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from types import ModuleType
from typing import Any

import numba
from numba import types

from edgewise.kernels.cuda.bind import Nest, Slot
from edgewise.program.functor import SHARED, mark, with_callees
from tests.emulator.libraries import runtime

DECLARED = re.compile(r'^extern "C" __device__ (.*?) (edgewise_(\w+))\((.*)\);$', re.MULTILINE)
OPTIONS = {"error_model": "numpy"}
"""Nothing is raised on a device: a division by zero gives what NumPy gives."""

_callees: dict[str, Any] = {}
_compiled: dict[Any, Any] = {}


def definitions(nest: Nest) -> Iterator[str]:
    """C++ that fills the slots with calls through pointers; these are set before a launch."""
    for result, symbol, name, taken in DECLARED.findall(nest.source):
        kinds = [one for one in taken.split(", ") if one]
        head = ", ".join(f"{kind} a{i}" for i, kind in enumerate(kinds))
        passed = ", ".join(f"a{i}" for i in range(len(kinds)))
        yield f"EMULATED_SEEN {result} (*emulated_slot_{name})({taken}) = nullptr;"
        yield f'extern "C" {result} {symbol}({head}) {{ return emulated_slot_{name}({passed}); }}'


def functors(nest: Nest) -> dict[str, Any]:
    """The functors of a nest, compiled, by name; each has its `address`."""
    return {slot.name: _functor(slot, dict(nest.arguments)) for slot in nest.slots}


def _functor(slot: Slot, arguments: dict[str, str]) -> Any:
    taken = slot.parameters(arguments)
    key = (slot.functor.mark, slot.result, *taken)
    if key not in _compiled:
        runtime()  # which the helpers call
        signature = _type(slot.result)(*map(_type, taken))
        function = with_callees(slot.function, _callee, _lent)
        _compiled[key] = numba.cfunc(signature, nopython=True, **OPTIONS)(function)
    return _compiled[key]


def _callee(function: Any) -> Any:
    """What a functor calls, compiled into it."""
    key = mark(function)
    if key not in _callees:
        inner = with_callees(function, _callee, _lent)
        _callees[key] = numba.njit(inline="always", **OPTIONS)(inner)
    return _callees[key]


def _lent(value: Any) -> Any:
    """What stands for our own functions, and for the package that has them."""
    from tests.emulator.helpers import helpers

    if isinstance(value, ModuleType) and value.__name__ == "edgewise":
        return _package()
    return helpers()[value.__name__] if getattr(value, "__module__", None) == SHARED else value


@cache
def _package() -> ModuleType:
    from tests.emulator.helpers import helpers

    package = ModuleType("edgewise")
    vars(package).update(helpers())
    return package


def _type(word: str) -> Any:
    """Numba's type for one of NumPy's names; `float64*` is a pointer."""
    if word.endswith("*"):
        return types.CPointer(_type("uint8" if word == "bool*" else word[:-1]))
    known = {"bool": types.boolean, "truth": types.int32}
    return known[word] if word in known else getattr(types, word)
