"""Progress of long work, drawn on standard error while there is a terminal to see it."""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import final

from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from edgewise import figures, progress
from edgewise.cli import screen

PATIENCE = 0.4
"""Seconds of work before anything is drawn: what is done sooner needs no bar."""

log = logging.getLogger("edgewise.progress")


@contextmanager
def shown() -> Iterator[None]:
    """Draw the stages that the library reports while the block runs; log them when told to."""
    bars = Bars(drawing=sys.stderr.isatty())
    try:
        with progress.listener(bars):
            yield
    finally:
        bars.close()


@final
class Bars:
    """One bar a stage; a listener of `edgewise.progress`."""

    def __init__(self, drawing: bool) -> None:
        self._drawing, self._begun = drawing, time.perf_counter()
        self._stage_begun: dict[str, float] = {}
        self._bars: Progress | None = None
        self._tasks: dict[str, TaskID] = {}

    def __call__(self, stage: str, done: int, total: int) -> None:
        now = time.perf_counter()
        begun = self._stage_begun.setdefault(stage, now)
        if done >= total > 0:
            took = now - self._stage_begun.pop(stage)
            log.info("%s: %s in %s", stage, figures.count(total), figures.seconds(took))
        if self._drawing and now - self._begun > PATIENCE:
            self._draw(stage, done, total, begun)

    def close(self) -> None:
        """Take the bars away."""
        if self._bars is not None:
            self._bars.stop()

    def _draw(self, stage: str, done: int, total: int, begun: float) -> None:
        if self._bars is None:
            percent = TextColumn("{task.percentage:>3.0f} %")
            looks = (TextColumn("{task.description}"), BarColumn(), percent, TimeElapsedColumn())
            self._bars = Progress(*looks, console=screen.err(), transient=True)
            self._bars.start()
        if stage not in self._tasks:
            self._tasks[stage] = self._bars.add_task(stage, total=total)
        self._bars.update(self._tasks[stage], completed=done, total=total)
