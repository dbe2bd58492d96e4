"""Frontiers that stay on a device: rows or bits there, and how many, where the device counted them.

What is found by a call waits there for the next one: nothing is copied, and nobody waits, until the
host asks who they are, or how many.
"""

from __future__ import annotations

import weakref
from functools import lru_cache
from typing import TYPE_CHECKING, Any, final

import numpy as np

from edgewise.adjacency import Array
from edgewise.frontier import held_of, keep
from edgewise.kernels.cuda import operator_nests as nests
from edgewise.places.resident import Resident, resident

if TYPE_CHECKING:
    from edgewise.frontier import Frontier
    from edgewise.graph import Graph
    from edgewise.kernels.cuda.nests import Types
    from edgewise.places.device import Device

_whole = lru_cache(maxsize=64)(np.int64)
COUNTERS = 256
"""Counters that are cleared together: each call takes one of its own."""
FOUND, OUT, WALKED = 0, 2, 3
"""What a counter's words count; queue.cuh has the same."""
FEW, EPOCHS = 4096, 1 << 20


@final
class Held:
    """The members of a frontier on a device."""

    __slots__ = ("_count", "_out", "array", "counter", "device", "form", "narrow", "once")

    def __init__(
        self,
        device: Device,
        form: str,
        array: Any,
        narrow: bool,
        counter: Any = None,
        count: int | None = None,
        out: int | None = None,
        once: bool = True,
    ) -> None:
        self.device, self.form, self.array, self.counter = device, form, array, counter
        self.narrow, self.once = narrow, once
        self._count, self._out = count, out

    def _ask(self) -> None:
        counted = self.device.download(self.counter)
        self._count, self._out = int(counted[FOUND]), int(counted[OUT])

    @property
    def known(self) -> int | None:
        """How many they are, where the host knows."""
        return self._count

    @property
    def size(self) -> int:
        """How many they are; waits for the device where it has not been asked before."""
        if self._count is None:
            self._ask()
        assert self._count is not None
        return self._count

    @property
    def degree_sum(self) -> int | None:
        """How many arcs leave them, where that was counted."""
        if self._out is None and self.counter is not None:
            self._ask()
        return self._out

    def arguments(self) -> tuple[Any, Any, Any, Any]:
        """What kernels take: a list or None, bits or None, a counter or None, a count."""
        rows = self.array if self.form == "list" else None
        bits = self.array if self.form == "bitmap" else None
        counter = self.counter if self._count is None else None
        return rows, bits, counter, _whole(self._count or 0)

    def positions(self, edges: bool) -> Array:
        """A list's members, on the host."""
        first = self.device.download(self.array[: self.size, 0])
        if self.narrow or edges:
            return np.asarray(first, np.int64)
        return np.asarray(first & 0xFFFFFFFF, np.int64)

    def words(self, universe: int) -> Array:
        """A bitmap, as the host has it."""
        words = -(-universe // 32)
        padded = np.zeros(-(-universe // 64) * 2, np.uint32)
        padded[:words] = self.device.download(self.array[:words])
        return padded.view(np.uint64)


@final
class Claims:
    """Bits that say who was found in a call; those of the call before are cleared meanwhile."""

    def __init__(self, device: Device, universe: int) -> None:
        words = -(-universe // 32)
        self.bits = [device.zeros(words, np.uint32) for _ in range(2)]
        self.old: tuple[Any, Any, Any] = (None, None, np.int64(0))

    def arguments(self) -> tuple[Any, ...]:
        """Clear bits, those to be cleared, and whose they are."""
        return (*self.bits, *self.old)

    def taken(self, members: Any, counter: Any, count: Any) -> None:
        """These were claimed: with the next call they go."""
        self.bits.reverse()
        self.old = (members, counter, count)


@final
class Desk:
    """What operators keep on a device for a graph, from call to call."""

    def __init__(self, graph: Graph, device: Device) -> None:
        self._there = weakref.ref(resident(graph, device))
        self.device, self.narrow = device, self.there.narrow
        self.universes = (graph.num_vertices, graph.num_arcs)
        self.sizes = (np.int32(graph.num_vertices), np.int64(graph.num_arcs))
        self.known: dict[Any, Any] = {}
        """Kernels that calls were made with before, by what they were."""
        self._claims: dict[bool, Claims] = {}
        self._types: dict[tuple[bool, bool], Types] = {}
        self._counters: list[Any] = []
        self._told, self._epoch = device.zeros(1, np.uint64), 0

    @property
    def there(self) -> Resident:
        """The graph on the device."""
        there = self._there()
        assert there is not None
        return there

    def types(self, weighted: bool, counts_in: bool = False) -> Types:
        """The types of the graph's arrays."""
        key = (weighted, counts_in)
        if key not in self._types:
            self._types[key] = self.there.types(weighted, counts_in)
        return self._types[key]

    def claims(self, edges: bool) -> Claims:
        """Who of all vertices or arcs was found."""
        if edges not in self._claims:
            self._claims[edges] = Claims(self.device, self.universes[edges])
        return self._claims[edges]

    def counter(self) -> Any:
        """Eight words of zeros."""
        if not self._counters:
            block = self.device.zeros((COUNTERS, 8), np.uint64)
            self._counters = [block[i] for i in range(COUNTERS)]
        return self._counters.pop()

    def told(self, tiles: int) -> tuple[Any, Any]:
        """A word for each tile of a filter, and the call's number, which tells old words."""
        if tiles > len(self._told) or self._epoch >= EPOCHS:
            self._told, self._epoch = self.device.zeros(max(tiles, FEW), np.uint64), 0
        self._epoch += 1
        return self._told, np.int64(self._epoch)

    def rows(self, length: int) -> Any:
        """Room for a list."""
        return self.device.empty((max(length, 1), 4), self.there.arc_type)

    def bits(self, edges: bool) -> Any:
        """Room for a bitmap."""
        return self.device.empty(max(1, -(-self.universes[edges] // 32)), np.uint32)

    def launch(
        self, key: str, edges: bool, arguments: tuple[Any, ...], blocks: int | None = None
    ) -> None:
        """One of the kernels that bring frontiers into other forms."""
        nest = nests.forms(edges, self.types(False), self.device.threads)
        kernel = self.device.kernel(nest, key)
        threads = self.device.threads
        kernel.launch(blocks or kernel.resident(threads), threads, arguments)

    def held(self, frontier: Frontier, edges: bool) -> Held:
        """A frontier's members on this device; brought here if they are not."""
        held = held_of(frontier)
        if held is None or held.device is not self.device:
            brought = self._brought(frontier, edges)
            if held is None:
                keep(frontier, brought)
            return brought
        return held

    def _brought(self, frontier: Frontier, edges: bool) -> Held:
        size, device = frontier.size, self.device
        if frontier.form == "all":
            return Held(device, "all", None, self.narrow, count=size)
        if frontier.form == "bitmap":
            bits = device.upload(frontier.words().view(np.uint32))
            return Held(device, "bitmap", bits, self.narrow, count=size)
        there, rows = self.there, self.rows(size)
        kind = there.arc_type if edges else there.heads.dtype
        numbers = device.upload(frontier.positions().astype(kind))
        self.launch("fill_rows", edges, (there.offsets, there.heads, numbers, np.int64(size), rows))
        return Held(device, "list", rows, self.narrow, count=size, once=size < 2)

    def listed(self, held: Held, edges: bool) -> Held:
        """The same members as a list; in no order where they were none."""
        if held.form == "list":
            return held
        bits, there = held.array, self.there
        if held.form == "all":
            bits = self.device.full(-(-self.universes[edges] // 32), 0xFFFFFFFF, np.uint32)
            spare = self.universes[edges] % 32
            if spare:
                self.device.store(bits[-1:], np.array([(1 << spare) - 1], np.uint32))
        size, counter = held.size, self.counter()
        words, rows = np.int64(-(-self.universes[edges] // 32)), self.rows(size)
        self.launch("spread", edges, (there.offsets, there.heads, bits, words, rows, counter[:1]))
        return Held(self.device, "list", rows, self.narrow, count=size)

    def marked(self, held: Held, edges: bool) -> Any:
        """The members as bits."""
        words = -(-self.universes[edges] // 32)
        if held.form == "bitmap":
            return held.array
        if held.form == "all":
            return self.device.full(words, 0xFFFFFFFF, np.uint32)
        bits = self.device.zeros(words, np.uint32)
        rows, _, counter, count = held.arguments()
        self.launch("mark", edges, (rows, counter, count, bits))
        return bits


_desks: weakref.WeakKeyDictionary[Resident, Desk] = weakref.WeakKeyDictionary()


def desk(graph: Graph, device: Device) -> Desk:
    """What operators keep for this graph on this device; it goes with the graph's arrays there."""
    there = resident(graph, device)
    found = _desks.get(there)
    if found is None:
        found = _desks[there] = Desk(graph, device)
    return found
