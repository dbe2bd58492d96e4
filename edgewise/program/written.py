"""Which arrays a functor may write, as far as its code shows.

>>> import edgewise as ew
>>> from edgewise.program.written import written
>>> def closer(u, v, depth, before):
...     return ew.lower(depth, v, before[u] + 1)
>>> "depth" in written(closer), "before" in written(closer)
(True, False)

What a functor only reads need not be brought back from a device. An array is only read where each
of its uses is `array[...]` that is read at once; any other use may write it.
"""

from __future__ import annotations

import dis
from collections.abc import Callable, Iterator
from functools import lru_cache
from types import CodeType
from typing import Any


def written(function: Callable[..., Any]) -> frozenset[str]:
    """The parameters that are not plainly arrays that are only read."""
    return _of(function.__code__)


@lru_cache(maxsize=512)
def _of(code: CodeType) -> frozenset[str]:
    steps = list(dis.get_instructions(code))
    parameters = frozenset(code.co_varnames[: code.co_argcount])
    found = set[str]()
    for at, name, above in _loads(steps):
        if name in parameters and not _is_read(steps, at, above):
            found.add(name)
    return frozenset(found)


def _loads(steps: list[dis.Instruction]) -> Iterator[tuple[int, str, int]]:
    """Where a name is put on the stack, and how many the same step puts above it."""
    for at, one in enumerate(steps):
        if not one.opname.startswith("LOAD_FAST"):
            continue
        names = one.argval if isinstance(one.argval, tuple) else (one.argval,)
        for place, name in enumerate(names):
            yield at, name, len(names) - 1 - place


def _is_read(steps: list[dis.Instruction], at: int, above: int) -> bool:
    """Whether what was put on the stack there is what `array[...]` takes its array from."""
    for one in steps[at + 1 :]:
        if one.opcode in dis.hasjrel or one.opcode in dis.hasjabs:
            return False
        subscribed = one.opname == "BINARY_SUBSCR" or one.argrepr == "[]"
        if subscribed and above == 1:
            return True
        if one.opname == "STORE_SUBSCR" and above <= 2:
            return False
        argument = one.arg if one.opcode >= dis.HAVE_ARGUMENT else None
        effect = dis.stack_effect(one.opcode, argument)
        taken = _taken(one, effect)
        if taken > above:
            return False
        above += effect
    return False


def _taken(one: dis.Instruction, effect: int) -> int:
    """How many a step takes from the stack: those that it leaves again are no matter."""
    if one.opname.startswith(("LOAD_", "PUSH_", "RESUME", "NOP", "CACHE", "PRECALL")):
        return 0 if one.opname != "LOAD_ATTR" and one.opname != "LOAD_METHOD" else 1
    if one.opname.startswith("UNARY"):
        return 1
    if one.opname == "COPY":
        return one.arg or 0
    if one.opname == "SWAP":
        return one.arg or 0
    return 1 - effect
