"""The loop of sweeps on a device: one launch runs all rounds, over rows by length."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, final

import numpy as np

from edgewise import progress
from edgewise.adjacency import Array
from edgewise.kernels.cpu import board as b
from edgewise.kernels.cuda import nests, sweep_nests
from edgewise.kernels.cuda.sweep_nests import WARP
from edgewise.places.cpu_loop import TRACE_ROWS
from edgewise.places.cpu_sweep import CODE, SETTLED
from edgewise.places.cuda_lengths import by_length
from edgewise.places.cuda_loop import SLICE
from edgewise.places.resident import resident

if TYPE_CHECKING:
    from edgewise.graph import Graph
    from edgewise.places.device import Device, Kernel
    from edgewise.program.sweep import SweepProgram


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
        rows = by_length(there, nest)
        blocks = max(1, min(kernel.resident(threads), -(-rows.turns // (threads // WARP))))
        value = device.upload(values)
        arguments = (
            there.in_offsets, there.in_heads, there.in_weights if weighted else None,
            *rows.arguments, value, device.empty((2, len(values)), value.dtype),
            device.empty(rows.parts, value.dtype),
            self._words.on_device("shared"), device.empty((blocks, 2), np.float64),
            self._words.on_device("state"), self._words.on_device("counters"),
            self._trace_there, np.int64(TRACE_ROWS), np.int64(CODE), np.int64(most),
            np.int64(SLICE), *self.arguments.values(),
        )  # fmt: skip
        with self._stage() as advance:
            self._launch(kernel, blocks, threads, arguments, most, advance)
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
