"""Operators in threads that take turns by lot, with the JIT off: every choice there is.

NUMBA_DISABLE_JIT=1 python -m tests.interleaved_operators 500
"""

from __future__ import annotations

import random
import sys
from typing import Any

import numpy as np

from tests.interleaved import LOTTERY, together

FORMS = ("list", "bitmap", "all")


def attempt(seed: int) -> str:
    """One operator on one small graph, by one schedule, all drawn from the seed."""
    from edgewise.schedule.operators import allowed
    from tests.operating import TRIALS, differs, members_of, weighted
    from tests.zoo import Animal

    dice = random.Random(seed)
    name = dice.choice([*TRIALS, "filter", "compute", "traverse"])
    n = dice.randint(1, 8)
    pairs = [(dice.randrange(n), dice.randrange(n)) for _ in range(dice.randint(0, 3 * n))]
    animal = Animal("drawn", n, pairs, dice.random() < 0.5)
    trial = TRIALS.get(name, TRIALS["reached"])
    g = weighted(animal, trial.weights)
    form = dice.choice(FORMS)
    LOTTERY.begin(seed)
    if name in ("filter", "compute"):
        return members(g, name, dice)
    if name == "traverse":
        return searched(g, dice)
    front = trial.frontier(g, members_of(g, trial.from_edges, seed), form)
    how = str(dice.choice(allowed("advance", "", trial.vertices)))
    said = differs(trial, g, front, dice.random() < 0.7, schedule=how)
    return said and f"{name} on {pairs} from {front.positions().tolist()} by {how}: {said}"


def members(g: Any, name: str, dice: random.Random) -> str:
    """A filter or a compute of a list that holds some twice."""
    import edgewise as ew

    kind = dice.choice([ew.VertexFrontier, ew.EdgeFrontier])
    universe = kind.all(g).universe
    listed = [dice.randrange(universe) for _ in range(2 * universe)]
    front = dice.choice([kind(g, members=np.array(listed, np.int64)), kind.all(g)])
    meant = front.positions().tolist()
    if name == "compute":
        count = np.zeros(g.num_vertices, np.int64)
        ew.compute(front, lambda v, count: ew.add(count, v, 1), count=count)
        heads = meant if kind is ew.VertexFrontier else g.out_neighbors[meant].tolist()
        right = np.bincount(heads, minlength=g.num_vertices)
        return "" if (count == right).all() else f"{meant}: {count.tolist()}"
    exact = dice.random() < 0.6
    kept = ew.filter(front, lambda v: v % 3 != 1, exact=exact).positions().tolist()
    heads = range(g.num_vertices) if kind is ew.VertexFrontier else g.out_neighbors.tolist()
    right = [one for one in dict.fromkeys(meant) if heads[one] % 3 != 1]
    same = sorted(kept) == sorted(right) if exact else set(kept) == set(right)
    return "" if same else f"filter of {meant}: {kept}, not {right}"


def searched(g: Any, dice: random.Random) -> str:
    """A search by a whole loop, with another schedule every round."""
    import edgewise as ew
    from tests.lots import Lots

    depth, meant = np.full((2, g.num_vertices), 1000, np.int32)
    depth[0] = meant[0] = 0
    front = ew.VertexFrontier(g, members=np.array([0]))
    ew.traverse(
        front,
        lambda u, v, depth: ew.claim(depth, v, 1000, depth[u] + 1),
        open=lambda v, depth: depth[v] == 1000,
        controller=Lots(dice.randrange(1000)),
        depth=depth,
    )
    found = ew.bfs(g, g.ids[0], schedule="push list sync vertex").distances
    meant = np.where(found < 0, 1000, found)
    return "" if (depth == meant).all() else f"searched {depth.tolist()}, not {meant.tolist()}"


def main(first: int, count: int) -> None:
    import os

    from edgewise import engine
    from edgewise.kernels.cpu import nests, operator_nests
    from edgewise.places import cpu_loop, cpu_operators
    from tests.teams import LONG, tiny

    engine.ALONE, nests.specialised, operator_nests.specialised = 0, tiny, tiny
    cpu_loop.LONG = cpu_operators.LONG = LONG
    cpu_loop.together = cpu_operators.together = together
    for seed in range(first, first + count):
        os.environ["EDGEWISE_THREADS"] = str(2 + seed % 2)
        try:
            said = attempt(seed)
        except BaseException as error:
            raise SystemExit(f"seed {seed}: {type(error).__name__}: {error}") from error
        if said:
            raise SystemExit(f"seed {seed}: {said}")
    print(f"{count} runs agree")


if __name__ == "__main__":
    main(int(sys.argv[2]) if len(sys.argv) > 2 else 0, int(sys.argv[1]))
