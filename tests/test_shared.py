"""Writes that threads share: one meaning in Python, alone, and in a team that fights over slots."""

from __future__ import annotations

import numba
import numpy as np
import pytest

import edgewise as ew
from edgewise.kernels.cpu import shared
from edgewise.kernels.cpu.bind import bound as made
from edgewise.places import cpu
from edgewise.program.binding import Role, bound
from edgewise.program.functor import functor
from edgewise.program.remembered import EACH, _made, remembered
from edgewise.program.subscripts import subscripts

KINDS = [np.int8, np.uint8, np.int32, np.uint32, np.int64, np.uint64, np.float32, np.float64]
WRITES = ("lower", "lift", "add", "set_bits", "claim")
ROUNDS, SLOTS = 20_000, 3


@numba.njit(nogil=True)
def _each(operate, array, numbers, said):
    for i in range(numbers.size):
        said[i] = operate(array, i % array.size, numbers[i])


@numba.njit(nogil=True)
def _claims(operate, array, expected, numbers, said):
    for i in range(numbers.size):
        said[i] = operate(array, i % array.size, expected[i], numbers[i])


@pytest.mark.parametrize("form", ["", "alone_"])
@pytest.mark.parametrize("kind", [np.int32, np.uint64, np.float32, np.float64])
@pytest.mark.parametrize("name", WRITES)
def test_compiled_forms_do_what_python_does(name, kind, form):
    if name == "set_bits" and np.dtype(kind).kind == "f":
        with pytest.raises(ew.ArgumentError, match="whole numbers"):
            ew.set_bits(np.zeros(2, kind), 0, 1)
        return
    draw = np.random.default_rng(3)
    numbers, expected = draw.integers(0, 40, (2, 60)).astype(kind)
    expected[::3] = 20
    ours, theirs = np.full((2, 4), 20, kind)
    operate, plain = getattr(shared, form + name), getattr(ew, name)
    said = np.zeros(60)
    if name == "claim":
        _claims(operate, ours, expected, numbers, said)
        meant = [plain(theirs, i % 4, expected[i], numbers[i]) for i in range(60)]
    else:
        _each(operate, ours, numbers, said)
        meant = [plain(theirs, i % 4, numbers[i]) for i in range(60)]
    assert said.tolist() == [float(one) for one in meant]
    assert ours.tolist() == theirs.tolist()
    assert len(set(said.tolist())) > 1


@pytest.mark.parametrize("kind", KINDS)
def test_threads_that_meet_lose_nothing(kind, monkeypatch):
    """Each says as often that it lowered as the slot really went down; sums are whole."""
    monkeypatch.setenv("EDGEWISE_THREADS", "4")
    most = min(100, np.iinfo(kind).max if np.dtype(kind).kind in "iu" else 100)
    falling = np.arange(most, 0, -1).repeat(SLOTS).astype(kind)
    lowered, said = np.full(SLOTS, most + 1, kind), np.zeros((4, falling.size))
    cpu.each(_each, [(shared.lower, lowered, falling, one) for one in said])
    assert lowered.tolist() == [1] * SLOTS
    assert said.sum() == SLOTS * most
    wide = np.int64 if np.dtype(kind).kind in "iu" else kind
    sums, ones = np.zeros(SLOTS, wide), np.ones(ROUNDS * SLOTS, wide)
    said = np.zeros((4, ones.size))
    cpu.each(_each, [(shared.add, sums, ones, one) for one in said])
    assert sums.tolist() == [4 * ROUNDS] * SLOTS
    assert len(np.unique(said[:, ::SLOTS])) == 4 * ROUNDS


def test_a_slot_is_claimed_once(monkeypatch):
    monkeypatch.setenv("EDGEWISE_THREADS", "4")
    slots, said = np.full(5000, -1), np.zeros((4, 5000))
    marks = np.zeros(5000, np.uint8)
    old = np.full(5000, -1)
    tasks = [(shared.claim, slots, old, np.full(5000, me), said[me]) for me in range(4)]
    cpu.each(_claims, tasks)
    assert (said.sum(axis=0) == 1).all()
    assert slots.tolist() == said.argmax(axis=0).tolist()
    cpu.each(_each, [(shared.set_bits, marks, np.ones(5000, int), one) for one in said])
    assert (said.sum(axis=0) == 1).all() and marks.all()


def nearer(u, v, depth):
    return ew.lower(depth, v, depth[u] + 1)


lower = ew.lower


def nearer_by_name(u, v, depth):
    return lower(depth, v, depth[u] + 1)


@numba.njit(nogil=True)
def _arc(one, u, v, params):
    return one(u, v, params)


@pytest.mark.parametrize("alone", [True, False])
@pytest.mark.parametrize("function", [nearer, nearer_by_name])
def test_functors_take_them_by_either_name(function, alone):
    depth = np.array([0, 9], np.int32)
    compiled = made(functor(function), ("u", "v"), ("depth",), alone)
    assert _arc(compiled, 0, 1, (depth,)) and not _arc(compiled, 0, 1, (depth,))
    assert depth.tolist() == [0, 1]


def test_a_function_is_made_once_and_again_when_what_it_reads_changed():
    step = 1

    def closer(u, v, depth):
        return depth[u] + step < depth[v]

    first = remembered(closer)
    assert remembered(closer) is first
    step = 2
    other = remembered(closer)
    assert other is not first and other.mark != first.mark
    step = 1
    assert remembered(closer) is first


def test_functors_over_numbers_of_numpy_are_found_and_the_oldest_forgotten():
    def over(limit):
        return lambda v: v < limit

    assert remembered(over(np.int32(4))) is remembered(over(np.int32(4)))
    assert remembered(over(np.int32(4))) is not remembered(over(np.int64(4)))
    for limit in range(3 * EACH):
        remembered(over(limit))
    assert len(_made[over(0).__code__]) <= EACH


def test_what_a_function_uses_at_what():
    def busy(u, v, e, depth, length, other):
        w = v + 1
        length[e] = depth[u] + depth[w]
        ew.lower(other, v, other[w])
        v = w
        return depth[v]

    assert subscripts(busy) == {("length", "e"), ("depth", "u")}
    assert subscripts(nearer_by_name) == {("depth", "u"), ("depth", "v")}
    assert subscripts(nearer) == {("depth", "u"), ("depth", "v")}


ROLE, KNOWN = "cond", ("u", "v")


def bind(function, sizes=(), **given):
    return bound("advance", [Role(ROLE, function, KNOWN)], given, dict(sizes))


def test_arrays_are_bound_by_name_and_not_copied():
    depth = np.zeros(4)
    one = bind(nearer, depth=depth)
    assert one.names == ("depth",) and one.values[0] is depth
    assert one.takes("u") and not one.takes("weight")


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"dept": np.zeros(2)}, "cond=nearer asks for 'depth'.*did you mean 'dept'"),
        ({}, r"asks for 'depth'.*pass it: advance\(..., depth=...\)"),
        ({"depth": np.zeros(2), "v": np.zeros(2)}, "'v' is what the loop calls its own"),
        ({"depth": np.zeros(2), "deeth": 1}, "no argument 'deeth'.*did you mean 'depth'"),
        ({"depth": [1, 2]}, "expected a number or a NumPy array"),
        ({"depth": np.array(["a"])}, "expected an array of integers, floats or bools"),
        ({"depth": np.zeros(2)}, r"depth\[u\], and u goes up to 2: expected at least 3"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused(given, says):
    with pytest.raises(ew.ArgumentError, match=says):
        bind(nearer, sizes={"u": 3, "v": 3}, **given)
