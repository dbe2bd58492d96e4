"""The living definition: what a run of a vertex program means, in plain Python.

Every place and every schedule must agree with this file. It is slow and meant to be read. A round:

1. whoever `is_active` makes the frontier;
2. each member computes its new value from what its buffer holds. A residual program takes the
   buffer away as it does so, and passes on what it took; any other passes on its new value;
3. each member's message goes along each of its arcs, and the monoid combines it into the buffer at
   the arc's head.

All members compute before any message goes out, and a round's messages come from the values that
it began with. Rounds follow until nobody is active, or as many as allowed were done.

Every access is checked: no array is read or written outside of itself, or from its end by a
negative index, and a number that the values' type cannot hold is an error, not another number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, final

import numpy as np


@final
class Checked:
    """Numbers that are never read or written but where there is one."""

    __slots__ = ("_numbers", "_type", "dtype")

    def __init__(self, numbers: Iterable[Any], dtype: Any = None) -> None:
        given = np.asarray(numbers, dtype)
        self.dtype, self._type, self._numbers = given.dtype, given.dtype.type, given.tolist()

    def __len__(self) -> int:
        return len(self._numbers)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._numbers)

    def __getitem__(self, index: int) -> Any:
        return self._numbers[self._inside(index)]

    def __setitem__(self, index: int, number: Any) -> None:
        self._numbers[self._inside(index)] = self.kept(number)

    def kept(self, number: Any) -> Any:
        """A number as this type keeps it."""
        return self._type(number).item()

    def _inside(self, index: int) -> int:
        if not 0 <= index < len(self):
            raise IndexError(f"index {index} of an array of {len(self)}")
        return int(index)


@final
@dataclass(frozen=True)
class Answer:
    """Every vertex's value and buffer at the end, and who was active in each round."""

    values: list[Any]
    buffers: list[Any]
    frontiers: list[list[int]]

    @property
    def rounds(self) -> int:
        """How many rounds there were."""
        return len(self.frontiers)


@final
class Rows:
    """Out-arcs: row u is the arcs offsets[u] to offsets[u + 1], each with a head and a weight."""

    def __init__(self, offsets: Sequence[int], heads: Sequence[int], weights: Any = None) -> None:
        self.offsets, self.heads = Checked(offsets), Checked(heads)
        self.weights = Checked([1] * len(heads) if weights is None else weights)

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def of(self, u: int) -> range:
        """The arcs of u, by number."""
        return range(self.offsets[u], self.offsets[u + 1])


def run(
    program: Any,
    rows: Rows,
    values: Sequence[Any],
    buffers: Sequence[Any],
    rounds: int | None = None,
    arguments: Mapping[str, Any] | None = None,
) -> Answer:
    """Run a vertex program from these values and buffers; `arguments` are those of the run."""
    value, buffer = Checked(values, program.value), Checked(buffers, program.value)
    given = {name: argument(one) for name, one in (arguments or {}).items()}
    frontiers: list[list[int]] = []
    while rounds is None or len(frontiers) < rounds:
        frontier = [v for v in range(len(rows)) if _is_active(program, v, value, buffer, given)]
        if not frontier:
            break
        frontiers.append(frontier)
        sent = {u: _compute(program, u, value, buffer, given) for u in frontier}
        for u in frontier:
            _tell(program, rows, u, sent[u], buffer, given)
    return Answer(list(value), list(buffer), frontiers)


def argument(given: Any) -> Any:
    """One of a run's own arguments, as functions get it."""
    return Checked(given) if np.ndim(given) else np.asarray(given).item()


def _is_active(program: Any, v: int, value: Checked, buffer: Checked, given: Any) -> bool:
    return bool(call(program.is_active, given, value=value[v], buffer=buffer[v], v=v))


def _compute(program: Any, u: int, value: Checked, buffer: Checked, given: Any) -> Any:
    """Take the buffer in; what u then passes on."""
    taken = buffer[u]
    if program.residual:
        buffer[u] = program.combine.identity(program.value)
    value[u] = call(program.compute, given, value=value[u], buffer=taken, v=u)
    return taken if program.residual else value[u]


def _tell(program: Any, rows: Rows, u: int, sent: Any, buffer: Checked, given: Any) -> None:
    """Send u's messages, one along each arc."""
    degree = len(rows.of(u))
    for e in rows.of(u):
        v, weight = rows.heads[e], rows.weights[e]
        about = {"sent": sent, "weight": weight, "degree": degree, "u": u, "v": v, "e": e}
        message = buffer.kept(call(program.message, given, **about))
        buffer[v] = program.combine.combine(buffer[v], message)


def call(functor: Callable[..., Any], given: Mapping[str, Any], **known: Any) -> Any:
    """Call a program's function with what it asks for, by name."""
    everything = {**given, **known}
    return functor(*(everything[name] for name in functor.parameters))  # type: ignore[attr-defined]
