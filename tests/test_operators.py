"""Operators against their definition, by several schedules and teams; what they refuse."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import edgewise as ew
from edgewise.kernels.reference import Checked, Rows
from edgewise.kernels.reference_operators import compute, filtered, traverse
from tests.operating import FAR, TRIALS, differs, members_of, weighted
from tests.programs import GROUPS
from tests.teams import teams as teams
from tests.zoo import ZOO

ROOT = Path(__file__).parents[1]
THREADS = (1, 2, 5)
CELLS = [
    ("reached", None),
    ("nearer", "push list sync group"),
    ("nearer", "push bitmap sync group"),
    ("walks", "push list sync local"),
]
"""One nest for each thing there is; all combinations are tried in turns, with the JIT off."""
G = ew.from_edges([("a", "b"), ("a", "c"), ("b", "d"), ("c", "d"), ("d", "a")])


def closer(u, v, depth):
    return ew.lower(depth, v, depth[u] + 1)


def unseen(v, depth):
    return depth[v] == 1000


def first(u, v, depth):
    return ew.claim(depth, v, 1000, depth[u] + 1)


def search(g, source, **how):
    """Breadth-first search in ten lines."""
    depth = np.full(g.num_vertices, FAR, np.int32)
    depth[source] = 0
    front = ew.VertexFrontier(g, members=np.array([source]))
    while front:
        front = ew.advance(front, closer, depth=depth, **how)
    return depth


@pytest.mark.slow
@pytest.mark.usefixtures("teams")
@pytest.mark.parametrize(("name", "schedule"), CELLS)
def test_advances_do_what_is_defined(name, schedule, monkeypatch):
    trial = TRIALS[name]
    for threads in THREADS:
        monkeypatch.setenv("EDGEWISE_THREADS", str(threads))
        for animal in [*GROUPS, *(ZOO if threads == 1 else ())]:
            if animal.name == "long path":
                continue
            g = weighted(animal, trial.weights)
            members = members_of(g, trial.from_edges)
            for form in ("list", "bitmap", "all"):
                front = trial.frontier(g, members, form)
                said = differs(trial, g, front, exact=form != "list", schedule=schedule)
                assert not said, f"{name} on {animal.name}, {threads} threads, {form}: {said}"


def test_operators_in_turns_by_lot():
    """Every schedule, form and kind, with threads that lose their turns at any access."""
    env = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)}
    order = [sys.executable, "-P", "-m", "tests.interleaved_operators", "400"]
    done = subprocess.run(order, cwd=ROOT, env=env, capture_output=True, text=True)
    assert done.stdout == "400 runs agree\n", done.stderr


@pytest.mark.parametrize("threads", THREADS)
def test_searches_by_operators(threads, monkeypatch):
    monkeypatch.setenv("EDGEWISE_THREADS", str(threads))
    for g in (ew.generate.kronecker(12, edge_factor=16, seed=2), ew.generate.grid(40, 30)):
        source = int(np.argmax(g.out_degrees))
        meant = np.where((d := ew.bfs(g, g.ids[source]).distances) < 0, FAR, d)
        assert (search(g, source) == meant).all()
        depth = np.where(np.arange(g.num_vertices) == source, 0, FAR).astype(np.int32)
        front = ew.VertexFrontier.of(g, [g.ids[source]])
        done = ew.traverse(front, first, open=unseen, depth=depth)
        assert (depth == meant).all() and not done.frontier
        assert done.trace.rounds == meant[meant < FAR].max() + 1
        assert done.trace.total("found") == (meant < FAR).sum() - 1
        if g.num_arcs > 1 << 16:
            assert {s.split()[0] for s in done.trace.schedules} == {"push", "pull"}


def test_a_traversal_by_rounds_is_a_loop_over_advances():
    g = ew.generate.gnm(300, 900, seed=3)
    depth, other = np.full((2, 300), FAR, np.int32)
    depth[0] = other[0] = 0
    start = ew.VertexFrontier.of(g, [0])
    front = ew.advance(ew.advance(start, closer, depth=depth), closer, depth=depth)
    done = ew.traverse(start, closer, rounds=2, depth=other)
    assert done.frontier == front and (depth == other).all() and front.size > 0
    assert "2 rounds" in repr(done)
    rest = ew.traverse(done.frontier, closer, depth=other)
    kept = {"depth": Checked(np.where(np.arange(300), FAR, 0).astype(np.int32))}
    rounds = traverse(Rows(g.out_offsets, g.out_neighbors), [0], closer, edges=False, given=kept)
    assert list(kept["depth"]) == other.tolist()
    assert rounds == 2 + rest.trace.rounds


@pytest.mark.slow
def test_traversals_of_edges():
    g = ew.generate.gnm(60, 150, seed=5)
    hops = np.full(g.num_arcs, FAR, np.int32)
    hops[0] = 0
    meant = {"hops": Checked(hops)}
    ew.traverse(
        ew.EdgeFrontier.of(g, [0]),
        lambda e, via, hops: ew.lower(hops, e, hops[via] + 1),
        hops=hops,
    )
    rows = Rows(g.out_offsets, g.out_neighbors)

    def further(e, via, hops):
        return ew.lower(hops, e, hops[via] + 1)

    traverse(rows, [0], further, edges=True, given=meant)
    assert hops.tolist() == list(meant["hops"]) and (hops < FAR).sum() > 100


@pytest.mark.usefixtures("teams")
@pytest.mark.parametrize("threads", THREADS)
def test_filters_and_computes_do_what_is_defined(threads, monkeypatch):
    monkeypatch.setenv("EDGEWISE_THREADS", str(threads))

    def light(u, v, e, weight, most):
        return (u + v + e) % 3 > 0 and weight < most

    def even(v, degree):
        return (v + degree) % 2 == 0

    def touch(v, degree, seen):
        ew.add(seen, v, degree)

    for animal in GROUPS[:4]:
        g = weighted(animal, np.int64)
        rows = Rows(g.out_offsets, g.out_neighbors, g.out_weights)
        draw = np.random.default_rng(1)
        for kind, keep, given in (
            (ew.VertexFrontier, even, {}),
            (ew.EdgeFrontier, light, {"most": 7}),
        ):
            edges = kind is ew.EdgeFrontier
            universe = kind.none(g).universe
            twice = kind(g, members=draw.integers(0, universe, 2 * universe))
            for front in (twice, twice.to_bitmap(), kind.all(g)):
                meant = filtered(rows, front.positions().tolist(), keep, edges, given)
                kept = ew.filter(front, keep, **given)
                assert sorted(kept.positions().tolist()) == sorted(meant)
                assert kept.form == ("list" if front is twice else "bitmap")
                culled = ew.filter(front, keep, exact=False, **given)
                assert culled == kept and len(kept) <= len(culled) <= len(front)
                seen = np.zeros(g.num_vertices, np.int64)
                said = {"seen": Checked(seen)}
                ew.compute(front, touch, seen=seen)
                compute(rows, front.positions().tolist(), touch, edges, said)
                assert seen.tolist() == list(said["seen"]) and seen.any()


def test_a_filter_keeps_the_order_of_a_list():
    front = ew.VertexFrontier.of(G, ["d", "a", "d", "c", "a"])
    assert ew.filter(front, lambda v: v >= 0).vertices().tolist() == ["d", "a", "c"]


def test_a_history_forgets():
    """An inexact filter of one thread misses nothing: the bitmap remembers all."""
    front = ew.VertexFrontier.of(ew.generate.path(1000), [*range(1000)] * 2)
    assert ew.filter(front, lambda v: v >= 0, exact=False).size == 1000


@pytest.mark.slow
def test_inexact_advances_list_a_head_for_each_arc():
    front = ew.VertexFrontier.of(G, ["b", "c"])
    assert ew.advance(front, exact=False).vertices().tolist() == ["d", "d"]
    assert ew.advance(front).vertices().tolist() == ["d"]


def test_from_nobody_nothing_is_found():
    none, edges = ew.VertexFrontier.none(G), ew.EdgeFrontier.none(G)
    depth = np.zeros(4, np.int32)
    with ew.record() as calls:
        assert ew.advance(none, closer, depth=depth) == none
        assert ew.advance(none, to="edges") == edges == ew.advance(edges, to="edges")
        assert ew.filter(edges, lambda v: v > 0) == edges
        assert ew.traverse(none, closer, depth=depth).frontier == none
        ew.compute(none, lambda v: v)
    assert calls.total("active") == 0 and not depth.any()
    front = ew.VertexFrontier.of(G, ["a"])
    assert ew.traverse(front, closer, rounds=0, depth=depth).frontier is front
    lonely = ew.VertexFrontier.all(ew.generate.empty(3))
    assert ew.advance(lonely).size == 0


def test_a_record_has_a_row_a_call():
    depth = np.full(4, FAR, np.int32)
    depth[0] = 0
    front = ew.VertexFrontier.of(G, ["a"])
    with ew.record() as calls:
        found = ew.advance(front, closer, schedule="push", depth=depth)
        with ew.record() as inner:
            ew.filter(found, lambda v: v > 1)
        ew.traverse(found, closer, depth=depth)
        ew.compute(found, lambda v, depth: ew.add(depth, v, 1), depth=depth)
    ew.advance(front)
    assert [one["operator"] for one in calls] == ["advance", "traverse", "compute"]
    assert calls[0] == {
        **calls[0], "call": 0, "schedule": "push list sync group", "active": 1, "out_degrees": 2,
        "walked": 2, "found": 2, "why": "only one direction is legal",
    }  # fmt: skip
    assert calls[1]["why"] == "2 rounds" and calls[-1]["call"] == 2
    assert inner[0]["operator"] == "filter" and inner[0]["found"] == 1
    assert len(calls.to_pandas()) == 3 and '"walked": 2' in calls.to_json()
    assert "push list sync group" in str(calls) and repr(calls).startswith("Record: 3 calls in ")


def test_long_records_are_shortened_where_they_are_shown():
    with ew.record() as calls:
        for _ in range(40):
            ew.compute(ew.VertexFrontier.of(G, ["a"]), lambda v: v)
    assert len(str(calls).splitlines()) == 33 and "..." in str(calls)


SCHEDULES = [
    ("advance", "async", "a round of operators is 'sync'"),
    ("advance", "all", "its frontier is a list or a bitmap"),
    ("advance", "buckets", "its frontier is a list or a bitmap"),
    ("advance", "pull list", "the frontier is a bitmap, or all"),
    ("advance", "pull bitmap local", "a pull owns whole rows"),
    ("edges", "pull", "it leads from vertices to vertices"),
    ("traverse", "async", "a round of operators is 'sync'"),
]


@pytest.mark.parametrize(("where", "schedule", "says"), SCHEDULES)
def test_what_is_not_legal_is_refused_and_the_reason_named(where, schedule, says):
    front, depth = ew.VertexFrontier.of(G, ["a"]), np.zeros(4, np.int32)
    with pytest.raises(ew.ScheduleError, match=says):
        if where == "edges":
            ew.advance(front, to="edges", schedule=schedule)
        else:
            getattr(ew, where)(front, closer, schedule=schedule, depth=depth)
    with pytest.raises(ew.ScheduleError, match="controller=.*async"):
        ew.advance(front, controller=ew.Fixed("push async"))


def listing(u, v, depth):
    return [u, v]


def texting(v, depth):
    depth[v] = depth[v] + undefined_name


undefined_name = "text"


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda f, d: ew.advance(f, closer), r"pass it: advance\(..., depth=...\)"),
        (lambda f, d: ew.advance(f, closer, dept=d), "did you mean 'dept'"),
        (lambda f, d: ew.advance(f, closer, depth=d, scedule=d), "did you mean 'schedule'"),
        (lambda f, d: ew.advance(f, closer, depth=d[:2]), "expected at least 4 entries"),
        (lambda f, d: ew.advance(f, closer, depth=d.tolist()), "a NumPy array of numbers"),
        (lambda f, d: ew.advance(f, lambda v, via: via), "asks for 'via'"),
        (lambda f, d: ew.advance(f, open=lambda u: u), "open=<lambda> asks for 'u'"),
        (lambda f, d: ew.advance(f, listing, depth=d), "uses a list"),
        (lambda f, d: ew.compute(f, texting, depth=d), "'undefined_name' outside it is a str"),
        (lambda f, d: ew.advance(f.edges(), closer, depth=None), "a number or a NumPy array"),
        (lambda f, d: ew.filter(f, lambda v, weight: weight), "asks for 'weight'"),
        (lambda f, d: ew.compute(f, lambda v, d: d.nothing, d=d), "refuses one of its functions"),
        (lambda f, d: ew.traverse(f, closer, depth=1.5), "refuses one of its functions"),
        (lambda f, d: ew.compute(f, lambda v: ew.bfs(v)), "ew.bfs: of Edgewise it may call ew.lo"),
    ],
)
def test_what_is_wrong_with_functors_is_said(call, says):
    with pytest.raises(ew.ArgumentError, match=says):
        call(ew.VertexFrontier.of(G, ["a"]), np.zeros(4, np.int32))


def test_arrays_that_cannot_be_written_are_refused():
    depth = np.zeros(4, np.int32)
    depth.flags.writeable = False
    with pytest.raises(ew.FunctorError, match=r"(?i)read-?only"):
        ew.advance(ew.VertexFrontier.of(G, ["a"]), closer, depth=depth)


PROBE = """
import numpy as np, edgewise as ew
from edgewise.cli.compiled import kernels
g, most = ew.generate.path(4), np.zeros(2)
def lifted(v, degree, most):
    return ew.lift(most, 0, v * degree)
front = ew.filter(ew.VertexFrontier.all(g), lifted, most=most)
print(most.tolist(), front.positions().tolist(), kernels())
"""


@pytest.mark.slow
def test_a_second_process_finds_the_nests_of_operators(tmp_path):
    env = {**os.environ, "EDGEWISE_CACHE_DIR": str(tmp_path), "PYTHONPATH": str(ROOT)}
    order = [sys.executable, "-P", "-c", PROBE]
    said = [subprocess.run(order, env=env, capture_output=True, text=True).stdout for _ in range(2)]
    assert said[0].startswith("[4.0, 0.0] [1, 2] ")
    assert int(said[0].split()[-1]) >= 1 and said[1].split()[-1] == "0"
