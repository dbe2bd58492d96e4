"""What a run begins with: every vertex's number, and who has something to tell."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from edgewise import check
from edgewise.adjacency import Array
from edgewise.errors import UnknownVertexError
from edgewise.program.vertex import VertexProgram

if TYPE_CHECKING:
    from edgewise.graph import Graph

NEWS: dict[str, Any] = {
    "min": lambda value, buffer: buffer < value,
    "max": lambda value, buffer: buffer > value,
    "any": lambda value, buffer: value | buffer != value,
    "all": lambda value, buffer: value & buffer != value,
}
"""Whether a buffer holds news, for all vertices at once."""


def positions_of(graph: Graph, ids: Any, where: str) -> Array:
    """The positions of these ids; `where` is the argument that holds them."""
    try:
        return graph.vertex_ids.positions(ids)
    except UnknownVertexError as unknown:
        raise UnknownVertexError(f"{where}: {unknown}") from None


def numbers(where: str, argument: str, graph: Graph, given: Any, others: Any, kind: Any) -> Array:
    """A number a vertex, by position, from a mapping from ids, one number for all, or an array."""
    n, dtype = graph.num_vertices, np.dtype(kind)
    values = np.full(n, others, dtype)
    if given is None:
        return values
    if isinstance(given, Mapping):
        places = positions_of(graph, list(given), f"{where}(): {argument}")
        told = _cast(where, argument, list(given.values()), dtype)
        if told.ndim != 1:
            check.refuse(where, argument, given, "one number for each id")
        values[places] = told
        return values
    many = _cast(where, argument, given, dtype)
    if many.ndim == 0:
        values[:] = many
        return values
    if many.shape != (n,):
        check.refuse(where, argument, given, f"a mapping from ids, or {n} numbers")
    order = graph.vertex_ids.order
    values[:] = many if order is None else many[order]
    return values


def _cast(where: str, argument: str, given: Any, dtype: np.dtype[Any]) -> Array:
    """These numbers as the program's type has them; refuses what it cannot hold."""
    try:
        many = np.asarray(given)
    except (TypeError, ValueError):
        many = np.array(given, object)
    if many.size == 0 and many.ndim == 1:
        return many.astype(dtype)
    if many.dtype.kind not in "biuf":
        check.refuse(where, argument, given, "numbers")
    with np.errstate(invalid="ignore", over="ignore"):
        cast = many.astype(dtype)
    if dtype.kind != "f" and not (cast == many).all():
        check.refuse(where, argument, given, f"numbers that {dtype} holds")
    return cast


def members(program: VertexProgram, value: Array, buffer: Array, given: dict[str, Any]) -> Array:
    """The positions of who is active at first."""
    if program.asks_for_news and program.residual:
        return _places(buffer != 0)
    if program.asks_for_news and program.combine.name in NEWS:
        return _places(NEWS[program.combine.name](value, buffer))
    everything = {"value": value, "buffer": buffer, "v": np.arange(len(value)), **given}
    asked = [everything[name] for name in program.is_active.parameters]
    try:  # all at once, where the function is one of arrays too
        answer = program.is_active(*asked)
    except (TypeError, ValueError):
        answer = None
    if not (isinstance(answer, np.ndarray) and answer.shape == value.shape):
        answer = np.array([_is_active(program, v, value, buffer, given) for v in range(len(value))])
    return _places(answer)


def _is_active(program: VertexProgram, v: int, value: Array, buffer: Array, given: Any) -> bool:
    everything = {"value": value[v], "buffer": buffer[v], "v": v, **given}
    return bool(program.is_active(*(everything[name] for name in program.is_active.parameters)))


def _places(active: Array) -> Array:
    return np.flatnonzero(active).astype(np.int64, copy=False)
