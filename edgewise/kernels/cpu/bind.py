"""Functors for kernels: compiled, and called with the arguments that a loop has.

A functor takes what it wants by name. A loop calls every functor of a kind with the same arguments;
a shim of one line between them picks the wanted ones, and takes the run's own arguments from the
tuple `params`. The compiler folds both away.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cache, partial
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from edgewise.kernels.cpu import jit, shared
from edgewise.program.functor import SHARED, Functor, mark, with_callees
from edgewise.program.shared import HELPERS, not_lent

_compiled: dict[str, Any] = {}


def compiled(function: Any, alone: bool = False) -> Any:
    """The function for the compiler, with every plain function that it calls compiled too.

    What threads may share is written by atomics, unless the caller is `alone`.
    """
    key = f"{mark(function)}{'_alone' if alone else ''}"
    if key not in _compiled:
        copy = with_callees(function, partial(compiled, alone=alone), _lent(alone))
        made = jit.part(_named(copy, f"functor_{key}"))
        _compiled[key] = _marked(made, f"functor {key} {jit.content(Path(shared.__file__))}")
    return _compiled[key]


def bound(one: Functor, known: Sequence[str], arguments: Sequence[str], alone: bool = False) -> Any:
    """The functor as the loop calls it: (*known, params); `arguments` names the params."""
    picked = [
        name if name in known else f"params[{arguments.index(name)}]" for name in one.parameters
    ]
    head = ", ".join([*known, "params"])
    text = f"def shim({head}):\n    return inner({', '.join(picked)})\n"
    inner = compiled(one.function, alone)
    scope: dict[str, Any] = {"inner": inner}
    exec(text, scope)
    identity = f"{text} {inner.edgewise_identity}"
    digest = hashlib.sha256(identity.encode()).hexdigest()[:24]
    return _marked(jit.part(_named(scope["shim"], f"shim_{digest}")), identity)


@cache
def _lent(alone: bool) -> Any:
    """Puts in the place of our own functions what kernels have for them."""
    prefix = "alone_" if alone else ""
    forms = {one.__name__: getattr(shared, prefix + one.__name__) for one in HELPERS}
    package = ModuleType("edgewise")
    vars(package).update(forms, __getattr__=not_lent)

    def lent(value: Any) -> Any:
        if isinstance(value, ModuleType) and value.__name__ == "edgewise":
            return package
        return forms[value.__name__] if getattr(value, "__module__", None) == SHARED else value

    return lent


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
