"""Options of the command line, made from the table that checks the library's own arguments.

A command that passes arguments on to a public function takes exactly what that function takes:
names, defaults and bounds stand in one place, and only what a person reads is said here.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Collection
from enum import Enum
from typing import Annotated, Any

import typer

from edgewise import check
from edgewise.cli import controllers

HELP = {
    "alpha": "The chance that a walker goes on along an edge, and does not jump",
    "controller": "Who picks the schedule each round",
    "cutoff": "Leave out what is farther than this",
    "device": "Where it runs: cpu, cuda, cuda:N for GPU N, or auto; on the CPU, if not given",
    "delta": "The width of a bin of distances; chosen for you, if not given",
    "depth_limit": "End after so many hops",
    "dtype": "The type that ranks are computed in",
    "endpoints": "Count the ends of a path as well",
    "iterations": "How many rounds were made, where just so many were asked for",
    "k": "Search from so many vertices, chosen at random; from all, if not given",
    "max_iter": "The most rounds",
    "method": "How it is computed; the answer is the same",
    "normalized": "Divide by the number of pairs",
    "priority": "With --method delta, let those who owe most go first",
    "schedule": "Pin how loops are walked, by words such as 'pull bitmap'; see docs/schedules.md",
    "source": "The id of the vertex to start from; may be given again for several",
    "sources": "Search from this vertex only; may be given again for several",
    "tol": "Over when ranks change by less than this a vertex (with gap: all together)",
    "variant": "Whose rules for jumps, lost ranks and the end",
    "a": "Chance that an edge falls into the top left quarter",
    "b": "Chance of the top right quarter",
    "branching": "How many children a vertex has",
    "c": "Chance of the bottom left quarter",
    "columns": "How many columns the grid has",
    "d": "Chance of the bottom right quarter; what the others leave, where it is not given",
    "deletions": "Chance that an edge is left out",
    "directed": "Edges go one way, or both ways",
    "duplicates": "What becomes of parallel edges, or of their weights",
    "edge_factor": "How many edges are drawn for every vertex",
    "edges_per_vertex": "How many edges a new vertex brings",
    "first": "How many vertices one side has",
    "format": "The file's format, where name and content do not tell it",
    "height": "How many levels there are below the root",
    "ids": "What vertex ids are: numbers 0 to n-1, or any labels",
    "isolated": "What becomes of vertices without edges",
    "max_expansion": "How many times its size a compressed file may grow to",
    "mean_degree": "The mean degree, in place of --radius",
    "neighbors": "How many nearest neighbours a vertex has at first, an even number",
    "num_edges": "How many edges there are",
    "num_vertices": "How many vertices there are",
    "probability": "Chance that a pair of vertices is joined",
    "radius": "The distance in the unit square up to which vertices are joined",
    "rewiring": "Chance that an edge is led to any other vertex",
    "rows": "How many rows the grid has",
    "scale": "There are 2^N vertices",
    "scramble": "Shuffle the vertex numbers, or leave busy vertices first",
    "second": "How many vertices the other side has",
    "seed": "Fixes every random choice: same seed, same graph",
    "self_loops": "What becomes of edges from a vertex to itself",
    "verify": "Compare the checksums of the content",
    "weighted": "Refuse a file without weights, or leave weights out",
    "weights": "Random weights, of a kind or from a range LOW,HIGH",
}
"""What a person reads of an argument; where nothing stands here, what the table expects."""

VERTICES = ("source", "sources")
"""Arguments that are ids of vertices: what they are, the graph knows."""

PAIRS = {
    "directed": "--directed/--undirected",
    "weighted": "--weighted/--unweighted",
}
OFFERED = {"controller": tuple(controllers.KNOWN), "device": ("cpu", "cuda", "auto")}
"""What the shell offers where the table knows no words."""
WORDS_SHOWN = 7
"""With more words to choose from than this, an option's help does not list them."""


def of(
    function: Callable[..., Any], *, without: Collection[str] = (), panel: str | None = None
) -> list[inspect.Parameter]:
    """The options that stand for a checked function's arguments; `panel` heads them in the help."""
    kinds = check.TABLE[f"{function.__module__}.{function.__qualname__}"].kinds
    arguments = inspect.signature(function).parameters.values()
    return [
        _option(argument, kinds[argument.name], panel)
        for argument in arguments
        if argument.name in kinds and argument.name not in without
    ]


def plain(given: dict[str, Any]) -> dict[str, Any]:
    """Option values as the library takes them."""
    return {name: _plain(name, value) for name, value in given.items()}


def _plain(name: str, value: Any) -> Any:
    if isinstance(value, Enum):
        return value.value
    if name == "controller" and value is not None:
        return controllers.of(value)
    if name == "weights" and value is not None and "," in value:
        return tuple(controllers.number(part) for part in value.split(","))
    return value


def _option(
    argument: inspect.Parameter, kind: check.Kind, panel: str | None = None
) -> inspect.Parameter:
    optional = isinstance(kind, check.Maybe)
    if isinstance(kind, check.Maybe):
        kind = kind.kind
    annotation, metavar = _typed(argument.name, kind)
    option = typer.Option(
        _declared(argument.name, kind),
        help=_help(argument.name, kind),
        metavar=metavar,
        autocompletion=_completed(argument.name, kind),
        rich_help_panel=panel,
    )
    default = argument.default
    if isinstance(default, str) and issubclass(annotation, Enum):
        default = annotation(default)
    return inspect.Parameter(
        argument.name,
        inspect.Parameter.KEYWORD_ONLY,
        default=default,
        annotation=Annotated[annotation | None if optional else annotation, option],
    )


def _typed(name: str, kind: check.Kind) -> tuple[Any, str | None]:
    """The type that typer reads, and what stands for a value in the help."""
    if name in VERTICES:
        return list[str], "ID"
    if isinstance(kind, check.Choice):
        return Enum(name.title(), {word: word for word in kind.words}), "WORD"
    if isinstance(kind, check.Flag):
        return bool, None
    if isinstance(kind, check.Pinned):
        return str, "WORDS"
    if isinstance(kind, (check.Integer, check.Seed)):
        return int, "N"
    return (float, "X") if isinstance(kind, check.Real) else (str, "WORD")


def _declared(name: str, kind: check.Kind) -> str:
    spoken = name.replace("_", "-")
    if isinstance(kind, check.Flag):
        return PAIRS.get(name, f"--{spoken}/--no-{spoken}")
    return f"--{spoken}"


def _completed(name: str, kind: check.Kind) -> Callable[[str], list[str]]:
    """What the shell offers for an option: the words of a kind that has any."""
    words = OFFERED.get(name) or _words(kind)
    return lambda incomplete: [word for word in words if word.startswith(incomplete)]


def _words(kind: check.Kind) -> tuple[str, ...]:
    return tuple(getattr(kind, "words", ()))


def _help(name: str, kind: check.Kind) -> str:
    if name not in HELP:
        return f"{kind.expected[0].upper()}{kind.expected[1:]}."
    words = tuple(controllers.KNOWN) if name == "controller" else _words(kind)
    if words and len(words) <= WORDS_SHOWN:
        return f"{HELP[name]}: {', '.join(words)}."
    bounds = re.search(r"(from|above) .+ to .+", kind.expected)
    return f"{HELP[name]}, {bounds[0]}." if bounds else f"{HELP[name]}."
