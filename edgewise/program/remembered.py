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

import numpy as np

from edgewise.program.functor import Functor, functor, plain_function

MOST, EACH = 512, 64
"""Codes that are remembered, and functors of one code, which differ in outer values."""
_made: dict[CodeType, list[tuple[list[Any], Functor]]] = {}


def remembered(function: Any) -> Functor:
    """As `functor`, but made once."""
    if not isinstance(function, FunctionType):
        return functor(function)
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
