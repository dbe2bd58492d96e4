"""Every public function is tried with at least 40 bad calls; each gets one of our errors.

The bad values come from the table in `check.py`: a kind of argument knows its own. Arguments that
are judged elsewhere (columns, vertices, foreign objects) have theirs listed here.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import edgewise as ew
from edgewise import check
from edgewise.results import Result
from tests.calls import CASES as PLAIN
from tests.calls import Case
from tests.calls_of_operators import OPERATORS
from tests.calls_of_sets import SETS

CASES = [*PLAIN, *OPERATORS, *SETS]
WRONG_CALLS = 40


def bad_calls(case: Case) -> Iterator[tuple[str, tuple[Any, ...], dict[str, Any]]]:
    """(the argument at fault, positional, keyword) of every bad call of one function."""
    for argument, values in case.bad.items():
        for value in values:
            yield argument, (), {**case.good, argument: value}
    for argument in case.required:
        yield argument, (), {name: v for name, v in case.good.items() if name != argument}
    yield "no_such_argument", (), {**case.good, "no_such_argument": 1}
    yield "", (None,) * 30, {}


def ids(case: Case) -> str:
    return case.name


@pytest.mark.parametrize("case", CASES, ids=ids)
def test_bad_calls_get_our_errors(case: Case) -> None:
    tried = 0
    for argument, args, kwargs in bad_calls(case):
        try:
            case.function(*args, **kwargs)
        except ew.EdgewiseError as error:
            assert str(error), f"{argument}={kwargs.get(argument)!r}: the message is empty"
            if argument in case.table:
                stem = argument[:4]  # "vertices" may be refused for one "vertex"
                assert stem in str(error), f"the message does not name {argument}: {error}"
            tried += 1
        else:
            pytest.fail(f"{case.name} took {argument}={kwargs.get(argument)!r}")
    assert tried >= WRONG_CALLS


@pytest.mark.parametrize("case", CASES, ids=ids)
def test_the_good_call_is_good(case: Case) -> None:
    case.function(**case.good)


@pytest.mark.parametrize("case", CASES, ids=ids)
def test_one_letter_off_gets_a_hint(case: Case) -> None:
    for argument in case.table:
        with pytest.raises(ew.ArgumentTypeError, match=f"did you mean '{argument}'"):
            case.function(**{argument + "x": None})
        break


OWNERS = (
    *(ew.Graph, ew.VertexFrontier, ew.EdgeFrontier, ew.VertexProgram, ew.SweepProgram),
    *(ew.Monoid, ew.Schedule, ew.Trace, ew.Contraction),
)
"""Classes whose methods take arguments of users."""
RETURNED = (
    ew.Graph,
    ew.Facts,
    ew.VertexFrontier,
    ew.EdgeFrontier,
    ew.Run,
    ew.Trace,
    ew.Controller,
    ew.Contraction,
    ew.Intersections,
    ew.Traversal,
    ew.Record,
)
"""Classes that calls return, or that are there to derive from."""


def _is_made_by_users(thing: Any) -> bool:
    made = isinstance(thing, type) and not issubclass(thing, (Exception, Result))
    return made and thing not in RETURNED


def public_functions() -> Iterator[tuple[str, Callable[..., Any]]]:
    """Every public function and method that takes an argument."""
    homes = {"": ew, "generate.": ew.generate, "verify.": ew.verify}
    for prefix, home in homes.items():
        for name in home.__all__:
            thing = getattr(home, name)
            if inspect.isfunction(thing) or _is_made_by_users(thing):
                yield prefix + name, thing
    for owner in OWNERS:
        for name in dir(owner):
            thing = getattr(owner, name)
            if not name.startswith("_") and (inspect.isfunction(thing) or inspect.ismethod(thing)):
                yield f"{owner.__name__}.{name}", thing


def test_no_public_function_is_left_out() -> None:
    covered = {case.name for case in CASES}
    for name, function in public_functions():
        takes = [p for p in inspect.signature(function).parameters if p != "self"]
        assert not takes or name in covered, f"{name} has no bad calls in tests/calls.py"


def test_the_table_holds_every_checked_function() -> None:
    assert len(check.TABLE) >= 20
    for name, entry in check.TABLE.items():
        parameters = inspect.signature(entry.function).parameters
        assert set(entry.kinds) <= set(parameters), name


@pytest.mark.parametrize(
    ("kind", "good"),
    [
        (check.Integer(0, 9), [0, 9, np.int8(3), np.uint64(4)]),
        (check.Integer(None, None), [-(10**30), 10**30]),
        (check.Real(0, 1), [0, 1, 0.5, np.float32(0.25)]),
        (check.Real(0, above=True), [1e-300, 5]),
        (check.Flag(), [True, np.bool_(False)]),
        (check.Choice("a", "b"), ["a", "b"]),
        (check.Seed(), [0, 2**64 - 1]),
        (check.Path(), ["x", "/tmp/y"]),
        (check.Maybe(check.Integer()), [None, 3]),
        (check.GRAPH, [ew.from_edges([0], [1])]),
    ],
)
def test_kinds_take_what_is_good_and_nothing_bad(kind: check.Kind, good: list[Any]) -> None:
    for value in good:
        kind.clean(value)
    for value in kind.bad():
        with pytest.raises((TypeError, ValueError, OverflowError)):
            kind.clean(value)


def test_refusals_read_well() -> None:
    with pytest.raises(ew.ArgumentError) as refused:
        ew.from_edges([0], [1], duplicates="frist")
    assert str(refused.value) == (
        "from_edges(): duplicates='frist': expected 'keep', 'first', 'sum', 'min', 'max' or "
        "'refuse'"
    )
    with pytest.raises(ew.ArgumentTypeError) as unknown:
        ew.from_edges([0], [1], direct=True)
    assert str(unknown.value) == "from_edges() has no argument 'direct'; did you mean 'directed'?"


def test_a_drawing_of_a_table_is_not_quoted() -> None:
    import polars

    with pytest.raises(ew.ArgumentTypeError, match=r"frame=<DataFrame of polars>: expected a pan"):
        ew.from_pandas(polars.DataFrame({"source": [0], "target": [1]}))
    with pytest.raises(ew.ArgumentTypeError, match=r"collect\(\) a LazyFrame first"):
        ew.from_polars(polars.LazyFrame({"source": [0], "target": [1]}))


def test_a_value_whose_repr_fails_is_still_refused() -> None:
    class Mute:
        def __repr__(self) -> str:
            raise RuntimeError

    with pytest.raises(ew.ArgumentTypeError, match="<Mute>"):
        ew.from_edges([0], [1], directed=Mute())


def test_errors_are_also_what_python_would_raise() -> None:
    assert issubclass(ew.ArgumentError, ValueError)
    assert issubclass(ew.ArgumentTypeError, TypeError)
    assert issubclass(ew.UnknownVertexError, KeyError)
    assert issubclass(ew.MissingDependencyError, ImportError)
    assert issubclass(ew.MemoryLimitError, MemoryError)
    assert issubclass(ew.FileMissingError, FileNotFoundError)
    assert issubclass(ew.TruncatedError, EOFError)
    assert math.isfinite(len([e for e in vars(ew.errors).values() if isinstance(e, type)]))
