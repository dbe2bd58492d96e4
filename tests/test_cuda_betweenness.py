"""Betweenness on a device, emulated: the scores that the CPU has, whoever takes what when."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import edgewise as ew
from edgewise.places import choice, cuda_betweenness
from tests.emulator import EmulatedDevice, available
from tests.zoo import BY_NAME, ZOO, Animal

emulated = pytest.mark.skipif(not available(), reason="needs g++ on x86-64 Linux")
HUB = cuda_betweenness.HUGE_ROW + 500


@pytest.fixture
def use(monkeypatch):
    """Make calls run on a device of so many blocks, with another order of turns."""

    def take(blocks: int, seed: int, teams: int = 0, slice_: int | None = None) -> None:
        device = EmulatedDevice(blocks, threads=64, seed=seed)
        monkeypatch.setattr(choice, "gpu", lambda number: device)
        monkeypatch.setattr(cuda_betweenness, "TEAMS", teams or 1 << 30)
        if slice_ is not None:
            monkeypatch.setattr(cuda_betweenness, "SLICE", slice_)

    return take


def agree(g: ew.Graph, **more: Any) -> np.ndarray:
    """The device's scores, once they are the CPU's."""
    ours, theirs = (ew.betweenness(g, device=one, **more).scores for one in ("cuda", "cpu"))
    assert np.allclose(ours, theirs, rtol=1e-9, atol=1e-13, equal_nan=True)
    return ours


def some(g: ew.Graph, most: int = 12) -> Any:
    """A few sources, or all."""
    return None if g.num_vertices <= most else g.ids[:: g.num_vertices // most]


@emulated
@pytest.mark.parametrize("blocks", [1, 2, 3])
@pytest.mark.parametrize("animal", ZOO, ids=lambda one: one.name)
def test_the_zoo(use, animal: Animal, blocks: int):
    use(blocks, seed=blocks)
    g = animal.graph()
    agree(g, sources=some(g))
    agree(g, sources=some(g), endpoints=True, normalized=False)
    if g.is_weighted and (g.weight_range or (1,))[0] > 1e-9:
        agree(g, sources=some(g), weighted=True)


def pictures(seed: int, weights: Any) -> list[ew.Graph]:
    """Graphs whose levels are wide: every way that rows are shared out is taken."""
    rng = np.random.default_rng(seed)
    n = HUB + 300
    ends = np.r_[np.zeros(HUB, int), rng.integers(0, n, 3000)]
    others = np.r_[np.arange(1, HUB + 1), rng.integers(0, n, 3000)]
    plain = rng.integers(0, 700, (2, 2600))
    given = [None if weights is None else weights(rng, m) for m in (len(ends), 2600)]
    return [
        ew.generate.kronecker(9, edge_factor=8, seed=seed),
        ew.from_edges(ends, others, given[0], num_vertices=n, directed=False),
        ew.from_edges(others, ends, given[0], num_vertices=n),
        ew.from_edges(*plain, given[1], num_vertices=700),
    ]


WEIGHTS = {
    "none": None,
    "integers": lambda rng, m: rng.integers(1, 6, m),
    "bytes": lambda rng, m: rng.integers(1, 4, m).astype(np.uint8),
    "singles": lambda rng, m: rng.integers(1, 9, m).astype(np.float32) / 4,
    "reals": lambda rng, m: rng.random(m) + 0.01,
}


@emulated
@pytest.mark.parametrize("blocks", [1, 2, 3])
@pytest.mark.parametrize("seed", range(1, 9))
def test_wide_levels(use, seed: int, blocks: int):
    for g in pictures(seed, None):
        use(blocks, seed, slice_=0 if seed % 2 else None)
        agree(g, sources=[0, 1, 7, g.num_vertices - 1], endpoints=seed % 3 == 0)


@emulated
@pytest.mark.parametrize("blocks", [2, 3])
@pytest.mark.parametrize("seed", range(1, 6))
def test_blocks_with_sources_of_their_own(use, seed: int, blocks: int):
    for g in pictures(seed, None):
        use(blocks, seed, teams=2, slice_=0 if seed % 2 else None)
        agree(g, sources=[0, 1, 7, 8, g.num_vertices - 1], endpoints=seed % 3 == 0)


@emulated
@pytest.mark.parametrize("blocks", [1, 3])
@pytest.mark.parametrize("kind", [one for one in WEIGHTS if one != "none"])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_weights(use, seed: int, kind: str, blocks: int):
    for g in pictures(seed, WEIGHTS[kind])[1:]:
        use(blocks, seed, slice_=0 if seed == 2 else None)
        agree(g, sources=[0, 7, g.num_vertices - 1], weighted=True, endpoints=seed == 3)
        agree(g, sources=[3])


@emulated
@pytest.mark.parametrize("weighted", [False, True])
def test_the_same_bits_whoever_works(use, weighted: bool):
    g = pictures(5, WEIGHTS["reals"])[3]
    seen = []
    for seed in range(1, 21):
        use(1 + seed % 3, seed)
        found = ew.betweenness(g, sources=[0, 1, 7], weighted=weighted, device="cuda")
        seen.append(found.scores.tobytes())
    assert len(set(seen)) == 1


@emulated
def test_every_source_is_told_of(use):
    g = ew.generate.grid(12, 12)
    for teams in (0, 2):
        use(3, 1, teams=teams, slice_=0)
        found = ew.betweenness(g, sources=range(10), device="cuda")
        assert found.num_sources == 10 and found.trace.seconds > 0


@emulated
def test_lost_weights_are_refused(use):
    use(2, 1)
    for g in (ew.from_edges([(0, 1, 1e18), (1, 2, 1e-3)]), BY_NAME["float weights"].graph()):
        with pytest.raises(ew.GraphError, match="is lost beside a distance"):
            ew.betweenness(g, weighted=True, device="cuda")


def test_teams_are_as_many_as_there_is_work_and_room_for():
    small, large = ew.generate.grid(50, 50), ew.generate.grid(1500, 1500)
    assert cuda_betweenness.teams_for(small, 1000, 264) == 264
    assert cuda_betweenness.teams_for(small, 40, 264) == 40
    assert cuda_betweenness.teams_for(small, 31, 264) == 1
    assert cuda_betweenness.teams_for(large, 1000, 264) == 1


def test_numbers_that_two_languages_know_are_the_same():
    from edgewise.kernels.cuda.sources import expanded

    text = expanded("brandes.cuh")
    assert f"#define HUGE_ROW {cuda_betweenness.HUGE_ROW}" in text
    assert f"#define PIECE {cuda_betweenness.PIECE}\n" in text
    fields = text.partition("struct Known {")[2].partition("};")[0]
    names = fields.replace("long long", "").replace(";", ",").replace("\n", "").split(",")
    known = [one.strip() for one in names if one.strip()]
    assert len(known) == cuda_betweenness.KNOWN
    places = cuda_betweenness.TURN, cuda_betweenness.PHASE, cuda_betweenness.DONE
    assert [known[place] for place in places] == ["turn", "phase", "done"]
