"""Every algorithm, in every variant, on every legal schedule, with the compiler switched off.

Kernels are plain Python then: every index is checked, threads take turns by lot, and the lines that
run can be counted. Tells in JSON how many answers were checked and which lines never ran.

    NUMBA_DISABLE_JIT=1 python -m tests.plain 300
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from itertools import cycle
from typing import Any

import numpy as np

import edgewise as ew
from tests import found, interleaved, lines
from tests.lots import Lots
from tests.programs import shaped
from tests.zoo import ZOO

SMALL = [one.name for one in ZOO if 0 < one.num_vertices < 30 and one.weights is None]
KINDS = (None, np.int64, np.float64, np.int16, np.uint32, np.float32, np.int8)


def cells() -> Iterator[tuple[str, found.How]]:
    """Every algorithm in every variant, with every schedule that is legal, and with none."""
    for name in found.found():
        for how in found.variants(name):
            yield name, how
            for one in found.legal(name, how) if found.takes_schedules(name) else ():
                yield name, {**how, "schedule": one}


def matrix(each: int) -> int:
    """So many graphs for each cell, the next ones in turn; how many answers were right."""
    animals, kinds, checked = cycle(SMALL), cycle(KINDS), 0
    for at, (name, how) in enumerate(cells()):
        os.environ["EDGEWISE_THREADS"] = "1" if how.get("method") == "delta" else str(1 + at % 3)
        for _ in range(each):
            g = shaped(next(animals), next(kinds))
            interleaved.LOTTERY.begin(at)
            checked += found.judged(name, g, how, samples=False)
    return checked


def seldom() -> None:
    """What draws of tiny graphs seldom come to: postponed vertices, long rows, other forms."""
    os.environ["EDGEWISE_THREADS"] = "2"
    interleaved.LOTTERY.begin(1)
    clique = shaped("clique", None)
    delta = {"method": "delta", "priority": True, "max_iter": 4000, "tol": 1e-3}
    found.judge("pagerank", clique, {**delta, "schedule": "push list async group"})
    found.judge("pagerank", clique, {})
    streets = ew.generate.grid(4, 5, weights=(1, 9), seed=1)  # drawn weights are often 0: refused
    found.judge("betweenness", streets, {"weighted": True})
    for name in ("star", "two hubs"):
        how = {"source": 0, "schedule": "push list sync group"}
        found.judge("bfs", shaped(name, None), how)
    for seed in range(8):
        controller = Lots(seed, ("sync",))
        found.judge("bfs", shaped("grid", None), {"source": 0, "controller": controller})


def main(seeds: int, each: int = 2) -> dict[str, Any]:
    interleaved.prepare()
    with lines.noted() as seen:
        seldom()
        for seed in range(seeds):
            os.environ["EDGEWISE_THREADS"] = str(1 + seed % 3)
            interleaved.attempt(seed)
    checked = matrix(each)
    total = sum(len(lines.of(stem)) for stem in lines.LOOPS)
    cells_tried = sum(1 for _ in cells())
    return {
        "cells": cells_tried,
        "checked": checked,
        "drawn": seeds,
        "lines": total,
        "missed": lines.missed(seen),
        "untouched": lines.untouched(seen),
    }


if __name__ == "__main__":
    print(json.dumps(main(*map(int, sys.argv[1:]))))
