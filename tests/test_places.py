"""The CPU as a place: threads, pieces, memory."""

from __future__ import annotations

import os
import threading
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import edgewise as ew
from edgewise.places import cpu


@given(total=st.integers(0, 10**7), smallest=st.integers(0, 10**6), many=st.integers(1, 9))
def test_spans_cover_everything_once(total, smallest, many):
    pieces = cpu.spans(total, smallest, many)
    assert pieces[0][0] == 0
    assert pieces[-1][1] == total
    assert all(a[1] == b[0] for a, b in pairwise(pieces))
    assert len(pieces) <= cpu.threads() * many


def test_results_come_in_the_order_of_the_tasks(threads):
    assert cpu.each(lambda a, b: a - b, [(i, 1) for i in range(100)]) == list(range(-1, 99))
    assert cpu.each(lambda: 1, []) == []


def test_the_first_failure_is_told(threads):
    def task(k):
        if k % 3 == 2:
            raise KeyError(k)
        return k

    with pytest.raises(KeyError, match="2"):
        cpu.each(task, [(k,) for k in range(20)])


@pytest.mark.parametrize("wish", ["0", "-1", "two", "1.5", "99999"])
def test_a_bad_number_of_threads(monkeypatch, wish):
    monkeypatch.setenv("EDGEWISE_THREADS", wish)
    with pytest.raises(ew.ArgumentError, match=f"EDGEWISE_THREADS='{wish}'"):
        cpu.threads()


def test_the_number_of_threads_is_followed(monkeypatch):
    monkeypatch.setenv("EDGEWISE_THREADS", "3")
    assert cpu.threads() == 3
    seen = cpu.each(lambda _: threading.current_thread().name, [(k,) for k in range(50)])
    assert all(name.startswith("edgewise") for name in seen)
    monkeypatch.delenv("EDGEWISE_THREADS")
    assert cpu.threads() == len(os.sched_getaffinity(0))


def test_memory_that_is_not_there_is_refused_with_numbers():
    cpu.reserve(1, "a byte")
    with pytest.raises(ew.MemoryLimitError, match="too much needs 1,048,576.0 GiB and"):
        cpu.reserve(1 << 50, "too much")


def test_many_callers_at_once():
    rng = np.random.default_rng(5)
    sources, targets = rng.integers(0, 1000, (2, 100_000))
    truth = ew.from_edges(sources, targets)
    wrong = []

    def build():
        g = ew.from_edges(sources, targets)
        if not np.array_equal(g.out_neighbors, truth.out_neighbors):
            wrong.append(g)

    callers = [threading.Thread(target=build) for _ in range(8)]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join()
    assert not wrong


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_child_has_threads_of_its_own():
    ew.from_edges(np.arange(10**5), np.arange(10**5))
    child = os.fork()
    if child == 0:
        try:
            os.environ["EDGEWISE_THREADS"] = "2"
            results = cpu.each(lambda k: k, [(k,) for k in range(10)])
            os._exit(0 if results == list(range(10)) else 1)
        except BaseException:
            os._exit(2)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
