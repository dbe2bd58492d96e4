"""Writes that threads may share: what functors of operators call where others may write as well.

Each is one step that nobody comes between. In a compiled loop it is an atomic instruction where
several threads run, and a plain write where one does. Called from Python it does the same.

>>> import edgewise as ew
>>> import numpy as np
>>> depth = np.array([5, 7])
>>> ew.lower(depth, 0, 3), ew.lower(depth, 0, 4), depth.tolist()
(True, False, [3, 7])

A number is first made one of the array's type. Compiled, no index is looked at: it must lie inside.
"""

from __future__ import annotations

import sys
from typing import Any

from edgewise import check
from edgewise.errors import FunctorError
from edgewise.program.kinds import Cells, Number

CELLS, PLACE, NUMBER = Cells(), check.Integer(0), Number()


@check.accepts(array=CELLS, index=PLACE, number=NUMBER)
def lower(array: Any, index: int, number: Any) -> bool:
    """Put `number` where more than that is; whether it was put.

    >>> import edgewise as ew, numpy as np
    >>> best = np.array([4.0, 1.0])
    >>> ew.lower(best, 0, 2.5), best.tolist()
    (True, [2.5, 1.0])
    """
    new = _fitted("lower", array, index, number)
    if not new < array[index]:
        return False
    array[index] = new
    return True


@check.accepts(array=CELLS, index=PLACE, number=NUMBER)
def lift(array: Any, index: int, number: Any) -> bool:
    """Put `number` where less than that is; whether it was put.

    >>> import edgewise as ew, numpy as np
    >>> widest = np.array([4, 1])
    >>> ew.lift(widest, 1, 3), ew.lift(widest, 0, 3), widest.tolist()
    (True, False, [4, 3])
    """
    new = _fitted("lift", array, index, number)
    if not new > array[index]:
        return False
    array[index] = new
    return True


@check.accepts(array=CELLS, index=PLACE, number=NUMBER)
def add(array: Any, index: int, number: Any) -> Any:
    """Add `number` to what is there; what was there before.

    >>> import edgewise as ew, numpy as np
    >>> count = np.zeros(2, int)
    >>> int(ew.add(count, 1, 5)), int(ew.add(count, 1, 2)), count.tolist()
    (0, 5, [0, 7])
    """
    new, old = _fitted("add", array, index, number), array[index]
    array[index] = old + new
    return old


@check.accepts(array=CELLS, index=PLACE, expected=NUMBER, number=NUMBER)
def claim(array: Any, index: int, expected: Any, number: Any) -> bool:
    """Put `number` where `expected` is; whether it was: only the first who comes succeeds.

    >>> import edgewise as ew, numpy as np
    >>> parent = np.array([-1, -1])
    >>> ew.claim(parent, 1, -1, 0), ew.claim(parent, 1, -1, 5), parent.tolist()
    (True, False, [-1, 0])
    """
    new = _fitted("claim", array, index, number)
    if array[index] != _fitted("claim", array, index, expected):
        return False
    array[index] = new
    return True


@check.accepts(array=CELLS, index=PLACE, bits=check.Integer(None, (1 << 64) - 1))
def set_bits(array: Any, index: int, bits: int) -> bool:
    """Set these bits of a whole number; whether any of them was not set yet.

    >>> import edgewise as ew, numpy as np
    >>> seen = np.zeros(2, np.uint64)
    >>> ew.set_bits(seen, 0, 5), ew.set_bits(seen, 0, 4), seen.tolist()
    (True, False, [5, 0])
    """
    if getattr(array.dtype, "kind", "") not in "iu":
        check.refuse("set_bits", "array", array, "an array of whole numbers")
    new = _fitted("set_bits", array, index, bits)
    old = array.dtype.type(array[index])
    array[index] = old | new
    return bool(new & ~old)


HELPERS = (lower, lift, add, claim, set_bits)
"""All of them; `kernels/cpu/shared.py` has the compiled forms under the same names."""


def not_lent(name: str) -> Any:
    """What else of ours a functor asks for."""
    if name not in sys.modules["edgewise"].__all__:
        raise AttributeError(name)
    known = ", ".join(f"ew.{one.__name__}" for one in HELPERS)
    raise FunctorError(f"a functor uses ew.{name}: of Edgewise it may call {known}")


def _fitted(where: str, array: Any, index: int, number: Any) -> Any:
    """The number as the array keeps it; refuses an index outside."""
    if index >= len(array):
        check.refuse(where, "index", index, f"an index below {len(array)}")
    try:
        return array.dtype.type(number)
    except (OverflowError, ValueError):
        check.refuse(where, "number", number, f"a number that {array.dtype} holds")
