"""What PageRank runs: the sweeps and the residual program, and where walkers jump to."""

from __future__ import annotations

from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, final

import numpy as np

from edgewise import check, starting
from edgewise.adjacency import Array
from edgewise.errors import GraphError
from edgewise.places import choice
from edgewise.program.monoids import SUM
from edgewise.program.sweep import SweepProgram
from edgewise.program.vertex import VertexProgram

if TYPE_CHECKING:
    from edgewise.graph import Graph

ROOM = {"float32": 1e-30, "float64": 1e-302}
"""Shares of weights smaller than this, or larger than one over it, would be lost."""
LOST, CHANGE = 0, 1
"""Places in `shared`: the rank of vertices without out-edges, and the last round's change."""


def _plain(sent):  # type: ignore[no-untyped-def]
    return sent


def _by_weight(sent, weight):  # type: ignore[no-untyped-def]
    return sent * weight


def _even(total, shared, alpha, jump, lost_to):  # type: ignore[no-untyped-def]
    return alpha * (total + shared[0] * lost_to) + jump


def _aimed(total, v, shared, alpha, jump, lost_to):  # type: ignore[no-untyped-def]
    return alpha * (total + shared[0] * lost_to[v]) + jump[v]


def _shared(value, v, share):  # type: ignore[no-untyped-def]
    return value * share[v]


def _lost(new, v, share):  # type: ignore[no-untyped-def]
    return new if share[v] == 0 else share[v] - share[v]


def _settle(change, other, shared, bound):  # type: ignore[no-untyped-def]
    shared[0] = other
    shared[1] = change
    return change < bound


def _spread(sent, degree, alpha):  # type: ignore[no-untyped-def]
    return alpha * sent / degree


def _spread_by_weight(sent, weight, u, alpha, share):  # type: ignore[no-untyped-def]
    return alpha * sent * share[u] * weight


def _urgent(buffer):  # type: ignore[no-untyped-def]
    return buffer


def _owes(buffer, owed):  # type: ignore[no-untyped-def]
    return buffer > owed


@cache
def _sweep(weighted: bool, aimed: bool, dtype: str) -> SweepProgram:
    return SweepProgram(
        "pagerank",
        value=dtype,
        gather=_by_weight if weighted else _plain,
        update=_aimed if aimed else _even,
        send=_shared,
        count=_lost,
        settle=_settle,
    )


@cache
def _delta(weighted: bool, priority: bool, dtype: str) -> VertexProgram:
    spread = _spread_by_weight if weighted else _spread
    return VertexProgram(
        "pagerank by residuals",
        value=dtype,
        combine=SUM,
        message=spread,
        is_active=_owes,
        urgency=_urgent if priority else None,
        residual=True,
    )


