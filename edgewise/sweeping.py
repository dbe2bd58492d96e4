"""Running sweeps: the engine's other loop, in which everybody takes part in every round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from edgewise import check, engine, starting
from edgewise.places import choice
from edgewise.program.sweep import SweepProgram

if TYPE_CHECKING:
    from edgewise.graph import Graph


@check.accepts(
    program=check.Instance("an edgewise.SweepProgram", "edgewise.SweepProgram"),
    graph=check.GRAPH,
    rounds=check.Integer(0),
    weighted=check.Flag(),
    device=check.DEVICE,
)
def sweep(
    program: SweepProgram,
    graph: Graph,
    *,
    start: Any = 0,
    rounds: int = engine.FOREVER,
    weighted: bool = True,
    device: str | None = None,
    **arguments: Any,
) -> engine.Run:
    """Run a sweep until it settles, or for so many rounds.

    `start` is every vertex's first value: a number, an array in the caller's order, or a mapping
    from ids, the others 0. `weighted=False` leaves the graph's weights aside: each is 1. `device`
    says where it runs: "cpu", "cuda", "cuda:1", "auto". Further arguments go to the program's
    functions by name; arrays among them are in the order of positions.

    >>> import edgewise as ew
    >>> walks = ew.SweepProgram("walks", gather=lambda sent: sent, update=lambda total: total,
    ...                         send=lambda value: value)
    >>> ew.sweep(walks, ew.generate.complete(4), start=1, rounds=3).values.tolist()
    [27.0, 27.0, 27.0, 27.0]
    """
    values = starting.numbers("sweep", "start", graph, start, 0, program.value)
    given = engine.wanted("sweep", program, arguments)
    loop = execute(program, graph, values, rounds, weighted, given, place=choice.of(device))
    trace = engine.trace_of(loop, program)
    return engine.Run(graph, graph.vertex_ids.in_caller_order(values), trace)


def execute(
    program: SweepProgram,
    graph: Graph,
    values: Any,
    rounds: int,
    weighted: bool,
    given: dict[str, Any],
    shared: Sequence[float] = (),
    place: Any = choice.HOST,
) -> Any:
    """The loop, run to its end on values in the order of positions, of the host or the place."""
    loop = _loop(program, graph, given, place)
    loop.shared[: len(shared)] = shared
    with engine.told_plainly(program):
        loop.run(values, weighted and graph.is_weighted, rounds)
    return loop


def _loop(program: SweepProgram, graph: Graph, given: dict[str, Any], place: Any) -> Any:
    """The loop of the place that the call runs on."""
    if place is choice.HOST:
        from edgewise.places.cpu_sweep import SweepLoop

        return SweepLoop(program, graph, given, engine.threads_for(graph, "sweep"))
    from edgewise.places.cuda_sweep import CudaSweepLoop

    return CudaSweepLoop(program, graph, given, place)
