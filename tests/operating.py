"""Functors that operators are tried with: what they find and write is the same in any order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, final

import numpy as np

import edgewise as ew
from edgewise.kernels import reference_operators
from edgewise.kernels.reference import Checked, Rows
from tests.zoo import Animal

Array = np.ndarray[Any, Any]
FAR = 1000


def nearer(u, v, weight, before, depth):
    """Depth falls; `before` stays, so that the order of arcs makes no difference."""
    return ew.lower(depth, v, before[u] + weight)


def counted(v, e, weight, degree, seen, heaviest):
    """What is done for arcs that pass."""
    ew.add(seen, v, degree)
    ew.lift(heaviest, v, weight + e % 5)


def odd(u, v, e):
    return (u + 2 * v + e) % 3 > 0


def apart(u, v, e, via, most):
    """Arcs by which a walk goes on; `via` is the arc that led here."""
    return (via + 2 * e + u) % 3 > 0 and v < most


def trodden(v, e, via, seen, heaviest):
    ew.add(seen, v, 1)
    ew.lift(heaviest, v, via + e)


def reached(v, depth):
    """A vertex is taken by the first who comes; all bring the same."""
    return ew.claim(depth, v, 1000, 7)


def unseen(v, depth):
    return depth[v] == 1000


def whole(v, seen, mask):
    """Marks that are there before count as well."""
    return ew.set_bits(seen, v, mask)


@final
@dataclass(frozen=True)
class Trial:
    """The functors of an advance, and what they are given."""

    cond: Callable[..., Any] | None
    apply: Callable[..., Any] | None = None
    open: Callable[..., Any] | None = None
    given: Callable[[ew.Graph], dict[str, Any]] = lambda g: {}
    from_edges: bool = False
    to_edges: bool = False
    weights: Any = np.int64

    @property
    def vertices(self) -> bool:
        """Whether it leads from vertices to vertices."""
        return not (self.from_edges or self.to_edges)

    def frontier(self, g: ew.Graph, members: Array, form: str) -> ew.Frontier:
        """These members, in one of the forms."""
        kind = ew.EdgeFrontier if self.from_edges else ew.VertexFrontier
        if form == "all":
            return kind.all(g)
        listed = kind(g, members=members)
        return listed.to_bitmap() if form == "bitmap" else listed

    def run(self, g: ew.Graph, front: Any, **how: Any) -> tuple[Any, dict[str, Array]]:
        """What the operator finds, and the arrays after it."""
        given = self.given(g)
        to = "edges" if self.to_edges else "vertices"
        found = ew.advance(front, self.cond, self.apply, open=self.open, to=to, **given, **how)
        return found, given

    def defined(self, g: ew.Graph, front: Any) -> tuple[list[int], dict[str, Array]]:
        """What the reference finds, and the arrays after it."""
        rows, given = Rows(g.out_offsets, g.out_neighbors, g.out_weights), self.given(g)
        kept = {name: Checked(one) if np.ndim(one) else one for name, one in given.items()}
        found = reference_operators.advance(
            rows, front.positions().tolist(), self.cond, self.apply, self.open,
            from_edges=self.from_edges, to_edges=self.to_edges, given=kept,
        )  # fmt: skip
        return found, {
            name: np.array(list(one), one.dtype) if isinstance(one, Checked) else one
            for name, one in kept.items()
        }


def _numbers(g: ew.Graph) -> dict[str, Any]:
    n = g.num_vertices
    draw = np.random.default_rng(n)
    return {
        "before": draw.integers(0, 50, n),
        "depth": draw.integers(0, 50, n).astype(np.int32),
    }


def _tallies(g: ew.Graph) -> dict[str, Any]:
    n = g.num_vertices
    return {"seen": np.zeros(n, np.int64), "heaviest": np.zeros(n, np.float64)}


def _depths(g: ew.Graph) -> dict[str, Any]:
    depth = np.full(g.num_vertices, FAR, np.int32)
    depth[::3] = 1
    return {"depth": depth}


TRIALS = {
    "nearer": Trial(nearer, given=_numbers),
    "passed": Trial(odd, counted, given=_tallies),
    "reached": Trial(reached, open=unseen, given=_depths, weights=None),
    "marked": Trial(
        whole, given=lambda g: {"seen": np.zeros(g.num_vertices, np.uint8), "mask": 5}, weights=None
    ),
    "arcs": Trial(odd, counted, given=_tallies, to_edges=True),
    "walks": Trial(
        apart, trodden, given=lambda g: {**_tallies(g), "most": 60}, from_edges=True, weights=None
    ),
    "arcs of arcs": Trial(
        apart, given=lambda g: {"most": 60}, from_edges=True, to_edges=True, weights=None
    ),
}


def members_of(g: ew.Graph, edges: bool, seed: int = 1) -> Array:
    """Some of what there is, in no order, each once."""
    universe = g.num_arcs if edges else g.num_vertices
    draw = np.random.default_rng(seed)
    return draw.permutation(universe)[: (universe * 2 + 2) // 3].astype(np.int64)


def weighted(animal: Animal, kind: Any) -> ew.Graph:
    """The animal with weights of this type or none."""
    drawn = np.random.default_rng(7).integers(0, 12, len(animal.pairs))
    weights = None if kind is None else drawn.astype(kind)
    return Animal(
        animal.name, animal.num_vertices, animal.pairs, animal.directed, weights, animal.labels
    ).graph()  # fmt: skip


def differs(trial: Trial, g: ew.Graph, front: Any, exact: bool = True, **how: Any) -> str:
    """What an advance does that the reference does not; nothing, if all is well."""
    found, ours = trial.run(g, front, exact=exact, **how)
    meant, theirs = trial.defined(g, front)
    listed = found.positions().tolist()
    if sorted(set(listed)) != sorted(set(meant)):
        return f"found {sorted(listed)}, not {sorted(set(meant))}"
    if exact and len(listed) != len(set(listed)):
        return f"found some twice: {sorted(listed)}"
    right = type(found)(g, np.array(listed, np.int64))
    if (found.size, found.degree_sum) != (right.size, right.degree_sum):
        return f"counted {found.size} with {found.degree_sum} arcs of {sorted(listed)}"
    for name, array in ours.items():
        if not np.array_equal(array, theirs[name]):
            return f"{name} is {array.tolist()}, not {theirs[name].tolist()}"
    return ""
