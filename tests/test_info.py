"""What `g.info()` says."""

from __future__ import annotations

import json

import numpy as np
import pytest

import edgewise as ew
from edgewise.info import Info, spread
from tests.zoo import Animal


def test_info_counts_what_the_graph_has(animal: Animal) -> None:
    graph = animal.graph()
    info = graph.info()
    assert info.vertices == graph.num_vertices
    assert info.edges == graph.num_edges
    assert info.arcs == graph.num_arcs
    assert info.directed == graph.is_directed
    assert info.nbytes == graph.nbytes
    assert sum(info.out_degrees.bins) == graph.num_vertices


def test_info_fits_one_screen_and_is_json(animal: Animal) -> None:
    info = animal.graph().info()
    lines = str(info).splitlines()
    assert lines[0] == repr(animal.graph())
    assert len(lines) <= 24
    assert max(map(len, lines)) <= 80
    assert json.loads(json.dumps(info.as_dict())) == info.as_dict()


def test_info_looks_no_fact_up() -> None:
    graph = ew.from_csr([0, 2, 3], [1, 1, 0])
    assert set(graph.info().facts.values()) == {None}
    assert "parallel edges  unknown" in str(graph.info())
    assert graph.has_multi_edges
    assert "parallel edges  yes" in str(graph.info())
    assert graph.facts.symmetric is None


def test_info_tells_the_in_adjacency() -> None:
    graph = ew.from_edges([(0, 1), (0, 2)])
    assert graph.info().in_degrees is None
    assert "not built" in str(graph.info())
    assert graph.in_degrees.tolist() == [0, 1, 1]
    assert graph.info().in_degrees == spread(np.array([0, 1, 1]))
    assert "in-degree" in str(graph.info())
    assert "the same as the out-edges" in str(graph.symmetrized().info())


@pytest.mark.parametrize(
    ("graph", "ids"),
    [
        (ew.from_edges([("ann", "bob")]), "labels like 'ann', 'bob'"),
        (ew.from_edges([(0, 4)]), "0 to 4"),
        (ew.from_edges([(0, 0)]), "0"),
        (ew.from_edges([]), "none"),
        (ew.from_edges([(0, 1)]).renumbered(), "0 to 1; renumbered inside by degree"),
    ],
)
def test_info_tells_the_ids(graph: ew.Graph, ids: str) -> None:
    assert dict(graph.info().rows())["ids"] == ids


def test_long_ids_still_fit() -> None:
    graph = ew.from_edges([("https://example.org/" + "a" * 90, "b" * 99)])
    assert max(map(len, str(graph.info()).splitlines())) <= 80


def test_info_tells_the_weights() -> None:
    assert dict(ew.from_edges([(0, 1)]).info().rows())["weights"] == "none"
    graph = ew.from_edges([0], [1], weights=np.array([2], np.uint8))
    assert graph.info().weight_dtype == "uint8"


def test_html_is_a_table_with_ids_escaped() -> None:
    html = ew.from_edges([("<b>", "&")]).info()._repr_html_()
    assert html.startswith("<table>") and html.endswith("</table>")
    assert "&lt;b&gt;" in html and "<b>" not in html


def test_degrees_are_spread_as_counted_by_hand() -> None:
    degrees = np.array([0, 0, 1, 2, 3, 4, 7, 8, 100])
    told = spread(degrees)
    assert (told.least, told.most) == (0, 100)
    assert told.mean == pytest.approx(125 / 9)
    assert told.percentiles == {50: 3, 90: 100, 99: 100}
    assert told.bins == (2, 1, 2, 2, 1, 0, 0, 1)
    assert told.bounds()[:5] == [(0, 0), (1, 1), (2, 3), (4, 7), (8, 15)]
    for (low, high), held in zip(told.bounds(), told.bins, strict=True):
        assert held == np.count_nonzero((degrees >= low) & (degrees <= high))


def test_sparkline_shows_every_bin_that_holds_anything() -> None:
    line = spread(np.array([0] * 1000 + [1] + [9] * 500)).sparkline()
    assert line == "█▁  ▄"


def test_nothing_has_no_degrees() -> None:
    info = ew.generate.empty(0).info()
    assert isinstance(info, Info)
    assert info.out_degrees.bins == ()
    assert "0 to 0, mean 0" in str(info)
