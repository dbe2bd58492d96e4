"""The loop of sweeps on a device: one launch runs all rounds, over work cut into equal pieces."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, final
from weakref import WeakKeyDictionary

import numpy as np

from edgewise import progress
from edgewise.adjacency import Array
from edgewise.kernels.cpu import board as b
from edgewise.kernels.cuda import nests, sweep_nests
from edgewise.places.cpu_loop import TRACE_ROWS
from edgewise.places.cpu_sweep import CODE, SETTLED
from edgewise.places.cuda_loop import SLICE
from edgewise.places.resident import Resident, resident

if TYPE_CHECKING:
    from edgewise.graph import Graph
    from edgewise.places.device import Device, Kernel
    from edgewise.program.sweep import SweepProgram

WARP, LEAST, MOST, TURNS = 32, 256, 2048, 8
"""Arcs and rows of a piece: between these, and so few that each warp has some turns."""

_cuts: WeakKeyDictionary[Resident, dict[int, Any]] = WeakKeyDictionary()


@final
class CudaSweepLoop:
    """One run of a sweep."""

    seconds_a_tick = 1e-9

    def __init__(
        self, program: SweepProgram, graph: Graph, arguments: dict[str, Any], device: Device
    ) -> None:
        self.program, self.graph, self.device = program, graph, device
        self.there = resident(graph, device)
        self.arguments = {
            name: device.upload(one) if np.ndim(one) else np.asarray(one)[()]
            for name, one in arguments.items()
        }
        self._words = _Words(device, np.dtype(sweep_nests.real(program)))
        self.state, self.shared = self._words.state, self._words.shared
        self.trace = np.zeros((TRACE_ROWS, b.TRACE_WORDS), np.int64)
        self._trace_there = device.empty((TRACE_ROWS, b.TRACE_WORDS), np.int64)
        self.seconds = 0.0

    def run(self, values: Any, weighted: bool, most: int) -> None:
        """Rounds until settled or `most` were done."""
        device, there = self.device, self.there
        types = there.types(weighted, counts_in=False)
        nest = sweep_nests.sweep(self.program, types, nests.words(self.arguments), device.threads)
        kernel, threads = device.kernel(nest, "sweep"), device.threads
        work = _Work(self.graph, kernel.resident(threads), threads)
        value = device.upload(values)
        arguments = (
            there.in_offsets, there.in_heads, there.in_weights if weighted else None,
            work.cuts(device.kernel(nest, "cut"), there, device), *work.sizes, value,
            device.empty((2, work.n), value.dtype), device.empty((2, work.pieces), value.dtype),
            self._words.on_device("shared"), device.empty((work.blocks, 2), np.float64),
            self._words.on_device("state"), self._words.on_device("counters"),
            self._trace_there, np.int64(TRACE_ROWS), np.int64(CODE), np.int64(most),
            np.int64(SLICE), *self.arguments.values(),
        )  # fmt: skip
        with self._stage() as advance:
            self._launch(kernel, work.blocks, threads, arguments, most, advance)
        if value is not values:
            values[...] = device.download(value)

    def rows(self) -> Array:
        """The trace so far."""
        return self.trace[: self.state[b.ROWS]].copy()

    @property
    def rounds(self) -> int:
        """How many rounds were done."""
        return int(self.state[b.ROUND])

    @property
    def settled(self) -> bool:
        """Whether the program itself found that it was done."""
        return bool(self.state[b.DONE] == SETTLED)

    def _stage(self) -> AbstractContextManager[Any]:
        return progress.stage(f"rounds of {self.program.name}", 0)

    def _launch(
        self, kernel: Kernel, blocks: int, threads: int, arguments: Any, most: int, advance: Any
    ) -> None:
        """Launches of a slice of time each, until there is no other round."""
        watch = self.device.stopwatch()
        while self.rounds < most and not self.settled:
            told, row = self.rounds, int(self.state[b.ROWS])
            self._words.send()
            kernel.launch(blocks, threads, arguments, together=True, watch=watch)
            self._words.fetch()
            last = int(self.state[b.ROWS])
            if last > row:
                self.trace[row:last] = self.device.download(self._trace_there[row:last])
            advance(self.rounds - told)
        self.seconds += watch.seconds


@final
class _Words:
    """A sweep's few numbers in one array, so that one copy takes them there, and one back."""

    def __init__(self, device: Device, real: np.dtype[Any]) -> None:
        self._device, self._real = device, real
        self._parts = {"state": slice(0, b.STATE_WORDS)}
        for name, size in (("counters", 8), ("shared", real.itemsize)):
            begin = max(part.stop for part in self._parts.values())
            self._parts[name] = slice(begin, begin + size)
        self._host = np.zeros(self._parts["shared"].stop, np.int64)
        self._there = device.empty(len(self._host), np.int64)
        self.state, self.shared = self._of(self._host, "state"), self._of(self._host, "shared")

    def on_device(self, name: str) -> Any:
        """The device's numbers of a part."""
        return self._of(self._there, name)

    def send(self) -> None:
        """There; nobody has come to a barrier yet."""
        self._host[self._parts["counters"]] = 0
        self._device.store(self._there, self._host)

    def fetch(self) -> None:
        """And back."""
        self._host[:] = self._device.download(self._there)

    def _of(self, words: Any, name: str) -> Any:
        kinds = {"state": np.int64, "counters": np.uint32, "shared": self._real}
        return words[self._parts[name]].view(kinds[name])


@final
class _Work:
    """How a graph's arcs and rows are cut into pieces for so many blocks, and how many are used."""

    def __init__(self, graph: Graph, blocks: int, threads: int) -> None:
        self.n, self.m = graph.num_vertices, graph.num_arcs
        warps, amount = threads // WARP, self.n + self.m
        self.size = LEAST
        while self.size < MOST and amount > self.size * warps * blocks * TURNS:
            self.size *= 2
        self.pieces = -(-amount // self.size)
        self.blocks = max(1, min(blocks, -(-self.pieces // warps)))

    @property
    def sizes(self) -> tuple[np.int64, ...]:
        """Vertices, arcs, the size of a piece, how many there are: as kernels take them."""
        return tuple(map(np.int64, (self.n, self.m, self.size, self.pieces)))

    def cuts(self, kernel: Kernel, there: Resident, device: Device) -> Any:
        """The row in which each piece begins; found once for a graph, and kept with it."""
        known = _cuts.setdefault(there, {})
        if self.size not in known:
            cuts = device.empty(self.pieces + 1, np.int32)
            blocks = -(-len(cuts) // device.threads)
            kernel.launch(blocks, device.threads, (there.in_offsets, *self.sizes, cuts))
            known[self.size] = cuts
        return known[self.size]
