"""Faults on the emulated device: memory that is refused, Ctrl-C between launches, dropped graphs.

Whatever happens, our error comes out, no memory of the device stays behind but that of the graph,
and the next call gives the right answer.
"""

from __future__ import annotations

import gc
import signal
import weakref
from typing import Any

import numpy as np
import pytest

import edgewise as ew
from edgewise import progress
from edgewise.places import cuda_loop
from edgewise.places.resident import forget
from tests.emulated import ALL, NEEDED, defined, use
from tests.emulator import EmulatedDevice
from tests.programs import Trial, shaped

pytestmark = NEEDED
TRIED = ("hops", "labels", "ranks", "shortest")
NAME = "random, directed"
MOST = 200
"""More allocations than any of these calls makes."""


@pytest.fixture
def device(monkeypatch: pytest.MonkeyPatch) -> EmulatedDevice:
    return use(EmulatedDevice(), monkeypatch)


def fresh(one: Trial) -> ew.Graph:
    """A graph of their own, that no device has seen."""
    return ew.from_edges(*shaped(NAME, one.weights).to_edges(), num_vertices=90)


def is_right(trial: str, g: ew.Graph, **how: Any) -> bool:
    """Whether a run gives what the reference says."""
    one = ALL[trial]
    return one.agrees(one.run(g, device="cuda", **how)[0], defined(trial, NAME))


def refused(trial: str, g: ew.Graph, device: EmulatedDevice, at: int, **how: Any) -> bool:
    """Run with one allocation refused; whether the run came that far."""
    device.fail_after = at
    try:
        assert is_right(trial, g, **how)
    except ew.DeviceMemoryError as error:
        assert "GiB are free" in str(error) and error.device == device.name
        return True
    device.fail_after = None
    return False


@pytest.mark.parametrize("schedule", [None, "pull", "edge"])
@pytest.mark.parametrize("trial", TRIED)
def test_each_allocation_may_be_refused(
    trial: str, schedule: str | None, device: EmulatedDevice
) -> None:
    """With the graph there already: nothing else stays, and the graph's arrays are sound."""
    g = fresh(ALL[trial])
    assert is_right(trial, g, schedule=schedule)
    kept = device.memory.live
    at = 1
    while refused(trial, g, device, at, schedule=schedule):
        assert device.memory.live == kept, f"allocation {at} leaves some behind"
        at += 1
        assert at < MOST
    assert at > 5 and device.memory.live == kept
    assert is_right(trial, g, schedule=schedule)
    forget(g)
    assert device.memory.live == 0


@pytest.mark.parametrize("trial", TRIED)
def test_each_allocation_for_a_new_graph_may_be_refused(trial: str, device: EmulatedDevice) -> None:
    """What was copied before stays with the graph, and goes with it."""
    for at in range(1, MOST):
        g = fresh(ALL[trial])
        came = refused(trial, g, device, at)
        assert is_right(trial, g)
        del g
        assert device.memory.live == 0, f"allocation {at} leaves some behind"
        if not came:
            break
    assert 8 < at < MOST


def test_dropped_graphs_give_their_memory_back(device: EmulatedDevice) -> None:
    g = fresh(ALL["shortest"])
    gone = weakref.ref(g)
    found = ew.bfs(g, 0, device="cuda")
    assert device.memory.live > 0
    del g
    assert device.memory.live > 0 and gone() is not None
    del found
    assert gone() is None and device.memory.live == 0


def test_a_graph_is_copied_once(device: EmulatedDevice) -> None:
    g = fresh(ALL["shortest"])
    ew.bfs(g, 0, device="cuda")
    kept, made = device.memory.live, device.memory.total
    ew.bfs(g, 0, device="cuda")
    assert device.memory.live == kept
    assert device.memory.total - made < made


def test_what_a_wrong_call_took_is_given_back(device: EmulatedDevice) -> None:
    odd = ew.VertexProgram(
        "odd", value=np.int64, combine=ew.MIN, message=lambda sent, toll: sent + toll[sent]
    )
    g = fresh(ALL["hops"])
    with pytest.raises(ew.EdgewiseError):
        ew.run(odd, g, start={0: 0}, toll=2, device="cuda")
    gc.collect()  # the compiler's own errors go round in a ring
    forget(g)
    assert device.memory.live == 0


class Stop:
    """A listener that interrupts when it is told something for the k-th time."""

    def __init__(self, after: int) -> None:
        self.left = after

    def __call__(self, stage: str, done: int, total: int) -> None:
        self.left -= 1
        if self.left == 0:
            raise KeyboardInterrupt


@pytest.mark.parametrize("trial", TRIED)
def test_a_run_is_interrupted_between_launches(
    trial: str, device: EmulatedDevice, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cuda_loop, "SLICE", 0)
    g = fresh(ALL[trial])
    assert is_right(trial, g)
    kept = device.memory.live
    for after in (1, 2, 3):
        try:
            with progress.listener(Stop(after)):
                ALL[trial].run(g, device="cuda")
        except KeyboardInterrupt:
            pass
        else:
            pytest.fail("nobody heard")
        assert device.memory.live == kept
        assert is_right(trial, g)


def test_rounds_between_launches_are_told_and_counted(
    device: EmulatedDevice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A slice that is over changes neither the answer nor the trace."""
    g, told = fresh(ALL["hops"]), []
    whole = ew.bfs(g, 0, device="cuda").trace
    monkeypatch.setattr(cuda_loop, "SLICE", 0)
    with progress.listener(lambda stage, done, total: told.append(done)):
        found = ew.bfs(g, 0, device="cuda")
    same = ("schedule", "active", "walked", "found", "why")
    rows = [[[row[name] for name in same] for row in trace] for trace in (whole, found.trace)]
    assert rows[0] == rows[1] and found.trace.rounds == whole.rounds
    assert len(told) >= whole.rounds and told[-1] == whole.rounds
    assert np.array_equal(found.distances, ew.bfs(g, 0).distances)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timers on this system")
@pytest.mark.parametrize("after", [0.05, 0.3])
def test_ctrl_c_is_heard(after: float, device: EmulatedDevice, monkeypatch: Any) -> None:
    """A run without end; the signal comes while the device works."""
    monkeypatch.setattr(cuda_loop, "SLICE", 20_000_000)
    down = ew.VertexProgram("down", value=np.int64, combine=ew.MIN, message=lambda sent: sent - 1)
    g = ew.generate.cycle(50)
    how: dict[str, Any] = {"start": {0: 0}, "schedule": "push list sync", "device": "cuda"}
    ew.run(down, g, rounds=3, **how)
    kept = device.memory.live
    with interrupted(after):
        ew.run(down, g, rounds=1 << 40, **how)
    assert device.memory.live == kept
    assert ew.bfs(g, 0, device="cuda").num_reached == 50


class interrupted:
    """Ctrl-C after so many seconds, which must come out of the block."""

    def __init__(self, after: float) -> None:
        self.after = after

    def __enter__(self) -> None:
        self.before = signal.signal(signal.SIGALRM, signal.default_int_handler)
        signal.setitimer(signal.ITIMER_REAL, self.after)

    def __exit__(self, kind: Any, *_: Any) -> bool:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, self.before)
        assert kind is KeyboardInterrupt
        return True
