"""Fixtures shared by all tests."""

from __future__ import annotations

import os
import zlib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

import edgewise as ew
from tests.zoo import ZOO, Animal

settings.register_profile(
    "default", deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile(
    "thorough", deadline=None, max_examples=2000, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


THOROUGH = (
    *("algorithms", "atomics", "balances", "binary_formats", "cli", "cli_errors", "cli_run"),
    *("cuda_balances", "cuda_betweenness", "cuda_build", "cuda_components", "cuda_links"),
    *("cuda_matrix", "cuda_operators", "cuda_ordered", "cuda_paths", "cuda_sweep"),
    *("cli_terminal", "convert_labels", "corpus", "generate", "generate_laws", "generate_random"),
    *("import_time", "interleaved_sets", "interrupt", "intersect", "jit", "matrix", "monoids"),
    *("native", "operators", "rows", "shared", "spine", "start", "verify_algorithms", "writes"),
)
"""Files whose tests together take most of the time: `make check` leaves them out."""


ONE_OF = {
    "cuda_betweenness": 4,
    "cuda_components": 3,
    "cuda_operators": 4,
    "cuda_ordered": 4,
    "cuda_paths": 4,
    "cuda_reduce_neighbors": 3,
    "cuda_links": 3,
    "cuda_matrix": 2,
    "cuda_balances": 3,
    "cuda_build": 2,
    "cuda_sweep": 2,
}
"""Of these files, whose cases are many and alike, `make test` takes one case of so many, always the
same ones, and `make test-long` all."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of some files as slow, and most cases of some as long."""
    names = {f"test_{name}.py" for name in THOROUGH}
    for item in items:
        if item.path.name in names:
            item.add_marker(pytest.mark.slow)
        many = ONE_OF.get(item.path.stem.removeprefix("test_"), 1)
        if "[" in item.name and zlib.crc32(item.name.encode()) % many:
            item.add_marker(pytest.mark.long)


@pytest.fixture(params=ZOO, ids=[animal.name for animal in ZOO])
def animal(request: pytest.FixtureRequest) -> Animal:
    """Each graph of the zoo in turn."""
    return request.param


@pytest.fixture(scope="session")
def kron(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with a Kronecker graph, weighted."""
    graph = ew.generate.kronecker(8, edge_factor=8, seed=3, weights="integer")
    path = tmp_path_factory.mktemp("graphs") / "kron.ew"
    ew.write(graph, path)
    return path


@pytest.fixture
def people(tmp_path: Path) -> Path:
    """A file with a path of four, by name."""
    graph = ew.from_edges(["ann", "bob", "cat"], ["bob", "cat", "dan"], [1.5, 2.5, 3.0])
    ew.write(graph, tmp_path / "people.ew")
    return tmp_path / "people.ew"


@pytest.fixture(params=[1, 2, 5])
def threads(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """Each number of threads in turn."""
    monkeypatch.setenv("EDGEWISE_THREADS", str(request.param))
    return request.param


@pytest.fixture(autouse=True)
def _no_width_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever runs the tests may have set a width; the command line would keep to it."""
    monkeypatch.delenv("COLUMNS", raising=False)
