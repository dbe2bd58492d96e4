"""The algorithms, found in the package, and every way to call each that its arguments allow.

Nobody registers an algorithm for the tests: whatever function in `edgewise/algorithms/` declares
its arguments is one. Choices and flags are tried in every combination, other arguments with the
samples below; a checker of the same name in `verify/` says whether the answer is right.
"""

from __future__ import annotations

import inspect
import pkgutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from itertools import product
from typing import Any
from unittest.mock import patch

import numpy as np

import edgewise as ew
from edgewise import algorithms, check, engine, sweeping, verify
from edgewise.results import Result
from edgewise.schedule.legal import allowed
from edgewise.schedule.schedule import every

HOME = algorithms.__name__ + "."
ANSWERS = ("distances", "parents", "labels", "ranks", "scores")
"""What results call what checkers check."""
RUNS = ("graph", "schedule", "controller", "device")
"""Arguments that are no part of the question."""
How = dict[str, Any]
PAIR = ew.from_edges([(0, 1), (1, 0)], weights=[1, 1])

SAMPLES: dict[str, Callable[[ew.Graph], list[Any]]] = {
    "source": lambda g: [g.ids.tolist()[0], list(dict.fromkeys(g.ids.tolist()[-1:1:-3])) or [0]],
    "depth_limit": lambda g: [0, 1, 3],
    "cutoff": lambda g: [0, 5, 1e18],
    "delta": lambda g: [0.5, 3, 1e9],
    "sources": lambda g: [g.ids.tolist()[::3]],
    "k": lambda g: [g.num_vertices],
    "seed": lambda g: [5],
    "alpha": lambda g: [0.3],
    "personalization": lambda g: [dict.fromkeys(g.ids.tolist()[::2], 2.0)],
    "dangling": lambda g: [1 + np.arange(g.num_vertices)],
    "start": lambda g: [1 + np.arange(g.num_vertices)],
    "max_iter": lambda g: [400],
    "tol": lambda g: [1e-3],
}
"""Values of arguments that are neither a choice nor a flag, for a graph that has vertices."""


@cache
def found() -> dict[str, Callable[..., Result]]:
    """Every algorithm by name."""
    for module in pkgutil.iter_modules(algorithms.__path__):
        import_module(HOME + module.name)
    functions = [entry.function for entry in check.TABLE.values()]
    return {one.__name__: one for one in functions if one.__module__.startswith(HOME)}


def arguments(name: str) -> list[str]:
    """The arguments that are part of the question."""
    return [each for each in inspect.signature(found()[name]).parameters if each not in RUNS]


@cache
def variants(name: str) -> list[How]:
    """Every combination of choices and flags, those that go together."""
    function = found()[name]
    kinds = next(one.kinds for one in check.TABLE.values() if one.function is function)
    words: dict[str, tuple[Any, ...]] = {}
    for argument, kind in kinds.items():
        if isinstance(kind, check.Choice):
            words[argument] = kind.words
        elif isinstance(kind, check.Flag):
            words[argument] = (False, True)
    combined = [dict(zip(words, one, strict=True)) for one in product(*words.values())]
    return [how for how in combined if is_taken(name, _source(name) | how, PAIR)]


def is_taken(name: str, how: How, g: ew.Graph) -> bool:
    """Whether these arguments go together."""
    try:
        with no_loops():
            found()[name](g, **how)
    except ew.ArgumentError:
        return False
    except (_Reached, ew.EdgewiseError):
        pass
    return True


def ways(name: str, g: ew.Graph, how: How) -> Iterator[How]:
    """A variant as it is, and with each sample of each other argument; one way for each source."""
    samples = {each: SAMPLES[each](g) for each in arguments(name) if each in SAMPLES}
    asked = [{"source": one} for one in samples.pop("source", [])] or [{}]
    yield from (one | how for one in asked)
    for argument, values in samples.items():
        for value in values:
            if not (argument == "start" and how.get("variant") == "graphalytics"):
                yield asked[0] | how | {argument: value}


def takes_schedules(name: str) -> bool:
    """Whether an algorithm can be told how to walk."""
    return "schedule" in inspect.signature(found()[name]).parameters


class _Reached(Exception):
    """A run came as far as its loop."""


def legal(name: str, how: How) -> list[ew.Schedule]:
    """Every schedule that a variant may be pinned to; whatever is refused is refused as illegal."""
    return list(_legal(name, tuple(how.items())))


@cache
def _legal(name: str, how: tuple[tuple[str, Any], ...]) -> tuple[ew.Schedule, ...]:
    good = []
    for one in every():
        try:
            with no_loops():
                found()[name](PAIR, **_source(name), **dict(how), schedule=one)
        except _Reached:
            good.append(one)
        except ew.ScheduleError:
            continue
    return tuple(good)


@contextmanager
def no_loops() -> Iterator[None]:
    """Calls end where a program's loop would begin, so that nothing is compiled for them."""

    def execute(
        program: Any, graph: Any, fields: Any, members: Any, schedule: Any, *_: Any, **__: Any
    ) -> Any:
        allowed(program, ew.Plan(), schedule)
        raise _Reached

    def loop(*_: Any, **__: Any) -> Any:
        raise _Reached

    with (
        patch.object(engine, "execute", execute),
        patch.object(engine, "in_order", loop),
        patch.object(sweeping, "execute", loop),
    ):
        yield


def _source(name: str) -> How:
    return {"source": 0} if "source" in arguments(name) else {}


def judged(name: str, g: ew.Graph, how: How, samples: bool = True) -> int:
    """Ask in every way, and have every answer checked; how many there were."""
    asked = ways(name, g, how) if samples else list(ways(name, g, how))[:1]
    return sum(judge(name, g, way) for way in asked)


def judge(name: str, g: ew.Graph, way: How) -> bool:
    """Ask in this way, and have the answer checked; whether there was one."""
    try:
        result = found()[name](g, **way)
    except ew.EdgewiseError as refusal:
        _excused(g, way, refusal)
        return False
    verified(name, g, way, result)
    return True


def _excused(g: ew.Graph, way: How, refusal: ew.EdgewiseError) -> None:
    """Fail unless there is a reason to refuse this call."""
    least, most = g.weight_range or (1, 1)
    odd = least <= 0 or most / least > 1e9
    if isinstance(refusal, (ew.GraphError, ew.NegativeWeightError)) and odd:
        return
    slow = way.get("dtype") == "float32" or way.get("priority")
    if isinstance(refusal, ew.ConvergenceError) and slow:
        return
    if isinstance(refusal, ew.ArgumentError) and "expected None with " in str(refusal):
        return
    raise refusal


def verified(name: str, g: ew.Graph, how: How, result: Result) -> None:
    """Let the checker of an algorithm judge an answer to this question."""
    checker = getattr(verify, name)
    wanted = inspect.signature(checker).parameters
    told = {each: value for each, value in how.items() if each in wanted}
    told |= {each: getattr(result, each) for each in ANSWERS if each in wanted}
    if how.get("variant") == "graphalytics":
        told["iterations"] = result.iterations  # type: ignore[attr-defined]
    checker(g, **told)


def answer(result: Result) -> dict[str, Any]:
    """What an algorithm found, by the names of checkers."""
    return {each: getattr(result, each) for each in ANSWERS if hasattr(result, each)}
