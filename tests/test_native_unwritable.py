"""What the native form cannot hold is refused, and nothing is left behind."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import edgewise as ew
from edgewise.adjacency import Adjacency
from edgewise.graph import Facts, Graph
from edgewise.ids import VertexIds
from tests.test_native import there_and_back
from tests.zoo import BY_NAME


def test_ids_that_are_neither_integers_nor_words_are_refused(tmp_path: Path) -> None:
    graph = BY_NAME["mixed ids"].graph()
    with pytest.raises(ew.GraphError, match=r"str\(id\)"):
        ew.write(graph, tmp_path / "a.ew")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("dtype", [np.complex64, np.complex128, np.longdouble])
def test_weights_of_other_types_are_refused(dtype: Any, tmp_path: Path) -> None:
    rows = Adjacency(np.array([0, 1]), np.array([0], np.int32), np.array([1], dtype))
    graph = Graph(rows, Facts(directed=True, weighted=True), VertexIds(1))
    with pytest.raises(ew.GraphError, match="cannot be written"):
        ew.write(graph, tmp_path / "a.ew")
    assert list(tmp_path.iterdir()) == []


def test_weights_of_the_other_byte_order_are_turned(tmp_path: Path) -> None:
    rows = Adjacency(np.array([0, 1]), np.array([0], np.int32), np.array([1.5], ">f8"))
    graph = Graph(rows, Facts(directed=True, weighted=True), VertexIds(1))
    again = there_and_back(graph, tmp_path)
    assert again.out_weights is not None
    assert again.out_weights.tolist() == [1.5]
