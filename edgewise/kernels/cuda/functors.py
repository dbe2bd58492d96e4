"""Functors for the CUDA linker: Python to LTO-IR. The only file that knows numba-cuda.

LTO-IR is code before it was optimised; the linker folds it into the nest that calls it. So it does
with `ew.lower` and its sisters, which a functor calls by the names that `shared.cuh` gives them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np

from edgewise.program.functor import SHARED, mark, with_callees
from edgewise.program.shared import not_lent

NUMBERS = {"lower": 1, "lift": 1, "add": 1, "claim": 2, "set_bits": 1}
"""How many numbers a helper takes after an array and an index."""


def ltoir(
    function: Callable[..., Any], result: str, parameters: Sequence[str], symbol: str, arch: int
) -> bytes:
    """The function as C would call it: `result symbol(parameters)`, for sm_<arch>.

    Types are NumPy's names; `float64*` is an array, `none` the result of what returns nothing.
    """
    signature = _type(result)(*map(_type, parameters))
    code, _ = _cuda().compile(
        with_callees(function, _callee, _lent),
        signature,
        device=True,
        abi="c",
        abi_info={"abi_name": symbol},
        cc=divmod(arch, 10),
        output="ltoir",
    )
    return bytes(code)


_callees: dict[str, Any] = {}


def _callee(function: Any) -> Any:
    """What a functor calls, put in its place: to compile it alone would take a device."""
    key = mark(function)
    if key not in _callees:
        _callees[key] = _cuda().jit(device=True, inline="always")(
            with_callees(function, _callee, _lent)
        )
    return _callees[key]


def _lent(value: Any) -> Any:
    """What stands for our own functions, and for the package that has them."""
    if isinstance(value, ModuleType) and value.__name__ == "edgewise":
        return _package()
    return helpers()[value.__name__] if getattr(value, "__module__", None) == SHARED else value


@cache
def _package() -> ModuleType:
    package = ModuleType("edgewise")
    vars(package).update(helpers(), __getattr__=not_lent)
    return package


@cache
def helpers() -> dict[str, Any]:
    """Each of `program/shared.py`, as a call of what `shared.cuh` has under its name."""
    return {name: _helper(name, numbers) for name, numbers in NUMBERS.items()}


def shared_symbol(name: str, kind: str) -> str:
    """What the linker knows a helper by, for arrays of these numbers."""
    return f"edgewise_shared_{name}_{kind}"


def _helper(name: str, numbers: int) -> Any:
    from llvmlite import ir
    from numba import types

    _cuda()
    from numba.cuda import cgutils
    from numba.cuda.extending import intrinsic

    def called(typing: Any, array: Any, *taken: Any) -> Any:
        kind = _cells(name, array)
        result = kind if name == "add" else types.boolean

        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            kinds = [types.int64, *[kind] * numbers]
            taken = zip(arguments[1:], signature.args[1:], kinds, strict=True)
            cast = [context.cast(builder, *one) for one in taken]
            inner = [context.get_value_type(one) for one in (array, *kinds)]
            truth = ir.IntType(32)
            returned = context.get_value_type(kind) if name == "add" else truth
            symbol = shared_symbol(name, str(kind))
            callee = cgutils.get_or_insert_function(
                builder.module, ir.FunctionType(returned, inner), symbol
            )
            said = builder.call(callee, [arguments[0], *cast])
            return said if name == "add" else builder.icmp_signed("!=", said, truth(0))

        return result(array, *taken), build

    if numbers == 1:
        return intrinsic(lambda typing, array, index, number: called(typing, array, index, number))
    return intrinsic(
        lambda typing, array, index, expected, number: called(
            typing, array, index, expected, number
        )
    )


def _cells(name: str, array: Any) -> Any:
    """The type of an array's numbers; refuses what is no array, or none of whole numbers."""
    from numba import types
    from numba.core.errors import TypingError

    if not isinstance(array, types.CPointer):
        raise TypingError(f"ew.{name}() takes an array of the call, not {array}")
    if name == "set_bits" and not isinstance(array.dtype, types.Integer):
        raise TypingError("ew.set_bits() takes an array of whole numbers")
    return array.dtype


def _type(word: str) -> Any:
    """Numba's type for one of NumPy's names."""
    from numba import types

    if word.endswith("*"):
        return types.CPointer(_type("uint8" if word == "bool*" else word[:-1]))
    known = {"bool": types.boolean, "truth": types.int32}
    return known[word] if word in known else getattr(types, word)


@cache
def _cuda() -> ModuleType:
    """The module `numba.cuda`.

    Parts of it that load late ask for `np.row_stack`, which NumPy 2.5 no longer has: it stays.
    """
    if not hasattr(np, "row_stack"):
        np.row_stack = np.vstack  # noqa: NPY201
    from numba import cuda

    return cuda
