"""Counting bits of a 64-bit word, by the processor's own instructions."""

from __future__ import annotations

import numba
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic


@intrinsic
def _ones(typing, word):
    def build(context, builder, signature, arguments):
        wide = context.cast(builder, arguments[0], signature.args[0], types.uint64)
        return builder.ctpop(wide)

    return types.int64(word), build


@intrinsic
def _lowest(typing, word):
    def build(context, builder, signature, arguments):
        wide = context.cast(builder, arguments[0], signature.args[0], types.uint64)
        return builder.cttz(wide, cgutils.true_bit)

    return types.int64(word), build


def _plain_ones(word):
    return int(word).bit_count()


def _plain_lowest(word):
    return (int(word) & -int(word)).bit_length() - 1


ones = _plain_ones if numba.config.DISABLE_JIT else _ones
lowest = _plain_lowest if numba.config.DISABLE_JIT else _lowest
