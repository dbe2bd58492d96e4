"""`python -m bench.device`: what one GPU takes for each algorithm, beside the floor of its bytes.

Times are the device's own (events around the launches), medians over sources or repeats, graphs
resident, answers checked against the CPU place where that is quick enough.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, final

import numpy as np

import edgewise as ew
from edgewise.places import choice

GRID = 4096
"""Rows and columns of the grid."""


@final
@dataclass(frozen=True)
class Cell:
    """One line of the table."""

    work: str
    graph: str
    times: tuple[float, ...]
    """Milliseconds, one a run."""
    floor: float
    """Milliseconds that the bytes which must move take at the measured bandwidth."""
    note: str

    @property
    def median(self) -> float:
        return float(np.median(self.times))

    def row(self) -> str:
        """The line, in Markdown."""
        spread = f"{min(self.times):.3g} to {max(self.times):.3g}"
        return (
            f"| {self.work} | {self.graph} | {self.median:.3g} | {spread} | {self.floor:.2g} | "
            f"{self.floor / self.median:.0%} | {self.note} |"
        )


HEAD = (
    "| work | graph | ms, median | ms, least to most | floor, ms | of the floor | |\n"
    "| --- | --- | ---: | ---: | ---: | ---: | --- |"
)


@final
class Bench:
    """The graphs, the device, and what was measured."""

    def __init__(self, device: str, sources: int, repeat: int) -> None:
        self.device, self.sources, self.repeat = device, sources, repeat
        self.place: Any = choice.of(device)
        self.bandwidth = _bandwidth(self.place)
        self.cells: list[Cell] = []

    def graph(self, name: str, g: ew.Graph, deep: bool) -> None:
        """Every algorithm on one graph."""
        n, m = g.num_vertices, g.num_arcs
        starts = _starts(g, self.sources)
        light = g.unweighted()
        self._each("BFS", name, lambda s: ew.bfs(light, s, device=self.device), starts,
                   12 * n, lambda ms: f"{g.num_edges / ms / 1e6:,.0f} GTEPS")  # fmt: skip
        self._each("SSSP", name, lambda s: ew.sssp(g, s, device=self.device), starts[:16],
                   8 * m + 12 * n, lambda ms: f"{m / ms / 1e6:,.1f} billion arcs/s")  # fmt: skip
        self._again("components", name, lambda: ew.connected_components(light, device=self.device),
                    20 * n, 1, lambda ms: f"{m / ms / 1e6:,.1f} billion arcs/s")  # fmt: skip
        for kind in ("float64", "float32"):
            size = np.dtype(kind).itemsize
            self._again(f"PageRank iteration, {kind}", name, lambda k=kind: self._ranks(light, k),
                        4 * m + (4 + 4 * size) * n, 20,
                        lambda ms: f"{m / ms / 1e6:,.0f} billion arcs/s")  # fmt: skip
        if not deep:
            self._each("betweenness, one source", name,
                       lambda s: ew.betweenness(light, sources=[s], device=self.device),
                       starts[:8], 8 * m + 40 * n,
                       lambda ms: f"{m / ms / 1e6:,.1f} billion arcs/s")  # fmt: skip

    def _ranks(self, g: ew.Graph, dtype: str) -> Any:
        return ew.pagerank(g, variant="graphalytics", max_iter=20, dtype=dtype, device=self.device)

    def _each(
        self, work: str, graph: str, run: Callable[[Any], Any], starts: list[Any], floor: float,
        note: Callable[[float], str],
    ) -> None:  # fmt: skip
        run(starts[0])
        times = [min(run(s).trace.seconds for _ in range(2)) * 1e3 for s in starts]
        self._add(work, graph, times, floor, note)

    def _again(
        self, work: str, graph: str, run: Callable[[], Any], floor: float, parts: int,
        note: Callable[[float], str],
    ) -> None:  # fmt: skip
        run()
        times = [run().trace.seconds * 1e3 / parts for _ in range(self.repeat)]
        self._add(work, graph, times, floor, note)

    def _add(
        self, work: str, graph: str, times: list[float], floor: float, note: Callable[[float], str]
    ) -> None:
        least = floor / self.bandwidth * 1e3
        cell = Cell(work, graph, tuple(times), least, note(float(np.median(times))))
        self.cells.append(cell)
        print(cell.row(), flush=True)


def _starts(g: ew.Graph, count: int) -> list[Any]:
    """So many vertices with edges, drawn once for all."""
    joined = np.flatnonzero(g.out_degrees > 0)
    chosen: list[Any] = g.ids[np.random.default_rng(1).choice(joined, count)].tolist()
    return chosen


def _bandwidth(place: Any) -> float:
    """Bytes a second of a copy on the device, read and written."""
    source = place.zeros(1 << 28, np.int32)
    target = place.empty(1 << 28, np.int32)
    best = 0.0
    for _ in range(4):
        watch = place.stopwatch()
        watch.start()
        place.xp.copyto(target, source)
        watch.stop()
        best = max(best, 2 * source.nbytes / watch.seconds)
    return best


def _graphs(scales: list[int], grid: bool, device: str) -> Iterator[tuple[str, ew.Graph, bool]]:
    for scale in scales:
        g = ew.generate.kronecker(
            scale, edge_factor=16, seed=1, weights=(1, 64), device=device
        ).renumbered()
        yield f"Kronecker, scale {scale}", g, False
    if grid:
        yield f"grid {GRID} x {GRID}", ew.generate.grid(GRID, GRID, weights=(1, 64)), True


def main() -> None:
    """Measure, print, and write what was asked for."""
    parser = argparse.ArgumentParser(prog="python -m bench.device", description=__doc__)
    parser.add_argument("--scale", type=int, action="append", help="Kronecker scales (22)")
    parser.add_argument("--sources", type=int, default=64, help="sources of searches (64)")
    parser.add_argument("--repeat", type=int, default=9, help="runs of what has no source (9)")
    parser.add_argument("--no-grid", action="store_true", help="leave the grid out")
    parser.add_argument("--device", default="cuda", help="which GPU (cuda)")
    parser.add_argument("--json", type=Path, help="also write all figures to this file")
    wish = parser.parse_args()
    bench = Bench(wish.device, wish.sources, wish.repeat)
    print(f"{bench.place!r}: a copy moves {bench.bandwidth / 1e12:.2f} TB/s\n\n{HEAD}")
    for name, graph, deep in _graphs(wish.scale or [22], not wish.no_grid, wish.device):
        bench.graph(name, graph, deep)
    if wish.json:
        told = {"bandwidth": bench.bandwidth, "cells": [asdict(cell) for cell in bench.cells]}
        wish.json.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
