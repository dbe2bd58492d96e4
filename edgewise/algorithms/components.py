"""Connected components: which vertices are joined by paths, the direction of edges left aside.

>>> import edgewise as ew
>>> g = ew.from_edges([("a", "b"), ("c", "d"), ("d", "e")])
>>> found = ew.connected_components(g)
>>> found.labels.tolist(), found.sizes.tolist()
([0, 0, 1, 1, 1], [2, 3])
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, final

import numpy as np

from edgewise import check, engine
from edgewise.adjacency import Array
from edgewise.errors import ScheduleError
from edgewise.places import choice
from edgewise.program.monoids import MIN
from edgewise.program.vertex import VertexProgram
from edgewise.results import Result

if TYPE_CHECKING:
    from edgewise.graph import Graph
    from edgewise.schedule.controllers import Controller
    from edgewise.schedule.schedule import Schedule


@cache
def smallest_label(dtype: Any) -> VertexProgram:
    """Label propagation: everybody passes on the smallest label he has heard."""
    return VertexProgram("smallest label", value=dtype, combine=MIN, message=lambda sent: sent)


@final
class Components(Result):
    """A label a vertex; components are numbered by their first vertex."""

    __slots__ = ("labels", "num_components")

    leaders = "the largest"

    def __init__(self, graph: Graph, trace: Any, labels: Array, num_components: int) -> None:
        super().__init__(graph, trace)
        self.labels, self.num_components = labels, num_components

    @property
    def sizes(self) -> Array:
        """How many vertices each component has."""
        return np.bincount(self.labels, minlength=self.num_components)

    @property
    def columns(self) -> dict[str, Array]:
        """The labels."""
        return {"component": self.labels}

    def _top(self, count: int) -> dict[str, Array]:
        sizes, firsts = self.sizes, np.unique(self.labels, return_index=True)[1]
        order = np.argsort(-sizes, kind="stable")[:count]
        return {
            "component": order,
            "vertices": sizes[order],
            "first": self.graph.ids[firsts[order]],
        }

    @property
    def summary(self) -> str:
        """How many components, and the size of the largest."""
        many = f"{self.num_components:,} component{'' if self.num_components == 1 else 's'}"
        return f"{many}, the largest of {self.sizes.max(initial=0):,}"


@check.accepts(
    graph=check.GRAPH,
    method=check.Choice("auto", "afforest", "shiloach-vishkin", "label-propagation"),
    schedule=check.PINNED,
    controller=check.CONTROLLER,
    device=check.DEVICE,
)
def connected_components(
    graph: Graph,
    *,
    method: str = "auto",
    schedule: str | Schedule | None = None,
    controller: Controller | None = None,
    device: str | None = None,
) -> Components:
    """Label every vertex with the number of its component, as if edges went both ways.

    `method` "afforest" (which "auto" takes) links a few edges of each vertex, guesses the largest
    component and skips most of the rest; "shiloach-vishkin" hooks trees; "label-propagation" is a
    vertex program, and the only one that takes a `schedule` or a `controller`. `device` says where
    it runs ("cpu", "cuda", "cuda:1", "auto"); none changes the answer.

    >>> import edgewise as ew
    >>> ew.connected_components(ew.from_edges([(0, 1), (2, 3)])).num_components
    2
    """
    if method == "label-propagation":
        labels, count, trace = _by_labels(graph, schedule, controller, device)
    elif schedule is not None or controller is not None:
        raise ScheduleError(
            f"connected_components(): method={method!r} reads anywhere and takes no schedule; "
            "method='label-propagation' does"
        )
    else:
        labels, count, trace = _by_trees(graph, "afforest" if method == "auto" else method, device)
    return Components(graph, trace, labels, count)


def _by_trees(graph: Graph, method: str, device: str | None) -> tuple[Array, int, Any]:
    place = choice.of(device)
    if isinstance(place, choice.Host):
        from edgewise.places import cpu_components

        return cpu_components.linked(graph, method)
    from edgewise.places import cuda_components

    return cuda_components.linked(graph, method, place)


def _by_labels(
    graph: Graph, schedule: Any, controller: Any, device: str | None
) -> tuple[Array, int, Any]:
    from edgewise.places.cpu_components import named

    both = graph.symmetrized()
    program, n = smallest_label(graph.vertex_dtype), graph.num_vertices
    far = program.combine.identity(program.value)
    told, labels = np.arange(n, dtype=program.value), np.full(n, far, program.value)
    loop = engine.execute(
        program, both, (labels, told), np.arange(n), schedule, controller, device=device
    )
    return *named(graph, labels), engine.trace_of(loop, program)
