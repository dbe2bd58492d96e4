"""Atomics under threads: real ones, many iterations, totals exact; and what each leaves behind."""

from __future__ import annotations

import threading
from typing import Any

import numba
import numpy as np
import pytest

from edgewise.kernels.cpu import atomics, plain_atomics

THREADS, TURNS = 4, 50_000
KINDS = [np.int32, np.int64, np.uint64, np.float32, np.float64]
WHOLE = [np.int32, np.int64, np.uint64]
compiled = numba.njit(nogil=True)


@compiled
def _adds(array, me, turns):
    for i in range(turns):
        atomics.add(array, i & 1, (i + me) % 3)


@compiled
def _lowers(array, numbers):
    for number in numbers:
        atomics.lesser(array, 0, number)
        atomics.greater(array, 1, number)


@compiled
def _sets(array, me, turns):
    for i in range(turns):
        atomics.either(array, 0, array.dtype.type(1 << (i + me) % 30))


@compiled
def _swaps(array, mine, turns):
    """Put what is held, take what is there: nothing is lost, nothing doubled."""
    held = mine
    for i in range(turns):
        held = atomics.exchange(array, i & 3, held)
    return held


@compiled
def _locked(lock, counter, turns):
    """A lock made of compare and swap; inside, plain reads and writes."""
    for _ in range(turns):
        while not atomics.cas(lock, 0, lock.dtype.type(0), lock.dtype.type(1)):
            atomics.relax()
        counter[0] = counter[0] + 1
        counter[1] = counter[0]
        atomics.store(lock, 0, lock.dtype.type(0))


@compiled
def _sends(mail, flag, turns, got):
    """What was written before a store is seen after the load that saw it."""
    for i in range(1, turns):
        while atomics.load(flag, 0) != 2 * i - 1:
            atomics.yield_core()
        got[i] = mail[0]
        atomics.store(flag, 0, 2 * i)


@compiled
def _writes(mail, flag, turns):
    for i in range(1, turns):
        mail[0] = i * 7
        atomics.store(flag, 0, 2 * i - 1)
        while atomics.load(flag, 0) != 2 * i:
            atomics.yield_core()


def team(tasks: list[tuple[Any, ...]]) -> list[Any]:
    """Call each on a thread of its own, all at once; what they return."""
    ready, said = threading.Barrier(len(tasks)), [None] * len(tasks)

    def run(at: int) -> None:
        function, *arguments = tasks[at]
        ready.wait()
        said[at] = function(*arguments)

    threads = [threading.Thread(target=run, args=(at,)) for at in range(len(tasks))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return said


@pytest.mark.parametrize("kind", KINDS)
def test_no_addition_is_lost(kind: Any) -> None:
    array = np.zeros(2, kind)
    _adds(array, 0, 0)
    team([(_adds, array, me, TURNS) for me in range(THREADS)])
    wanted = np.zeros(2)
    for me in range(THREADS):
        i = np.arange(TURNS)
        np.add.at(wanted, i & 1, (i + me) % 3)
    assert array.tolist() == wanted.tolist()


@pytest.mark.parametrize("kind", KINDS)
def test_the_ends_of_all_numbers_are_kept(kind: Any) -> None:
    draw = np.random.default_rng(1)
    low, high = (0, 1 << 30) if np.dtype(kind).kind == "u" else (-(1 << 30), 1 << 30)
    numbers = draw.integers(low, high, (THREADS, TURNS)).astype(kind)
    array = np.array([high, low], kind)
    team([(_lowers, array, row) for row in numbers])
    assert array.tolist() == [numbers.min(), numbers.max()]


@pytest.mark.parametrize("kind", WHOLE)
def test_no_bit_is_lost(kind: Any) -> None:
    for _ in range(20):
        array = np.zeros(1, kind)
        team([(_sets, array, 8 * me, 8) for me in range(3)])
        assert array[0] == (1 << 24) - 1


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_lost_by_exchange(kind: Any) -> None:
    array = np.arange(4).astype(kind)
    held = team([(_swaps, array, kind(10 + me), TURNS) for me in range(THREADS)])
    assert sorted([*array.tolist(), *held]) == [0, 1, 2, 3, *range(10, 10 + THREADS)]


@pytest.mark.parametrize("kind", KINDS)
def test_compare_and_swap_makes_a_lock(kind: Any) -> None:
    lock, counter = np.zeros(1, kind), np.zeros(2, np.int64)
    _locked(lock, counter, 0)
    team([(_locked, lock, counter, 5_000) for _ in range(2)])
    assert counter.tolist() == [10_000, 10_000]


def test_what_was_written_before_a_store_is_seen() -> None:
    mail, flag, got = np.zeros(1, np.int64), np.zeros(1, np.int64), np.zeros(3_000, np.int64)
    team([(_writes, mail, flag, len(got)), (_sends, mail, flag, len(got), got)])
    assert got.tolist() == [7 * i for i in range(len(got))]


OPERATIONS = ("add", "lesser", "greater", "either", "exchange")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", OPERATIONS)
def test_one_thread_is_told_what_python_says(name: str, kind: Any) -> None:
    if name == "either" and np.dtype(kind).kind == "f":
        return
    operate, plain = getattr(atomics, name), getattr(plain_atomics, name)

    @compiled
    def each(array, numbers, said):
        for i in range(numbers.size):
            said[i] = operate(array, i % array.size, numbers[i])

    numbers = np.random.default_rng(2).integers(0, 99, 50).astype(kind)
    ours, theirs = np.full((2, 3), 50, kind)
    said = np.zeros(50, kind)
    each(ours, numbers, said)
    assert said.tolist() == [plain(theirs, i % 3, one) for i, one in enumerate(numbers)]
    assert ours.tolist() == theirs.tolist()


@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_minima_and_maxima_of_odd_floats(kind: Any) -> None:
    """NaN never displaces a number and gives way to any, as in fmin; both zeros are equal."""

    @compiled
    def ends(array, number):
        atomics.lesser(array, 0, number)
        atomics.greater(array, 1, number)

    nan, inf = kind(np.nan), kind(np.inf)
    for there, number, low, high in (
        (kind(3), nan, 3, 3),
        (nan, kind(3), 3, 3),
        (kind(3), inf, 3, np.inf),
        (kind(3), -inf, -np.inf, 3),
    ):
        array = np.array([there, there])
        ends(array, number)
        assert array.tolist() == [low, high]
    array = np.array([0.0, -0.0], kind)
    ends(array, kind(-0.0))
    ends(array, kind(0.0))
    assert array.tolist() == [0, 0]


@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_compare_and_swap_goes_by_bits(kind: Any) -> None:
    """So a NaN is found again, and 0.0 is not -0.0: a loop that swaps always comes to an end."""

    @compiled
    def swap(array, expected, new):
        return atomics.cas(array, 0, expected, new)

    for there, expected, taken in (
        (kind(np.nan), kind(np.nan), True),
        (kind(0.0), kind(-0.0), False),
        (kind(1.5), kind(1.5), True),
    ):
        array = np.array([there])
        assert swap(array, expected, kind(7)) == taken
        assert (array[0] == 7) == taken
