"""An operator's functors, bound by name to what a call hands them.

A functor takes by name what the loop has (`u`, `v`, ...) and what the caller gave: arrays, which it
may write, and numbers. What is asked for and not there, or there and not asked for, is refused.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple, final

import numpy as np

from edgewise import check
from edgewise.errors import ArgumentError, ArgumentTypeError, FunctorError
from edgewise.program.functor import Functor
from edgewise.program.remembered import remembered
from edgewise.program.subscripts import subscripts

PLAIN = frozenset(map(np.dtype, ("int32", "int64", "uint32", "uint64", "float32", "float64")))
LEAST, MOST = -(1 << 63), (1 << 64) - 1


class Role(NamedTuple):
    """One of an operator's functors: what the operator calls it, and what its loop can give it."""

    name: str
    function: Any
    known: tuple[str, ...]


@final
@dataclass(frozen=True, slots=True)
class Bound:
    """The functors of a call, and the caller's arrays and numbers in the order of their names."""

    functors: tuple[Functor | None, ...]
    names: tuple[str, ...]
    values: tuple[Any, ...]

    def takes(self, name: str) -> bool:
        """Whether some functor asks for this."""
        return any(one is not None and name in one.parameters for one in self.functors)


def bound(
    where: str, roles: Iterable[Role], given: Mapping[str, Any], sizes: Mapping[str, int]
) -> Bound:
    """The functors of one call of the operator `where`, checked against what it was `given`.

    `sizes` says how many `u`, `v`, `e` there can be: an array that is read or written at one of
    them must be as long.
    """
    told = tuple(roles)
    functors = tuple([r.function and remembered(r.function) for r in told])
    names = tuple(sorted(given))
    reads = _settled(where, tuple([(r.name, r.known) for r in told]), functors, names)
    values = tuple([_value(where, name, given[name]) for name in names])
    for array, index in reads:
        size, one = sizes.get(index), given[array]
        if size is not None and getattr(one, "ndim", False) and len(one) < size:
            raise ArgumentError(
                f"{where}(): {array}={check.shown(given[array])}: a functor uses {array}[{index}], "
                f"and {index} goes up to {size - 1}: expected at least {size} entries"
            )
    return Bound(functors, names, values)


@lru_cache(maxsize=512)
def _settled(
    where: str,
    roles: tuple[tuple[str, tuple[str, ...]], ...],
    functors: tuple[Functor | None, ...],
    names: tuple[str, ...],
) -> tuple[tuple[str, str], ...]:
    """Refuse names that do not meet; which arrays are used at which of the loop's numbers."""
    used = set[str]()
    reads = set[tuple[str, str]]()
    for (role, known), one in zip(roles, functors, strict=True):
        if one is None:
            continue
        for name in one.parameters:
            if name not in known and name not in names:
                _refuse_parameter(where, role, one, name, known, names)
        used |= set(one.parameters) - set(known)
        pairs = subscripts(one.function)
        reads |= {(a, i) for a, i in pairs if a in names and i in known}
    everything = tuple(name for _, known in roles for name in known)
    for name in names:
        if name in everything:
            text = (
                f"{where}(): {name!r} is what the loop calls its own; give the array another name"
            )
            raise ArgumentTypeError(text)
        if name not in used:
            near = difflib.get_close_matches(name, used | set(OWN.get(where, ())), 1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            raise ArgumentTypeError(f"{where}() has no argument {name!r}, nor has a functor{hint}")
    return tuple(sorted(reads))


OWN: dict[str, tuple[str, ...]] = {}
"""What each operator takes itself, to hint at."""


def _refuse_parameter(
    where: str, role: str, one: Functor, name: str, known: Iterable[str], names: Iterable[str]
) -> None:
    near = difflib.get_close_matches(name, [*known, *names], 1)
    hint = f"; did you mean {near[0]!r}?" if near else f"; pass it: {where}(..., {name}=...)"
    raise FunctorError(
        f"{where}(): {role}={one.function.__name__} asks for {name!r}, which is neither given nor "
        f"one of {', '.join(known)}{hint}"
    )


def _value(where: str, name: str, given: Any) -> Any:
    """A number, or an array that is handed on as it is: a copy would lose what is written."""
    if is_array(given) and given.ndim:
        kind = given.dtype if isinstance(given, np.ndarray) else np.dtype(_typed(given))
        if kind in PLAIN:
            return given
        if kind.kind not in "biuf" or kind == np.float16 or kind.itemsize > 8 or not kind.isnative:
            check.refuse(where, name, given, "an array of integers, floats or bools")
        return given
    if isinstance(given, (bool, float, np.number, np.bool_)) and not isinstance(
        given, (np.complexfloating, np.float16, np.longdouble)
    ):
        return given
    if isinstance(given, int) and LEAST <= given <= MOST:
        return given
    return check.refuse(where, name, given, "a number or a NumPy array of numbers")


def is_array(given: Any) -> bool:
    """Whether it is an array of NumPy, or one of a device: CuPy's, or whoever's."""
    return isinstance(given, np.ndarray) or on_device(given)


def on_device(given: Any) -> bool:
    """Whether it is an array that lies on a device."""
    return hasattr(type(given), "__cuda_array_interface__")


def _typed(given: Any) -> Any:
    """The type of a device's numbers, as NumPy has it."""
    kind = getattr(given, "dtype", None)
    return kind if isinstance(kind, np.dtype) else given.__cuda_array_interface__["typestr"]
