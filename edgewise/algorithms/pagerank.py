"""PageRank: how often a random walker who sometimes jumps comes by each vertex.

>>> import edgewise as ew
>>> ew.pagerank(ew.generate.star(4)).ranks.round(3).tolist()
[0.48, 0.173, 0.173, 0.173]
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, final

import numpy as np

from edgewise import check, engine, sweeping
from edgewise.adjacency import Array
from edgewise.algorithms import pagerank_programs as programs
from edgewise.errors import ConvergenceError
from edgewise.places import choice
from edgewise.results import Result, highest

if TYPE_CHECKING:
    from edgewise.graph import Graph
    from edgewise.schedule.controllers import Controller
    from edgewise.schedule.schedule import Schedule


@final
class PageRank(Result):
    """A rank a vertex, how many rounds it took, and how much the last one changed."""

    __slots__ = ("_ranks", "error", "iterations")

    leaders = "the highest ranks"

    def __init__(self, graph: Graph, trace: Any, ranks: Array, error: float) -> None:
        super().__init__(graph, trace)
        self._ranks, self.iterations, self.error = ranks, trace.rounds, error

    @property
    def ranks(self) -> Array:
        """The rank of every vertex, in the order of `graph.ids`."""
        return self.graph.vertex_ids.in_caller_order(self._ranks)

    @property
    def columns(self) -> dict[str, Array]:
        """The ranks."""
        return {"rank": self.ranks}

    def _top(self, count: int) -> dict[str, Array]:
        return highest(self.graph, "rank", self.ranks, count)

    @property
    def summary(self) -> str:
        """The vertex that ranks first."""
        if not len(self._ranks):
            return "no vertices"
        top = int(np.argmax(self._ranks))
        return f"{self.graph.vertex_ids.of(top)!r} ranks first with {self._ranks[top]:.3g}"


@check.accepts(
    graph=check.GRAPH,
    alpha=check.Real(0, 1),
    max_iter=check.Integer(0),
    tol=check.Real(0),
    variant=check.Choice("networkx", "gap", "graphalytics"),
    method=check.Choice("sync", "delta"),
    priority=check.Flag(),
    dtype=check.Choice("float64", "float32"),
    schedule=check.PINNED,
    controller=check.CONTROLLER,
    device=check.DEVICE,
)
def pagerank(
    graph: Graph,
    *,
    alpha: float = 0.85,
    personalization: Mapping[Any, float] | Array | None = None,
    dangling: Mapping[Any, float] | Array | None = None,
    start: Mapping[Any, float] | Array | None = None,
    max_iter: int = 100,
    tol: float = 1e-6,
    variant: str = "networkx",
    method: str = "sync",
    priority: bool = False,
    dtype: str = "float64",
    schedule: str | Schedule | None = None,
    controller: Controller | None = None,
    device: str | None = None,
) -> PageRank:
    """Rank every vertex.

    `variant` "networkx": ranks of vertices without out-edges go to `dangling`, else to
    `personalization`, else to all; edges count by weight; over when ranks change by less than `tol`
    a vertex. "gap": such ranks are lost, weights do not count, `tol` is for the whole change.
    "graphalytics": they go to all, weights do not count, exactly `max_iter` rounds. `method`
    "delta" sends on only what is new, asynchronously, with any schedule; it comes as close. With
    `priority` the vertices that owe most go first, by a sampled threshold. `device` says where it
    runs: "cpu", "cuda", "cuda:1", "auto".

    >>> import edgewise as ew
    >>> ew.pagerank(ew.generate.cycle(4)).ranks.tolist()
    [0.25, 0.25, 0.25, 0.25]
    """
    n = graph.num_vertices
    if n == 0:
        return PageRank(graph, engine.nothing("pagerank"), np.empty(0, dtype), 0.0)
    if method == "delta" and variant == "graphalytics":
        check.refuse("pagerank", "method", method, "'sync' with variant='graphalytics'")
    if method == "delta" and start is not None:
        check.refuse(
            "pagerank", "start", start, "None with method='delta', which begins with jumps"
        )
    if method == "sync" and priority:
        check.refuse("pagerank", "priority", priority, "False with method='sync'")
    if method == "sync" and controller is not None:
        check.refuse("pagerank", "controller", controller, "None with method='sync'")
    plan = programs.Plan(graph, variant, alpha, tol, dtype, choice.of(device))
    plan.priority = priority
    plan.aim(personalization, dangling)
    if method == "delta":
        return _delta(graph, plan, max_iter, schedule, controller)
    engine.only("pull all sync edge", schedule, "pagerank by sweeps")
    return _sweep(graph, plan, start, max_iter)


def _sweep(graph: Graph, plan: programs.Plan, start: Any, most: int) -> PageRank:
    """Every rank computed anew from those before, until they change little."""
    program, arguments = plan.sweep()
    values = plan.first(start)
    shared = [plan.lost_at_first(start, values)]
    loop = sweeping.execute(
        program, graph, values, most, plan.weighted, arguments, shared, plan.place
    )
    error = float(loop.shared[programs.CHANGE])
    if not loop.settled and plan.variant != "graphalytics":
        raise ConvergenceError(
            f"pagerank(): ranks still change by {error:.3g} after max_iter={most} rounds, and "
            f"tol allows {plan.bound:.3g}: raise max_iter or tol"
        )
    ranks = values if plan.place is choice.HOST else plan.place.download(values)
    return PageRank(graph, engine.trace_of(loop, program), ranks, error)


def _delta(
    graph: Graph,
    plan: programs.Plan,
    most: int,
    schedule: str | Schedule | None,
    controller: Controller | None,
) -> PageRank:
    """What jumps bring, passed on until little is owed; then what was lost, given out again."""
    n = graph.num_vertices
    jumps = np.full(n, 1 / n) if plan.jumps is None else plan.jumps
    ranks, owed, loop, program = _spread(graph, plan, jumps, most, schedule, controller)
    ranks *= 1 - plan.alpha
    elsewhere = plan.lost_to is not plan.jumps
    if plan.variant == "networkx" and elsewhere and plan.lost(ranks) > 0:
        again = np.full(n, 1 / n) if plan.lost_to is None else plan.lost_to
        more = _spread(graph, plan, again, most, schedule, controller)[0]
        lost = plan.lost(ranks) / (1 - plan.alpha * plan.lost(more))
        ranks += plan.alpha * lost * more
    if plan.variant == "networkx":
        ranks /= ranks.sum()
    if owed > max(plan.bound, 0):
        raise ConvergenceError(
            f"pagerank(): ranks of {owed:.3g} are still owed after max_iter={most} rounds: raise it"
        )
    return PageRank(graph, engine.trace_of(loop, program), ranks.astype(plan.dtype), owed)


def _spread(
    graph: Graph,
    plan: programs.Plan,
    jumps: Array,
    most: int,
    schedule: str | Schedule | None,
    controller: Controller | None,
) -> tuple[Array, float, Any, Any]:
    """What walkers who begin at `jumps` and never jump again pay to each vertex; what is owed."""
    program, arguments = plan.residual()
    values, sent = np.zeros((2, graph.num_vertices), plan.dtype)
    buffer = jumps.astype(plan.dtype)
    members = np.flatnonzero(buffer > plan.owed)
    fields = (values, buffer, sent)
    how = (schedule, controller, most, arguments, False, plan.place.name)
    loop = engine.execute(program, graph, fields, members, *how)
    owed = float(buffer[buffer > plan.owed].sum())
    return values + buffer, owed * (1 - plan.alpha), loop, program
