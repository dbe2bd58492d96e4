"""Threads that take turns by lot: the kernels' own source, switched at any access to shared memory.

A race shows once in thousands of runs on real threads. Here the JIT is off, so kernels are plain
Python; of the threads of a team one runs at a time, and at each read or write it may lose its turn
to another. Lots are drawn from a seed, so what fails, fails again. Every access is checked too: an
index outside of an array, or below nothing, ends the run.

    NUMBA_DISABLE_JIT=1 python -m tests.interleaved 500
"""

from __future__ import annotations

import os
import random
import sys
import threading
from collections.abc import Callable
from typing import Any

import numpy as np

from edgewise.kernels.cpu import plain_atomics

ATOMICS = (*("add", "arrive", "lesser", "greater", "either", "exchange", "cas", "load", "store"),)
PATIENCE = 400_000
"""So many turns, and a run counts as one that never ends."""


class Lottery:
    """Who of the threads runs."""

    def __init__(self) -> None:
        self.alive: dict[int, threading.Semaphore] = {}
        self.held, self.failed, self.turns = False, None, 0

    def begin(self, seed: int) -> None:
        self.dice, self.failed, self.turns = random.Random(seed), None, 0
        self.odds = self.dice.choice((0.02, 0.1, 0.4))

    def turn(self) -> None:
        """A shared access: perhaps another goes first."""
        if self.alive and not self.held and self.dice.random() < self.odds:
            self.switch()

    def switch(self) -> int:
        """Another goes first."""
        self.turns += 1
        if self.turns > PATIENCE:
            self.failed = self.failed or TimeoutError("the team never comes to an end")
        if self.failed:
            raise self.failed
        me = threading.get_ident()
        others = [one for one in self.alive if one != me]
        if others:
            self.alive[self.dice.choice(others)].release()
            self.alive[me].acquire()
        if self.failed:
            raise self.failed
        return 0

    def play(self, tasks: list[Callable[[], None]]) -> None:
        """Run these, one at a time, to their ends."""
        ready = threading.Barrier(len(tasks) + 1)

        def one(task: Callable[[], None]) -> None:
            me = threading.get_ident()
            self.alive[me] = threading.Semaphore(0)
            ready.wait()
            self.alive[me].acquire()
            try:
                task()
            except BaseException as error:
                self.failed = self.failed or error
            del self.alive[me]
            if self.alive:
                next(iter(self.alive.values())).release()

        threads = [threading.Thread(target=one, args=(task,)) for task in tasks]
        for thread in threads:
            thread.start()
        ready.wait()
        next(iter(self.alive.values())).release()
        for thread in threads:
            thread.join()
        if self.failed:
            raise self.failed


LOTTERY = Lottery()


class Watched:
    """An array that is shared: its accesses are checked, and are where turns change."""

    def __init__(self, array: Any) -> None:
        self.array, self.size, self.dtype = array, array.size, array.dtype
        self.shape = array.shape

    def __len__(self) -> int:
        return len(self.array)

    def _at(self, index: Any) -> Any:
        several = index if isinstance(index, tuple) else (index,)
        for i, length in zip(several, self.shape, strict=False):
            if not 0 <= i < length:
                raise IndexError(f"{index} of an array of {self.shape}")
        LOTTERY.turn()
        return index

    def __getitem__(self, index: Any) -> Any:
        found = self.array[self._at(index)]
        return Watched(found) if isinstance(found, np.ndarray) else found

    def __setitem__(self, index: Any, value: Any) -> None:
        self.array[self._at(index)] = value


def whole(operate: Callable[..., Any]) -> Callable[..., Any]:
    """An atomic in whose midst nobody loses his turn."""

    def run(*arguments: Any) -> Any:
        LOTTERY.turn()
        LOTTERY.held = True
        try:
            return operate(*arguments)
        finally:
            LOTTERY.held = False

    return run


for name in ATOMICS:
    setattr(plain_atomics, name, whole(getattr(plain_atomics, name)))
plain_atomics.relax = plain_atomics.yield_core = LOTTERY.switch
plain_atomics.sleep = lambda microseconds: LOTTERY.switch()


