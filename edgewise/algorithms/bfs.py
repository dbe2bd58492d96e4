"""Breadth-first search: how many hops every vertex is from the source.

>>> import edgewise as ew
>>> g = ew.from_edges([("a", "b"), ("b", "c"), ("d", "c")])
>>> found = ew.bfs(g, "a")
>>> found.distances.tolist(), found.parents.tolist()
([0, 1, 2, -1], ['a', 'a', 'b', None])
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, final

import numpy as np

from edgewise import check, engine
from edgewise.adjacency import Array
from edgewise.algorithms.paths import Paths, sources_of
from edgewise.program.monoids import MIN
from edgewise.program.vertex import VertexProgram
from edgewise.schedule.controllers import Controller

if TYPE_CHECKING:
    from edgewise.graph import Graph
    from edgewise.schedule.schedule import Schedule

UNREACHED = -1
HOPS = VertexProgram(
    "bfs", value=np.int32, combine=MIN, message=lambda sent: sent + 1, uniform=True
)


@final
class BFS(Paths):
    """Hops from the source, or from the nearest of several; -1 where no path leads."""

    __slots__ = ()

    @property
    def unreached(self) -> int:
        """What stands where no path leads."""
        return UNREACHED

    def _parent_positions(self) -> Array:
        return self._found_by("hop_parents")


@check.accepts(
    graph=check.GRAPH,
    source=check.Sources(),
    depth_limit=check.Maybe(check.Integer(0)),
    schedule=check.PINNED,
    controller=check.CONTROLLER,
    device=check.DEVICE,
)
def bfs(
    graph: Graph,
    source: Any,
    *,
    depth_limit: int | None = None,
    schedule: str | Schedule | None = None,
    controller: Controller | None = None,
    device: str | None = None,
) -> BFS:
    """Find how many hops each vertex is from `source` (one vertex, or a list or array of them).

    `depth_limit` ends the search after that many hops. `schedule` pins how the loops are walked
    ("push", "pull bitmap edge", ...), `controller` who decides, `device` where it runs ("cpu",
    "cuda", "cuda:1", "auto"); none changes the answer.

    >>> import edgewise as ew
    >>> ew.bfs(ew.generate.cycle(6), 0, depth_limit=2).distances.tolist()
    [0, 1, 2, -1, 2, 1]
    """
    members = sources_of(graph, source, "bfs")
    hasty = engine.is_hasty(HOPS, schedule, controller)
    far = HOPS.combine.identity(np.int32) if hasty else UNREACHED
    distances = np.full(graph.num_vertices, far, np.int32)
    distances[members] = 0
    fields = (np.full_like(distances, far), distances) if hasty else (distances,)
    rounds = 1 << 62 if depth_limit is None else depth_limit
    if hasty and depth_limit is not None:
        check.refuse("bfs", "depth_limit", depth_limit, "None where rounds may be asynchronous")
    loop = engine.execute(HOPS, graph, fields, members, schedule, controller, rounds, device=device)
    if hasty:
        distances[distances == far] = UNREACHED
    return BFS(graph, engine.trace_of(loop, HOPS), distances, device)


def hops(graph: Graph, members: Array) -> Array:
    """Hops from these positions, by position; -1 where no path leads."""
    distances = np.full(graph.num_vertices, UNREACHED, np.int32)
    distances[members] = 0
    engine.execute(HOPS, graph, (distances,), members, None, None)
    return distances
