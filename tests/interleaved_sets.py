"""Operators on neighbourhoods and sets in threads that take turns by lot, with the JIT off.

NUMBA_DISABLE_JIT=1 python -m tests.interleaved_sets 500
"""

from __future__ import annotations

import random
import sys
from typing import Any

import numpy as np

from tests.interleaved import LOTTERY, together


def gathered(u, v, weight):  # type: ignore[no-untyped-def]
    return 3 * u + 5 * v + weight


def reduces(g: Any, dice: random.Random) -> bool:
    """Lists in pieces of two arcs, by a monoid that commutes or one that does not."""
    import edgewise as ew
    from edgewise.kernels import reference_sets
    from edgewise.kernels.reference import Rows

    monoid = dice.choice([ew.SUM, ew.MIN, ew.FIRST])
    members = [dice.randrange(g.num_vertices) for _ in range(dice.randint(0, 9))]
    f = ew.VertexFrontier(g, members=np.array(members, np.int64))
    f = dice.choice([f, ew.VertexFrontier.all(g)])
    found = ew.reduce_neighbors(f, gathered, monoid, value=np.int64)
    meant = reference_sets.reduce_neighbors(
        Rows(g.out_offsets, g.out_neighbors),
        f.positions().tolist(),
        lambda u, v, e, weight, degree: gathered(u, v, weight),
        monoid.combine,
        monoid.identity(np.int64),
    )
    return bool(found.tolist() == meant)


def intersects(g: Any, dice: random.Random) -> bool:
    """Pairs in chunks of one to three, by any method, with and without a function."""
    import edgewise as ew
    from edgewise.kernels import reference_sets
    from edgewise.kernels.reference import Rows

    n = g.num_vertices
    pairs = [(dice.randrange(n), dice.randrange(n)) for _ in range(dice.randint(0, 12))]
    pairs = sorted(pairs) if dice.random() < 0.7 else pairs
    ends = np.array(pairs, np.int64).reshape(-1, 2)
    first, second = (ew.VertexFrontier(g, members=column) for column in ends.T)
    least = dice.randint(0, 3)
    asks: dict[str, Any] = {}
    if dice.random() < 0.5:
        asks = {"where": lambda w, least: w >= least, "least": least}
    method = dice.choice([None, "merge", "search", "bitmap"])
    found = ew.intersect(first, second, common=True, method=method, **asks)
    meant = reference_sets.intersect(
        Rows(g.out_offsets, g.out_neighbors), pairs, lambda u, v, w: not asks or w >= least
    )
    assert found.vertices is not None
    flat = [w for each in meant for w in each]
    return found.counts.tolist() == [*map(len, meant)] and found.vertices.tolist() == flat


def splits(g: Any, dice: random.Random) -> bool:
    """A list that may hold a member twice, into two parts or several."""
    import edgewise as ew
    from edgewise.kernels import reference_sets

    keys = np.array([dice.randint(-5, 20) for _ in range(g.num_vertices)])
    members = [dice.randrange(g.num_vertices) for _ in range(dice.randint(0, 20))]
    f = ew.VertexFrontier(g, members=np.array(members, np.int64))
    f = dice.choice([f, f.to_bitmap(), ew.VertexFrontier.all(g)])
    bins = dice.randint(1, 4)
    parts = ew.split(f, keys, width=4, bins=bins)
    meant = reference_sets.split(
        f.positions().tolist(), keys.tolist().__getitem__, [4 * i + 4 for i in range(bins)]
    )
    return [part.positions().tolist() for part in parts] == meant


def main(first: int, count: int) -> None:
    """Runs with these seeds; the first that goes wrong ends all."""
    import os

    from edgewise import engine
    from edgewise.places import cpu_intersect, cpu_reduce_neighbors, cpu_split
    from tests.zoo import Animal

    engine.ALONE = 0
    cpu_reduce_neighbors.CHUNK, cpu_reduce_neighbors.PIECE, cpu_intersect.CHUNK = 1, 2, 3
    for place in (cpu_intersect, cpu_reduce_neighbors, cpu_split):
        place.together = together  # type: ignore[attr-defined]
    for seed in range(first, first + count):
        dice = random.Random(seed)
        os.environ["EDGEWISE_THREADS"] = str(dice.randint(1, 3))
        n = dice.randint(1, 9)
        pairs = [(dice.randrange(n), dice.randrange(n)) for _ in range(dice.randint(0, 4 * n))]
        g = Animal("drawn", n, pairs, dice.random() < 0.5).graph()
        trial = dice.choice([reduces, intersects, splits])
        LOTTERY.begin(seed)
        if not trial(g, dice):
            raise SystemExit(f"seed {seed}: {trial.__name__} on {pairs}")
    print(f"{count} runs agree")


if __name__ == "__main__":
    main(int(sys.argv[2]) if len(sys.argv) > 2 else 0, int(sys.argv[1]))
