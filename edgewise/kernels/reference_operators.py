"""The living definition of operators on frontiers, in plain Python.

An advance visits the out-arcs of every member, one after the other; a member that is an arc stands
for its head. An arc is visited only while its head is open. Where `cond` holds, `apply` is done,
and the arc's head (or the arc) is found. What functors write is there for the next arc to read.

A schedule may visit arcs in any order. So functors whose answer depends on the order have no one
answer; those that only lower, lift, add or claim have.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from edgewise.kernels.reference import Rows

Function = Callable[..., Any] | None


def advance(
    rows: Rows,
    members: Iterable[int],
    cond: Function = None,
    apply: Function = None,
    opened: Function = None,
    *,
    from_edges: bool = False,
    to_edges: bool = False,
    given: Mapping[str, Any],
) -> list[int]:
    """What is found, as often as it is found, in the order of the members and of their arcs."""
    found = []
    for member in members:
        u = rows.heads[member] if from_edges else member
        for e in rows.of(u):
            v = rows.heads[e]
            arc = {"u": u, "v": v, "e": e, "weight": rows.weights[e], "degree": len(rows.of(u))}
            if from_edges:
                arc["via"] = member
            if opened is not None and not _call(opened, given, {"v": v}):
                continue
            if cond is None or _call(cond, given, arc):
                if apply is not None:
                    _call(apply, given, arc)
                found.append(e if to_edges else v)
    return found


def traverse(
    rows: Rows, members: Iterable[int], *functions: Function, edges: bool, given: Mapping[str, Any]
) -> int:
    """Advance until nothing is found, each found once; how many rounds that took."""
    front, rounds = list(members), 0
    while front:
        found = advance(rows, front, *functions, from_edges=edges, to_edges=edges, given=given)
        front, rounds = list(dict.fromkeys(found)), rounds + 1
    return rounds


def filtered(
    rows: Rows,
    members: Iterable[int],
    keep: Callable[..., Any],
    edges: bool,
    given: Mapping[str, Any],
) -> list[int]:
    """The members of which `keep` holds, each once, where it first stands."""
    return [one for one in dict.fromkeys(members) if _call(keep, given, _about(rows, one, edges))]


def compute(
    rows: Rows,
    members: Iterable[int],
    apply: Callable[..., Any],
    edges: bool,
    given: Mapping[str, Any],
) -> None:
    """Something is done to every member, as often as it is listed."""
    for one in members:
        _call(apply, given, _about(rows, one, edges))


def _about(rows: Rows, member: int, edges: bool) -> dict[str, Any]:
    """What is known of a vertex or an arc."""
    if not edges:
        return {"v": member, "degree": len(rows.of(member))}
    u = next(u for u in range(len(rows)) if member in rows.of(u))
    arc = {"e": member, "u": u, "v": rows.heads[member], "weight": rows.weights[member]}
    return {**arc, "degree": len(rows.of(u))}


def _call(function: Callable[..., Any], given: Mapping[str, Any], known: Mapping[str, Any]) -> Any:
    """Call a function with what it asks for, by name."""
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    everything = {**given, **known}
    return function(*(everything[name] for name in names))
