"""Every program, on every legal schedule, on every graph, on the emulated device: one answer.

Schedules are pinned one by one, drawn by lot among those of one balance, and picked by every
controller. Each run has another number of blocks and another order of turns.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import edgewise as ew
from edgewise.places import cuda_rows, resident
from tests.emulated import ALL, CONSTANTS, NEEDED, check, use, vary
from tests.emulated import small as small
from tests.emulator import EmulatedDevice
from tests.lots import Lots
from tests.programs import GROUPS, shaped
from tests.test_urgency import EAGER, waits
from tests.zoo import ZOO

pytestmark = NEEDED
FULLY = ("hops", "shortest")
"""Programs each of whose schedules is pinned always; of the others, one balance in turn."""
BALANCES = ("vertex", "group", "local", "edge")
SLOW = "long path"
"""An animal whose many rounds take long."""
CONTROLLERS: list[ew.Controller] = [
    *(ew.Auto(), ew.Direction(), ew.SepTraversal(), ew.SepIterative()),
]


def legal(trial: str, balance: str = "") -> list[ew.Schedule]:
    """Every schedule of a balance that the device may run a program by."""
    every = ew.legal(ALL[trial].program, ew.Plan("cuda"))
    return [one for one in every if one.frontier != "buckets" and one.balance.startswith(balance)]


def cells() -> list[Any]:
    """A program and a balance; some of them always, all of them where there is time."""
    found = []
    for at, trial in enumerate(ALL):
        for number, balance in enumerate(BALANCES):
            marks = () if trial in FULLY or at % 4 == number else pytest.mark.long
            found.append(pytest.param(trial, balance, id=f"{trial}, {balance}", marks=marks))
    return found


@pytest.mark.parametrize(("trial", "balance"), cells())
def test_every_schedule_gives_the_answer(trial: str, balance: str, small: EmulatedDevice) -> None:
    for schedule in legal(trial, balance):
        for group in GROUPS[:3]:
            check(trial, group.name, small, schedule=schedule)
        check(trial, "hubs", small, schedule=schedule)


@pytest.mark.parametrize("balance", BALANCES)
@pytest.mark.parametrize("trial", ALL)
def test_another_schedule_each_round(trial: str, balance: str, small: EmulatedDevice) -> None:
    """In one nest that has all schedules of a balance: from each form of frontier to each."""
    seen = set()
    for seed in range(3):
        for group in GROUPS:
            controller = Lots(seed * 7 + len(seen), (balance,))
            seen |= set(check(trial, group.name, small, controller=controller).schedules)
    assert len(seen) > 2


@pytest.mark.parametrize("trial", ALL)
def test_every_animal_is_run(trial: str, small: EmulatedDevice) -> None:
    """Each with another seed; every fourth with another balance than the one before."""
    for at, animal in enumerate(ZOO):
        if animal.name != SLOW:
            controller = Lots(at * 7, (BALANCES[at // 4 % 4],))
            check(trial, animal.name, small, controller=controller)


@pytest.mark.parametrize("controller", CONTROLLERS, ids=lambda one: type(one).__name__)
@pytest.mark.parametrize("trial", ["hops", "shortest", "labels", "ranks"])
def test_every_controller_decides_on_the_device(
    trial: str, controller: ew.Controller, small: EmulatedDevice
) -> None:
    for group in GROUPS[:4]:
        assert check(trial, group.name, small, controller=controller).rounds > 0


@pytest.mark.parametrize(
    "trial",
    [one if one in FULLY else pytest.param(one, marks=pytest.mark.long) for one in ALL],
)
def test_another_balance_each_round(trial: str, small: EmulatedDevice) -> None:
    """From nest to nest: the host asks the controller, each round is a launch of its own."""
    most = 0
    for seed in range(4):
        trace = check(trial, GROUPS[seed].name, small, controller=ew.Random(seed))
        most = max(most, len(trace.schedules))
    assert most > 2


@pytest.mark.long
@pytest.mark.parametrize("trial", ALL)
def test_many_orders_of_turns(trial: str, small: EmulatedDevice) -> None:
    for seed in range(40):
        controller = Lots(seed, (BALANCES[seed % 4],))
        for group in GROUPS:
            check(trial, group.name, small, controller=controller)
        check(trial, SLOW, small, controller=controller)


def test_as_they_are_the_nests_give_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the constants that they have on a GPU."""
    device = use(EmulatedDevice(), monkeypatch)
    for trial in ("hops", "shortest", "ranks"):
        for group in GROUPS:
            check(trial, group.name, device)
        check(trial, SLOW, device)


@pytest.mark.parametrize("balance", BALANCES)
def test_arcs_beyond_32_bits(
    balance: str, small: EmulatedDevice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a graph is held whose arcs 32 bits do not number."""
    for home in (resident, cuda_rows):
        monkeypatch.setattr(home, "NARROW", 0)
    for trial in ("hops", "shortest"):
        for seed in range(3):
            for group in GROUPS[:4]:
                controller = Lots(seed * 5 + 1, (balance,))
                check(trial, group.name, small, controller=controller)


@pytest.mark.parametrize("frontier", ["list", "bitmap", "all"])
def test_the_urgent_go_first(frontier: str, small: EmulatedDevice) -> None:
    g = shaped("hubs", None)
    start = np.full(g.num_vertices, 0.15)
    how: Any = {"start": start, "initial": 0.0, "damping": 0.5, "owed": 1e-9}
    calm = ew.run(EAGER, g, schedule="pull all sync", **how)
    for _ in range(6):
        told = vary(small)
        schedule = f"push {frontier} async group"
        urgent = ew.run(EAGER, g, schedule=schedule, device="cuda", **how)
        assert np.allclose(calm.values, urgent.values, rtol=0, atol=1e-6), told
        assert waits(urgent.trace), told


def test_the_constants_are_those_of_the_skeletons() -> None:
    from edgewise.kernels.cuda import sources

    texts = [path.read_text(encoding="utf-8") for path in sources.HERE.glob("*.cuh")]
    for known in CONSTANTS:
        assert any(f"#define {known}\n" in text for text in texts), known
