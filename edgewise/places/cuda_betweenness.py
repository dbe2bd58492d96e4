"""Dependencies of one source after another on a device, summed up there for betweenness."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, final

import numpy as np

from edgewise import engine
from edgewise.adjacency import Array
from edgewise.algorithms.sssp import distance_type, program_of
from edgewise.kernels.cuda import nests
from edgewise.places.cpu_betweenness import refuse_lost_weights
from edgewise.places.cuda_loop import SLICE
from edgewise.places.resident import resident

if TYPE_CHECKING:
    from edgewise.graph import Graph
    from edgewise.places.device import Device, Kernel

KNOWN, TALLIES = 15, 12
"""Words of what a team knows, and of what its steps count: `Known` and `Tally` in brandes.cuh."""
TURN, PHASE, DONE = 0, 1, 13
COUNT_IN, BEGIN = 0, 1
HUGE_ROW, PIECE = 1024, 512
"""As in row_sums.cuh: arcs of a row that all warps share, and of a piece of it."""
SMALL, TEAMS, ROOM = 1 << 22, 32, 1 << 31
"""Vertices and arcs below which every block may take sources of its own; the fewest teams that are
worth it; bytes that all of them may take."""
BYTES = 53
"""What a team takes for a vertex."""

_simple: weakref.WeakKeyDictionary[Graph, dict[bool, Graph]] = weakref.WeakKeyDictionary()


def kept(graph: Graph, weighted: bool, make: Callable[[], Graph]) -> Graph:
    """The simple graph made of this one: the same for all runs, so that its copies stay."""
    there = _simple.setdefault(graph, {})
    if weighted not in there:
        made = make()
        if made is graph:
            return graph
        there[weighted] = made
    return there[weighted]


def teams_for(graph: Graph, sources: int, blocks: int) -> int:
    """How many teams share the sources: one of all blocks, or as many as blocks, each alone."""
    n = graph.num_vertices
    most = min(sources, blocks, ROOM // (BYTES * max(1, n)))
    return most if most >= TEAMS and n + graph.num_arcs <= SMALL else 1


@final
class Room:
    """Arrays that each source uses anew, for so many teams."""

    def __init__(self, graph: Graph, device: Device, teams: int) -> None:
        n, m, words = graph.num_vertices, graph.num_arcs, -(-graph.num_vertices // 32)
        self.teams, self.most_hubs = teams, m // HUGE_ROW + 1
        self.depth = device.full((teams, n), -1, np.int32)
        self.paths, self.scores = (device.zeros((teams, n), np.float64) for _ in range(2))
        self.ratio = device.empty((teams, n), np.float64)
        self.order = device.empty((teams, n), graph.vertex_dtype)
        self.starts, self.levels = (device.empty((teams, n + 1), np.uint64) for _ in range(2))
        self.bits, self.marks = (device.empty((teams, words), np.uint32) for _ in range(2))
        self.hubs = device.empty((teams, self.most_hubs), graph.vertex_dtype)
        self.hub_starts = device.empty((teams, self.most_hubs), np.uint64)
        self.parts = device.empty((teams, m // PIECE + self.most_hubs), np.float64)

    def arrays(self, sources: Any) -> tuple[Any, ...]:
        """In the kernel's order."""
        return (
            self.depth, self.paths, self.ratio, self.scores, sources, self.order, self.starts,
            self.levels, self.bits, self.marks, self.hubs, self.hub_starts, self.parts,
        )  # fmt: skip


