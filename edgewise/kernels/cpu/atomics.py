"""Reads and writes that threads may share: what Numba lacks on CPUs, made of LLVM's own atomics.

Each takes an array and an index (not negative, not checked) and returns the value that was there
before. Read-modify-writes are sequentially consistent (on x86 they are anyway); `load` acquires and
`store` releases, which is what a barrier is made of. With the JIT switched off they are plain
Python, for one thread.
"""

from __future__ import annotations

import platform

import numba
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.typing.arraydecl import get_array_index_type
from numba.extending import intrinsic

from edgewise.kernels.cpu import plain_atomics

ORDER = "seq_cst"
X86 = ("x86_64", "AMD64", "i686")


def _pointer(context, builder, signature, arguments):
    """The address of array[index], and the index's own type checked at compile time."""
    array_type, index_type = signature.args[:2]
    array = context.make_array(array_type)(context, builder, arguments[0])
    index = context.cast(builder, arguments[1], index_type, types.intp)
    return cgutils.get_item_pointer(context, builder, array_type, array, [index], wraparound=False)


def _fits(array, index):
    ok = isinstance(array, types.Array) and array.ndim == 1 and isinstance(index, types.Integer)
    if not ok or get_array_index_type(array, index) is None:
        raise numba.TypingError(f"atomics need an array of one dimension, not {array}[{index}]")
    return array.dtype


def _written(array, index):
    """As `_fits`, of an array that is changed."""
    kind = _fits(array, index)
    if not array.mutable:
        raise numba.TypingError(f"an array that is read-only cannot be written: {array}")
    return kind


def _operation(of_signed, of_unsigned, of_float, order=ORDER):
    """An intrinsic for one read-modify-write instruction."""

    @intrinsic
    def operate(typing, array, index, value):
        kind = _written(array, index)

        def build(context, builder, signature, arguments):
            place = _pointer(context, builder, signature, arguments)
            given = context.cast(builder, arguments[2], signature.args[2], kind)
            if isinstance(kind, types.Float):
                name = of_float
            else:
                name = of_signed if kind.signed else of_unsigned
            return builder.atomic_rmw(name, place, given, order)

        return kind(array, index, value), build

    return operate


def _whole(kind):
    """The integer type of as many bits."""
    return ir.IntType(kind.bitwidth)


@intrinsic
def _cas(typing, array, index, expected, new):
    kind = _written(array, index)

    def build(context, builder, signature, arguments):
        place = _pointer(context, builder, signature, arguments)
        old, fresh = (context.cast(builder, arguments[i], signature.args[i], kind) for i in (2, 3))
        if isinstance(kind, types.Float):
            place = builder.bitcast(place, _whole(kind).as_pointer())
            old, fresh = (builder.bitcast(value, _whole(kind)) for value in (old, fresh))
        pair = builder.cmpxchg(place, old, fresh, ORDER, ORDER)
        return builder.extract_value(pair, 1)

    return types.boolean(array, index, expected, new), build


@intrinsic
def _load(typing, array, index):
    kind = _fits(array, index)

    def build(context, builder, signature, arguments):
        place = _pointer(context, builder, signature, arguments)
        return builder.load_atomic(place, "acquire", kind.bitwidth // 8)

    return kind(array, index), build


@intrinsic
def _store(typing, array, index, value):
    kind = _written(array, index)

    def build(context, builder, signature, arguments):
        place = _pointer(context, builder, signature, arguments)
        given = context.cast(builder, arguments[2], signature.args[2], kind)
        builder.store_atomic(given, place, "release", kind.bitwidth // 8)
        return context.get_dummy_value()

    return types.none(array, index, value), build


@intrinsic
def _prefetch(typing, array, index):
    _fits(array, index)

    def build(context, builder, signature, arguments):
        place = _pointer(context, builder, signature, arguments)
        byte, word = ir.IntType(8).as_pointer(), ir.IntType(32)
        fetch = cgutils.get_or_insert_function(
            builder.module,
            ir.FunctionType(ir.VoidType(), [byte, word, word, word]),
            "llvm.prefetch.p0",
        )
        builder.call(fetch, [builder.bitcast(place, byte), word(0), word(3), word(1)])
        return context.get_dummy_value()

    return types.none(array, index), build


@intrinsic
def _ticks(typing):
    def build(context, builder, signature, arguments):
        clock = cgutils.get_or_insert_function(
            builder.module, ir.FunctionType(ir.IntType(64), []), "llvm.readcyclecounter"
        )
        return builder.call(clock, [])

    return types.int64(), build


@intrinsic
def _relax(typing):
    """Tell the core that this is a spin loop, where it can be told."""

    def build(context, builder, signature, arguments):
        if platform.machine() in X86:
            pause = cgutils.get_or_insert_function(
                builder.module, ir.FunctionType(ir.VoidType(), []), "llvm.x86.sse2.pause"
            )
            builder.call(pause, [])
        return context.get_dummy_value()

    return types.none(), build


if numba.config.DISABLE_JIT:
    arrive = add = plain_atomics.add
    lesser, greater, either = plain_atomics.lesser, plain_atomics.greater, plain_atomics.either
    exchange, cas = plain_atomics.exchange, plain_atomics.cas
    load, store, prefetch = plain_atomics.load, plain_atomics.store, plain_atomics.prefetch
    ticks, relax = plain_atomics.ticks, plain_atomics.relax
    yield_core, sleep = plain_atomics.yield_core, plain_atomics.sleep
else:
    arrive = _operation("add", "add", "fadd", "acq_rel")
    add = _operation("add", "add", "fadd")
    lesser = _operation("min", "umin", "fmin")
    greater = _operation("max", "umax", "fmax")
    either = _operation("or", "or", "or")
    exchange = _operation("xchg", "xchg", "xchg")
    cas, load, store, prefetch = _cas, _load, _store, _prefetch
    ticks, relax = _ticks, _relax
    yield_core = types.ExternalFunction("sched_yield", types.int32())
    sleep = types.ExternalFunction("usleep", types.int32(types.uint32))
