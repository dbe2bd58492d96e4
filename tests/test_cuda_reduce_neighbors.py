"""Neighbours reduced on an emulated device, against their plain meaning: rows cut and whole."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import edgewise as ew
from edgewise.places import choice
from edgewise.places import cuda_reduce_neighbors as there
from tests.emulator import EmulatedDevice, available
from tests.test_reduce_neighbors import meant, only_head, told, weighted
from tests.zoo import ZOO

pytestmark = pytest.mark.skipif(not available(), reason="needs g++ on x86-64 Linux")
KRON = ew.generate.kronecker(8, edge_factor=12, seed=5)
SEEDS = range(1, 21)


@pytest.fixture(params=[3, 40, 4096])
def place(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> EmulatedDevice:
    """The device that "cuda" is; rows are cut from so many arcs on."""
    made = EmulatedDevice()
    monkeypatch.setattr(choice, "gpu", lambda number: made)
    monkeypatch.setattr(there, "PIECE", request.param)
    return made


@pytest.mark.parametrize(("direction", "monoid"), [("out", ew.SUM), ("in", ew.MIN), ("in", ew.MAX)])
def test_every_animal(place: EmulatedDevice, direction: str, monoid: ew.Monoid) -> None:
    turn = itertools.count()
    for animal in ZOO:
        g = weighted(animal.graph())
        if g.num_vertices == 0:
            continue
        share = np.arange(g.num_vertices) ** 2
        chosen = np.random.default_rng(1).integers(0, g.num_vertices, 2 * g.num_vertices)
        listed = ew.VertexFrontier(g, members=chosen)
        for one in (g, listed, listed.to_bitmap()):
            place.blocks, place.seed = 1 + next(turn) % 3, 100 * next(turn)
            how = {"direction": direction, "value": np.int64, "share": share}
            found = ew.reduce_neighbors(one, told, monoid, device="cuda", **how)
            members = range(g.num_vertices) if one is g else one.positions().tolist()
            assert found.tolist() == meant(g, members, direction, monoid, share), animal.name


@pytest.mark.parametrize("seed", SEEDS)
def test_sums_of_reals_come_out_alike(place: EmulatedDevice, seed: int) -> None:
    size = np.random.default_rng(1).random(KRON.num_vertices) * 1e6
    plain = ew.reduce_neighbors(KRON, lambda v, size: size[v] / 3, ew.SUM, size=size)
    answers = set()
    for blocks in (1, 2, 3):
        place.blocks, place.seed = blocks, seed * 10
        found = ew.reduce_neighbors(
            KRON, lambda v, size: size[v] / 3, ew.SUM, size=size, device="cuda"
        )
        answers.add(found.tobytes())
        some = ew.VertexFrontier(KRON, members=np.arange(0, KRON.num_vertices, 7))
        part = ew.reduce_neighbors(
            some, lambda v, size: size[v] / 3, ew.SUM, size=size, device="cuda"
        )
        assert part.tobytes() == found[::7].tobytes()
    assert len(answers) == 1 and found == pytest.approx(plain, rel=1e-12)


@pytest.mark.parametrize("direction", ["out", "in"])
def test_a_monoid_that_does_not_commute_keeps_the_order(place: EmulatedDevice, direction) -> None:
    how = {"value": np.int64, "direction": direction}
    ours = ew.reduce_neighbors(KRON, only_head, ew.FIRST, device="cuda", **how)
    assert ours.tolist() == ew.reduce_neighbors(KRON, only_head, ew.FIRST, **how).tolist()


def test_one_that_is_not_associative_is_folded_from_first_to_last(place: EmulatedDevice) -> None:
    odd = ew.Monoid("odd", lambda a, b: a * 3 - b, 1, laws=())
    ours = ew.reduce_neighbors(KRON, only_head, odd, value=np.int64, device="cuda")
    assert ours.tolist() == ew.reduce_neighbors(KRON, only_head, odd, value=np.int64).tolist()


@pytest.mark.parametrize("kind", ["int8", "uint16", "float32", "int64"])
def test_numbers_of_every_size(place: EmulatedDevice, kind: str) -> None:
    how = {"value": kind, "settled": lambda value: value == 0}
    ours = ew.reduce_neighbors(KRON, lambda v: v % 97, ew.MIN, device="cuda", **how)
    theirs = ew.reduce_neighbors(KRON, lambda v: v % 97, ew.MIN, **how)
    assert ours.dtype == theirs.dtype and ours.tolist() == theirs.tolist()


def test_a_frontier_that_was_found_there_is_taken_as_it_is(place: EmulatedDevice) -> None:
    front = ew.filter(ew.VertexFrontier.all(KRON).to_list(), lambda v: v % 3 == 0, device="cuda")
    ours = ew.reduce_neighbors(front, lambda degree: degree, ew.SUM, value=int)
    assert ours.tolist() == (KRON.out_degrees[front.positions()] ** 2).tolist()
