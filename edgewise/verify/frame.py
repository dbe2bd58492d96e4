"""The frame of every checker: claims, checked one by one, in the order a reader would."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from edgewise.errors import EdgewiseError


@final
class VerificationError(EdgewiseError, AssertionError):
    """A result is not what it claims to be."""


@final
class Claims:
    """What one checker claims; the first claim that fails is the answer."""

    def __init__(self, checker: str) -> None:
        self._checker = checker

    def holds(self, truth: Any, otherwise: str) -> None:
        """One statement."""
        if not bool(truth):
            raise VerificationError(f"{self._checker}: {otherwise}")

    def everywhere(self, truths: NDArray[Any], otherwise: str | Callable[[int], str]) -> None:
        """A statement for every entry; the message is about the first that fails (`{at}`)."""
        if not truths.all():
            at = int(np.argmin(truths))
            words = otherwise.format(at=at) if isinstance(otherwise, str) else otherwise(at)
            raise VerificationError(f"{self._checker}: {words}")

    def equal(self, ours: Any, theirs: Any, what: str) -> None:
        """Two values that ought to be one."""
        self.holds(ours == theirs, f"{what} differs: {ours!r} and {theirs!r}")
