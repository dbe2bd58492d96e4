"""Progress of long work, drawn on standard error while there is a terminal to see it."""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock, Timer
from typing import final

from rich.progress import BarColumn, Progress, TaskID, TaskProgressColumn, TextColumn
from rich.progress import TimeElapsedColumn as Elapsed

from edgewise import figures, progress
from edgewise.cli import screen

PATIENCE = 0.4
"""Seconds of work before anything is drawn: what is done sooner needs no bar."""
FIRST = "working"

log = logging.getLogger("edgewise.progress")


@contextmanager
def shown(logged: bool) -> Iterator[None]:
    """Draw the stages that the library reports while the block runs, unless they are logged."""
    bars = Bars(drawing=sys.stderr.isatty() and not logged)
    try:
        with progress.listener(bars):
            yield
    finally:
        bars.close()


@final
class Bars:
    """One bar a stage, under one for the whole; a listener of `edgewise.progress`."""

    def __init__(self, drawing: bool) -> None:
        self._begun: dict[str, float] = {}
        self._lock, self._tasks = Lock(), dict[str, TaskID]()
        self._bars: Progress | None = None
        self._timer = Timer(PATIENCE, self._appear)
        self._timer.daemon = True
        if drawing:
            self._timer.start()

    def __call__(self, stage: str, done: int, total: int) -> None:
        now = time.perf_counter()
        begun = self._begun.setdefault(stage, now)
        if done >= total > 0:
            del self._begun[stage]
            log.info("%s: %s in %s", stage, figures.count(total), figures.seconds(now - begun))
        with self._lock:
            if self._bars is not None:
                self._draw(self._bars, stage, done, total)

    def close(self) -> None:
        """Take the bars away."""
        self._timer.cancel()
        with self._lock:
            if self._bars is not None:
                self._bars.stop()

    def _appear(self) -> None:
        looks = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), Elapsed())
        with self._lock:
            if self._timer.finished.is_set():  # closed while this was about to begin
                return
            self._bars = Progress(*looks, console=screen.err(), transient=True)
            self._bars.add_task(FIRST, total=None)
            self._bars.start()

    def _draw(self, bars: Progress, stage: str, done: int, total: int) -> None:
        if stage not in self._tasks:
            self._tasks[stage] = bars.add_task(stage, total=total or None)
        words = stage if total else f"{stage}: {figures.count(done)}"
        bars.update(self._tasks[stage], description=words, completed=done, total=total or None)
