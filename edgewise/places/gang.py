"""A gang: the threads of one loop kernel, all at once, on the pool of the CPU place.

The kernel is called as `kernel(me, team, sync, *arguments)` by every thread and keeps them together
by itself. The caller waits in the interpreter, so Ctrl-C is heard, even where the gang is a single
thread; the loop then ends within a moment. While it waits it tells how many rounds were done. One
gang runs at a time: whoever comes while another runs, goes alone.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import FIRST_EXCEPTION, Executor, Future, ThreadPoolExecutor, wait
from contextlib import nullcontext
from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from edgewise import progress
from edgewise.places import cpu

if TYPE_CHECKING:
    from edgewise.adjacency import Array
    from edgewise.graph import Graph

SYNC_WORDS, STOP = 64, 16
"""Words that a team shares, and the one that stops it (kernels/cpu/team.py)."""
SMALL = 1 << 16
"""A round over fewer vertices and arcs than this is done before anybody looks up."""
GLANCE = 0.2
"""Seconds between two looks at what a gang has done."""

_one_at_a_time = threading.Lock()


class Rounds(NamedTuple):
    """Where a loop counts its rounds, and what it is called."""

    name: str
    state: Array
    word: int


def is_small(graph: Graph) -> bool:
    """Whether a round on this graph is over in next to no time."""
    return graph.num_vertices + graph.num_arcs < SMALL


def together(
    kernel: Any,
    arguments: tuple[Any, ...],
    threads: int,
    *,
    brief: bool = False,
    rounds: Rounds | None = None,
) -> None:
    """Run a loop kernel with this many threads, or with one where others keep the pool busy.

    What is brief needs no rescue: where one thread is enough, it is the caller's own.
    """
    sync = np.zeros(SYNC_WORDS, np.int64)
    if brief and threads == 1:
        kernel(0, 1, sync, *arguments)
    elif _one_at_a_time.acquire(blocking=False):
        try:
            _gang(cpu.executor(), kernel, arguments, threads, sync, rounds)
        finally:
            _one_at_a_time.release()
    else:
        alone = ThreadPoolExecutor(1, "edgewise-alone")
        try:
            _gang(alone, kernel, arguments, 1, sync, rounds)
        finally:
            alone.shutdown(wait=False)


def _gang(
    pool: Executor,
    kernel: Any,
    arguments: tuple[Any, ...],
    threads: int,
    sync: Array,
    rounds: Rounds | None,
) -> None:
    _compile(kernel, (0, threads, sync, *arguments))
    numbers, members = count(), list[Future[None]]()

    def member() -> None:
        me = next(numbers)
        if me < threads:
            kernel(me, threads, sync, *arguments)

    try:
        for _ in range(threads):
            members.append(pool.submit(member))
        _await(members, rounds)
    except BaseException:
        sync[STOP] = 1  # and whoever was not called yet is called: the others wait for him
        members += [pool.submit(member) for _ in range(threads)]
        wait(members)
        raise


def _compile(kernel: Any, arguments: tuple[Any, ...]) -> None:
    """Compile a new kernel on the caller's thread, where Ctrl-C is heard."""
    if not getattr(kernel, "overloads", True):
        kernel.compile(tuple(kernel.typeof_pyval(one) for one in arguments))


def _await(members: list[Future[None]], rounds: Rounds | None) -> None:
    """Wait for all, and report on what takes longer than a glance."""
    try:
        for member in members:
            member.result(GLANCE)
    except TimeoutError:
        stage = nullcontext(_silent) if rounds is None else progress.stage(rounds.name, 0)
        with stage as advance:
            _watch(members, rounds, advance)


def _watch(
    members: list[Future[None]], rounds: Rounds | None, advance: Callable[[int], None]
) -> None:
    told, waiting = 0, True
    while waiting:
        waiting = bool(wait(members, GLANCE, FIRST_EXCEPTION).not_done)
        failed = [one for one in members if one.done() and one.exception()]
        if failed:
            failed[0].result()
        if rounds is not None:
            done = int(rounds.state[rounds.word])
            advance(done - told)
            told = done


def _silent(amount: int) -> None:
    """Nobody listens."""
