"""How many threads a graph is worth: by its size, and by what a loop does with each arc."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import edgewise as ew
from edgewise import engine
from edgewise.places import (
    cpu_betweenness,
    cpu_components,
    cpu_loop,
    cpu_ordered,
    cpu_sweep,
)

LENGTHS = ew.VertexProgram(
    "lengths", value=np.int64, combine=ew.MIN, message=lambda sent: sent + 1, ordered=True
)
RUNS: dict[str, tuple[Any, int, Any]] = {
    "uniform": (cpu_loop, 4, lambda g: ew.bfs(g, 0, depth_limit=2)),
    "relax": (cpu_loop, 1, lambda g: ew.run(LENGTHS, g, start={0: 0}, rounds=2)),
    "bins": (cpu_ordered, 2, lambda g: ew.sssp(g, 0)),
    "sweep": (cpu_sweep, 2, lambda g: ew.pagerank(g)),
    "components": (cpu_components, 4, lambda g: ew.connected_components(g)),
    "betweenness": (cpu_betweenness, 2, lambda g: ew.betweenness(g, sources=[0])),
}


def asked(place: Any, call: Any, monkeypatch: pytest.MonkeyPatch) -> set[int]:
    """How many threads the loops of one place were given."""
    seen, together = set[int](), place.together

    def noted(kernel: Any, arguments: Any, threads: int, **how: Any) -> None:
        seen.add(threads)
        together(kernel, arguments, threads, **how)

    monkeypatch.setattr(place, "together", noted)
    call()
    return seen


@pytest.mark.parametrize("kind", RUNS)
def test_light_loops_are_alone_on_larger_graphs(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EDGEWISE_THREADS", "2")
    monkeypatch.setattr(engine, "ALONE", 1 << 9)
    place, times, call = RUNS[kind]
    size = (times << 9) // 3  # a cycle has three vertices and arcs a vertex
    below, above = ew.generate.cycle(size - 1), ew.generate.cycle(size + 1)
    assert asked(place, lambda: call(below), monkeypatch) == {1}
    assert asked(place, lambda: call(above), monkeypatch) == {2}
