"""Functors for the CUDA linker: Python to LTO-IR. The only file that knows numba-cuda.

LTO-IR is code before it was optimised; the linker folds it into the nest that calls it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np

from edgewise.program.functor import mark, with_callees


def ltoir(
    function: Callable[..., Any], result: str, parameters: Sequence[str], symbol: str, arch: int
) -> bytes:
    """The function as C would call it: `result symbol(parameters)`, for sm_<arch>.

    Types are NumPy's names; `float64*` is an array, `none` the result of what returns nothing.
    """
    signature = _type(result)(*map(_type, parameters))
    code, _ = _cuda().compile(
        with_callees(function, _callee),
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
        _callees[key] = _cuda().jit(device=True, inline="always")(with_callees(function, _callee))
    return _callees[key]


def _type(word: str) -> Any:
    """Numba's type for one of NumPy's names."""
    from numba import types

    if word.endswith("*"):
        return types.CPointer(_type(word[:-1]))
    return types.boolean if word == "bool" else getattr(types, word)


@cache
def _cuda() -> ModuleType:
    """The module `numba.cuda`.

    Parts of it that load late ask for `np.row_stack`, which NumPy 2.5 no longer has: it stays.
    """
    if not hasattr(np, "row_stack"):
        np.row_stack = np.vstack  # noqa: NPY201
    from numba import cuda

    return cuda
