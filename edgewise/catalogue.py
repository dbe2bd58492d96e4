"""Every loop that built-in programs run by on a GPU, as nests that can be built without one.

`edgewise warmup --device cuda` builds them ahead of time, and the tests for every kind of GPU. A
part of the library with nests of its own has a function of the same form in `PARTS`.

>>> next(usual(["bfs"]))[0]
'bfs, int32, push edge, pull group'
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, final

import numpy as np

from edgewise import engine
from edgewise.algorithms import bellman_ford, bfs, components, pagerank_programs, sssp
from edgewise.build import from_edges
from edgewise.errors import ScheduleError
from edgewise.kernels.cuda import nests
from edgewise.kernels.cuda.bind import Nest
from edgewise.places.cpu_loop import balances_of
from edgewise.program.vertex import VertexProgram
from edgewise.schedule.plan import Plan

Named = tuple[str, Nest]
PINS = (
    *("", "vertex", "group", "local", "edge", "push", "pull", "sync", "sync vertex", "sync edge"),
    *("push vertex", "push edge", "push group", "push sync", "push sync group"),
    *("push sync vertex", "push sync edge", "sync local"),
    *("pull vertex", "pull edge", "async", "async pull", "async vertex", "async edge"),
)
"""What a user may pin and get another nest by."""
WEIGHTS = ("int32", "int64", "float32", "float64")


@final
@dataclass(frozen=True)
class Asked:
    """A program as an algorithm runs it: on weights of this type, with these arguments."""

    algorithm: str
    program: VertexProgram
    weight: str | None = None
    arguments: tuple[tuple[str, str], ...] = ()
    plain: bool = False
    """Whether the algorithm has a loop that asks no values where all rounds are synchronous."""
    symmetric: bool = False
    """Whether it always runs on graphs whose edges go both ways."""

    @property
    def name(self) -> str:
        """The algorithm's, and its types."""
        more = f", weights {self.weight}" if self.weight else ""
        more += ", by urgency" * (self.program.urgency is not None)
        return f"{self.algorithm}, {self.program.value}{more}"

    def nest(self, pins: str, types: nests.Types) -> Named:
        """The nest of a run that is pinned so; refuses where that is not legal."""
        controller, options = engine.unasked(self.program, Plan("cuda"), pins or None, False)
        balances = balances_of(options)
        assert balances is not None
        hasty = engine.is_hasty(self.program, pins or None, None)
        family = "uniform" if self.plain and not hasty else "relax"
        hasty = any(one.synchrony == "async" for one in options)
        nest = nests.loop(
            self.program, family, balances, controller.rule, types, self.arguments, hasty
        )
        push, pull = balances
        words = [f"push {push}"] * bool(push) + [f"pull {pull}"] * bool(pull)
        more = ["in haste"] * hasty + ["in-degrees"] * types.counts_in
        more += ["wide"] * (types.offset == "int64")
        return ", ".join([self.name, *words, *more]), nest

    def graphs(self) -> Iterator[nests.Types]:
        """Kinds of graphs: small and large, and directed ones with in-edges."""
        for offset, counts_in in product(("int32", "int64"), (False, True)):
            if not (counts_in and self.symmetric):
                yield nests.Types(offset, "int32", self.weight, counts_in)


def _by_default() -> Iterator[Asked]:
    """What algorithms run where nobody says how."""
    labels = components.smallest_label(np.dtype(np.int32))
    yield Asked("bfs", bfs.HOPS, plain=True)
    yield Asked("connected-components by labels", labels, symmetric=True)
    yield Asked("bellman-ford", bellman_ford.program_of(np.dtype(np.int64)))
    for weight in WEIGHTS:
        kind = "float64" if "float" in weight else "int64"
        yield Asked("bellman-ford", bellman_ford.program_of(np.dtype(kind)), weight)


def _on_demand() -> Iterator[Asked]:
    """What they run where another method, or a schedule, is asked for."""
    yield Asked("sssp", sssp.program_of(np.dtype(np.int32)))
    for weight in WEIGHTS:
        for distance in (weight,) if "float" in weight else ("int32", "int64"):
            yield Asked("sssp", sssp.program_of(np.dtype(distance)), weight)
    for weights, priority in product((None, *WEIGHTS), (False, True)):
        yield _residual("float64", weights, priority)
    yield _residual("float32", None, False)


