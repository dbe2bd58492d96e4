"""Nobody changes a graph or a frontier by its arrays, and copies are as good as the first."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import edgewise as ew
from tests.zoo import ZOO

ARRAYS = ("out_offsets", "out_neighbors", "out_weights", "in_offsets", "in_neighbors", "in_arcs")
COPIES: list[Callable[[Any], Any]] = [
    lambda thing: thing,
    copy.copy,
    copy.deepcopy,
    lambda thing: pickle.loads(pickle.dumps(thing)),
]


@pytest.mark.parametrize("again", COPIES, ids=["itself", "copy", "deepcopy", "pickle"])
def test_a_graph_does_not_change(again: Callable[[Any], Any]) -> None:
    for labels in ([0, 1, 2], ["a", "b", "c"]):
        graph = again(ew.from_edges(labels[:2], labels[1:], [1.5, 2.5]).renumbered())
        arrays = [getattr(graph, name) for name in ARRAYS]
        if graph.vertex_ids.labels is not None:
            arrays.append(graph.ids)
        for array in arrays:
            with pytest.raises(ValueError, match="read-only"):
                array[0] = array[-1]
        assert graph.neighbors(labels[0]).tolist() == [labels[1]]


@pytest.mark.parametrize("again", COPIES[1:], ids=["copy", "deepcopy", "pickle"])
def test_copies_are_the_same_graph(again: Callable[[Any], Any]) -> None:
    for animal in ZOO:
        graph = animal.graph()
        ew.verify.same_graph(again(graph), graph)
        ew.verify.same_graph(again(graph.renumbered()), graph)


def test_an_opened_graph_can_be_sent_to_others(tmp_path) -> None:
    graph = ew.from_edges([("ann", "bob"), ("bob", "cat")])
    ew.write(graph, tmp_path / "words.ew")
    ew.verify.same_graph(pickle.loads(pickle.dumps(ew.read(tmp_path / "words.ew"))), graph)


def test_a_frontier_does_not_change() -> None:
    graph = ew.generate.path(5)
    vertices, arcs = np.array([1, 2], np.int64), np.array([0, 3], np.int64)
    words = np.array([0b110], np.uint64)
    made = [
        ew.VertexFrontier.of(graph, vertices),
        ew.VertexFrontier.from_bitmap(graph, words),
        ew.EdgeFrontier.of(graph, arcs),
    ]
    before = [frontier.positions().tolist() for frontier in made]
    vertices[:], words[:], arcs[:] = 4, 1, 7
    assert [frontier.positions().tolist() for frontier in made] == before
    with pytest.raises(ValueError, match="read-only"):
        made[0].positions()[0] = 4
    with pytest.raises(ValueError, match="read-only"):
        made[1].words()[0] = 4


ERRORS = [
    ew.ArgumentError("text"),
    ew.FormatError("web.mtx", "no header", line=3, found=b"x", expected="y"),
    ew.FileMissingError("web.mtx", "there is no such file"),
    ew.TruncatedError("web.mtx", "cut", byte=9),
    ew.MissingDependencyError("cupy", "this", "cuda"),
    ew.NegativeCycleError("a cycle", ["a", "b"]),
    ew.DeviceError("cuda:0: gone"),
    ew.DeviceMemoryError("cuda:0", 3 << 30, 1 << 30),
    ew.UnknownVertexError("vertex 9"),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_errors_come_back_from_other_processes(error: ew.EdgewiseError) -> None:
    for again in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert type(again) is type(error)
        assert (str(again), vars(again)) == (str(error), vars(error))
