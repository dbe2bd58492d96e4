"""Every nest of every built-in program, compiled and linked for each kind of GPU. None is needed.

What a kernel spills goes through memory at each use: none may, but for those in `ALLOWED`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import edgewise as ew
from edgewise import catalogue
from edgewise.kernels.cuda.bind import Nest
from edgewise.kernels.cuda.nests import THREADS
from edgewise.places import choice
from tests.emulator import EmulatedDevice, available

pytest.importorskip("numba_cuda")
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning:numba_cuda")

ARCHITECTURES = (75, 80, 90, 100)
MOST_REGISTERS = 65536 // THREADS
TWO_BLOCKS = "loops keep to 64 registers, so that two blocks share a processor"
ALLOWED: dict[str, tuple[int, str]] = {
    "bfs, int32, push edge": (8, TWO_BLOCKS),
    "pagerank by residuals, float64": (40, TWO_BLOCKS),
}
"""Nests that spill, by the beginning of their name: how many bytes at most, and for what."""
LATER = (
    *("sssp", "bellman-ford, float64", "bellman-ford, int64, weights int64"),
    *("bellman-ford, int64, push", "bellman-ford, int64, pull"),
    *("pagerank by residuals, float32", "pagerank by residuals, float64, weights"),
    *(f"pagerank by residuals, float64, by urgency, {one}" for one in ("push edge", "pull")),
)
"""Programs of the same shape as others that are always built: only `make test-long` builds them."""
USUAL, EVERY = dict(catalogue.usual()), dict(catalogue.every())


def cells() -> list[Any]:
    """What most runs need for each kind of GPU, all else for one; then, later, everything."""
    found = []
    for arch in ARCHITECTURES:
        for name in EVERY:
            marks = () if is_soon(name, arch) else pytest.mark.long
            found.append(pytest.param(name, arch, id=f"{name}, sm_{arch}", marks=marks))
    return found


def is_soon(name: str, arch: int) -> bool:
    """Whether a nest is built in every run of the tests."""
    if name.startswith(LATER):
        return False
    return name in USUAL or (arch == 90 and "in-degrees" not in name)


@pytest.mark.parametrize(("name", "arch"), cells())
def test_a_nest_is_linked_and_spills_nothing(name: str, arch: int) -> None:
    cubin = EVERY[name].built(arch)
    assert cubin.arch == arch and cubin.kernels
    for kernel, use in cubin.kernels.items():
        assert 0 < use.registers <= MOST_REGISTERS, kernel
        assert max(use.spilt, use.stack) <= allowed(name), f"{kernel}: {use}"


def allowed(name: str) -> int:
    """How many bytes a thread of this nest may spill."""
    return max((most for begin, (most, _) in ALLOWED.items() if name.startswith(begin)), default=0)


def test_the_catalogue_names_each_nest_once() -> None:
    names = [name for name, _ in catalogue.every()]
    assert len(names) == len(set(names)) == len({nest.key for nest in EVERY.values()})
    assert set(USUAL) <= set(EVERY)
    assert all(any(name.startswith(one) for name in EVERY) for one in (*LATER, *ALLOWED))


WEIGHTED = ew.from_edges([0, 1], [1, 2], np.array([1, 2], np.int32))
DIRECTED = ew.from_edges([(0, 1), (1, 2)])
BOTH_WAYS = ew.from_edges([(0, 1), (1, 2)], directed=False)
TOLD = ("loop", "prominent")
"""Kernels whose nests the catalogue has."""
CALLS: dict[str, Any] = {
    "bfs": lambda: ew.bfs(DIRECTED, 0),
    "bfs, both ways": lambda: ew.bfs(BOTH_WAYS, 0),
    "bfs, edges": lambda: ew.bfs(BOTH_WAYS, 0, schedule="edge"),
    "bfs, one schedule": lambda: ew.bfs(BOTH_WAYS, 0, schedule="push list sync vertex"),
    "bfs, in haste": lambda: ew.bfs(BOTH_WAYS, 0, schedule="async"),
    "bellman-ford": lambda: ew.bellman_ford(WEIGHTED, 0),
    "bellman-ford, in rounds": lambda: ew.bellman_ford(WEIGHTED, 0, schedule="sync"),
    "sssp": lambda: ew.sssp(WEIGHTED, 0, schedule="push"),
    "labels": lambda: ew.connected_components(DIRECTED, method="label-propagation"),
    "pagerank": lambda: ew.pagerank(DIRECTED, method="delta"),
    "pagerank, weighted": lambda: ew.pagerank(WEIGHTED, method="delta", schedule="local"),
    "pagerank, by urgency": lambda: ew.pagerank(DIRECTED, method="delta", priority=True),
}


@pytest.mark.skipif(not available(), reason="no emulator here")
@pytest.mark.parametrize("call", CALLS)
def test_the_catalogue_holds_what_algorithms_run(
    call: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The very nests, so that what `edgewise warmup` builds is what a run asks for."""
    asked: list[Nest] = []
    device = EmulatedDevice(blocks=1, threads=THREADS)
    plain = EmulatedDevice.kernel

    def kernel(self: Any, nest: Nest, name: str) -> Any:
        if name in TOLD:
            asked.append(nest)
        return plain(self, nest, name)

    monkeypatch.setattr(EmulatedDevice, "kernel", kernel)
    monkeypatch.setattr(choice, "gpu", lambda number: device)
    monkeypatch.setenv(choice.DEFAULT, "cuda")
    CALLS[call]()
    keys = {nest.key for nest in EVERY.values()}
    assert asked and all(nest.key in keys for nest in asked)
