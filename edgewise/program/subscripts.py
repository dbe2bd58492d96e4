"""Which arrays a function uses at which of its other parameters, as far as its code shows plainly.

>>> from edgewise.program.subscripts import subscripts
>>> def closer(u, v, depth):
...     return depth[u] + 1 < depth[v]
>>> sorted(subscripts(closer))
[('depth', 'u'), ('depth', 'v')]

Kernels do not look whether an index lies inside, so what can be known beforehand is looked at then:
`depth[v]` and `ew.lower(depth, v, ...)`, and no index that is computed.
"""

from __future__ import annotations

import dis
from collections.abc import Callable, Iterator
from functools import lru_cache
from types import CodeType
from typing import Any

from edgewise.program.shared import HELPERS

NAMES = frozenset(one.__name__ for one in HELPERS)
SUBSCRIBES = ("BINARY_SUBSCR", "STORE_SUBSCR")


def subscripts(function: Callable[..., Any]) -> frozenset[tuple[str, str]]:
    """Pairs of an array and its index, both parameters of the function."""
    return _of(function.__code__)


@lru_cache(maxsize=512)
def _of(code: CodeType) -> frozenset[tuple[str, str]]:
    parameters = code.co_varnames[: code.co_argcount]
    kept = {name for name in parameters if name not in _stored(code)}
    return frozenset(pair for pair in _pairs(code) if kept.issuperset(pair))


def _pairs(code: CodeType) -> Iterator[tuple[str, str]]:
    steps = list(_steps(code))
    for at in range(len(steps) - 2):
        (first, array), (second, index), (third, said) = steps[at : at + 3]
        if first == second == "LOAD_FAST":
            subscribed = third in SUBSCRIBES or (third == "BINARY_OP" and said == "[]")
            helped = at > 0 and steps[at - 1][1] in NAMES
            if subscribed or helped:
                yield array, index


def _steps(code: CodeType) -> Iterator[tuple[str, Any]]:
    """What the code does, in words that all Python versions share."""
    for one in dis.get_instructions(code):
        name = one.opname
        if name.startswith("LOAD_FAST_BORROW"):
            name = name.replace("LOAD_FAST_BORROW", "LOAD_FAST", 1)
        if name.startswith("LOAD_FAST_LOAD_FAST"):
            for argument in one.argval:
                yield "LOAD_FAST", argument
        elif name not in ("CACHE", "PUSH_NULL", "PRECALL", "EXTENDED_ARG", "NOP"):
            yield name, one.argrepr if name == "BINARY_OP" else one.argval


def _stored(code: CodeType) -> set[str]:
    """Names that the code gives another value."""
    return {
        str(one.argval) for one in dis.get_instructions(code) if one.opname.startswith("STORE_FAST")
    }
