"""Vertex programs: what a vertex tells its neighbours, written once, run on every schedule.

SEP-Graph's five functions. A vertex has a *value*, which it has taken in, and a *buffer*, in which
a monoid gathers what it is told; it is active while the buffer holds news. In a round an active
vertex computes its new value and sends a message along each of its arcs.

>>> import edgewise as ew
>>> import numpy as np
>>> widest = ew.VertexProgram(
...     "widest path", value=np.int64, combine=ew.MAX,
...     message=lambda sent, weight: min(sent, weight),
... )
>>> g = ew.from_edges([("a", "b", 5), ("b", "c", 3), ("a", "c", 1)])
>>> widest.run(g, start={"a": 100}).values.tolist()
[100, 5, 3]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, final

import numpy as np

from edgewise import check
from edgewise.program.functor import Functor, functor
from edgewise.program.kinds import Function, NumberType
from edgewise.program.laws import (
    ASSOCIATIVE,
    COMMUTATIVE,
    EXACT,
    IDEMPOTENT,
    LOCAL,
    MONOTONE,
    ORDERED,
    RESIDUAL,
    TERMINAL,
    UNIFORM,
)
from edgewise.program.monoids import Monoid

if TYPE_CHECKING:
    from edgewise.engine import Run
    from edgewise.graph import Graph

MESSAGE = ("sent", "weight", "degree", "u", "v", "e")
COMPUTE = ACTIVE = ("value", "buffer", "v")
SETTLED = ("value",)


@check.accepts(
    name=check.Text(),
    value=NumberType(),
    combine=check.Instance("a monoid, such as ew.MIN or ew.Monoid(...)", "edgewise.Monoid"),
    message=Function(),
    compute=check.Maybe(Function()),
    is_active=check.Maybe(Function()),
    settled=check.Maybe(Function()),
    urgency=check.Maybe(Function()),
    residual=check.Flag(),
    uniform=check.Flag(),
    ordered=check.Flag(),
    monotone=check.Flag(),
)
@final
class VertexProgram:
    """The functions of one program, and the laws that follow from them.

    Each function takes the parameters it wants, by name; names beyond the known ones are arguments
    of the run. `message(sent, weight, degree, u, v, e)`: what u tells v; `sent` is u's value (of a
    residual program: what u has just taken in). `compute(value, buffer, v)`: the new value.
    `is_active(value, buffer, v)`: whether there is news. `settled(value)`: whether a vertex with
    this value can learn nothing more. `urgency(value, buffer, v)`, of a residual program: how much
    a vertex has to tell; while many are active, asynchronous pushes take the most urgent fifth, by
    a sampled threshold, and leave the others for later.
    """

    __slots__ = (
        "asks_for_news", "combine", "compute", "is_active", "laws", "message", "name", "residual",
        "settled", "uniform", "urgency", "value",
    )  # fmt: skip

    def __init__(
        self,
        name: str,
        *,
        value: Any,
        combine: Monoid,
        message: Callable[..., Any],
        compute: Callable[..., Any] | None = None,
        is_active: Callable[..., Any] | None = None,
        settled: Callable[..., Any] | None = None,
        urgency: Callable[..., Any] | None = None,
        residual: bool = False,
        uniform: bool = False,
        ordered: bool = False,
        monotone: bool = True,
    ) -> None:
        """The flags declare laws; `monotone=False` forbids asynchronous rounds."""
        self.name, self.value, self.combine = name, np.dtype(value), combine
        _refuse_identity(combine, self.value)
        if ordered and (combine.name != "min" or residual or compute or is_active):
            check.refuse(
                "VertexProgram",
                "ordered",
                True,
                "False, unless `combine` is ew.MIN and compute and is_active are left out",
            )
        self.residual, self.uniform = residual, uniform
        self.message = functor(message)
        default = _add if residual else combine.combine.function
        self.compute = functor(compute or _taking(default))
        self.asks_for_news = is_active is None
        self.is_active = functor(is_active or (_anything if residual else _news(default)))
        self.settled = None if settled is None else functor(settled)
        self.urgency = None if urgency is None else functor(urgency)
        self.laws = self._laws(monotone, ordered)

    def _laws(self, monotone: bool, ordered: bool) -> frozenset[str]:
        laws = set(self.combine.laws) | {LOCAL}
        if self.residual:
            laws = (laws | {RESIDUAL}) - {IDEMPOTENT}
        elif monotone and laws >= {ASSOCIATIVE, COMMUTATIVE, IDEMPOTENT}:
            laws.add(MONOTONE)
        if self.uniform:
            laws.add(UNIFORM)
        if ordered:
            laws.add(ORDERED)
        if self.settled is not None:
            laws.add(TERMINAL)
        if self.value.kind == "f" and IDEMPOTENT not in laws:
            laws.discard(EXACT)
        return frozenset(laws)

    @property
    def reads_arcs(self) -> bool:
        """Whether its message asks for the number of the arc that it goes along."""
        return "e" in self.message.parameters

    def arguments(self) -> frozenset[str]:
        """The names of the run's own arguments that the functions want."""
        wanted = {
            name for one, known in self.functions() for name in one.parameters if name not in known
        }
        return frozenset(wanted)

    def functions(self) -> Iterable[tuple[Functor, tuple[str, ...]]]:
        """Every function with the names it may take from the loop."""
        yield self.message, MESSAGE
        yield self.compute, COMPUTE
        yield self.is_active, ACTIVE
        if self.settled is not None:
            yield self.settled, SETTLED
        if self.urgency is not None:
            yield self.urgency, COMPUTE

    @check.accepts(graph=check.GRAPH)
    def run(self, graph: Graph, **arguments: Any) -> Run:
        """Run on a graph; see `edgewise.run`."""
        from edgewise.engine import run

        return run(self, graph, **arguments)

    def __repr__(self) -> str:
        return f"VertexProgram: {self.name} ({self.combine.name} of {self.value})"


def _refuse_identity(combine: Monoid, kind: Any) -> None:
    """Refuse a type in which the monoid's identity changes something."""
    nothing = combine.identity(kind)
    for number in (0, 1):
        together = combine.combine(nothing, kind.type(number).item())
        if together != number:
            check.refuse(
                "VertexProgram",
                "value",
                kind,
                f"a type in which {combine.name!r} has an identity: of {nothing} and {number} it "
                f"makes {together}",
            )


def _add(a, b):  # type: ignore[no-untyped-def]
    return a + b


def _taking(combine: Callable[..., Any]) -> Callable[..., Any]:
    def taken(value, buffer):  # type: ignore[no-untyped-def]
        return combine(value, buffer)

    return taken


def _news(combine: Callable[..., Any]) -> Callable[..., Any]:
    def news(value, buffer):  # type: ignore[no-untyped-def]
        return combine(value, buffer) != value

    return news


def _anything(buffer):  # type: ignore[no-untyped-def]
    return buffer != 0
