"""Every balance gives every arc of every member to its family, once: as plain Python and compiled.

With empty lists, nobody at all, one list that holds everything, more threads than work, and
frontiers in every form.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numba
import numpy as np
import pytest

from edgewise.kernels.cpu import specialise
from edgewise.kernels.cpu.forms import ALL, BITMAP, LIST
from edgewise.kernels.cpu.jit import part
from edgewise.kernels.cpu.team import WORDS
from edgewise.places import cpu
from edgewise.places.gang import together
from edgewise.schedule.schedule import CHOICES
from tests.teams import TINY

PUSHES = list(CHOICES["balance"])
PULLS = [word for word in CHOICES["balance"] if (specialise.HERE / f"pull_{word}.py").exists()]
TEAMS = (1, 2, 5)
kernel_of = numba.njit(nogil=True, error_model="numpy", _nrt=False)
"""As the house's `nest`, but not kept on disk."""
DEGREES = {
    "nobody": [],
    "one without arcs": [0],
    "one with many": [40],
    "all without arcs": [0] * 70,
    "empty lists between": [0, 3, 0, 0, 1, 7, 0] * 10,
    "a hub among many": [1] * 30 + [100] + [2] * 40,
    "hubs at both ends": [50, *[0, 1] * 40, 60],
    "exactly one word": [1] * 64,
    "one more than a word": [2] * 65,
    "drawn": np.random.default_rng(3).integers(0, 9, 200).tolist(),
}


@part
def opens(me, u, c):
    """Everybody may speak; how often each was asked is counted."""
    c[1][me, u] += 1
    return True


@part
def arcs(me, u, begin, end, c):
    """Each arc is counted by the thread that is given it, under its own tail only."""
    for e in range(begin, end):
        c[0][me, e] += 1
        c[2][me, e] = u


@part
def word(me, w, offsets, heads, c):
    """Each word is counted by the thread that is given it."""
    c[0][me, w] += 1


for function in (opens, arcs, word):
    function.edgewise_identity = f"tests of balances: {function.__name__}"


def walk_of(stem: str, **slots: Any) -> Any:
    """A walk that a team can be called with."""
    walk = specialise.specialised(stem, **slots, **TINY.get(stem, {})).walk
    if stem.startswith("pull"):

        def pull(me, team, sync, words, offsets, heads, c):  # type: ignore[no-untyped-def]
            walk(me, team, sync, words, offsets, heads, c)

        return kernel_of(pull)

    def push(me, team, sync, form, members, bits, count, offsets, room, c):  # type: ignore[no-untyped-def]
        walk(me, team, sync, form, members, bits, count, offsets, room, c)

    return kernel_of(push)


def frontiers(n: int) -> Iterator[tuple[int, np.ndarray[Any, Any]]]:
    """Members in every form: nobody, some in any order, all."""
    some = np.random.default_rng(n).permutation(n)[: (n + 1) // 2].astype(np.int32)
    for members in (np.zeros(0, np.int32), some, np.arange(n, dtype=np.int32)):
        yield LIST, members
        yield BITMAP, members
    yield ALL, np.arange(n, dtype=np.int32)


@pytest.mark.parametrize("balance", PUSHES)
def test_a_push_visits_each_arc_once(balance: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kernel = walk_of(f"balance_{balance}", arcs=arcs, opens=opens)
    for degrees in DEGREES.values():
        n, offsets = len(degrees), np.concatenate(([0], np.cumsum(degrees))).astype(np.int64)
        for team in TEAMS:
            monkeypatch.setenv("EDGEWISE_THREADS", str(team))
            for form, members in frontiers(n):
                bits = np.zeros(-(-n // 64), np.uint64)
                for v in members.tolist():
                    bits[v >> 6] |= np.uint64(1) << np.uint64(v & 63)
                count = len(members) if form == LIST else n
                told = np.zeros((team, int(offsets[-1])), np.int64)
                asked, tails = np.zeros((team, n), np.int64), np.full_like(told, -1)
                room = np.zeros(n + 2048 * team + 2, np.int64)
                rest = (form, members, bits, count, offsets, room, (told, asked, tails))
                together(kernel, rest, team)
                wanted = np.zeros(int(offsets[-1]), np.int64)
                for v in members.tolist():
                    wanted[offsets[v] : offsets[v + 1]] = 1
                assert told.sum(0).tolist() == wanted.tolist(), (degrees, team, form)
                tail = np.repeat(np.arange(n), degrees)
                assert (tails.max(0, initial=-1)[wanted == 1] == tail[wanted == 1]).all()
                asked_once = np.bincount(members, minlength=n).tolist()
                assert asked.sum(0).tolist() == asked_once, (degrees, team, form)


@pytest.mark.parametrize("balance", PULLS)
def test_a_pull_visits_each_word_once(balance: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A word is 64 vertices; a thread walks their rows alone."""
    kernel = walk_of(f"pull_{balance}", word=word)
    heads = np.zeros(0, np.int32)
    for degrees in [*DEGREES.values(), [1] * 1000, [0] * 900 + [500] * 100]:
        n, offsets = len(degrees), np.concatenate(([0], np.cumsum(degrees))).astype(np.int64)
        for team in TEAMS:
            monkeypatch.setenv("EDGEWISE_THREADS", str(team))
            words = -(-n // 64)
            told = np.zeros((team, words), np.int64)
            together(kernel, (words, offsets, heads, (told,)), team)
            assert (told.sum(0) == 1).all(), (degrees, team)


def test_every_balance_is_tried() -> None:
    there = {path.stem for path in specialise.HERE.glob("*.py")}
    walks = {one for one in there if one.startswith(("balance_", "pull_"))}
    tried = {f"balance_{one}" for one in PUSHES} | {f"pull_{one}" for one in PULLS}
    assert walks == tried and len(PULLS) >= 3
    assert WORDS == 64 and cpu.threads() > 0