def watched(argument: Any) -> Any:
    if isinstance(argument, np.ndarray):
        return Watched(argument)
    return tuple(map(watched, argument)) if isinstance(argument, tuple) else argument


def together(kernel: Any, arguments: tuple[Any, ...], threads: int, **_: Any) -> None:
    """Stands for `gang.together`."""
    sync, shared = Watched(np.zeros(64, np.int64)), watched(arguments)

    def task(me: int) -> Callable[[], None]:
        return lambda: kernel(me, threads, sync, *shared)

    LOTTERY.play([task(me) for me in range(threads)])


def attempt(seed: int) -> None:
    """One program or algorithm on one small graph with one way to walk it, drawn from the seed."""
    from tests.zoo import Animal

    dice = random.Random(seed)
    n = dice.randint(1, 7)
    pairs = [(dice.randrange(n), dice.randrange(n)) for _ in range(dice.randint(0, 3 * n))]
    drawn = np.array([dice.randrange(9) for _ in pairs])
    LOTTERY.begin(seed)

    def graph(kind: Any) -> Any:
        weights: Any = None if kind is None else drawn.astype(kind)
        return Animal("drawn", n, pairs, dice.random() < 0.5, weights).graph()

    if dice.random() < 0.4:
        run_algorithm(dice, graph(dice.choice((None, np.int64, np.float64))))
    else:
        run_program(dice, graph)


def run_algorithm(dice: random.Random, g: Any) -> None:
    """An algorithm in one of its variants, on one of its schedules."""
    from tests import found

    name = dice.choice(list(found.found()))
    how = dice.choice(found.variants(name))
    way = dice.choice([one for one in found.ways(name, g, how) if found.is_taken(name, one, g)])
    legal = found.legal(name, how) if found.takes_schedules(name) else []
    if legal and dice.random() < 0.7 and "depth_limit" not in way and "delta" not in way:
        way = {**way, "schedule": dice.choice(legal)}
    found.judge(name, g, way)


def run_program(dice: random.Random, graph: Callable[[Any], Any]) -> None:
    """A program of tests/programs.py, compared with the reference."""
    from tests.lots import Lots, walkable
    from tests.programs import PLAIN, TRIALS

    trial = {**TRIALS, **PLAIN}[dice.choice([*TRIALS, *PLAIN])]
    g = graph(trial.weights)
    how: dict[str, Any] = {"schedule": dice.choice(walkable(trial.program))}
    if dice.random() < 0.3:
        words = dice.choice(((), ("sync",)))
        how = {"controller": Lots(dice.randrange(1000), words)}
    values, trace = trial.run(g, **how)
    expected, active = trial.defined(g)
    assert trial.agrees(values, expected), (trial.program, g.to_edges(), how, values, expected)
    if not trial.program.residual and "async" not in "".join(trace.schedules):
        listed = [row["active"] for row in trace]
        assert listed == active, (trial.program, g.to_edges(), how, listed, active)


def prepare() -> None:
    """Put the lottery where the library has its gangs, and tiny constants into its loops."""
    from edgewise import engine
    from edgewise.kernels.cpu import bins, components, nests, team
    from edgewise.places import (
        cpu_betweenness,
        cpu_components,
        cpu_loop,
        cpu_ordered,
        cpu_sweep,
    )
    from tests.teams import LONG, TINY, tiny

    TINY["relax"] |= {"MANY": 4, "TAKEN": 3}
    bins.BLOCK, components.CHUNK, team.LOOK, team.PATIENCE, team.WEARY = 4, 2, 1, 2, 4
    LOTTERY.begin(0)
    engine.ALONE, nests.specialised = 0, tiny
    cpu_loop.LONG = LONG
    for place in (cpu_betweenness, cpu_components, cpu_loop, cpu_ordered, cpu_sweep):
        place.together = together


def main(first: int, count: int) -> None:
    prepare()
    for seed in range(first, first + count):
        os.environ["EDGEWISE_THREADS"] = str(1 + seed % 3)
        try:
            attempt(seed)
        except BaseException as error:
            raise SystemExit(f"seed {seed}: {type(error).__name__}: {error}") from error
    print(f"{count} runs agree")


if __name__ == "__main__":
    main(int(sys.argv[2]) if len(sys.argv) > 2 else 0, int(sys.argv[1]))
