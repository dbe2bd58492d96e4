"""Linked kernels, run: a vertex program and an advance, compared with their definition.

Needs CuPy, a device, and the packages that build kernels.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import edgewise as ew
from edgewise.kernels import reference
from edgewise.program.functor import functor

cupy = pytest.importorskip("cupy")
try:
    devices = cupy.cuda.runtime.getDeviceCount()
except cupy.cuda.runtime.CUDARuntimeError:
    devices = 0
pytestmark = pytest.mark.skipif(devices == 0, reason="no CUDA device")

BLOCKS, THREADS = 64, 128
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


class Kernels:
    """The kernels of a cubin, for this device."""

    def __init__(self, code: bytes, folder: Path) -> None:
        file = folder / "nest.cubin"
        file.write_bytes(code)
        self.module = cupy.RawModule(path=str(file))

    def __call__(self, kernel: str, *arguments: Any) -> None:
        self.module.get_function(kernel)((BLOCKS,), (THREADS,), arguments)


def arch() -> int:
    return int(cupy.cuda.Device().compute_capability)


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_linked_program_gives_what_the_reference_gives(name, tmp_path):
    from edgewise.kernels.cuda import bind, nests

    g, program = graph(), PROGRAMS[name]
    given = arguments(name, g.num_vertices)
    first = program.combine.identity(program.value)
    told = [first] * g.num_vertices
    told[0] = STARTS[name]
    values = [0.0 if program.residual else first] * g.num_vertices
    rows = reference.Rows(g.out_offsets, g.out_neighbors, g.out_weights)
    expected = reference.run(program, rows, values, told, None, given)
    types = {"heads": str(g.vertex_dtype), "weights": str(g.weight_dtype)}
    cubin = nests.push(program, types, {one: bind.word(x) for one, x in given.items()}, arch())
    ours, active = run(Kernels(cubin.code, tmp_path), g, program, values, told, given)
    if program.residual:
        assert np.allclose(ours, expected.values, rtol=1e-6)
    else:
        assert ours.tolist() == expected.values
        assert active == [len(frontier) for frontier in expected.frontiers]


def run(
    kernels: Kernels, g: ew.Graph, program: Any, values: Any, told: Any, given: dict[str, Any]
) -> tuple[Any, list[int]]:
    """Rounds until nobody is active; the values, and how many were active in each round."""
    n = g.num_vertices
    value, buffer = cupy.array(values, program.value), cupy.array(told, program.value)
    sent = cupy.empty_like(value)
    offsets, heads, weights = map(cupy.asarray, (g.out_offsets, g.out_neighbors, g.out_weights))
    more = [cupy.asarray(x) if np.ndim(x) else np.asarray(x)[()] for x in given.values()]
    members, count, active = cupy.zeros(n, heads.dtype), 1, []
    while count and len(active) < 1000:
        active.append(count)
        size, fresh = np.int64(count), cupy.zeros(-(-n // 32), np.uint32)
        following, length = cupy.full(n, -1, heads.dtype), cupy.zeros(1, np.uint64)
        kernels("take_in", members, size, value, buffer, sent, *more)
        arcs = (offsets, heads, weights, members, size)
        kernels("push_list", *arcs, value, buffer, sent, fresh, following, length, *more)
        members, count = following, int(length[0])
    return cupy.asnumpy(value), active


def test_a_linked_advance_gives_the_heads_that_pass(tmp_path):
    from edgewise.kernels.cuda import nests

    g = graph()
    levels = (np.arange(g.num_vertices, dtype=np.int32) * 7) % 3 - 1
    types = {"heads": str(g.vertex_dtype), "weights": str(g.weight_dtype)}
    cond = functor(lambda u, v, weight, levels: levels[v] == -1 and u < v and weight % 2 == 0)
    cubin = nests.advance(cond, types, {"levels": "int32*"}, arch())
    members = np.arange(0, g.num_vertices, 3, dtype=g.vertex_dtype)
    offsets, heads, weights = g.out_offsets, g.out_neighbors, g.out_weights
    expected = [
        int(heads[e])
        for u in members.tolist()
        for e in range(offsets[u], offsets[u + 1])
        if cond(u, heads[e], weights[e], levels)
    ]
    next_ones = cupy.full(g.num_arcs, -1, heads.dtype)
    length = cupy.zeros(1, np.uint64)
    Kernels(cubin.code, tmp_path)(
        "advance_list", *map(cupy.asarray, (offsets, heads, weights, members)),
        np.int64(len(members)), next_ones, length, cupy.asarray(levels),
    )  # fmt: skip
    assert len(expected) > 100
    assert sorted(next_ones[: int(length[0])].tolist()) == sorted(expected)
