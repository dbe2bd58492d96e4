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
import dis
import hashlib
import inspect
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import BuiltinFunctionType, CellType, CodeType, FunctionType, ModuleType
from typing import Any, final

import numpy as np

from edgewise.errors import FunctorError
from edgewise.program import subset

NUMBERS = (bool, int, float, np.generic, np.dtype, type(None), type)
SHARED = "edgewise.program.shared"
"""The functions there are called as they are: kernels have forms of their own for them."""


@final
@dataclass(frozen=True, slots=True, eq=False)
class Functor:
    """A function that was checked, the names of its parameters, and its mark."""

    function: Callable[..., Any]
    parameters: tuple[str, ...]
    mark: str

    def __call__(self, *arguments: Any) -> Any:
        return self.function(*arguments)


def functor(function: Any) -> Functor:
    """Check a plain function against the subset, keep what it reaches as it is now, and mark it."""
    if isinstance(function, Functor):
        return function
    if not isinstance(function, FunctionType):
        raise FunctorError(f"{function!r}: expected a plain Python function, made by def or lambda")
    subset.check(function)
    made = captured(function)
    return Functor(made, tuple(inspect.signature(function).parameters), mark(made))


def captured(function: FunctionType, callers: tuple[FunctionType, ...] = ()) -> FunctionType:
    """The function with the outer names it reads, and those its callees read, as they are now.

    The mark says what a functor is; were a global name to change later, the two would part.
    """
    if function in callers:
        raise FunctorError(f"{function.__name__} calls itself: a functor is a plain loop at most")
    return with_callees(function, lambda callee: captured(callee, (*callers, function)))


def with_callees(
    function: Callable[..., Any],
    changed: Callable[[FunctionType], Any],
    lent: Callable[[Any], Any] = lambda value: value,
) -> FunctionType:
    """A copy of the function with every plain function that it calls changed in this way.

    `lent` changes what is ours: functions of `program/shared.py`, and the package that has them.
    """
    assert isinstance(function, FunctionType)
    outer = {
        name: changed(plain) if (plain := plain_function(value)) is not None else lent(value)
        for name, value in reached(function).items()
    }
    cells = tuple(CellType(outer[name]) for name in function.__code__.co_freevars)
    scope = {"__builtins__": builtins, "__name__": function.__module__, **outer}
    copy = FunctionType(function.__code__, scope, function.__name__, None, cells or None)
    copy.__doc__ = function.__doc__
    return copy


def plain_function(value: Any) -> FunctionType | None:
    """A function whose code becomes part of the functor; one that Numba compiled is unwrapped."""
    inner = getattr(value, "py_func", value)
    return inner if isinstance(inner, FunctionType) and not _is_ours(inner) else None


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
        for name in _global_names(code):
            if name in function.__globals__:
                found[name] = function.__globals__[name]
            elif hasattr(builtins, name):
                found[name] = getattr(builtins, name)
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        found[name] = cell.cell_contents
    return found


def helpers_of(function: FunctionType) -> frozenset[str]:
    """Which functions of `program/shared.py` it calls, itself or by what it calls."""
    found = set[str]()
    for value in reached(function).values():
        inner = plain_function(value)
        if inner is not None:
            found |= helpers_of(inner)
        elif getattr(value, "__module__", None) == SHARED:
            found.add(value.__name__)
        elif isinstance(value, ModuleType) and value.__name__ == "edgewise":
            names = {name for code in _codes(function.__code__) for name in code.co_names}
            found |= {n for n in names if getattr(getattr(value, n, 0), "__module__", 0) == SHARED}
    return frozenset(found)


def _global_names(code: CodeType) -> list[str]:
    """The global names that the code reads; `co_names` has names of attributes as well."""
    return [one.argval for one in dis.get_instructions(code) if one.opname == "LOAD_GLOBAL"]


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
    inner = plain_function(value)
    if inner is not None:
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
    return function.__module__ == SHARED
