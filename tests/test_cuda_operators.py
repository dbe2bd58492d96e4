"""Operators on an emulated device against their definition: every schedule, turns by lot."""

from __future__ import annotations

import contextlib
import itertools

import numpy as np
import pytest

import edgewise as ew
from edgewise.frontier import held_of
from edgewise.kernels.reference import Checked, Rows
from edgewise.kernels.reference_operators import compute, filtered, traverse
from edgewise.places import choice
from edgewise.schedule.operators import allowed
from tests.emulator import EmulatedDevice, available
from tests.operating import FAR, TRIALS, differs, members_of, weighted
from tests.zoo import ZOO

pytestmark = pytest.mark.skipif(not available(), reason="needs g++ on x86-64 Linux")
BLOCKS = (1, 2, 3)
SEEDS = range(1, 21)
KRON = ew.generate.kronecker(6, edge_factor=6, seed=3, directed=True, weights=(1, 12))
SMALL = [animal for animal in ZOO if animal.name != "long path"]


@pytest.fixture
def place(monkeypatch: pytest.MonkeyPatch) -> EmulatedDevice:
    """The device that "cuda" is."""
    made = EmulatedDevice()
    monkeypatch.setattr(choice, "gpu", lambda number: made)
    return made


def drawn(place: EmulatedDevice, number: int) -> None:
    """Another count of blocks, and another order of turns."""
    place.blocks, place.seed = BLOCKS[number % len(BLOCKS)], 1000 * number


SCHEDULES = [(name, str(one)) for name in TRIALS for one in allowed("", "", TRIALS[name].vertices)]


@pytest.mark.parametrize(("name", "schedule"), SCHEDULES)
def test_advances_do_what_is_defined(name, schedule, place):
    trial = TRIALS[name]
    turn = itertools.count()
    for animal in SMALL:
        g = weighted(animal, trial.weights)
        members = members_of(g, trial.from_edges)
        for form in ("list", "bitmap", "all"):
            drawn(place, next(turn))
            front = trial.frontier(g, members, form)
            exact = form != "list" or next(turn) % 2 > 0
            said = differs(trial, g, front, exact=exact, schedule=schedule, device="cuda")
            assert not said, f"{name} on {animal.name}, {form}, exact={exact}: {said}"


ROUNDS = {
    "vertices": (ew.VertexFrontier, [str(one) for one in allowed("", "", True)]),
    "edges": (ew.EdgeFrontier, [str(one) for one in allowed("", "", False)]),
}


def nearer(u, v, weight, depth):
    return ew.lower(depth, v, depth[u] + weight)


def further(e, via, depth):
    return ew.lower(depth, e, depth[via] + 1)


def unseen(v, depth):
    return depth[v] == 1000


def first(u, v, depth):
    return ew.claim(depth, v, 1000, depth[u] + 1)


WALKS = [(name, words) for name, (_, schedules) in ROUNDS.items() for words in schedules]


@pytest.mark.parametrize(("name", "schedule"), WALKS)
def test_traversals_do_what_is_defined(name, schedule, place):
    kind, edges = ROUNDS[name][0], name == "edges"
    cond = further if edges else nearer
    for number, animal in enumerate(SMALL):
        drawn(place, number)
        g = weighted(animal, np.int64)
        universe = kind.none(g).universe
        if universe == 0:
            continue
        depth = np.full(universe, FAR, np.int32)
        depth[0] = 0
        meant = {"depth": Checked(depth)}
        rows = Rows(g.out_offsets, g.out_neighbors, g.out_weights)
        traverse(rows, [0], cond, edges=edges, given=meant)
        start = kind(g, members=np.array([0]))
        for form in (start, start.to_bitmap()):
            ours = depth.copy()
            done = ew.traverse(form, cond, schedule=schedule, depth=ours, device="cuda")
            assert ours.tolist() == list(meant["depth"]), animal.name
            assert not done.frontier and done.trace.rounds == len(done.trace)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("controller", [None, ew.Direction(alpha=2, beta=4), ew.Random(seed=3)])
