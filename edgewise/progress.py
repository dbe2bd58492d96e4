"""Progress of long work: the library reports, whoever listens draws.

>>> from edgewise import progress
>>> seen = []
>>> with progress.listener(lambda stage, done, total: seen.append((stage, done, total))):
...     with progress.stage("parsing", 10) as advance:
...         advance(4)
...         advance(6)
>>> seen
[('parsing', 0, 10), ('parsing', 4, 10), ('parsing', 10, 10)]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeAlias

Listener: TypeAlias = Callable[[str, int, int], None]
Advance: TypeAlias = Callable[[int], None]

_listener: ContextVar[Listener | None] = ContextVar("edgewise_progress", default=None)


@contextmanager
def listener(listen: Listener) -> Iterator[None]:
    """Have `listen(stage, done, total)` called while the block runs."""
    token = _listener.set(listen)
    try:
        yield
    finally:
        _listener.reset(token)


@contextmanager
def stage(name: str, total: int) -> Iterator[Advance]:
    """One stage of long work; call what it gives with each amount done (from this thread).

    Where nobody knows the total beforehand it is 0; it is told when the stage is over.
    """
    listen, done = _listener.get(), 0

    def advance(amount: int) -> None:
        nonlocal done
        done += amount
        if listen is not None:
            listen(name, done, total)

    advance(0)
    yield advance
    if total == 0 < done and listen is not None:
        listen(name, done, done)
