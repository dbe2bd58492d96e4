"""Writers that are killed: `python -m tests.killed FOLDER SUFFIX KILLS`.

Forks a process that writes two graphs over each other for ever, kills it at a random moment, and
looks at what lies under the name: the one graph or the other, whole. Then again. After that, a
writer is killed at every call that touches the disk: before it, and in the middle of it. Tells
in JSON what was found.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import edgewise as ew
from edgewise.io import native_container
from edgewise.io.sink import Sink


def main(folder: str, suffix: str, kills: str) -> None:
    native_container.PIECE = 1 << 14
    path = Path(folder) / f"a{suffix}"
    graphs = [ew.generate.cycle(20_000), ew.generate.star(31_000)]
    began = time.perf_counter()
    for graph in graphs:
        ew.write(graph, path)
    span = time.perf_counter() - began
    rng = random.Random(7)
    found = {"old": 0, "new": 0, "parts": 0, "calls": 0}
    for _ in range(int(kills)):
        pid = forked(lambda: write_for_ever(graphs, path))
        time.sleep(rng.random() * 2 * span)
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        found["parts"] += cleared(path)
        found[which(path, graphs)] += 1
    found["calls"] = kill_at_every_call(path, graphs)
    print(json.dumps(found))


def forked(run: Callable[[], None]) -> int:
    """The id of a child that runs this and ends."""
    pid = os.fork()
    if pid == 0:
        try:
            run()
        finally:
            os._exit(0)
    return pid


def write_for_ever(graphs: list[ew.Graph], path: Path) -> None:
    while True:
        for graph in graphs:
            ew.write(graph, path)


def which(path: Path, graphs: list[ew.Graph]) -> str:
    """Which of two graphs the file holds; there is no third."""
    found = ew.read(path)
    arrays = found.out_offsets.tolist(), found.out_neighbors.tolist()
    for name, graph in zip(("old", "new"), graphs, strict=True):
        if arrays == (graph.out_offsets.tolist(), graph.out_neighbors.tolist()):
            return name
    raise SystemExit(f"{path} holds {found!r}, which nobody wrote")


def cleared(path: Path) -> int:
    """Remove what a killed writer left beside the file; how much there was."""
    parts = [part for part in path.parent.iterdir() if part != path]
    for part in parts:
        part.unlink()
    return len(parts)


def kill_at_every_call(path: Path, graphs: list[ew.Graph]) -> int:
    """Kill a writer at its first call, at its second, and so on; how many there were."""
    for at in range(10_000):
        ew.write(graphs[0], path)
        pid = forked(lambda at=at: write_until(graphs[1], path, at))  # type: ignore[misc]
        killed = os.WIFSIGNALED(os.waitpid(pid, 0)[1])
        cleared(path)
        kind = which(path, graphs)
        if not killed:
            assert kind == "new"
            return at
    raise SystemExit("the writer does not end")


def write_until(graph: ew.Graph, path: Path, at: int) -> None:
    """Write, and be killed at call number `at`: before an even one, inside an odd one."""
    made = 0

    def now() -> bool:
        nonlocal made
        made += 1
        return made - 1 == at // 2

    def write(sink: Sink, data: Any, real: Any = Sink.write) -> None:
        if now():
            if at % 2:
                view = memoryview(data).cast("B") if memoryview(data).nbytes else b""
                real(sink, view[: len(view) // 2])
                sink._file.flush()
            os.kill(os.getpid(), signal.SIGKILL)
        real(sink, data)

    def patched(real: Any) -> Any:
        def call(*args: Any) -> Any:
            mine = now()
            if mine and at % 2 == 0:
                os.kill(os.getpid(), signal.SIGKILL)
            answer = real(*args)
            if mine:
                os.kill(os.getpid(), signal.SIGKILL)
            return answer

        return call

    Sink.write = write  # type: ignore[method-assign]
    os.fsync, os.replace = patched(os.fsync), patched(os.replace)
    ew.write(graph, path)


if __name__ == "__main__":
    main(*sys.argv[1:])
