"""`contract` against its plain meaning and NetworkX, and components by contraction alone."""

from __future__ import annotations

from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import edgewise as ew
from edgewise.kernels import reference_sets
from edgewise.kernels.reference import Rows
from edgewise.places import cpu_contract, cpu_sweep
from tests.zoo import BY_NAME, Animal, graphs

COMBINE = {
    "sum": lambda a, b: a + b,
    "min": min,
    "max": max,
    "first": lambda a, b: a,
    "count": lambda a, b: a + b,
}
pytestmark = pytest.mark.usefixtures("small_pieces")


@pytest.fixture
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows are cut for several threads however few there are."""
    monkeypatch.setattr(cpu_sweep, "PIECE", 16)
    assert cpu_contract.pieces is cpu_sweep.pieces


def meant(g: ew.Graph, labels: Any, weights: str, keeps: bool) -> dict[tuple[Any, Any], Any]:
    """Arcs between labels and what they weigh; None where there is no weight."""
    bare = weights == "count" or not g.is_weighted
    rows = Rows(g.out_offsets, g.out_neighbors, None if bare else g.out_weights)
    found = reference_sets.contract(rows, labels, COMBINE[weights], g.is_directed, keeps)
    told = g.is_weighted or weights in ("sum", "count")
    return {ends: weight if told else None for ends, weight in found.items()}


def seen(g: ew.Graph) -> dict[tuple[Any, Any], Any]:
    ids = g.ids.tolist()
    weights = [None] * g.num_arcs if g.out_weights is None else g.out_weights.tolist()
    tails, heads = g._out.rows().tolist(), g.out_neighbors.tolist()
    arcs = [(ids[u], ids[v]) for u, v in zip(tails, heads, strict=True)]
    assert len(set(arcs)) == len(arcs)
    return dict(zip(arcs, weights, strict=True))


@pytest.mark.parametrize("weights", list(COMBINE))
def test_every_animal(animal: Animal, threads: int, weights: str) -> None:
    """Real weights are made whole: the order of a sum of reals has a test of its own."""
    g = animal.graph()
    if g.is_weighted:
        g = ew.from_edges(animal.pairs, weights=range(len(animal.pairs)), directed=animal.directed)
    labels = np.arange(g.num_vertices) * 7 % 5 * 2
    for keeps in (False, True):
        loops = "keep" if keeps else "drop"
        found = ew.contract(g, labels, weights=weights, self_loops=loops)
        assert seen(found.graph) == meant(g, labels.tolist(), weights, keeps)
        assert found.graph.ids.tolist() == sorted(set(labels.tolist()))
        assert found.graph.ids[found.places].tolist() == labels.tolist()
        ew.verify.graph(found.graph)


@given(graphs(), st.data())
def test_any_labels(g: ew.Graph, data: st.DataObject) -> None:
    label = data.draw(
        st.sampled_from(
            [st.integers(-3, 3), st.integers(0, 2**62), st.sampled_from("abc"), st.booleans()]
        )
    )
    n = g.num_vertices
    labels = data.draw(st.lists(label, min_size=n, max_size=n))
    weights = data.draw(st.sampled_from(["min", "max", "first", "count"]))
    keeps = data.draw(st.booleans())
    found = ew.contract(g, labels, weights=weights, self_loops="keep" if keeps else "drop")
    assert seen(found.graph) == meant(g, labels, weights, keeps)
    assert found.sizes.tolist() == [labels.count(one) for one in sorted(set(labels))]
    assert found.graph.weight_dtype == (np.int64 if weights == "count" else g.weight_dtype)
    ew.verify.graph(found.graph)


def test_sums_of_reals_are_the_same_on_any_number_of_threads(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    g = ew.generate.kronecker(11, edge_factor=16, seed=3, weights=(0.0, 1.0))
    labels = np.random.default_rng(5).integers(0, 40, g.num_vertices)
    answers = set()
    for threads in (1, 2, 5):
        monkeypatch.setenv("EDGEWISE_THREADS", str(threads))
        found = ew.contract(g, labels, self_loops="keep").graph
        answers.add(found.out_weights.tobytes())
        assert found.is_symmetric
    assert len(answers) == 1
    assert found.to_edges()[2].sum() == pytest.approx(g.to_edges()[2].sum())


def test_renumbered_graphs_take_labels_in_the_callers_order() -> None:
    g = ew.generate.kronecker(7, edge_factor=4, seed=1)
    labels = np.arange(g.num_vertices) % 9
    one, two = ew.contract(g, labels), ew.contract(g.renumbered(), labels)
    ew.verify.same_graph(one.graph, two.graph)
    assert one.places.tolist() == two.places.tolist()


def test_a_quotient_of_networkx() -> None:
    g = ew.generate.gnm(60, 200, seed=4)
    labels = np.arange(60) // 10
    theirs = nx.quotient_graph(
        g.to_networkx(), [set(range(b, b + 10)) for b in range(0, 60, 10)], relabel=True
    )
    ours = ew.contract(g, labels).graph.to_networkx()
    assert {frozenset(e) for e in ours.edges} == {frozenset(e) for e in theirs.edges}
    assert sum(d["weight"] for _, _, d in ours.edges(data=True)) == sum(
        d["weight"] for _, _, d in theirs.edges(data=True)
    )


def components(g: ew.Graph) -> Any:
    """Everybody joins the least of his neighbours and himself, trees become vertices, again."""
    labels, rest = np.arange(g.num_vertices), g
    while rest.num_arcs:
        n = rest.num_vertices
        least = ew.reduce_neighbors(rest, lambda v: v, ew.MIN, value=np.int64)
        above = np.minimum(least, np.arange(n))
        while (above != above[above]).any():
            above = above[above]
        step = ew.contract(rest, above)
        labels, rest = step.places[labels], step.graph
    return labels


def test_components_by_contraction_are_those_of_networkx(threads: int) -> None:
    for g in (
        ew.generate.gnm(400, 300, seed=2),
        BY_NAME["disconnected"].graph(),
        ew.generate.path(100),
    ):
        theirs = {frozenset(one) for one in nx.connected_components(g.to_networkx())}
        labels = components(g)
        ours = [frozenset(np.flatnonzero(labels == one).tolist()) for one in set(labels.tolist())]
        assert set(ours) == theirs


def test_sums_that_do_not_fit_are_refused() -> None:
    g = ew.from_edges([0, 1], [2, 3], np.array([100, 100], np.int8))
    with pytest.raises(ew.WeightOverflowError, match="weights='sum'.*int8 holds"):
        ew.contract(g, [0, 0, 1, 1])


def test_what_else_building_refuses_keeps_its_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the overflow is told anew, whatever the words of another error."""

    def refused(*_: Any, **__: Any) -> Any:
        raise ew.GraphError("they add up to more than that")

    monkeypatch.setattr("edgewise.operators.contract.build", refused)
    with pytest.raises(ew.GraphError, match="^they add up to more than that$"):
        ew.contract(ew.generate.path(3), [0, 0, 1])


@pytest.mark.parametrize(
    "labels", [[0, 1], [0, 1, None], [0, 1, np.nan], [[0], [1], [2]], "abc", 7]
)
def test_labels_that_are_none(labels: Any) -> None:
    with pytest.raises(ew.ArgumentError, match="labels"):
        ew.contract(ew.generate.path(3), labels)


def test_nothing_to_contract() -> None:
    found = ew.contract(ew.generate.empty(0), [])
    assert (found.graph.num_vertices, found.sizes.tolist()) == (0, [])
    found = ew.contract(ew.generate.path(4), [3, 3, 3, 3])
    assert (found.graph.num_vertices, found.graph.num_arcs) == (1, 0)
    assert found.spread(np.array([8])).tolist() == [8] * 4
    with pytest.raises(ew.ArgumentError, match="1 entries"):
        found.spread(np.array([8, 9]))
