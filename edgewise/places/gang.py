"""A gang: the threads of one loop kernel, all at once, on the pool of the CPU place.

The kernel is called as `kernel(me, team, sync, *arguments)` by every thread and keeps them together
by itself. The caller waits in the interpreter, so Ctrl-C is heard; the loop then ends at the next
round. One gang runs at a time: whoever comes while another runs, goes alone on his own thread.
"""

from __future__ import annotations

import threading
from concurrent.futures import Future, wait
from typing import Any

import numpy as np

from edgewise.places import cpu

SYNC_WORDS, STOP = 64, 16
"""Words that a team shares, and the one that stops it (kernels/cpu/team.py)."""

_one_at_a_time = threading.Lock()


def together(kernel: Any, arguments: tuple[Any, ...], threads: int) -> None:
    """Run a loop kernel with this many threads, or with one where others keep the pool busy."""
    sync = np.zeros(SYNC_WORDS, np.int64)
    if threads == 1 or not _one_at_a_time.acquire(blocking=False):
        kernel(0, 1, sync, *arguments)
        return
    try:
        _gang(kernel, arguments, threads, sync)
    finally:
        _one_at_a_time.release()


def _gang(kernel: Any, arguments: tuple[Any, ...], threads: int, sync: Any) -> None:
    pool = cpu.executor()
    members: list[Future[Any]] = [
        pool.submit(kernel, me, threads, sync, *arguments) for me in range(threads)
    ]
    try:
        for member in members:
            member.result()
    except BaseException:
        sync[STOP] = 1
        wait(members)
        raise
