"""`reduce_neighbors` against its plain meaning, on any number of threads, lists cut and whole."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import edgewise as ew
from edgewise.kernels import reference_sets
from edgewise.kernels.reference import Rows
from edgewise.places import cpu_reduce_neighbors as place
from tests.zoo import Animal, graphs

pytestmark = pytest.mark.usefixtures("small_pieces")


@pytest.fixture
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lists are cut from three arcs on, and there is work for every thread."""
    monkeypatch.setattr(place, "PIECE", 3)
    monkeypatch.setattr(place, "CHUNK", 2)
    monkeypatch.setattr("edgewise.engine.ALONE", 0)


def told(u, v, e, weight, degree, share):  # type: ignore[no-untyped-def]
    return 7 * u + 5 * v + 3 * e + 2 * weight + degree + share[v]


def only_weight(weight):  # type: ignore[no-untyped-def]
    return weight


def only_head(v):  # type: ignore[no-untyped-def]
    return v


def rows_of(g: ew.Graph, direction: str) -> tuple[Rows, Any]:
    """The rows as the reference wants them, and each arc's place among the out-arcs."""
    if direction == "in":
        return Rows(g.in_offsets, g.in_neighbors, g.in_weights), g.in_arcs
    return Rows(g.out_offsets, g.out_neighbors, g.out_weights), np.arange(g.num_arcs)


def meant(g: ew.Graph, members: Any, direction: str, monoid: ew.Monoid, share: Any) -> list[Any]:
    rows, places = rows_of(g, direction)

    def gather(u: int, v: int, e: int, weight: Any, degree: int) -> Any:
        return int(told(u, v, places[e], int(weight), degree, share))

    return reference_sets.reduce_neighbors(
        rows, members, gather, monoid.combine, monoid.identity(np.int64)
    )


def weighted(bare: ew.Graph) -> ew.Graph:
    """The same arcs with weights of one type, so that one compiled loop takes them all."""
    return ew.from_csr(bare.out_offsets, bare.out_neighbors, np.arange(bare.num_arcs) % 5)


@pytest.mark.parametrize(("direction", "monoid"), [("out", ew.SUM), ("in", ew.MIN)])
def test_every_animal(animal: Animal, threads: int, direction: str, monoid: ew.Monoid) -> None:
    g = weighted(animal.graph())
    share = np.arange(g.num_vertices) ** 2
    found = ew.reduce_neighbors(g, told, monoid, direction=direction, value=np.int64, share=share)
    assert found.tolist() == meant(g, range(g.num_vertices), direction, monoid, share)


@given(graphs(weighted=False), st.data())
def test_any_frontier(bare: ew.Graph, data: st.DataObject) -> None:
    g = weighted(bare)
    chosen = data.draw(
        st.lists(st.integers(0, g.num_vertices - 1)) if g.num_vertices else st.just([])
    )
    share = np.arange(g.num_vertices)
    f = ew.VertexFrontier(g, members=np.array(chosen, np.int64))
    for one in (f, f.to_bitmap()):
        found = ew.reduce_neighbors(one, told, ew.SUM, value=np.int64, share=share)
        assert found.tolist() == meant(g, one.positions().tolist(), "out", ew.SUM, share)


def test_pieces_of_reals_are_added_in_one_order(monkeypatch: pytest.MonkeyPatch) -> None:
    g = ew.generate.kronecker(10, edge_factor=16, seed=5)
    size = np.random.default_rng(1).random(g.num_vertices) * 1e6
    answers = set()
    for threads in (1, 2, 5):
        monkeypatch.setenv("EDGEWISE_THREADS", str(threads))
        found = ew.reduce_neighbors(g, lambda v, size: size[v] / 3, ew.SUM, size=size)
        answers.add(found.tobytes())
        some = ew.VertexFrontier(g, members=np.arange(0, g.num_vertices, 7))
        part = ew.reduce_neighbors(some, lambda v, size: size[v] / 3, ew.SUM, size=size)
        assert part.tobytes() == found[::7].tobytes()
    assert len(answers) == 1
    plain = np.add.reduceat(np.append(size[g.out_neighbors] / 3, 0), g.out_offsets[:-1])
    assert found == pytest.approx(np.where(g.out_degrees > 0, plain, 0), rel=1e-12)


def test_what_is_settled_is_not_read_further(threads: int) -> None:
    """Every look is counted by an atomic; a list of 40 is left at its first neighbour of 1."""
    g = ew.generate.star(41)
    looks, flags = np.zeros(1, np.int64), np.zeros(41, np.int64)
    flags[1:] = 1

    def looked(v, flags, looks):  # type: ignore[no-untyped-def]
        ew.add(looks, 0, 1)
        return flags[v]

    hub = ew.VertexFrontier.of(g, [0])
    given = {"flags": flags, "looks": looks, "settled": lambda value: value == 1}
    stopped = ew.reduce_neighbors(hub, looked, ew.ANY, value=np.int64, **given)
    assert stopped.tolist() == [1]
    assert looks[0] == 14  # one in each of the pieces


def test_a_monoid_that_does_not_commute_keeps_the_order(threads: int) -> None:
    g = ew.generate.star(30)
    first = ew.reduce_neighbors(g, only_head, ew.FIRST, value=np.int64)
    assert first.tolist() == [1] + [0] * 29


def test_one_that_does_not_associate_goes_by_whole_lists(threads: int) -> None:
    halves = ew.Monoid("halves", lambda a, b: a / 2 + b, 0, laws=())
    g = ew.from_edges([0] * 9, range(1, 10), np.arange(9.0))
    total = 0.0
    for weight in range(9):
        total = total / 2 + weight
    assert ew.reduce_neighbors(g, only_weight, halves)[0] == total


def test_weights_of_two_bytes_are_read_as_singles() -> None:
    g = ew.from_edges([0, 0], [1, 2], np.array([1.5, 2.25], np.float16))
    assert ew.reduce_neighbors(g, only_weight, ew.SUM).tolist() == [3.75, 0, 0]


def test_no_vertices_and_no_members() -> None:
    assert ew.reduce_neighbors(ew.generate.empty(0), only_head, ew.SUM).tolist() == []
    g = ew.generate.path(3)
    assert ew.reduce_neighbors(ew.VertexFrontier.none(g), only_head, ew.SUM).tolist() == []


def test_errors_name_what_is_missing() -> None:
    g = ew.generate.path(3)
    with pytest.raises(ew.FunctorError, match="sise"):
        ew.reduce_neighbors(g, lambda v, sise: sise[v], ew.SUM, size=np.ones(3))
    with pytest.raises(ew.ArgumentError, match="at least 3 entries"):
        ew.reduce_neighbors(g, lambda v, size: size[v], ew.SUM, size=np.ones(2))
    with pytest.raises(ew.FunctorError, match="compiler refuses"):
        ew.reduce_neighbors(g, lambda v: v[0], ew.SUM)