@final
class Dependencies:
    """What every vertex got so far."""

    def __init__(
        self, graph: Graph, endpoints: bool, weighted: bool, device: Device, word: str | None
    ) -> None:
        self.graph, self.weighted, self.word = graph, weighted, word
        self.device, self.endpoints = device, np.float64(endpoints)
        self.there, self.watch = resident(graph, device), device.stopwatch()
        self.longer = 0.0
        self.room: Room | None = None
        self.kind = distance_type(graph) if weighted else np.dtype(np.int32)

    @property
    def seconds(self) -> float:
        """How long the device worked."""
        return self.watch.seconds + self.longer

    @property
    def totals(self) -> Array:
        """What every vertex got, on the host."""
        if self.room is None:
            return np.zeros(self.graph.num_vertices)
        scores = self.room.scores
        found: Array = self.device.download(scores.sum(axis=0) if len(scores) > 1 else scores[0])
        return found

    def add(self, sources: Array, advance: Callable[[int], Any]) -> None:
        """Add what the paths from these sources bring; `advance` hears of each that is done."""
        if len(sources) == 0:
            return
        kernel, teams = self._kernel(False), 1
        if not self.weighted:
            apart = self._kernel(True)
            teams = teams_for(self.graph, len(sources), apart.resident(self.device.threads))
            kernel = apart if teams > 1 else kernel
        room = self.room = Room(self.graph, self.device, teams)
        if not self.weighted:
            self._go(kernel, room, sources, None, np.int32(0), advance)
            return
        far = program_of(self.kind).combine.identity(self.kind)
        for i in range(len(sources)):
            distance = self._lengths(sources[i : i + 1], far)
            longest = self.device.download(distance[distance != far].max())
            refuse_lost_weights(self.graph, self.kind.type(longest))
            self._go(kernel, room, sources[i : i + 1], distance, self.kind.type(far), advance)

    def _kernel(self, apart: bool) -> Kernel:
        types, threads = self.there.types(self.weighted, True), self.device.threads
        return self.device.kernel(nests.brandes(types, str(self.kind), apart, threads), "brandes")

    def _lengths(self, members: Array, far: Any) -> Any:
        """Lengths of shortest paths from a source, on the device; `far` where none leads."""
        best = np.full(self.graph.num_vertices, far, self.kind)
        best[members] = 0
        program = program_of(self.kind)
        loop = engine.in_order(program, self.graph, best, members, None, far, None, self.word)
        self.longer += loop.seconds
        return loop.value[1]

    def _go(
        self, kernel: Kernel, room: Room, sources: Array, distance: Any, far: Any,
        advance: Callable[[int], Any],
    ) -> None:  # fmt: skip
        """Launches until every team is through with its sources."""
        teams, there = room.teams, self.device.upload(sources.astype(np.int64))
        known = np.zeros((teams, KNOWN), np.int64)
        known[:, TURN], known[:, PHASE] = np.arange(teams), COUNT_IN if self.weighted else BEGIN
        on_device = self.device.empty(known.shape, np.int64)
        done = 0
        while (known[:, TURN] < len(sources)).any():
            known[:, DONE] = known[:, TURN] >= len(sources)
            self.device.store(on_device, known)
            self._launch(kernel, room, there, distance, far, on_device)
            known = self.device.download(on_device)
            now = int(((known[:, TURN] - np.arange(teams)) // teams).sum())
            advance(now - done)
            done = now

    def _launch(
        self, kernel: Kernel, room: Room, sources: Any, distance: Any, far: Any, known: Any
    ) -> None:
        there, graph = self.there, self.graph
        weights = (there.weights, there.in_weights) if self.weighted else (None, None)
        teams, threads = room.teams, self.device.threads
        tallies = self.device.zeros(teams * TALLIES + 1, np.uint64)
        kernel.launch(
            teams if teams > 1 else kernel.resident(threads),
            threads,
            (
                there.offsets, there.heads, there.in_offsets, there.in_heads, *weights,
                np.int32(graph.num_vertices), np.int64(graph.num_arcs), distance, far,
                *room.arrays(sources), tallies, tallies[-1:].view(np.uint32), known,
                np.int64(len(sources)),
                np.int64(there.longest >= HUGE_ROW), np.int64(SLICE), self.endpoints,
                np.int64(room.most_hubs),
            ),
            together=True,
            watch=self.watch,
        )  # fmt: skip