@final
class Plan:
    """One call's choices: weights or not, where jumps and lost ranks go, when it is over."""

    def __init__(
        self,
        graph: Graph,
        variant: str,
        alpha: float,
        tol: float,
        dtype: str,
        place: Any = choice.HOST,
    ) -> None:
        self.graph, self.alpha, self.dtype, self.variant = graph, alpha, dtype, variant
        self.place = place
        n = graph.num_vertices
        self.weighted = variant == "networkx" and graph.is_weighted
        if self.weighted:
            _refuse_signs(graph)
        self.bound = {"networkx": n * tol, "gap": tol, "graphalytics": -1.0}[variant]
        self.owed = tol / n
        self.priority = False
        self.jumps: Array | None = None
        self.lost_to: Array | None = None

    def aim(self, personalization: Any, dangling: Any) -> None:
        """Where walkers jump to, and where those go who find no way on."""
        for name, given in (("personalization", personalization), ("dangling", dangling)):
            if given is not None and self.variant != "networkx":
                check.refuse("pagerank", name, given, f"None with variant={self.variant!r}")
        if personalization is not None:
            self.jumps = shares(self.graph, "personalization", personalization)
        self.lost_to = self.jumps
        if dangling is not None:
            self.lost_to = shares(self.graph, "dangling", dangling)

    def first(self, start: Any) -> Any:
        """The ranks to begin with: even ones, on the place; or the caller's, made to sum to one."""
        n = self.graph.num_vertices
        if start is None:
            return self.place.full(n, 1 / n, self.dtype)
        return shares(self.graph, "start", start).astype(self.dtype, copy=False)

    def lost_at_first(self, start: Any, ranks: Any) -> float:
        """How much of the ranks to begin with is lost; of even ones nobody has to look at each."""
        if start is None and self.place is not choice.HOST:
            one = np.dtype(self.dtype).type(1 / self.graph.num_vertices)
            return len(self._shares_there.stranded) * float(one)
        return self.lost(ranks)

    def sweep(self) -> tuple[SweepProgram, dict[str, Any]]:
        """The program, and what its functions are told."""
        n, aimed = self.graph.num_vertices, self.jumps is not None or self.lost_to is not None
        jump: Any = (1 - self.alpha) / n
        lost: Any = 0.0 if self.variant == "gap" else 1 / n
        if aimed:
            even = np.full(n, 1 / n)
            jump = (1 - self.alpha) * (even if self.jumps is None else self.jumps)
            lost = even if self.lost_to is None else self.lost_to
        kind = np.dtype(self.dtype).type
        numbers = {"alpha": kind(self.alpha), "jump": kind(jump), "lost_to": kind(lost)}
        arguments = {**numbers, "share": self.share}
        program = _sweep(self.weighted, aimed, self.dtype)
        return program, {**arguments, "bound": float(self.bound)}

    def lost(self, ranks: Array) -> float:
        """How much rank stands on vertices without out-edges."""
        from edgewise.places.cpu_shares import stranded

        if self.place is choice.HOST:
            return stranded(self.share, ranks)
        return float(self._shares_there.stranded_of(ranks))

    @cached_property
    def share(self) -> Any:
        """What goes along one arc of a vertex (of weight one), of each unit of its rank."""
        return self._shares() if self.place is choice.HOST else self._shares_there.there

    @cached_property
    def _shares_there(self) -> Any:
        from edgewise.places import cuda_shares

        return cuda_shares.shares(self.graph, self.place, self.weighted, self.dtype, self._shares)

    def _shares(self) -> Array:
        from edgewise.places.cpu_shares import shares

        found = shares(self.graph, self.weighted, np.float64)
        if self.weighted:
            _refuse_lost_shares(self.graph, found, self.dtype)
        return found.astype(self.dtype, copy=False)

    def residual(self) -> tuple[VertexProgram, dict[str, Any]]:
        """The program that passes on only what is new, and what its functions are told."""
        program = _delta(self.weighted, self.priority, self.dtype)
        arguments: dict[str, Any] = {"alpha": self.alpha, "owed": self.owed}
        return program, {**arguments, **({"share": self.share} if self.weighted else {})}


def _refuse_lost_shares(graph: Graph, share: Array, dtype: str) -> None:
    """Refuse weights whose sums, or shares of them, this type of ranks does not hold."""
    most, room = float((graph.weight_range or (0, 1))[1]), ROOM[dtype]
    there = share[share > 0]
    least, largest = there.min(initial=1), there.max(initial=1)
    if most * graph.num_arcs > 1 / room or least < room or largest > 1 / room:
        other = "" if dtype == "float64" else " or take dtype='float64'"
        raise GraphError(
            f"pagerank(): weights up to {most:g} are too far from 1 for ranks of {dtype}: scale "
            f"them{other}"
        )


def _refuse_signs(graph: Graph) -> None:
    """Refuse weights that no share can be made of."""
    least = (graph.weight_range or (0, 0))[0]
    if not least >= 0:
        raise GraphError(f"pagerank(): a weight is {least}: expected 0 or more")


def shares(graph: Graph, name: str, given: Any) -> Array:
    """Weights of vertices, by position, made to sum to one: a mapping from ids, or an array."""
    n = graph.num_vertices
    if not hasattr(given, "__len__") or isinstance(given, (str, bytes)):
        check.refuse("pagerank", name, given, f"a mapping from ids, or {n} numbers")
    values = starting.numbers("pagerank", name, graph, given, 0, np.float64)
    if not (np.isfinite(values).all() and (values >= 0).all() and values.sum() > 0):
        check.refuse("pagerank", name, given, "numbers of 0 or more, and one above 0")
    shared: Array = values / values.sum()
    return shared
