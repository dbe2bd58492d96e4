"""Nests of operators, linked for each kind of GPU; what `ew.lower` and its sisters are there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import edgewise as ew
from edgewise.kernels.cuda import operator_nests as nests
from edgewise.kernels.cuda import sources
from edgewise.kernels.cuda.bind import C, Nest
from edgewise.kernels.cuda.nests import Types
from edgewise.program.functor import functor
from edgewise.schedule import rules
from tests.emulator import EmulatedDevice, available

ARCHITECTURES = (75, 80, 90, 100)
NARROW = Types("int32", "int32", "int32", True)
WIDE = Types("int64", "int32", "float64", True)
GIVEN = (("depth", "int32*"),)
BALANCES = ("vertex", "group", "local", "edge")
SPILLS = ("traverse",)
"""Nests that may spill a little: a loop over arcs of arcs has more to remember than others, and
more registers would leave room for one block in the place of two."""


def nearer(u, v, weight, depth):
    return ew.lower(depth, v, depth[u] + weight)


def unseen(v, depth):
    return depth[v] == 1000


def every() -> Iterator[tuple[str, Nest]]:
    """Operators of all kinds, by name."""
    for types, size in ((NARROW, "narrow"), (WIDE, "wide")):
        for entering, leaving in ((0, 0), (0, 1), (1, 0), (1, 1)):
            functors = (functor(nearer), None, functor(unseen))
            what = nests.Visit(functors, GIVEN, bool(entering), bool(leaving), False, True)
            name = f"{size}, from {'ve'[entering]} to {'ve'[leaving]}"
            for balance in BALANCES:
                yield f"advance, {name}, {balance}", nests.advance(what, balance, None, types)
                if entering == leaving:
                    both = (balance, None if entering else "group")
                    yield f"traverse, {name}, {balance}", nests.loop(what, both, rules.auto, types)
            if not entering and not leaving:
                for balance in ("vertex", "group", "edge"):
                    yield f"pull, {size}, {balance}", nests.advance(what, None, balance, types)
        for edges in (False, True):
            for culls in (nests.NOBODY, nests.HISTORY, nests.CLAIMS):
                yield (
                    f"filter, {size}, {edges}, {culls}",
                    nests.members(functor(unseen), GIVEN, edges, True, culls, types),
                )
            yield f"forms, {size}, {edges}", nests.forms(edges, types)
        for monoid in (ew.SUM, ew.FIRST):
            yield (
                f"reduce, {size}, {monoid.name}",
                nests.reduction((functor(lambda weight: weight), None), (), monoid,
                                np.dtype(float), False, types),
            )  # fmt: skip


EVERY = dict(every())


@pytest.mark.slow
@pytest.mark.parametrize("arch", ARCHITECTURES)
def test_nests_are_linked_and_spill_nothing(arch: int) -> None:
    pytest.importorskip("numba_cuda")
    for name, nest in EVERY.items():
        for kernel, use in nest.built(arch).kernels.items():
            assert 0 < use.registers <= 64, f"{name}, {kernel}: {use}"
            most = 100 if name.startswith(SPILLS) else 0
            assert use.spilt <= most and use.stack <= most, f"{name}, {kernel}: {use}"


KINDS = ["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64",
         "float32", "float64"]  # fmt: skip
BODY = """
extern "C" __global__ void each(T* low, T* high, T* count, T* slot, T* bits, int* said) {{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    T x = (T)(i % 100);
    said[i] = edgewise_shared_lower_{kind}(low, i % 3, (T)(100 - x))
        + 2 * edgewise_shared_lift_{kind}(high, i % 3, x)
        + 4 * (edgewise_shared_add_{kind}(count, i % 5, (T)1) < 7)
        + 8 * edgewise_shared_claim_{kind}(slot, i % 7, (T)1, (T)2)
        {bits};
}}
"""


@pytest.mark.skipif(not available(), reason="needs g++ on x86-64 Linux")
@pytest.mark.parametrize("kind", KINDS)
def test_shared_writes_are_one_step(kind: str) -> None:
    """The C++ itself, fought over by many threads, of two sizes side by side in one word."""
    whole = "int" in kind
    names = ["lower", "lift", "add", "claim", *(["set_bits"] if whole else [])]
    ends = "\n".join(f"SHARED_{name}({kind}, {C[kind]})" for name in names)
    more = f"+ 16 * edgewise_shared_set_bits_{kind}(bits, i % 2, (T)(1 << i % 7))" if whole else ""
    names_of = "#define THREADS 64\n" + f"typedef {C[kind]} T;\n"
    text = names_of + sources.expanded("shared.cuh") + ends + BODY.format(kind=kind, bits=more)
    for seed in range(1, 21):
        device = EmulatedDevice(blocks=3, seed=seed)
        kernel: Any = device.kernel(Nest(text, (), ()), "each")
        low, high, count = (device.full(8, x, kind) for x in (120, 0, 0))
        slot, bits, said = device.full(8, 1, kind), device.zeros(8, kind), device.zeros(192, "i4")
        kernel.launch(3, 64, (low, high, count, slot, bits, said))
        i = np.arange(192)
        x, rows = i % 100, said.astype(int)
        assert low.tolist() == [min(100 - x[i % 3 == k]) for k in range(3)] + [120] * 5
        assert high.tolist() == [max(x[i % 3 == k]) for k in range(3)] + [0] * 5
        assert count.tolist() == [sum(i % 5 == k) for k in range(5)] + [0] * 3
        assert (rows & 4 > 0).sum() == 5 * 7
        assert slot.tolist() == [2] * 7 + [1] and (rows & 8 > 0).sum() == 7
        if whole:
            assert bits.tolist() == [127, 127] + [0] * 6 and (rows & 16 > 0).sum() == 14