def test_searches_while_controllers_choose(seed, controller, place):
    drawn(place, seed)
    source = int(np.argmax(KRON.out_degrees))
    meant = np.where((d := ew.bfs(KRON, KRON.ids[source]).distances) < 0, FAR, d)
    depth = np.where(np.arange(KRON.num_vertices) == source, 0, FAR).astype(np.int32)
    hops = depth.copy()
    front = ew.VertexFrontier(KRON, members=np.array([source]))
    how = {"open": unseen, "controller": controller, "device": "cuda"}
    done = ew.traverse(front, first, depth=depth, **how)
    assert (depth == meant).all() and done.trace.rounds == meant[meant < FAR].max() + 1
    assert done.trace.total("found") == (meant < FAR).sum() - 1
    with ew.record() as calls:
        while front:
            front = ew.advance(front, first, depth=hops, **how)
    assert (hops == meant).all() and calls.total("found") == done.trace.total("found")


@pytest.mark.parametrize("seed", SEEDS)
def test_a_traversal_by_rounds_goes_on_from_where_it_stopped(seed, place):
    drawn(place, seed)
    depth = np.full(KRON.num_vertices, FAR, np.int32)
    depth[0] = 0
    other, begin = depth.copy(), ew.VertexFrontier(KRON, members=np.array([0]))
    done = ew.traverse(begin, nearer, rounds=2, depth=depth, device="cuda")
    rest = ew.traverse(done.frontier, nearer, depth=depth)
    whole = ew.traverse(begin, nearer, depth=other, device="cuda")
    assert rest.trace.rounds + 2 == whole.trace.rounds and (depth == other).all()
    assert held_of(done.frontier) is not None


def even(v, degree):
    return (v + degree) % 2 == 0


def light(u, v, e, weight, most):
    return (u + v + e) % 3 > 0 and weight < most


def touch(v, degree, seen):
    ew.add(seen, v, degree)


@pytest.mark.parametrize("animal", SMALL, ids=lambda one: one.name)
def test_filters_and_computes_do_what_is_defined(animal, place):
    g, draw = weighted(animal, np.int64), np.random.default_rng(1)
    rows = Rows(g.out_offsets, g.out_neighbors, g.out_weights)
    turn = itertools.count()
    for kind, keep, given in (
        (ew.VertexFrontier, even, {}),
        (ew.EdgeFrontier, light, {"most": 7}),
    ):
        edges, universe = kind is ew.EdgeFrontier, kind.none(g).universe
        if universe == 0:
            continue
        twice = kind(g, members=draw.integers(0, universe, 2 * universe))
        for front in (twice, twice.to_bitmap(), kind.all(g)):
            drawn(place, next(turn))
            meant = filtered(rows, front.positions().tolist(), keep, edges, given)
            kept = ew.filter(front, keep, device="cuda", **given)
            assert kept.form == ("list" if front is twice else "bitmap")
            assert sorted(kept.positions().tolist()) == sorted(meant)
            assert kept == ew.filter(front, keep, **given)
            right = kind(g, members=kept.positions())
            assert (kept.size, kept.degree_sum) == (len(meant), right.degree_sum)
            culled = ew.filter(front, keep, exact=False, device="cuda", **given)
            assert culled == kept and len(kept) <= len(culled) <= len(front)
            seen = np.zeros(g.num_vertices, np.int64)
            said = {"seen": Checked(seen)}
            ew.compute(front, touch, seen=seen, device="cuda")
            compute(rows, front.positions().tolist(), touch, edges, said)
            assert seen.tolist() == list(said["seen"])


@pytest.mark.parametrize("seed", SEEDS)
def test_a_filter_keeps_the_order_of_a_list(seed, place):
    """Of many tiles, by several blocks."""
    drawn(place, seed)
    g = ew.generate.path(3000)
    listed = np.random.default_rng(seed).permutation(3000)
    front = ew.filter(ew.VertexFrontier(g, members=listed), even, device="cuda")
    degrees = g.out_degrees[listed]
    assert front.positions().tolist() == listed[(listed + degrees) % 2 == 0].tolist()
    assert front.degree_sum == g.out_degrees[front.positions()].sum()


@pytest.mark.parametrize("seed", SEEDS)
def test_frontiers_stay_where_they_are_found(seed, place, monkeypatch):
    """A search by advance and filter: nothing of a frontier comes to the host but its size."""
    drawn(place, seed)
    meant = np.where((d := ew.bfs(KRON, KRON.ids[0]).distances) < 0, FAR, d)
    depth = place.full(KRON.num_vertices, FAR, np.int32)
    place.put(depth, np.array([0]), 0)
    front = ew.VertexFrontier(KRON, members=np.array([0]))
    device: str | None = "cuda"
    sizes, asked = [], place.download
    monkeypatch.setattr(place, "download", lambda array: sizes.append(array.size) or asked(array))
    while front:
        front = ew.advance(front, unseen_heads, depth=depth, device=device)
        front = ew.filter(front, settled, depth=depth)
        front = ew.filter(front, lambda v: v >= 0)
        device = None
    assert depth.tolist() == meant.tolist() and set(sizes) == {8}


