"""Functors that were made before: an operator is called with the same function thousands of times.

To check and mark a function takes some hundred microseconds, to find it here takes a few. It is
found by its code and by every outer value that it and its callees read, as they are now: one that
has changed since makes another functor.
"""

from __future__ import annotations

import builtins
import dis
from collections.abc import Iterator
from functools import lru_cache
from types import CodeType, FunctionType
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from edgewise.program.functor import Functor, functor, plain_function

MOST, EACH = 512, 64
"""Codes that are remembered, and functors of one code, which differ in outer values."""
_made: dict[CodeType, list[tuple[list[Any], Functor]]] = {}
_last: WeakKeyDictionary[FunctionType, tuple[tuple[tuple[Any, ...], ...], Functor]] = (
    WeakKeyDictionary()
)
"""What each function was made into last, and the very values that it and its callees read then."""


def remembered(function: Any) -> Functor:
    """As `functor`, but made once."""
    if not isinstance(function, FunctionType):
        return functor(function)
    before = _last.get(function)
    if before is not None and _unchanged(function, before[0]):
        return before[1]
    made = _remembered(function)
    itself = ((function.__code__, function.__defaults__), *_reads(function))
    _last[function] = (itself, made)
    return made


def _unchanged(function: FunctionType, before: tuple[tuple[Any, ...], ...]) -> bool:
    """Whether the function, and all that it reads, are the very ones that they were."""
    code, defaults = before[0]
    if function.__code__ is not code or function.__defaults__ is not defaults:
        return False
    for read, key, value in before[1:]:  # noqa: SIM110
        if read(key) is not value:
            return False
    return True


def _reads(function: FunctionType, depth: int = 0) -> Iterator[tuple[Any, ...]]:
    """Where each outer value is read from, as a function and its argument; and the value."""
    outer: list[tuple[Any, Any]] = [
        (function.__globals__.get, name) for name in _names(function.__code__)
    ]
    outer += [(_content, cell) for cell in function.__closure__ or ()]
    for read, key in outer:
        value = read(key)
        yield read, key, value
        callee = plain_function(value)
        if callee is not None and depth < 32:
            for name in ("__code__", "__defaults__"):
                yield callee.__getattribute__, name, getattr(callee, name)
            yield from _reads(callee, depth + 1)


def _content(cell: Any) -> Any:
    return cell.cell_contents


def _remembered(function: FunctionType) -> Functor:
    """The functor of this code over these values, made before or now."""
    now = list(_outer(function))
    for before, made in _made.get(function.__code__, ()):
        if len(before) == len(now) and all(map(_same, before, now)):
            return made
    made = functor(function)
    if len(_made) >= MOST:
        _made.clear()
    several = _made.setdefault(function.__code__, [])
    if len(several) >= EACH:
        several.clear()
    several.append((now, made))
    return made


def _outer(function: FunctionType, depth: int = 0) -> Iterator[Any]:
    """The function's defaults, the outer values it reads, and those that its callees read."""
    yield function.__defaults__
    for name in _names(function.__code__):
        yield from _value(function.__globals__.get(name, vars(builtins).get(name)), depth)
    for cell in function.__closure__ or ():
        yield from _value(cell.cell_contents, depth)


def _value(value: Any, depth: int) -> Iterator[Any]:
    yield value
    callee = plain_function(value)
    if callee is not None and depth < 32:
        yield callee.__code__
        yield from _outer(callee, depth + 1)


@lru_cache(maxsize=MOST)
def _names(code: CodeType) -> tuple[str, ...]:
    """The global names that the code reads."""
    return tuple(
        dict.fromkeys(
            one.argval for one in dis.get_instructions(code) if one.opname == "LOAD_GLOBAL"
        )
    )


def _same(before: Any, now: Any) -> bool:
    """Whether an outer value is still what it was."""
    if before is now:
        return True
    number = isinstance(now, (int, float, np.generic))
    return number and type(before) is type(now) and repr(before) == repr(now)
