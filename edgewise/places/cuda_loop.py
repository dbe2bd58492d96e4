"""A loop on a device: its arrays, its nests, and the launches that run its rounds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, final

import numpy as np

from edgewise import progress
from edgewise.adjacency import Array
from edgewise.kernels.cpu import board as b
from edgewise.kernels.cuda import nests
from edgewise.places.cpu_loop import TRACE_ROWS, in_nests
from edgewise.places.resident import resident
from edgewise.schedule.controllers import Controller
from edgewise.schedule.schedule import Schedule

if TYPE_CHECKING:
    from edgewise.graph import Graph
    from edgewise.places.device import Device, Stopwatch
    from edgewise.program.vertex import VertexProgram

SLICE = 200_000_000
"""Nanoseconds after which a launch ends at the next round, so that Ctrl-C is heard."""
OPTIONS, MEMORY, KNOWN, COUNTERS = 64, 32, 80, 33
SPARSE = 8
"""Arcs a vertex below which a graph's rounds are small; kernels/cuda/graph.cuh has the same."""
REALS = ("facts", "memory")
TICKS, PASSED = 25, 26
"""Where the state counts ticks and nanoseconds; kernels/cuda/board.cuh has the same."""


@final
class Board:
    """A loop's numbers in one array of words, so that one copy takes them there, and one back."""

    def __init__(self, device: Device) -> None:
        sizes = {
            "state": b.STATE_WORDS, "facts": b.FACTS_WORDS, "memory": MEMORY, "options": OPTIONS,
            "counters": COUNTERS, "known": KNOWN,
        }  # fmt: skip
        self.host, self.parts, at = np.zeros(sum(sizes.values()), np.int64), {}, 0
        for name, size in sizes.items():
            self.parts[name] = slice(at, at + size)
            at += size
        self.device, self.there = device, device.empty(len(self.host), np.int64)

    def part(self, name: str) -> Array:
        """The host's numbers of a part."""
        words = self.host[self.parts[name]]
        return words.view(np.float64) if name in REALS else words

    def on_device(self, name: str) -> Any:
        """The device's numbers of a part."""
        words = self.there[self.parts[name]]
        return words.view(np.float64) if name in REALS else words

    def send(self) -> None:
        self.device.store(self.there, self.host)

    def fetch(self) -> None:
        self.host[:] = self.device.download(self.there)


