"""The CPU as a place: how many threads there are, and running kernels on them.

Kernels are compiled functions that release the interpreter, so plain threads run them side by
side: no fork, no OpenMP, safe under concurrent callers, and Ctrl-C is heard between tasks.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

from edgewise.errors import ArgumentError, MemoryLimitError
from edgewise.places.memory import memory

NAME = "edgewise"
"""What threads of the pool are called."""
LONG = 1 << 24
"""Bytes of an array that is done before anybody would stop it."""

_pool: ThreadPoolExecutor | None = None
_pool_size = 0


def threads() -> int:
    """How many threads kernels use: EDGEWISE_THREADS, or the cores this process may use."""
    wish = os.environ.get("EDGEWISE_THREADS", "")
    if not wish:
        return _cores()
    if not wish.isdecimal() or not 1 <= int(wish) <= 4096:
        raise ArgumentError(f"EDGEWISE_THREADS={wish!r}: expected an integer from 1 to 4096")
    return int(wish)


def each(function: Callable[..., Any], tasks: Iterable[Sequence[Any]]) -> list[Any]:
    """Call `function(*task)` for every task on the pool; results in the order of the tasks.

    Where there is nothing to share, the caller does it himself, unless it might take long: Ctrl-C
    is heard only by a thread that waits.
    """
    work = list(tasks)
    if (len(work) < 2 or threads() == 1) and (_is_of_the_pool() or not _is_long(work)):
        return [function(*task) for task in work]
    futures = [executor().submit(function, *task) for task in work]
    try:
        return [future.result() for future in futures]
    except BaseException:
        for future in futures:
            future.cancel()
        _forget_pool()  # what runs goes on to its end; nobody who comes now shall wait for it
        raise


def aside(function: Callable[..., Any], *arguments: Any) -> Any:
    """Call a function that holds no lock but may take long, so that Ctrl-C is heard meanwhile."""
    return each(function, [arguments])[0]


def _is_long(work: list[Sequence[Any]]) -> bool:
    return any(getattr(one, "nbytes", 0) > LONG for task in work for one in task)


def _is_of_the_pool() -> bool:
    return threading.current_thread().name.startswith(NAME)


def spans(total: int, smallest: int = 1 << 15, per_thread: int = 1) -> list[tuple[int, int]]:
    """Cut range(total) into near-equal pieces, one or more a thread, none needlessly small."""
    pieces = max(1, min(threads() * per_thread, total // max(1, smallest)))
    return list(pairwise(total * piece // pieces for piece in range(pieces + 1)))


def reserve(needed: int, purpose: str) -> None:
    """Refuse, before anything is allocated, what the memory that is free cannot hold."""
    free = free_bytes()
    if needed > free:
        raise MemoryLimitError(
            f"{purpose} needs {needed / 2**30:,.1f} GiB and {free / 2**30:,.1f} GiB are free"
        )


def free_bytes() -> int:
    """How much memory can still be had without swapping."""
    free = memory()[1]
    return sys.maxsize if free is None else free


def _cores() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def executor() -> ThreadPoolExecutor:
    global _pool, _pool_size
    if _pool is None or _pool_size != threads():
        _pool_size = threads()
        _pool = ThreadPoolExecutor(_pool_size, thread_name_prefix=NAME)
    return _pool


def _forget_pool() -> None:
    global _pool
    _pool = None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_pool)
