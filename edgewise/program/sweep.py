"""Sweeps: programs in which every vertex is computed anew each round, from all its in-neighbours.

PageRank is one. A vertex sends a number along its out-arcs; what arrives is summed, and makes the
new value. After each round two sums over all vertices decide whether there is another.

>>> import edgewise as ew
>>> degrees = ew.SweepProgram(
...     "in-degrees", value=float,
...     gather=lambda sent: 1.0, update=lambda total: total, send=lambda value: value,
... )
>>> degrees.run(ew.generate.star(4), rounds=1).values.tolist()
[3.0, 1.0, 1.0, 1.0]
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, final

import numpy as np

from edgewise import check
from edgewise.program.functor import Functor, functor
from edgewise.program.kinds import Function, NumberType
from edgewise.program.laws import LOCAL

if TYPE_CHECKING:
    from edgewise.engine import Run
    from edgewise.graph import Graph

GATHER = ("sent", "weight")
UPDATE = ("total", "value", "v", "shared")
SEND = ("value", "v")
MEASURE = ("old", "new", "v")
SETTLE = ("change", "other", "rounds", "shared")


@check.accepts(
    name=check.Text(),
    gather=Function(),
    update=Function(),
    send=Function(),
    measure=check.Maybe(Function()),
    count=check.Maybe(Function()),
    settle=check.Maybe(Function()),
    value=NumberType(),
)
@final
class SweepProgram:
    """The functions of one sweep; each takes the parameters it wants, by name.

    `gather(sent, weight)`: what arrives along an arc. `update(total, value, v, shared)`: the new
    value. `send(value, v)`: what a vertex sends. `measure(old, new, v)` and `count(old, new, v)`:
    what it adds to the round's two sums, its change if nothing else is said. `settle(change,
    other, rounds, shared)`: whether that was the last round; it may write into `shared`, an array
    of eight numbers that `update` reads.
    """

    __slots__ = ("count", "gather", "laws", "measure", "name", "send", "settle", "update", "value")

    def __init__(
        self,
        name: str,
        *,
        gather: Callable[..., Any],
        update: Callable[..., Any],
        send: Callable[..., Any],
        measure: Callable[..., Any] | None = None,
        count: Callable[..., Any] | None = None,
        settle: Callable[..., Any] | None = None,
        value: Any = np.float64,
    ) -> None:
        self.name, self.value = name, np.dtype(value)
        self.gather, self.update, self.send = functor(gather), functor(update), functor(send)
        self.measure, self.count = functor(measure or _change), functor(count or _nothing)
        self.settle = functor(settle or _no_change)
        self.laws = frozenset({LOCAL})

    def functions(self) -> tuple[tuple[str, Functor, tuple[str, ...]], ...]:
        """Every function with its name and the names it may take from the loop."""
        return (
            ("gather", self.gather, GATHER),
            ("update", self.update, UPDATE),
            ("send", self.send, SEND),
            ("measure", self.measure, MEASURE),
            ("count", self.count, MEASURE),
            ("settle", self.settle, SETTLE),
        )

    def arguments(self) -> frozenset[str]:
        """The names of the run's own arguments that the functions want."""
        return frozenset(
            name
            for _, one, known in self.functions()
            for name in one.parameters
            if name not in known
        )

    @check.accepts(graph=check.GRAPH)
    def run(self, graph: Graph, **arguments: Any) -> Run:
        """Run on a graph; see `edgewise.sweep`."""
        from edgewise.sweeping import sweep

        return sweep(self, graph, **arguments)

    def __repr__(self) -> str:
        return f"SweepProgram: {self.name} (sum of {self.value})"


def _change(old, new):  # type: ignore[no-untyped-def]
    return abs(new - old)


def _nothing(old):  # type: ignore[no-untyped-def]
    return 0.0


def _no_change(change):  # type: ignore[no-untyped-def]
    return change == 0
