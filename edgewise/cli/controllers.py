"""Controllers as words: `auto`, `direction`, `direction,alpha=10,beta=20`."""

from __future__ import annotations

import inspect
from typing import Any

from edgewise.errors import ArgumentError

KNOWN = {
    "auto": "Auto",
    "direction": "Direction",
    "sep-traversal": "SepTraversal",
    "sep-iterative": "SepIterative",
    "random": "Random",
}


def of(text: str) -> Any:
    """The controller that some text names, with the numbers it gives.

    >>> of("direction,alpha=10")
    Direction(alpha=10.0, beta=18.0)
    """
    from edgewise.schedule import controllers

    name, *told = text.split(",")
    if name not in KNOWN:
        raise ArgumentError(f"--controller {text!r}: expected one of {', '.join(KNOWN)}")
    kind = getattr(controllers, KNOWN[name])
    numbers = dict(part.partition("=")[::2] for part in told)
    taken = [one for one in inspect.signature(kind).parameters if one not in ("kind", "candidates")]
    for given in numbers:
        if given not in taken:
            known = f"{name} takes {', '.join(taken)}" if taken else f"{name} takes no numbers"
            raise ArgumentError(f"--controller {text!r}: {known}")
    return kind(**{given: number(value) for given, value in numbers.items()})


def number(text: str) -> float | str:
    """A number where it is one; else the text, for the library to refuse."""
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
