"""What the arguments of controllers may be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, final

from edgewise import check


@final
class Words(check.Kind):
    """Several words, so many at least and at most, in a list or a tuple."""

    def __init__(self, expected: str, fewest: int, most: int) -> None:
        self._expected, self.fewest, self.most = expected, fewest, most

    @property
    def expected(self) -> str:
        return self._expected

    def clean(self, value: Any) -> tuple[str, ...]:
        if not isinstance(value, (list, tuple)):
            raise TypeError
        if not self.fewest <= len(value) <= self.most:
            raise ValueError
        return tuple(check.Text().clean(one) for one in value)

    def bad(self) -> Sequence[Any]:
        return [
            *check.NEVER,
            (),
            [],
            None,
            0,
            1.5,
            "push",
            [1],
            [None],
            [""],
            ["a"] * (self.most + 1),
        ]
