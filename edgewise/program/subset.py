"""What a functor may do, and the check that it does nothing else.

The check reads bytecode, which is what Numba compiles, so it works wherever the function came
from. `docs/functors.md` says the same for people.
"""

from __future__ import annotations

import dis
import inspect
from types import CodeType, FunctionType

from edgewise.errors import FunctorError

FORBIDDEN = {
    "MAKE_FUNCTION": "a function inside it",
    "LOAD_BUILD_CLASS": "a class inside it",
    "IMPORT_NAME": "an import",
    "RAISE_VARARGS": "raise",
    "SETUP_FINALLY": "try",
    "PUSH_EXC_INFO": "try",
    "BEFORE_WITH": "with",
    "YIELD_VALUE": "yield",
    "RETURN_GENERATOR": "yield",
    "GET_AWAITABLE": "await",
    "STORE_GLOBAL": "an assignment to a global name",
    "STORE_ATTR": "an assignment to an attribute",
    "STORE_DEREF": "an assignment to an outer name",
    "DELETE_FAST": "del",
    "DELETE_SUBSCR": "del",
    "BUILD_LIST": "a list",
    "BUILD_MAP": "a dictionary",
    "BUILD_SET": "a set",
    "BUILD_STRING": "text",
    "FORMAT_VALUE": "text",
    "FORMAT_SIMPLE": "text",
    "LIST_APPEND": "a list",
    "CALL_FUNCTION_EX": "a call with *arguments",
}
"""Instructions that kernels cannot take in, as a person would call what made them."""


def check(function: FunctionType) -> None:
    """Refuse what a kernel cannot take in, naming the line."""
    code = function.__code__
    if code.co_flags & (inspect.CO_VARARGS | inspect.CO_VARKEYWORDS) or code.co_kwonlyargcount:
        _refuse(function, code.co_firstlineno, "has *arguments, **keywords or keyword-only ones")
    if function.__defaults__:
        _refuse(function, code.co_firstlineno, "has default values; pass every argument")
    for instruction in dis.get_instructions(code):
        line = instruction.positions.lineno if instruction.positions else None
        what = FORBIDDEN.get(instruction.opname)
        if what is not None:
            _refuse(function, line, f"uses {what}")
    _constants(function, code)


def _constants(function: FunctionType, code: CodeType) -> None:
    constants = code.co_consts[1:] if function.__doc__ is not None else code.co_consts
    for constant in constants:
        if isinstance(constant, (str, bytes, complex)):
            _refuse(function, code.co_firstlineno, f"uses {constant!r}; only numbers are allowed")


def _refuse(function: FunctionType, line: int | None, what: str) -> None:
    where = f"{function.__code__.co_filename}, line {line or function.__code__.co_firstlineno}"
    raise FunctorError(
        f"{function.__name__} {what} ({where}): a functor is plain arithmetic on its parameters; "
        "docs/functors.md says what it may do"
    )
