"""Linked kernels, run: a vertex program and an advance, compared with their definition.

Needs CuPy, a device, and the packages that build kernels.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import edgewise as ew
from edgewise.kernels import reference

cupy = pytest.importorskip("cupy")
try:
    devices = cupy.cuda.runtime.getDeviceCount()
except cupy.cuda.runtime.CUDARuntimeError:
    devices = 0
pytestmark = pytest.mark.skipif(devices == 0, reason="no CUDA device")

PROGRAMS = {
    "distances": ew.VertexProgram(
        "distances", value=np.int64, combine=ew.MIN,
        message=lambda sent, weight, v, toll: sent + weight + toll[v],
    ),
    "reals": ew.VertexProgram(
        "reals", value=np.float64, combine=ew.MIN,
        message=lambda sent, weight, rate: sent * rate + weight * rate,
    ),
    "widest": ew.VertexProgram(
        "widest", value=np.int16, combine=ew.MAX, message=lambda sent, weight: min(sent, weight)
    ),
    "shares": ew.VertexProgram(
        "shares", value=np.float64, combine=ew.SUM, residual=True,
        message=lambda sent, degree: sent * 0.85 / degree,
        is_active=lambda buffer: abs(buffer) > 1e-9,
    ),
}  # fmt: skip
STARTS = {"distances": 0, "reals": 0.5, "widest": 30_000, "shares": 1.0}


def graph() -> ew.Graph:
    return ew.generate.kronecker(9, edge_factor=8, seed=3, weights=(1, 100))


def arguments(name: str, n: int) -> dict[str, Any]:
    known: dict[str, dict[str, Any]] = {
        "distances": {"toll": np.arange(n, dtype=np.int32) % 7},
        "reals": {"rate": 1.1},
    }
    return known.get(name, {})


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_linked_program_gives_what_the_reference_gives(name):
    g, program = graph(), PROGRAMS[name]
    given = arguments(name, g.num_vertices)
    first = program.combine.identity(program.value)
    told = [first] * g.num_vertices
    told[0] = STARTS[name]
    values = [0.0 if program.residual else first] * g.num_vertices
    rows = reference.Rows(g.out_offsets, g.out_neighbors, g.out_weights)
    expected = reference.run(program, rows, values, told, None, given)
    schedule = "push list sync group"
    start = {g.ids[0].item(): STARTS[name]}
    run = ew.run(program, g, start=start, schedule=schedule, device="cuda", **given)
    if program.residual:
        assert np.allclose(run.values, expected.values, rtol=1e-6)
    else:
        assert run.values.tolist() == expected.values
        assert [row["active"] for row in run.trace] == [len(one) for one in expected.frontiers]


def test_a_linked_advance_gives_the_heads_that_pass():
    g = graph()
    levels = (np.arange(g.num_vertices, dtype=np.int32) * 7) % 3 - 1

    def cond(u, v, weight, levels):
        return levels[v] == -1 and u < v and weight % 2 == 0

    members = np.arange(0, g.num_vertices, 3)
    offsets, heads, weights = g.out_offsets, g.out_neighbors, g.out_weights
    expected = [
        int(heads[e])
        for u in members.tolist()
        for e in range(offsets[u], offsets[u + 1])
        if cond(u, heads[e], weights[e], levels)
    ]
    front = ew.VertexFrontier(g, members=members)
    found = ew.advance(front, cond, exact=False, levels=levels, device="cuda")
    assert len(expected) > 100
    assert sorted(found.positions().tolist()) == sorted(expected)