@final
class CudaLoop:
    """One run's state, and how to advance it."""

    def __init__(
        self,
        program: VertexProgram,
        graph: Graph,
        options: Sequence[Schedule],
        arguments: dict[str, Any],
        device: Device,
        in_edges: bool,
        family: str,
    ) -> None:
        self.program, self.graph, self.options = program, graph, list(options)
        self.device, self.family, self.in_edges = device, family, in_edges
        self.there = resident(graph, device)
        self.arguments = {
            name: device.upload(one) if np.ndim(one) else np.asarray(one)[()]
            for name, one in arguments.items()
        }
        n, words = graph.num_vertices, -(-graph.num_vertices // 32)
        self.lists = device.empty((2, n + 1, 4), self.there.arc_type)
        self.bits, self.claims = (
            device.empty((2, words), np.uint32),
            device.zeros((2, words) if family == "relax" else 1, np.uint32),
        )
        self.board = Board(device)
        self.state, self.facts = self.board.part("state"), self.board.part("facts")
        self.trace = np.zeros((TRACE_ROWS, b.TRACE_WORDS), np.int64)
        self.rows_there = device.empty((TRACE_ROWS, b.TRACE_WORDS), np.int64)
        self.state[b.UNTOUCHED], self.facts[b.F_OPTIONS] = graph.num_arcs, len(self.options)
        self.hasty = any(one.synchrony == "async" for one in options)
        self.seconds = 0.0

    def fill(self, fields: tuple[Any, ...], members: Array | None) -> None:
        """The vertices' fields, and who is active at first (None: whoever turns out to be)."""
        state, graph = self.state, self.graph
        copies = {id(one): self.device.upload(one) for one in fields}
        self.host, self.fields = fields, tuple(copies[id(one)] for one in fields)
        n = graph.num_vertices
        if self.family == "uniform":
            everybody = np.full(-(-n // 32), ~np.uint32(0))
            if n % 32:
                everybody[-1] = (1 << n % 32) - 1
            self.open = self.device.upload(everybody)
        if members is None:
            state[b.ACTIVE], state[b.OUT] = n, graph.num_arcs
            state[b.IN], state[b.FORM] = graph.num_arcs, 2
            return
        begins, degrees = self.there.spans(members)
        state[b.ACTIVE], state[b.OUT] = len(members), int(degrees.sum())
        self.device.store(self.lists[0, : len(members)], self._listed(members, begins, degrees))
        if self.in_edges:
            state[b.IN] = int(self.there.spans(members, inward=True)[1].sum())

    def _listed(self, members: Array, begins: Array, degrees: Array) -> Array:
        """Members as kernels list them: v, degree, first arc, first of all listed arcs."""
        starts = np.cumsum(degrees) - degrees
        if self.there.narrow:
            columns = (members, degrees, begins, starts)
            return np.stack(columns, axis=1).astype(np.int32)
        both = members | degrees << 32
        return np.stack((both, begins, starts, starts), axis=1).astype(np.int64)

    def go_on(self, most: int) -> None:
        """More rounds, as the controller of before has it, until `most` were done in all."""
        self.run(self.controller, most)

    @property
    def active(self) -> int:
        """How many vertices have something to tell."""
        return int(self.state[b.ACTIVE])

    def run(self, controller: Controller, most: int) -> None:
        """Rounds until nobody is active or `most` were done; fields of the host are written."""
        self.controller = controller
        in_nests(self, controller, most)
        for host, field in zip(self.host, self.fields, strict=True):
            if isinstance(host, np.ndarray) and host is not field:
                host[...] = self.device.download(field)

    def rows(self) -> Array:
        """The trace so far."""
        return self.trace[: self.state[b.ROWS]].copy()

    @property
    def rounds(self) -> int:
        """How many rounds were done."""
        return int(self.state[b.ROUND])

    @property
    def seconds_a_tick(self) -> float:
        """How long a tick of the trace's clock took, measured while the loop ran."""
        passed, ticked = int(self.state[PASSED]), int(self.state[TICKS])
        return passed * 1e-9 / max(1, ticked)

    def enter(
        self,
        balances: tuple[str | None, str | None],
        rule: Any,
        options: Sequence[Schedule],
        memory: Array,
        most: int,
    ) -> None:
        weighted = self.graph.is_weighted and self.family != "uniform"
        nest = nests.loop(
            self.program, self.family, balances, rule,
            self.there.types(weighted, self.in_edges), nests.words(self.arguments), self.hasty,
            self.device.threads,
        )  # fmt: skip
        kernel = self.device.kernel(nest, "loop")
        self.board.part("options")[: len(options)] = [one.code for one in options]
        self.board.part("memory")[: len(memory)] = memory
        threads = self.device.threads
        blocks = self._blocks(kernel.resident(threads))
        watch, told = self.device.stopwatch(), 0
        with self._stage() as advance:
            while self.active and self.rounds < most:
                self._launch(kernel, blocks, threads, most, bool(balances[1]), watch)
                advance(self.rounds - told)
                told = self.rounds
        memory[:] = self.board.part("memory")[: len(memory)]
        self.seconds += watch.seconds

    def _blocks(self, resident: int) -> int:
        """How many blocks run: half of them where vertices have few arcs.

        Such graphs have many small rounds, and fewer blocks meet sooner.
        """
        sparse = self.graph.num_arcs < SPARSE * self.graph.num_vertices
        return -(-resident // 2) if sparse else resident

    def _stage(self) -> Any:
        return progress.stage(f"rounds of {self.program.name}", 0)

    def _launch(
        self, kernel: Any, blocks: int, threads: int, most: int, pulls: bool, watch: Stopwatch
    ) -> None:
        """Rounds until a slice of time is over."""
        row, there, board = int(self.state[b.ROWS]), self.there, self.board
        self.board.part("counters")[:] = 0
        board.send()
        n, m = np.int32(self.graph.num_vertices), np.int64(self.graph.num_arcs)
        inward = self.in_edges
        weighted = self.graph.is_weighted and self.family != "uniform"
        value, *more = self.fields[:3]
        buffer, sent = (*more, None, None)[:2]
        kernel.launch(
            blocks,
            threads,
            (
                there.offsets, there.heads,
                there.in_offsets if inward else None, there.in_heads if inward else None,
                there.weights if weighted else None,
                there.in_weights if weighted and inward else None,
                there.in_arcs if pulls and self.program.reads_arcs else None,
                n, m, value, buffer, sent, self.open if self.family == "uniform" else None,
                there.prominent if self.family == "uniform" and pulls else None,
                self.lists, self.bits, self.claims,
                board.on_device("counters"), board.on_device("counters")[32:].view(np.uint32),
                board.on_device("state"), board.on_device("facts"), board.on_device("memory"),
                board.on_device("options"), self.rows_there, board.on_device("known"),
                np.int64(TRACE_ROWS), np.int64(most), np.int64(SLICE),
                *self.arguments.values(),
            ),
            together=True,
            watch=watch,
        )  # fmt: skip
        board.fetch()
        last = int(self.state[b.ROWS])
        if last > row:
            self.trace[row:last] = self.device.download(self.rows_there[row:last])