def _residual(dtype: str, weight: str | None, priority: bool) -> Asked:
    """Delta-PageRank, as it is set up for a graph."""
    weights = None if weight is None else np.ones(1, weight)
    graph = from_edges([0], [1], weights)
    plan = pagerank_programs.Plan(graph, "networkx", 0.85, 1e-6, dtype)
    plan.priority = priority
    program, given = plan.residual()
    return Asked("pagerank by residuals", program, weight, nests.words(given))


def programs(thorough: bool) -> Iterator[Named]:
    """The loops of vertex programs."""
    for asked in _by_default():
        for types in asked.graphs():
            if types.offset == "int32":
                yield asked.nest("", types)
    for types in Asked("bfs", bfs.HOPS).graphs():
        if not types.counts_in and (thorough or types.offset == "int32"):
            wide = ", wide" * (types.offset == "int64")
            yield f"bfs, busiest in-neighbours{wide}", nests.prominent(types)
    if thorough:
        for asked in [*_by_default(), *_on_demand()]:
            yield from _pinned(asked)


def _pinned(asked: Asked) -> Iterator[Named]:
    """Each of what a user may pin; on large graphs only what runs by itself."""
    for types in asked.graphs():
        for pins in PINS if types.offset == "int32" else ("",):
            try:
                yield asked.nest(pins, types)
            except ScheduleError:  # not legal for this program
                continue


def dependencies(thorough: bool) -> Iterator[Named]:
    """Betweenness: all blocks for a source, or each by itself; by weights, for a source alone."""
    offsets = ("int32", "int64") if thorough else ("int32",)
    for offset, counts_in in product(offsets, (False, True)):
        more = ", in-degrees" * counts_in + ", wide" * (offset == "int64")
        types = nests.Types(offset, "int32", None, counts_in)
        yield f"betweenness{more}", nests.brandes(types, "int32")
        yield f"betweenness, blocks apart{more}", nests.brandes(types, "int32", True)
        for weight in WEIGHTS if thorough else ():
            types = nests.Types(offset, "int32", weight, counts_in)
            yield f"betweenness, weights {weight}{more}", nests.brandes(types, weight)


def parents(thorough: bool) -> Iterator[Named]:
    """Parents of searches, from their distances."""
    for offset in ("int32", "int64") if thorough else ("int32",):
        more = ", wide" * (offset == "int64")
        plain = nests.Types(offset, "int32")
        yield f"bfs, parents{more}", nests.parents(plain, "int32", "BY_HOPS")
        for weight in WEIGHTS if thorough else ():
            types = nests.Types(offset, "int32", weight)
            far = "float64" if "float" in weight else "int64"
            yield (
                f"sssp, parents, weights {weight}{more}",
                nests.parents(types, weight, "BY_LENGTH"),
            )
            yield (
                f"bellman-ford, parents, weights {weight}{more}",
                nests.parents(types, far, "BY_TIGHT_HOPS"),
            )


PARTS: tuple[Callable[[bool], Iterator[Named]], ...] = (programs, dependencies, parents)
"""The parts of the library that have nests: each names them, all of them where it is `thorough`.

A name begins with that of the algorithm, as the command line has it.
"""


def usual(algorithms: Sequence[str] = ("",)) -> Iterator[Named]:
    """The nests of calls that pin nothing, by name: what most runs need."""
    return _once(False, algorithms)


def every(algorithms: Sequence[str] = ("",)) -> Iterator[Named]:
    """Every nest by name: with each balance pinned, each type, each kind of graph."""
    return _once(True, algorithms)


def _once(thorough: bool, algorithms: Sequence[str]) -> Iterator[Named]:
    seen: set[Any] = set()
    for part in PARTS:
        for name, nest in part(thorough):
            if name.startswith(tuple(algorithms)) and nest.key not in seen:
                seen.add(nest.key)
                yield name, nest
