"""What functors call to write where others write: on arrays of C, by LLVM's atomic instructions."""

from __future__ import annotations

from functools import cache
from typing import Any

import numba
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

ORDER = "monotonic"
"""As atomics of CUDA: they say nothing about other memory."""


def _place(context, builder, signature, arguments):
    """The address of array[index]."""
    index = context.cast(builder, arguments[1], signature.args[1], types.intp)
    return builder.gep(arguments[0], [index])


def _kind(array):
    if not isinstance(array, types.CPointer):
        raise numba.TypingError(f"expected an array of C, not {array}")
    return array.dtype


@intrinsic
def _fitted(typing, array, number):
    """The number as the array keeps it."""
    kind = _kind(array)

    def build(context, builder, signature, arguments):
        return context.cast(builder, arguments[1], signature.args[1], kind)

    return kind(array, number), build


@intrinsic
def _load(typing, array, index):
    kind = _kind(array)

    def build(context, builder, signature, arguments):
        place = _place(context, builder, signature, arguments)
        return builder.load_atomic(place, ORDER, kind.bitwidth // 8)

    return kind(array, index), build


@intrinsic
def _swap(typing, array, index, expected, number):
    """Compare, and put another in its place; whether it was put."""
    kind = _kind(array)
    whole = ir.IntType(kind.bitwidth)

    def build(context, builder, signature, arguments):
        place = _place(context, builder, signature, arguments)
        place = builder.bitcast(place, whole.as_pointer())
        old, new = (
            builder.bitcast(context.cast(builder, arguments[i], signature.args[i], kind), whole)
            for i in (2, 3)
        )
        return builder.extract_value(builder.cmpxchg(place, old, new, ORDER, ORDER), 1)

    return types.boolean(array, index, expected, number), build


def _operation(whole, real):
    @intrinsic
    def operate(typing, array, index, number):
        kind = _kind(array)

        def build(context, builder, signature, arguments):
            place = _place(context, builder, signature, arguments)
            given = context.cast(builder, arguments[2], signature.args[2], kind)
            name = real if isinstance(kind, types.Float) else whole
            return builder.atomic_rmw(name, place, given, ORDER)

        return kind(array, index, number), build

    return operate


_added, _either = _operation("add", "fadd"), _operation("or", None)
_perhaps_another = types.ExternalFunction("emulated_shared_access", types.void())


def lower(array, index, number):
    """Put the number where more is; whether it was put."""
    _perhaps_another()
    new, old = _fitted(array, number), _load(array, index)
    while new < old:
        if _swap(array, index, old, new):
            return True
        old = _load(array, index)
    return False


def lift(array, index, number):
    """Put the number where less is; whether it was put."""
    _perhaps_another()
    new, old = _fitted(array, number), _load(array, index)
    while new > old:
        if _swap(array, index, old, new):
            return True
        old = _load(array, index)
    return False


def add(array, index, number):
    """Add; what was there before."""
    _perhaps_another()
    return _added(array, index, _fitted(array, number))


def claim(array, index, expected, number):
    """Put the number where another is expected; whether it was put."""
    _perhaps_another()
    seen = _load(array, index)
    if seen != _fitted(array, expected):
        return False
    _perhaps_another()
    return _swap(array, index, seen, number)


def set_bits(array, index, bits):
    """Set bits; whether any was new."""
    _perhaps_another()
    new = _fitted(array, bits)
    return new & ~_either(array, index, new) != 0


@cache
def helpers() -> dict[str, Any]:
    """Each of `program/shared.py`, for arrays of C."""
    forms = (lower, lift, add, claim, set_bits)
    return {one.__name__: numba.njit(inline="always", error_model="numpy")(one) for one in forms}
