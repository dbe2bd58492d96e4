"""Connected components on a GPU: the labels of the CPU place, exactly; the checker agrees."""

from __future__ import annotations

import pytest

import edgewise as ew
from tests.parts import PARTS, shuffled, with_in_edges
from tests.zoo import Animal

cupy = pytest.importorskip("cupy")
try:
    devices = cupy.cuda.runtime.getDeviceCount()
except cupy.cuda.runtime.CUDARuntimeError:
    devices = 0
pytestmark = pytest.mark.skipif(devices == 0, reason="no CUDA device")

METHODS = ("afforest", "shiloach-vishkin")
LARGE = {
    "kronecker": lambda: ew.generate.kronecker(14, edge_factor=16, seed=1),
    "kronecker, renumbered": lambda: ew.generate.kronecker(14, edge_factor=16, seed=1).renumbered(),
    "kronecker, directed": lambda: ew.generate.kronecker(14, edge_factor=2, seed=2, directed=True),
    "kronecker, both ways": lambda: with_in_edges(
        ew.generate.kronecker(14, edge_factor=2, seed=2, directed=True)
    ),
    "sparse kronecker": lambda: ew.generate.kronecker(18, edge_factor=1, seed=3),
    "path": lambda: ew.generate.path(100_000),
    "path, shuffled": lambda: shuffled(ew.generate.path(100_000), 1),
    "grid": lambda: ew.generate.grid(700, 700, deletions=0.1, seed=1),
    "torn grid": lambda: ew.generate.grid(700, 700, deletions=0.52, seed=1),
    "torn grid, renumbered": lambda: ew.generate.grid(500, 500, deletions=0.5).renumbered(),
    "star": lambda: ew.generate.star(300_000),
    "alone": lambda: ew.generate.empty(70_000),
}


def agrees(g: ew.Graph, method: str, times: int = 3) -> None:
    """The device is asked first: the CPU place makes in-arcs, and then both go by them."""
    answers = [ew.connected_components(g, method=method, device="cuda") for _ in range(times)]
    expected = ew.connected_components(g)
    for found in answers:
        assert found.num_components == expected.num_components
        assert (found.labels == expected.labels).all()
        assert found.trace.seconds > 0 or g.num_vertices == 0
    ew.verify.connected_components(g, found.labels)


@pytest.mark.parametrize("method", [*METHODS, "label-propagation"])
def test_the_zoo(animal: Animal, method: str) -> None:
    agrees(animal.graph(), method)


@pytest.mark.parametrize("name", PARTS)
@pytest.mark.parametrize("method", METHODS)
def test_parts_of_all_sorts(name: str, method: str) -> None:
    for seed in range(1, 6):
        agrees(PARTS[name](seed), method)


@pytest.mark.parametrize("name", LARGE)
@pytest.mark.parametrize("method", METHODS)
def test_large_ones(name: str, method: str) -> None:
    agrees(LARGE[name](), method, times=10)


def test_labels_are_passed_on() -> None:
    agrees(LARGE["kronecker"](), "label-propagation")
