"""The programs that the engine is tried with, and what they mean by the reference."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any, final

import numpy as np

import edgewise as ew
from edgewise.algorithms.bfs import HOPS
from edgewise.kernels import reference
from tests.zoo import ZOO, Animal, Pairs

Array = np.ndarray[Any, Any]


@final
@dataclass(frozen=True)
class Trial:
    """A program, what its vertices are told first, and how near the answer must come."""

    program: ew.VertexProgram
    start: Callable[[ew.Graph], Array]
    initial: Any = None
    weights: Any = None
    arguments: dict[str, Any] = field(default_factory=dict)
    tolerance: float = 0.0

    @property
    def first(self) -> Any:
        """Every vertex's value before the first round."""
        combine, dtype = self.program.combine, self.program.value
        return combine.identity(dtype) if self.initial is None else self.initial

    def run(self, g: ew.Graph, **how: Any) -> tuple[Array, ew.Trace]:
        """The engine's values, in the caller's order, and its trace."""
        start = self.start(g)
        if self.program is HOPS:
            found = ew.bfs(g, g.ids[start == 0], **how)
            return np.where(found.distances < 0, self.first, found.distances), found.trace
        run = ew.run(self.program, g, start=start, initial=self.initial, **self.arguments, **how)
        return run.values, run.trace

    def defined(self, g: ew.Graph, rounds: int | None = None) -> tuple[Array, list[int]]:
        """The reference's values, in the caller's order, and how many were active each round."""
        place = g.vertex_ids.positions(g.ids.tolist())
        told = np.empty(g.num_vertices, self.program.value)
        told[place] = self.start(g)
        rows = reference.Rows(g.out_offsets, g.out_neighbors, g.out_weights)
        values = [self.first] * g.num_vertices
        answer = reference.run(self.program, rows, values, told.tolist(), rounds, self.arguments)
        active = [len(frontier) for frontier in answer.frontiers]
        return np.array(answer.values, self.program.value)[place], active

    def agrees(self, ours: Array, defined: Array) -> bool:
        """Whether two answers are the same, or as near as this program can be."""
        if self.tolerance == 0:
            return ours.dtype == defined.dtype and np.array_equal(ours, defined)
        return bool(np.allclose(ours, defined, rtol=0, atol=self.tolerance))


def _some(number: Any, others: Any, dtype: Any) -> Callable[[ew.Graph], Array]:
    """A few vertices are told this number."""

    def told(g: ew.Graph) -> Array:
        numbers = np.full(g.num_vertices, others, dtype)
        numbers[::41] = number
        return numbers

    return told


def _numbered(g: ew.Graph) -> Array:
    """Every vertex is told a number of its own."""
    return np.random.default_rng(5).permutation(g.num_vertices).astype(np.int32)


LEAST, MOST = np.iinfo(np.int64).min, np.iinfo(np.int64).max
HUGE = np.iinfo(np.int32).max


def further(sent, weight):
    """A path's length, one arc further."""
    return sent + weight


def paths(sent, weight, u, v):
    """Paths that ascend, one arc further; some arcs turn the sign, so that sums may cancel."""
    return sent * (weight % 3 - 1) if u < v else 0


def share(sent, degree, damping):
    """A vertex's new rank, dealt out to its neighbours."""
    return damping * sent / degree


