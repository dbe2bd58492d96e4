"""The one place that refuses bad arguments.

A public function declares what each of its arguments may be, once, as a table:

    @accepts(scale=Integer(0, 40), seed=Seed(), directed=Flag())
    def kronecker(scale, *, seed=1, directed=False): ...

The table cleans every value before the function sees it, words every refusal alike, and is what
the tests read to try each public function with bad calls: a kind knows its own bad values.
"""

from __future__ import annotations

import difflib
import functools
import inspect
from collections.abc import Callable
from typing import Any, NamedTuple, NoReturn, TypeVar

from edgewise.errors import ArgumentError, ArgumentTypeError
from edgewise.kinds import NEVER as NEVER
from edgewise.kinds import Choice as Choice
from edgewise.kinds import Flag as Flag
from edgewise.kinds import Integer as Integer
from edgewise.kinds import Kind as Kind
from edgewise.kinds import Maybe as Maybe
from edgewise.kinds import Name as Name
from edgewise.kinds import Path as Path
from edgewise.kinds import Real as Real
from edgewise.kinds import Seed as Seed
from edgewise.kinds import Several as Several
from edgewise.kinds import Text as Text
from edgewise.kinds import shown as shown
from edgewise.kinds_of_objects import CONTROLLER as CONTROLLER
from edgewise.kinds_of_objects import DEVICE as DEVICE
from edgewise.kinds_of_objects import GRAPH as GRAPH
from edgewise.kinds_of_objects import PINNED as PINNED
from edgewise.kinds_of_objects import Instance as Instance
from edgewise.kinds_of_objects import Offers as Offers
from edgewise.kinds_of_objects import Pinned as Pinned
from edgewise.kinds_of_objects import Sources as Sources
from edgewise.kinds_of_objects import Vertex as Vertex

F = TypeVar("F", bound=Callable[..., Any])


class Entry(NamedTuple):
    """One line of the table: a public function and the kinds of its arguments."""

    function: Callable[..., Any]
    kinds: dict[str, Kind]


TABLE: dict[str, Entry] = {}


def accepts(**kinds: Kind) -> Callable[[F], F]:
    """Check and clean the named arguments of a public function, and enter it in the table.

    Over a class it does so for whatever makes one.
    """

    def wrap(function: F) -> F:
        if isinstance(function, type):
            function.__init__ = _checked(function.__init__, kinds)  # type: ignore[misc]
            TABLE[f"{function.__module__}.{function.__qualname__}"] = Entry(function, kinds)
            return function
        checked = _checked(function, kinds)
        TABLE[f"{function.__module__}.{function.__qualname__}"] = Entry(checked, kinds)
        return checked  # type: ignore[return-value]

    return wrap


def _checked(function: Callable[..., Any], kinds: dict[str, Kind]) -> Callable[..., Any]:
    signature = inspect.signature(function)
    name = function.__qualname__.removesuffix(".__init__")
    fits, places = _fitting(signature)

    @functools.wraps(function)
    def checked(*args: Any, **kwargs: Any) -> Any:
        if not fits(args, kwargs):
            try:
                bound = signature.bind(*args, **kwargs)
            except TypeError as problem:
                _refuse_call(name, signature, args, kwargs, problem)
            args, kwargs = bound.args, bound.kwargs
        given = list(args)
        for argument, kind in kinds.items():
            if argument in kwargs:
                kwargs[argument] = _cleaned(name, argument, kind, kwargs[argument])
            elif places.get(argument, len(given)) < len(given):
                place = places[argument]
                given[place] = _cleaned(name, argument, kind, given[place])
        return function(*given, **kwargs)

    return checked


def _fitting(
    signature: inspect.Signature,
) -> tuple[Callable[[Any, Any], bool], dict[str, int]]:
    """Whether arguments fit as they are, at a tenth of the cost of binding them; and who is where.

    "No" only means that a closer look is needed.
    """
    several = signature.parameters.values()
    ordered = [one.name for one in several if one.kind is one.POSITIONAL_OR_KEYWORD]
    known = {
        one.name for one in several if one.kind in (one.POSITIONAL_OR_KEYWORD, one.KEYWORD_ONLY)
    }
    needed = {one.name for one in several if one.name in known and one.default is one.empty}
    after = [known.difference(ordered[:count]) for count in range(len(ordered) + 1)]
    lacking = [needed.difference(ordered[:count]) for count in range(len(ordered) + 1)]
    takes_more = any(one.kind is one.VAR_KEYWORD for one in several)

    def fits(args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
        count = len(args)
        if count >= len(after):
            return False
        if takes_more:
            return lacking[count] <= kwargs.keys() and kwargs.keys().isdisjoint(ordered[:count])
        return kwargs.keys() <= after[count] and lacking[count] <= kwargs.keys()

    return fits, {name: place for place, name in enumerate(ordered)}


def refuse(where: str, argument: str, value: Any, expected: str) -> NoReturn:
    """Refuse a value that only the function itself could judge."""
    raise ArgumentError(f"{where}(): {argument}={shown(value)}: expected {expected}")


def _cleaned(name: str, argument: str, kind: Kind, value: Any) -> Any:
    try:
        return kind.clean(value)
    except (TypeError, ValueError, OverflowError) as problem:
        if isinstance(problem, ArgumentError):
            raise
        error = kind.refusal
        if error is ArgumentError and isinstance(problem, TypeError):
            error = ArgumentTypeError
        call = f"{name.split('.')[-1]}()"
        text = f"{call}: {argument}={shown(value)}: expected {kind.expected}"
        raise error(text) from None


def _refuse_call(
    name: str, signature: inspect.Signature, args: Any, kwargs: Any, problem: TypeError
) -> NoReturn:
    known = [name for name in signature.parameters if name not in ("self", "cls")]
    for keyword in kwargs:
        if keyword not in known:
            near = difflib.get_close_matches(keyword, known, 1)
            hint = f"; did you mean {near[0]!r}?" if near else f"; it takes {', '.join(known)}"
            raise ArgumentTypeError(f"{name}() has no argument {keyword!r}{hint}") from None
    raise ArgumentTypeError(f"{name}(): {problem}; it takes {', '.join(known)}") from None
