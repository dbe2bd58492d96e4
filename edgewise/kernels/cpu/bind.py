"""Functors for kernels: compiled, and called with the arguments that a loop has.

A functor takes what it wants by name. A loop calls every functor of a kind with the same arguments;
a shim of one line between them picks the wanted ones, and takes the run's own arguments from the
tuple `params`. The compiler folds both away.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from types import FunctionType
from typing import Any

from edgewise.kernels.cpu import jit
from edgewise.program.functor import Functor, mark, with_callees

_compiled: dict[str, Any] = {}


def compiled(function: Any) -> Any:
    """The function for the compiler, with every plain function that it calls compiled too."""
    key = mark(function)
    if key not in _compiled:
        copy = _named(with_callees(function, compiled), f"functor_{key}")
        _compiled[key] = _marked(jit.part(copy), f"functor {key}")
    return _compiled[key]


def bound(one: Functor, known: Sequence[str], arguments: Sequence[str]) -> Any:
    """The functor as the loop calls it: (*known, params); `arguments` names the params."""
    picked = [
        name if name in known else f"params[{arguments.index(name)}]" for name in one.parameters
    ]
    head = ", ".join([*known, "params"])
    text = f"def shim({head}):\n    return inner({', '.join(picked)})\n"
    scope: dict[str, Any] = {"inner": compiled(one.function)}
    exec(text, scope)
    digest = hashlib.sha256(f"{text} {one.mark}".encode()).hexdigest()[:24]
    return _marked(jit.part(_named(scope["shim"], f"shim_{digest}")), f"{text} {one.mark}")


def plain(function: Any) -> Any:
    """A functor that takes just what the loop gives it."""
    return compiled(function)


def _marked(made: Any, identity: str) -> Any:
    made.edgewise_identity = identity
    return made


def _named(function: FunctionType, name: str) -> FunctionType:
    """The function, at home in this module under a name of its own.

    Later processes import the home of whatever a cached nest took in, and the linker goes by names:
    two functors of one name, from caches of two processes, would be taken for one another.
    """
    function.__module__, function.__name__, function.__qualname__ = __name__, name, name
    function.__globals__["__name__"] = __name__
    return function