def unseen_heads(u, v, depth):
    return depth[v] == 1000 and ew.lower(depth, v, depth[u] + 1)


def settled(v, depth):
    return depth[v] < 1000


def test_arrays_of_the_device_are_used_in_place(place):
    g = ew.generate.path(5)
    there, here = place.zeros(5, np.float32), np.arange(5.0)
    total = place.memory.total

    def copy(v, there, here):
        there[v] = here[v] * 2

    ew.compute(ew.VertexFrontier.all(g), copy, there=there, here=here, device="cuda")
    assert there.tolist() == [0, 2, 4, 6, 8] and place.memory.total - total < 20


def test_what_is_only_read_is_not_written_back(place):
    g = ew.generate.path(4)
    fixed, kept = np.arange(4), np.zeros(4, np.int16)
    fixed.flags.writeable = False

    def copy(v, fixed, kept):
        kept[v] = fixed[v]

    everybody = ew.VertexFrontier.all(g)
    ew.compute(everybody, copy, fixed=fixed, kept=kept, device="cuda")
    assert kept.tolist() == [0, 1, 2, 3]
    with pytest.raises(ew.FunctorError, match="fixed is read-only, and a functor writes it"):
        ew.compute(everybody, lambda v, fixed: ew.add(fixed, v, 1), fixed=fixed, device="cuda")
    assert fixed.tolist() == [0, 1, 2, 3]


def test_arrays_with_gaps_and_of_truths_are_written_in_place(place):
    g = ew.generate.path(4)
    wide, true = np.zeros((4, 2)), np.zeros(4, bool)
    column = wide[:, 1]

    def mark(v, column, true, both):
        column[v] = v
        true[v] = v > 1 and both

    ew.compute(ew.VertexFrontier.all(g), mark, column=column, true=true, both=True, device="cuda")
    assert wide.tolist() == [[0, 0], [0, 1], [0, 2], [0, 3]]
    assert true.tolist() == [False, False, True, True]


def test_what_says_yes_may_be_any_number(place):
    g = ew.generate.path(4)
    front = ew.VertexFrontier.all(g)
    assert ew.filter(front, lambda v: v * 0.25, device="cuda").positions().tolist() == [1, 2, 3]
    assert ew.filter(front, lambda v: v << 40, device="cuda").size == 3


def test_refusals(place):
    g = ew.generate.path(4)
    front = ew.VertexFrontier.all(g)
    with pytest.raises(ew.ArgumentError, match="read arrays of one dimension: hand over a.ravel"):
        ew.compute(front, lambda v, a: ew.add(a, v, 1), a=np.zeros((4, 4)), device="cuda")
    with pytest.raises(ew.FunctorError, match="the compiler refuses one of its functions"):
        ew.filter(front, lambda v, a: len(a) > v, a=np.zeros(4), device="cuda")
    with pytest.raises(ew.ArgumentError, match="device='gpu'"):
        ew.advance(front, device="gpu")
    with pytest.raises(ew.ScheduleError, match="nobody but the frontier|told who is active"):
        ew.advance(front, schedule="push all", device="cuda")


def test_memory_that_is_refused_leaves_the_next_call_right(place):
    """Every allocation of an advance and a filter fails once."""
    for k in range(1, 30):
        depth = np.full(KRON.num_vertices, FAR, np.int32)
        depth[0] = 0
        front = ew.VertexFrontier(KRON, members=np.array([0]))
        place.fail_after = k
        with contextlib.suppress(ew.MemoryLimitError):
            ew.filter(ew.advance(front, nearer, depth=depth, device="cuda"), settled, depth=depth)
        place.fail_after = None
        depth = np.full(KRON.num_vertices, FAR, np.int32)
        depth[0] = 0
        found = ew.advance(front, nearer, depth=depth, device="cuda")
        meant = np.flatnonzero((depth < FAR) & (depth > 0))
        assert np.array_equal(np.sort(found.positions()), meant)
