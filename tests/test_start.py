"""What a run begins with, and what it refuses, beyond what the table of arguments says."""

from __future__ import annotations

import numpy as np
import pytest

import edgewise as ew
from edgewise.kernels import reference

RING = ew.from_edges([(0, 1), (1, 2), (2, 0)])
LESS = ew.VertexProgram("less", value=np.int64, combine=ew.MIN, message=lambda sent: sent - 1)
FURTHER = ew.VertexProgram(
    "further",
    value=np.int64,
    combine=ew.MIN,
    message=lambda sent, weight: sent + weight,
    ordered=True,
)


def over(value, buffer, limit):
    """News count only when they are large, and only for some."""
    return buffer > value if buffer > limit else False


PICKY = ew.VertexProgram(
    "picky", value=np.int64, combine=ew.MAX, message=lambda sent: sent - 1, is_active=over
)


def defined(
    program: ew.VertexProgram, start: list[int], initial: int, **arguments: int
) -> list[int]:
    rows = reference.Rows(RING.out_offsets, RING.out_neighbors)
    return reference.run(program, rows, [initial] * 3, start, 4, arguments).values


@pytest.mark.parametrize("start", [[5, 0, 0], [0, -2, 7], [0, 0, 0]])
def test_who_was_told_nothing_new_does_not_speak(start: list[int]) -> None:
    ours = ew.run(LESS, RING, start=start, initial=0, rounds=4).values
    assert ours.tolist() == defined(LESS, start, 0)


@pytest.mark.parametrize("start", [[5, 1, 0], [2, 3, 0], [0, 0, 0]])
def test_a_program_says_itself_who_speaks_first(start: list[int]) -> None:
    ours = ew.run(PICKY, RING, start=start, initial=0, rounds=4, limit=2).values
    assert ours.tolist() == defined(PICKY, start, 0, limit=2)


def test_the_three_ways_to_start_are_one() -> None:
    g = ew.from_edges([("b", "a", 2), ("a", "c", 3)]).renumbered()
    by_id = ew.run(FURTHER, g, start={"b": 0}).values
    array = np.where(g.ids == "b", 0, ew.MIN.identity(np.int64))
    assert by_id.tolist() == ew.run(FURTHER, g, start=array).values.tolist() == [2, 0, 5]
    assert ew.run(FURTHER, g, start=4).values.tolist() == [4, 4, 4]


def test_an_ordered_program_goes_by_bins_when_told() -> None:
    g = ew.generate.grid(30, 30, weights="integer", seed=3)
    found = ew.run(FURTHER, g, start={0: 0}, schedule="buckets")
    assert found.trace.schedules == ["push buckets async group"]
    assert found.values.tolist() == ew.sssp(g, 0).distances.tolist()
    for odd in ({"initial": 9}, {"rounds": 3}, {"controller": ew.Random()}):
        with pytest.raises(ew.ArgumentError, match=next(iter(odd))):
            ew.run(FURTHER, g, start={0: 0}, schedule="buckets", **odd)


def test_a_controller_may_not_leave_what_is_legal() -> None:
    with pytest.raises(ew.ScheduleError, match="a pull asks"):
        ew.bfs(RING, 0, controller=ew.Fixed("pull list"))
    with pytest.raises(ew.ScheduleError, match="'push' is pinned"):
        ew.bfs(RING, 0, schedule="push", controller=ew.Fixed("pull"))
    with pytest.raises(ew.ScheduleError, match="bins follow no controller"):
        ew.sssp(RING, 0, controller=ew.Fixed("push buckets async"))


def test_what_nothing_would_read_is_refused() -> None:
    for call, argument in (
        (lambda: ew.sssp(RING, 0, delta=2, schedule="push"), "delta"),
        (lambda: ew.sssp(RING, 0, schedule="buckets", controller=ew.Random()), "controller"),
        (lambda: ew.pagerank(RING, controller=ew.Auto()), "controller"),
        (lambda: ew.pagerank(RING, method="delta", start=[1, 2, 3]), "start"),
    ):
        with pytest.raises(ew.ArgumentError, match=f"{argument}="):
            call()


@pytest.mark.parametrize(
    "message",
    [lambda sent: (sent, sent), pytest.param(lambda sent: sent.nothing, marks=pytest.mark.slow)],
)
def test_what_the_compiler_refuses_is_told_plainly(message) -> None:
    program = ew.VertexProgram("odd", value=np.int64, combine=ew.MIN, message=message)
    with pytest.raises(ew.FunctorError, match="odd: the compiler refuses"):
        ew.run(program, RING, start={0: 0})


def test_laws_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ew.ArgumentError, match=r"ordered=True.*ew\.MIN"):
        ew.VertexProgram("far", value=int, combine=ew.MAX, message=lambda sent: sent, ordered=True)
    with pytest.raises(ew.ArgumentError, match="'first' has an identity"):
        ew.VertexProgram("first", value=np.uint8, combine=ew.FIRST, message=lambda sent: sent)


def test_arguments_of_a_run_are_numbers() -> None:
    capped = ew.VertexProgram(
        "capped", value=int, combine=ew.MIN, message=lambda sent, cap: min(sent, cap)
    )
    with pytest.raises(ew.ArgumentTypeError, match="needs the argument 'cap'"):
        capped.run(RING, start={0: 0})
    with pytest.raises(ew.ArgumentTypeError, match="no argument 'cop'; did you mean 'cap'"):
        capped.run(RING, start={0: 0}, cop=3)
    with pytest.raises(ew.ArgumentError, match=r"run\(\): cap='x': expected a number"):
        capped.run(RING, start={0: 0}, cap="x")
