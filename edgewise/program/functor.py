"""Functors: plain Python functions that kernels take in, told apart by everything they depend on.

>>> from edgewise.program.functor import functor
>>> def closer(old, new):
...     return new < old
>>> functor(closer).parameters
('old', 'new')

The mark of a functor is a hash of its bytecode and of every constant, closure value, global and
function it reaches. Bytecode, not source: the file may have been edited since it was imported, and
what runs is what was imported. Names of variables and the place in the file do not matter.
"""

from __future__ import annotations

import builtins
import hashlib
import inspect
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any, final

import numpy as np

from edgewise.errors import FunctorError
from edgewise.program import subset

NUMBERS = (bool, int, float, np.generic, np.dtype, type(None), type)


@final
@dataclass(frozen=True, slots=True)
class Functor:
    """A function that was checked, the names of its parameters, and its mark."""

    function: Callable[..., Any]
    parameters: tuple[str, ...]
    mark: str

    def __call__(self, *arguments: Any) -> Any:
        return self.function(*arguments)


def functor(function: Any) -> Functor:
    """Check a plain function against the subset and take its mark."""
    if isinstance(function, Functor):
        return function
    if not isinstance(function, FunctionType):
        raise FunctorError(f"{function!r}: expected a plain Python function, made by def or lambda")
    subset.check(function)
    return Functor(function, tuple(inspect.signature(function).parameters), mark(function))


def mark(function: FunctionType) -> str:
    """A hash of everything the function depends on."""
    digest = hashlib.sha256()
    for word in _words(function, set()):
        digest.update(word.encode() + b"\n")
    return digest.hexdigest()[:32]


def reached(function: FunctionType) -> dict[str, Any]:
    """The outer names a function reads, with their values."""
    found = {}
    for code in _codes(function.__code__):
        for name in code.co_names:
            if name in function.__globals__:
                found[name] = function.__globals__[name]
            elif hasattr(builtins, name):
                found[name] = getattr(builtins, name)
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        found[name] = cell.cell_contents
    return found


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _words(function: FunctionType, seen: set[int]) -> Iterator[str]:
    if id(function) in seen:
        return
    seen.add(id(function))
    yield f"parameters {list(inspect.signature(function).parameters)}"
    for code in _codes(function.__code__):
        yield f"code {code.co_code.hex()} {code.co_names}"
        yield f"constants {[_constant(one) for one in code.co_consts[_doc(function, code) :]]}"
    for name, value in sorted(reached(function).items()):
        yield from _of_name(function, name, value, seen)


def _doc(function: FunctionType, code: CodeType) -> int:
    """Whether the first constant is only the docstring."""
    return int(code is function.__code__ and function.__doc__ is not None)


def _constant(value: Any) -> str:
    return "code" if isinstance(value, CodeType) else f"{type(value).__name__} {value!r}"


def _of_name(function: FunctionType, name: str, value: Any, seen: set[int]) -> Iterator[str]:
    inner = getattr(value, "py_func", value)
    if isinstance(inner, FunctionType) and not _is_ours(inner):
        yield f"{name} is a function"
        yield from _words(inner, seen)
    elif isinstance(value, NUMBERS):
        yield f"{name} = {_constant(value)}"
    elif isinstance(value, (ModuleType, BuiltinFunctionType, FunctionType, np.ufunc)) or (
        callable(value) and getattr(math, name, None) is value
    ):
        yield f"{name} is {getattr(value, '__module__', '')}.{getattr(value, '__name__', name)}"
    else:
        raise FunctorError(
            f"{function.__name__}: {name!r} outside it is a {type(value).__name__}; a functor may "
            "use numbers and functions from outside, and takes arrays as parameters"
        )


def _is_ours(function: FunctionType) -> bool:
    return (function.__module__ or "").startswith("edgewise.program.shared")
