"""Reading and writing an array where the index is known to be good.

Numba takes a negative index for one from the end and looks at every index for it. In the loops over
arcs that look is a good part of the work; `at` and `put` go without. The reference checks instead.
"""

from __future__ import annotations

import numba
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic


def _pointer(context, builder, signature, arguments):
    array_type, index_type = signature.args[:2]
    array = context.make_array(array_type)(context, builder, arguments[0])
    index = context.cast(builder, arguments[1], index_type, types.intp)
    return cgutils.get_item_pointer(context, builder, array_type, array, [index], wraparound=False)


@intrinsic
def _at(typing, array, index):
    def build(context, builder, signature, arguments):
        place = _pointer(context, builder, signature, arguments)
        return context.unpack_value(builder, array.dtype, place)

    return array.dtype(array, index), build


@intrinsic
def _put(typing, array, index, value):
    if not array.mutable:
        raise numba.TypingError(f"an array that is read-only cannot be written: {array}")

    def build(context, builder, signature, arguments):
        place = _pointer(context, builder, signature, arguments)
        given = context.cast(builder, arguments[2], signature.args[2], array.dtype)
        context.pack_value(builder, array.dtype, given, place)
        return context.get_dummy_value()

    return types.none(array, index, value), build


def _plain_at(array, index):
    assert 0 <= index < len(array)
    return array[index]


def _plain_put(array, index, value):
    assert 0 <= index < len(array)
    array[index] = value


at = _plain_at if numba.config.DISABLE_JIT else _at
put = _plain_put if numba.config.DISABLE_JIT else _put
