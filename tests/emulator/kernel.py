"""Kernels of the emulated device: found in the text of a nest, called with checked arguments."""

from __future__ import annotations

import ctypes
import re
import threading
from collections.abc import Sequence
from typing import Any, final

import numpy as np

from edgewise.kernels.cuda.bind import Nest
from edgewise.places.device import Kernel, Stopwatch
from tests.emulator import libraries, memory, slots

KERNEL = re.compile(
    r'extern\s+"C"\s+__global__\s+(?:__launch_bounds__\(([^;{]*?)\)\s+)?void\s+'
    r"(?:__launch_bounds__\(([^;{]*?)\)\s+)?(\w+)\s*\("
)
MOST_THREADS = 1024
FAULT = 4
_one_launch = threading.Lock()


class KernelError(AssertionError):
    """What a kernel did wrong: it waits for ever, touches what is not its own, breaks a rule."""


class _Parameter(ctypes.Structure):
    _fields_ = tuple((n, ctypes.c_int) for n in ("letter", "size", "inner_letter", "inner_size"))


@final
class Library:
    """A nest, built: its kernels by name, and its functors."""

    def __init__(self, nest: Nest) -> None:
        found = {name: (one or two or "") for one, two, name in KERNEL.findall(nest.source)}
        ends = [f"EMULATED_KERNEL({name}, {_most(bound)})" for name, bound in found.items()]
        text = "\n".join([nest.source, '#line 1 "ends"', *slots.definitions(nest), *ends, ""])
        self.names, self._functors = tuple(found), slots.functors(nest)
        self.loaded, self.file = libraries.loaded(text)

    def symbol(self, name: str) -> int:
        """The address of one of its functions."""
        return ctypes.cast(getattr(self.loaded, name), ctypes.c_void_p).value or 0

    def fill(self) -> None:
        """Put this nest's functors in: another nest of the same text may have put in its own."""
        for name, functor in self._functors.items():
            place = ctypes.c_void_p.in_dll(self.loaded, f"emulated_slot_{name}")
            place.value = functor.address

    def parameters(self, name: str) -> list[Any]:
        """The types that a kernel takes."""
        room = (_Parameter * 64)()
        return list(room[: getattr(self.loaded, f"emulated_parameters_{name}")(room, 64)])


def _most(bound: str) -> str:
    """How many threads a kernel's launch bounds allow."""
    return bound.split(",")[0] or str(MOST_THREADS)


@final
class EmulatedKernel(Kernel):
    """One kernel of a nest."""

    def __init__(self, device: Any, library: Library, name: str) -> None:
        if name not in library.names:
            raise KeyError(f"no kernel {name}; there are {', '.join(library.names)}")
        self.device, self.library, self.name = device, library, name
        self.parameters = library.parameters(name)
        self.most_threads = getattr(library.loaded, f"emulated_bound_{name}")()
        self._call = library.symbol(f"emulated_call_{name}")
        self._touch = library.symbol("emulated_touch_shared")

    def resident(self, threads: int) -> int:
        """The same for every kernel."""
        return self.device.blocks

    def launch(
        self,
        blocks: int,
        threads: int,
        arguments: Sequence[Any],
        *,
        together: bool = False,
        watch: Stopwatch | None = None,
    ) -> None:
        """Run it to its end."""
        self._check_shape(blocks, threads, together)
        if len(arguments) != len(self.parameters):
            raise TypeError(
                f"{self.name}() takes {len(self.parameters)} arguments, not {len(arguments)}"
            )
        given = [self._packed(i, one) for i, one in enumerate(arguments)]
        pointers = (ctypes.c_void_p * (len(given) or 1))(*(one.ctypes.data for one in given))
        workers = blocks if together else min(blocks, self.device.workers)
        outcome = libraries.Outcome()
        if watch is not None:
            watch.start()
        with _one_launch:
            self.library.fill()
            libraries.runtime().emulated_launch(
                self._call, self._touch, pointers, blocks, threads, workers,
                self.device.next_seed(), self.device.patience, self.device.limit,
                ctypes.byref(outcome),
            )  # fmt: skip
        if watch is not None:
            watch.stop()
        self._report(outcome)

    def _check_shape(self, blocks: int, threads: int, together: bool) -> None:
        most = min(self.most_threads, MOST_THREADS)
        if not 1 <= threads <= most:
            raise ValueError(f"{self.name}: threads={threads}: expected 1 to {most}")
        if not 1 <= blocks < 1 << 31:
            raise ValueError(f"{self.name}: blocks={blocks}: expected 1 or more")
        if together and blocks > self.resident(threads):
            most = self.resident(threads)
            raise ValueError(f"{self.name}: {blocks} blocks together, where {most} are resident")

    def _packed(self, i: int, given: Any) -> np.ndarray:
        """An argument's bytes as the kernel takes them."""
        wanted = self.parameters[i]
        if chr(wanted.letter) == "p":
            return np.array([self._address(i, given)], np.uint64)
        if not isinstance(given, np.generic):
            raise TypeError(f"{self.name}: argument {i} is {given!r}: expected a NumPy number")
        kind = given.dtype.kind
        if (kind, given.dtype.itemsize) != (chr(wanted.letter), wanted.size):
            told = f"expected {chr(wanted.letter)}{wanted.size}"
            raise TypeError(f"{self.name}: argument {i} is {given.dtype}: {told}")
        return np.array([given])

    def _address(self, i: int, given: Any) -> int:
        """Where an array lies; of a type as wide as the kernel's, or bytes; 0 for None."""
        if given is None:
            return 0
        if not isinstance(given, np.ndarray) or not given.flags.c_contiguous:
            raise TypeError(f"{self.name}: argument {i}: expected an array, contiguous: {given!r}")
        wanted, kind = self.parameters[i], given.dtype
        letter = chr(wanted.inner_letter)
        fits = kind.itemsize == wanted.inner_size and (kind.kind == "f") == (letter == "f")
        if not fits and letter not in "sv" and kind != np.uint8:
            told = f"expected {letter}{wanted.inner_size}"
            raise TypeError(f"{self.name}: argument {i} is an array of {kind}: {told}")
        if given.size and not self.device.owns(given) and self.device.strict:
            raise TypeError(
                f"{self.name}: argument {i} is an array of the host, or was made past the device: "
                "every allocation comes through it (or set device.strict = False)"
            )
        return int(given.ctypes.data)

    def _report(self, outcome: libraries.Outcome) -> None:
        """Raise what the launch did wrong."""
        said = bytes(outcome.message).decode(errors="replace")
        if outcome.code == FAULT:
            near = f", {memory.near(outcome.address)[1]}" if "touched" in said else ""
            said += f"{near}; at {self._line(outcome.instruction)}"
        if outcome.code:
            raise KernelError(f"{self.name}: {said}")
        if told := memory.overrun():
            raise KernelError(f"{self.name} {told}")

    def _line(self, place: int | None) -> str:
        """The line of source that an instruction comes from."""
        ours, start = (libraries.runtime().emulated_base(one) for one in (self._touch, place))
        return libraries.line_of(self.library.file, place - start) if ours == start else "a functor"
