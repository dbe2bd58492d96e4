"""Machine instructions on 64-bit words that Python has no name for."""

from __future__ import annotations

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

_WORD, _WIDE = ir.IntType(64), ir.IntType(128)
_BYTE, _BIT = ir.IntType(8), ir.IntType(1)


@intrinsic
def address_of(typing, array):
    """Where an array's bytes begin. The array must live for as long as the address is used.

    Code that looks at single bytes goes by addresses: an array handed to a function is counted as
    a reference there and back, which costs more than reading a number does.
    """

    def generate(context, builder, signature, arguments):
        holder = cgutils.create_struct_proxy(signature.args[0])
        return builder.ptrtoint(holder(context, builder, arguments[0]).data, _WORD)

    return types.int64(array), generate


@intrinsic
def word_at(typing, address):
    """Eight bytes from any address on, the first in the lowest bits."""

    def generate(context, builder, signature, arguments):
        loaded = builder.load(builder.inttoptr(arguments[0], _WORD.as_pointer()))
        loaded.align = 1
        return loaded

    return types.uint64(types.int64), generate


@intrinsic
def byte_at(typing, address):
    """The byte at an address, from 0 to 255."""

    def generate(context, builder, signature, arguments):
        return builder.zext(builder.load(builder.inttoptr(arguments[0], _BYTE.as_pointer())), _WORD)

    return types.int64(types.int64), generate


@intrinsic
def integer_at(typing, address):
    """The 64-bit integer at an address that is a multiple of 8."""

    def generate(context, builder, signature, arguments):
        return builder.load(builder.inttoptr(arguments[0], _WORD.as_pointer()))

    return types.int64(types.int64), generate


@intrinsic
def put_integer_at(typing, address, value):
    """Store a 64-bit integer at an address that is a multiple of 8."""

    def generate(context, builder, signature, arguments):
        builder.store(arguments[1], builder.inttoptr(arguments[0], _WORD.as_pointer()))
        return context.get_dummy_value()

    return types.void(types.int64, types.int64), generate


@intrinsic
def put_byte(typing, address, byte):
    """Store the lowest eight bits at an address."""

    def generate(context, builder, signature, arguments):
        place = builder.inttoptr(arguments[0], _BYTE.as_pointer())
        builder.store(builder.trunc(arguments[1], _BYTE), place)
        return context.get_dummy_value()

    return types.void(types.int64, types.int64), generate


@intrinsic
def trailing_zeros(typing, word):
    """How many of the lowest bits are 0; the word must not be 0."""

    def generate(context, builder, signature, arguments):
        return builder.cttz(arguments[0], ir.Constant(_BIT, 1))

    return types.uint64(types.uint64), generate


@intrinsic
def leading_zeros(typing, word):
    """How many of the highest bits are 0; the word must not be 0."""

    def generate(context, builder, signature, arguments):
        return builder.ctlz(arguments[0], ir.Constant(_BIT, 1))

    return types.uint64(types.uint64), generate


@intrinsic
def high_product(typing, one, other):
    """The upper 64 of the 128 bits of a product of two words."""

    def generate(context, builder, signature, arguments):
        wide = [builder.zext(argument, _WIDE) for argument in arguments]
        product = builder.lshr(builder.mul(*wide), ir.Constant(_WIDE, 64))
        return builder.trunc(product, _WORD)

    return types.uint64(types.uint64, types.uint64), generate


@intrinsic
def real_of_bits(typing, word):
    """The float64 that these bits are."""

    def generate(context, builder, signature, arguments):
        return builder.bitcast(arguments[0], ir.DoubleType())

    return types.float64(types.uint64), generate


@intrinsic
def bits_of_real(typing, number):
    """The bits that this float64 is."""

    def generate(context, builder, signature, arguments):
        return builder.bitcast(arguments[0], _WORD)

    return types.uint64(types.float64), generate
