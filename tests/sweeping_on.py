"""Sweeps and ranks on a device beside those of the CPU: what every device is held to."""

from __future__ import annotations

from typing import Any

import numpy as np

import edgewise as ew
from edgewise import verify
from tests.zoo import ZOO

CLOSE = {"float64": 1e-12, "float32": 3e-5}


def _settle(change, other, rounds, shared):  # type: ignore[no-untyped-def]
    shared[1] = 1.0 / (1.0 + abs(other))
    shared[2] += rounds
    return change < 1e-9


BUSY = ew.SweepProgram(
    "busy", settle=_settle,
    gather=lambda sent, weight: sent * weight + 1,
    update=lambda total, value, v, shared: 0.01 * total + 0.1 * value + 0.001 * v + shared[1],
    send=lambda value, v: value / (1 + v),
    count=lambda new: new,
)  # fmt: skip
"""Uses all that a sweep's functions are told."""
DEGREES = ew.SweepProgram(
    "in-degrees", gather=lambda sent: 1, update=lambda total: total, send=lambda value: value,
    value=np.int16,
)  # fmt: skip
LIFTED = ew.SweepProgram(
    "lifted", value=np.int64, gather=lambda sent, weight: sent * weight,
    update=lambda total, v, by, step: total % 1009 + by[v] * step, send=lambda value: value % 7,
)  # fmt: skip

ENOUGH = {"networkx": 400, "gap": 400, "graphalytics": 20}
"""Rounds for every graph here."""
WORDS = [
    {"variant": variant, "dtype": dtype}
    for variant in ("networkx", "gap", "graphalytics")
    for dtype in ("float64", "float32")
]
DELTAS = [
    {"method": "delta", "variant": variant, "priority": priority}
    for variant in ("networkx", "gap")
    for priority in (False, True)
]


def same_sweep(program: Any, g: ew.Graph, rounds: int = 7, **more: Any) -> ew.Run:
    """Run on the device as on the CPU; the device's run."""
    here = ew.sweep(program, g, rounds=rounds, **more)
    there = ew.sweep(program, g, rounds=rounds, device="cuda", **more)
    assert there.values.dtype == here.values.dtype
    if program.value.kind == "f":
        close = CLOSE[str(program.value)]
        assert np.allclose(there.values, here.values, rtol=close, atol=0, equal_nan=True)
    else:
        assert there.values.tolist() == here.values.tolist()
    same_trace(here.trace, there.trace)
    return there


def same_trace(here: ew.Trace, there: ew.Trace) -> None:
    """The same rounds, but for the time they took."""
    assert here.rounds == there.rounds
    for one, other in zip(here, there, strict=True):
        assert {**one, "ms": 0} == {**other, "ms": 0}


def same_ranks(g: ew.Graph, **how: Any) -> None:
    """Rank on the device as on the CPU."""
    here, there = ew.pagerank(g, **how), ew.pagerank(g, **how, device="cuda")
    assert there.ranks.dtype == here.ranks.dtype
    if how.get("method") == "delta":
        assert np.abs(there.ranks - here.ranks).sum() < 4e-6 * g.num_vertices
        verify.pagerank(g, there.ranks, **_asked(how))
        return
    if how.get("dtype") == "float32":
        _no_farther(g, here.ranks, there.ranks, how)
        return
    close = CLOSE["float64"]
    same_trace(here.trace, there.trace)
    assert np.isclose(there.error, here.error, rtol=1e-9, atol=1e-12)
    assert np.allclose(there.ranks, here.ranks, rtol=close, atol=close * 1e-3)


def _no_farther(g: ew.Graph, here: Any, there: Any, how: dict[str, Any]) -> None:
    """Singles come as near to the ranks in doubles as the CPU's, which add long rows up coarser."""
    exact = ew.pagerank(g, **{**how, "dtype": "float64"}).ranks
    scale = np.maximum(exact, 1e-30)
    ours, theirs = (float((np.abs(one - exact) / scale).max()) for one in (there, here))
    assert ours <= max(CLOSE["float32"], 1.5 * theirs), (ours, theirs)


def _asked(how: dict[str, Any]) -> dict[str, Any]:
    return {
        name: one for name, one in how.items() if name in ("variant", "personalization", "dangling")
    }


def aims(g: ew.Graph) -> list[dict[str, Any]]:
    """Where walkers jump to, where lost ones go, where all begin."""
    ids = g.ids.tolist()
    few, all_of = dict.fromkeys(ids[::2], 2.0), 1.0 + np.arange(len(ids))
    return [{"personalization": few}, {"dangling": all_of}, {"start": all_of},
            {"personalization": few, "dangling": all_of, "start": all_of}]  # fmt: skip


def is_ranked(g: ew.Graph) -> bool:
    """Whether ranks can be had: no weight is below 0, none too far from 1."""
    low, high = g.weight_range or (0, 1)
    return g.num_vertices > 0 and low >= 0 and high < 1e30


def skewed(n: int, m: int, skew: int, seed: int, weights: Any = None, **more: Any) -> ew.Graph:
    """A graph of n vertices and m arcs; the higher the skew, the longer the longest rows."""
    chosen = np.random.default_rng(seed)
    ends = (chosen.random((2, m)) ** skew * n).astype(np.int64)
    numbers = None if weights is None else chosen.integers(1, 100, m).astype(weights)
    return ew.from_edges(ends[0], ends[1], numbers, num_vertices=n, **more)


LENGTHS = [0, 1, 4, 5, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 255, 256, 257,
           511, 512, 513, 1023, 1024, 1025, 2047, 2048, 2049, 4095, 4096, 4097, 5003,
           *(2, 3, 6, 7, 10, 24) * 9, *(0, 1, 4, 66, 70) * 13]  # fmt: skip
"""Of rows: where classes of them end, and many of a kind."""


def of_lengths(lengths: list[int], seed: int, weights: Any) -> ew.Graph:
    """Vertices with so many in-arcs, drawn; in no order if `lengths` are in none."""
    chosen, n = np.random.default_rng(seed), len(lengths)
    lengths = lengths if lengths == sorted(lengths)[::-1] else chosen.permutation(lengths).tolist()
    heads = np.repeat(np.arange(n), lengths)
    tails = chosen.integers(0, n, len(heads))
    numbers = None if weights is None else chosen.integers(1, 100, len(heads)).astype(weights)
    return ew.from_edges(tails, heads, numbers, num_vertices=n)


def hub(n: int, leaves: int) -> ew.Graph:
    """Everybody points at a vertex in the middle, which points at a few; many have no arcs."""
    spokes = [(v, n // 2) for v in range(leaves)]
    return ew.from_edges(spokes + [(n // 2, v) for v in range(0, n, 97)], num_vertices=n)


def small() -> list[ew.Graph]:
    """The zoo."""
    return [animal.graph() for animal in ZOO]


def larger() -> list[ew.Graph]:
    """Rows of all lengths, over many pieces and strips; ends of arrays that no four numbers end."""
    return [
        hub(12_000, 11_999), hub(700, 513), hub(40_000, 1),
        skewed(3000, 4001, 1, 1), skewed(500, 9002, 3, 2, np.float64),
        skewed(300, 30_003, 4, 3, np.int8), skewed(5000, 3005, 6, 4, np.float32),
        skewed(900, 7001, 2, 5, np.int64, directed=False),
        ew.generate.kronecker(9, edge_factor=8, seed=3).renumbered(),
    ]  # fmt: skip