TRIALS = {
    "hops": Trial(HOPS, _some(0, HUGE, np.int32)),
    "shortest": Trial(
        ew.VertexProgram("shortest", value=np.int64, combine=ew.MIN, message=further),
        _some(0, MOST, np.int64),
        weights=np.int64,
    ),
    "shortest floats": Trial(
        ew.VertexProgram("shortest floats", value=np.float64, combine=ew.MIN, message=further),
        _some(0, np.inf, np.float64),
        weights=np.float64,
    ),
    "widest": Trial(
        ew.VertexProgram(
            "widest", value=np.int64, combine=ew.MAX, message=lambda sent, weight: min(sent, weight)
        ),
        _some(100, LEAST, np.int64),
        weights=np.int64,
    ),
    "tolls by arc": Trial(
        ew.VertexProgram(
            "tolls by arc", value=np.int64, combine=ew.MIN, message=lambda sent, e: sent + e % 5
        ),
        _some(0, MOST, np.int64),
    ),
    "labels": Trial(
        ew.VertexProgram("labels", value=np.int32, combine=ew.MIN, message=lambda sent: sent),
        _numbered,
    ),
    "reached": Trial(
        ew.VertexProgram(
            "reached",
            value=np.uint8,
            combine=ew.ANY,
            message=lambda sent: sent,
            settled=lambda value: value != 0,
        ),
        _some(1, 0, np.uint8),
    ),
    "signed paths": Trial(
        ew.VertexProgram(
            "signed paths", value=np.int64, combine=ew.SUM, message=paths, residual=True
        ),
        _some(1, 0, np.int64),
        weights=np.int64,
    ),
    "halved": Trial(
        ew.VertexProgram("halved", value=np.int32, combine=ew.MIN, message=lambda sent: sent // 2),
        _some(90, 100, np.int32),
        initial=100,
    ),
    "ranks": Trial(
        ew.VertexProgram(
            "ranks",
            value=np.float64,
            combine=ew.SUM,
            message=share,
            is_active=lambda buffer: abs(buffer) > 1e-7,
            residual=True,
        ),
        lambda g: np.full(g.num_vertices, 0.15),
        arguments={"damping": 0.5},
        tolerance=1e-4,
    ),
}
"""Every law there is, by a program that keeps it."""


def nearest(a, b):
    """The number nearer to 0; of two as near, the lesser."""
    if abs(a) < abs(b):
        return a
    if abs(b) < abs(a):
        return b
    return min(a, b)


NEAREST = ew.Monoid(
    "nearest to 0", nearest, 1 << 40, laws=("associative", "commutative", "idempotent", "exact")
)
PLAIN = {
    "nearest to zero": Trial(
        ew.VertexProgram(
            "nearest to zero",
            value=np.int64,
            combine=NEAREST,
            message=lambda sent, weight: sent + weight if sent >= 0 else sent - weight,
        ),
        _some(-5, 1 << 40, np.int64),
        weights=np.int64,
    )
}
"""Tried as plain Python only: a monoid of one's own, whose atomic form is a loop."""


def _pairs(n: int, m: int, seed: int) -> Pairs:
    ends = np.random.default_rng(seed).integers(0, n, (m, 2)).tolist()
    return [(u, v) for u, v in ends]


def _hubs(n: int) -> Pairs:
    """Two vertices that know everybody, among many that know few."""
    return [(v % 2, v) for v in range(2, n)] + [(v, 0) for v in range(n)] + _pairs(n, n, 4)


RANDOM = [
    Animal("random, directed", 90, _pairs(90, 500, 1)),
    Animal("random, undirected", 70, _pairs(70, 300, 2), directed=False),
    Animal("random, sparse", 200, _pairs(200, 180, 3), directed=False),
    Animal("hubs", 130, _hubs(130)),
]


def _zoo(directed: bool) -> Animal:
    """All animals of a kind as one graph; not the one whose many rounds would take long."""
    pairs, base = [], 0
    for animal in ZOO:
        if animal.directed == directed and animal.name != "long path":
            pairs += [(base + u, base + v) for u, v in animal.pairs]
            base += animal.num_vertices
    return Animal(f"the zoo, {'' if directed else 'un'}directed", base, pairs, directed)


GROUPS = [*RANDOM, _zoo(True), _zoo(False)]
"""Few graphs that hold much, for runs with many threads, which take their time."""


@cache
def shaped(name: str, weights: Any, renumbered: bool = False) -> ew.Graph:
    """A graph of these or of the zoo, by name, with weights of this type or none."""
    animal = next(one for one in (*GROUPS, *ZOO) if one.name == name)
    drawn = np.random.default_rng(7).integers(0, 12, len(animal.pairs))
    graph = Animal(
        animal.name,
        animal.num_vertices,
        animal.pairs,
        animal.directed,
        None if weights is None else drawn.astype(weights),  # type: ignore[arg-type]
        animal.labels,
    ).graph()
    return graph.renumbered() if renumbered else graph


@cache
def defined(trial: str, name: str, renumbered: bool = False) -> tuple[Array, list[int]]:
    """What the reference says of a program on one of these graphs."""
    one = TRIALS[trial]
    return one.defined(shaped(name, one.weights, renumbered))
