"""Operators on a GPU against their definition, and how long a round takes from Python.

Needs CuPy, a device, and the packages that build kernels.
"""

from __future__ import annotations

import itertools
from time import perf_counter

import numpy as np
import pytest

import edgewise as ew
from edgewise.schedule.operators import allowed
from tests.operating import FAR, TRIALS, differs, members_of, weighted
from tests.zoo import ZOO

cupy = pytest.importorskip("cupy")
try:
    devices = cupy.cuda.runtime.getDeviceCount()
except cupy.cuda.runtime.CUDARuntimeError:
    devices = 0
pytestmark = pytest.mark.skipif(devices == 0, reason="no CUDA device")

SCHEDULES = [(name, str(one)) for name in TRIALS for one in allowed("", "", TRIALS[name].vertices)]
GRAPHS = {
    "kronecker": lambda: ew.generate.kronecker(14, edge_factor=16, seed=2, weights=(1, 12)),
    "grid": lambda: ew.generate.grid(200, 150, weights="integer", seed=3),
}


@pytest.mark.parametrize(("name", "schedule"), SCHEDULES)
def test_advances_do_what_is_defined(name, schedule):
    trial, turn = TRIALS[name], itertools.count()
    for animal in ZOO:
        g = weighted(animal, trial.weights)
        members = members_of(g, trial.from_edges)
        for form in ("list", "bitmap", "all"):
            front = trial.frontier(g, members, form)
            exact = form != "list" or next(turn) % 2 > 0
            said = differs(trial, g, front, exact=exact, schedule=schedule, device="cuda")
            assert not said, f"{name} on {animal.name}, {form}, exact={exact}: {said}"


def unseen(v, depth):
    return depth[v] == 1000


def first(u, v, depth):
    return ew.claim(depth, v, 1000, depth[u] + 1)


def nearer(u, v, depth):
    return ew.lower(depth, v, depth[u] + 1)


@pytest.mark.parametrize("name", GRAPHS)
@pytest.mark.parametrize("schedule", [None, *(str(one) for one in allowed("", "", True))])
def test_searches_agree(name, schedule):
    g = GRAPHS[name]()
    source = int(np.argmax(g.out_degrees))
    meant = np.where((d := ew.bfs(g, g.ids[source]).distances) < 0, FAR, d)
    start = np.where(np.arange(g.num_vertices) == source, 0, FAR).astype(np.int32)
    front = ew.VertexFrontier(g, members=np.array([source]))
    depth = cupy.asarray(start)
    done = ew.traverse(front, first, open=unseen, schedule=schedule, depth=depth)
    assert (depth.get() == meant).all() and not done.frontier
    assert done.trace.total("found") == (meant < FAR).sum() - 1
    depth = cupy.asarray(start)
    while front:
        front = ew.advance(front, nearer, schedule=schedule, depth=depth)
    assert (depth.get() == meant).all()


def test_a_walk_over_arcs_agrees():
    g = GRAPHS["kronecker"]()
    hops = np.full(g.num_arcs, FAR, np.int32)
    hops[0] = 0

    def further(e, via, hops):
        return ew.lower(hops, e, hops[via] + 1)

    here, there = hops.copy(), cupy.asarray(hops)
    start = ew.EdgeFrontier.of(g, [0])
    ew.traverse(start, further, hops=here, device="cpu")
    ew.traverse(start, further, hops=there)
    assert (there.get() == here).all()


def test_filters_agree():
    g = GRAPHS["kronecker"]()
    listed = np.random.default_rng(1).integers(0, g.num_arcs, 3 * g.num_arcs)
    for kind, members in (
        (ew.EdgeFrontier, listed),
        (ew.VertexFrontier, listed % g.num_vertices),
    ):
        for front in (kind(g, members=members), kind(g, members=members).to_bitmap(), kind.all(g)):
            for exact in (True, False):
                ours = ew.filter(
                    front, lambda v, degree: v % 3 < degree, exact=exact, device="cuda"
                )
                theirs = ew.filter(front, lambda v, degree: v % 3 < degree, device="cpu")
                assert ours == theirs and (not exact or ours.size == theirs.size)


@pytest.mark.slow
def test_a_round_from_python_takes_less_than_40_microseconds():
    """A search along a path, by advance and filter: what it costs is what a call costs."""
    g = ew.generate.path(5000)
    depth = cupy.full(5000, FAR, np.int32)
    depth[0] = 0

    def seen(v, depth):
        return depth[v] < 1000

    def walked(steps: int) -> float:
        front = ew.VertexFrontier.of(g, [0])
        cupy.cuda.get_current_stream().synchronize()
        begin = perf_counter()
        for _ in range(steps):
            front = ew.filter(ew.advance(front, nearer, depth=depth), seen, depth=depth)
            if not front:
                break
        return (perf_counter() - begin) / steps

    took = []
    for steps in (10, 300, 300, 300):
        depth[:] = FAR
        depth[0] = 0
        took.append(walked(steps))
    print(f"{min(took) * 1e6:.1f} us a round")
    assert min(took) < 40e-6
