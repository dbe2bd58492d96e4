"""Are these PageRanks? One more step of the power method tells."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from edgewise import check
from edgewise.verify.arcs import Array, arcs_of
from edgewise.verify.frame import Claims
from edgewise.verify.given import Shares, Values, by_position, floats, name, nearness, positions

STEP_ROUNDING = 256
"""What rounding may add to one step, in units of the last place of 1."""


@check.accepts(
    graph=check.GRAPH,
    ranks=Values(),
    alpha=check.Real(0, 1),
    personalization=check.Maybe(Shares()),
    dangling=check.Maybe(Shares()),
    tol=check.Real(0, above=True),
    variant=check.Choice("networkx", "gap", "graphalytics"),
    iterations=check.Maybe(check.Integer(0)),
)
def pagerank(
    graph: Any,
    ranks: Any,
    *,
    alpha: float = 0.85,
    personalization: Any = None,
    dangling: Any = None,
    tol: float = 1e-6,
    variant: str = "networkx",
    iterations: int | None = None,
) -> None:
    """Check ranks: none is negative, they sum to 1, and one more step hardly changes them.

    Main arguments: `variant` says what is ranked: "networkx" (by weights where there are any; what
    vertices without out-arcs hold goes where `dangling`, or else `personalization`, says), "gap"
    (no weights; what they hold is lost, so the sum may be less than 1) or "graphalytics" (no
    weights; what they hold goes to all alike).

    Other arguments: the change of one more step, summed over all vertices, must be below the `tol`
    of "gap" and n times the `tol` of "networkx", as their rules to stop say. With `iterations`,
    which "graphalytics" wants, ranks are instead those after so many steps from equal ranks, to one
    part in 10^9 (10^4 where ranks are float32).

    >>> import edgewise as ew
    >>> g = ew.from_edges([("ann", "bob"), ("bob", "ann")])
    >>> ew.verify.pagerank(g, [0.5, 0.5])
    >>> ew.verify.pagerank(g, [0.6, 0.4])
    Traceback (most recent call last):
    edgewise.verify.frame.VerificationError: pagerank: one more step changes the ranks by
        0.37, not by less than 2e-06; that of 'ann' goes from 0.6 to 0.415
    """
    claims = Claims("pagerank")
    if variant == "graphalytics" and iterations is None:
        check.refuse("pagerank", "iterations", None, "the number of steps that were made")
    own = floats(claims, graph, "ranks", ranks)
    if not len(own):
        return
    step = _stepper(
        graph,
        alpha,
        _share(graph, "personalization", personalization),
        _share(graph, "dangling", dangling),
        variant,
    )
    near = nearness(ranks)
    _ranks(claims, graph, own, near, variant)
    if iterations is not None:
        _after(claims, graph, own, step, iterations, near)
    else:
        rounding = STEP_ROUNDING * float(np.finfo(ranks.dtype).eps)
        _settled(claims, graph, own, step, tol * (1 if variant == "gap" else len(own)), rounding)


def _ranks(claims: Claims, g: Any, own: Array, near: float, variant: str) -> None:
    claims.everywhere(own >= 0, lambda at: f"the rank of {name(g, at)} is {own[at]}")
    total = own.sum()
    right = total <= 1 + near if variant == "gap" else abs(total - 1) <= near
    claims.holds(right, f"the sum of all ranks is {total}")


def _settled(
    claims: Claims,
    g: Any,
    own: Array,
    step: Callable[[Array], Array],
    bound: float,
    rounding: float,
) -> None:
    after = step(own)
    change = np.abs(after - own)
    at = int(np.argmax(change))
    claims.holds(
        change.sum() < bound + rounding,
        f"one more step changes the ranks by {change.sum():.4g}, not by less than "
        f"{bound:.4g}; that of {name(g, at)} goes from {own[at]:.6g} to {after[at]:.6g}",
    )


def _after(
    claims: Claims, g: Any, own: Array, step: Callable[[Array], Array], steps: int, near: float
) -> None:
    right = np.full(len(own), 1 / len(own))
    for _ in range(steps):
        right = step(right)
    alike = np.abs(own - right) <= near * right
    claims.everywhere(
        alike,
        lambda at: f"the rank of {name(g, at)} is {own[at]}, but after {steps} steps {right[at]}",
    )


def _stepper(
    g: Any, alpha: float, jump: Array | None, dangling: Array | None, variant: str
) -> Callable[[Array], Array]:
    """One step of the power method, as a function of ranks."""
    n, arcs = g.num_vertices, arcs_of(g, weighted=variant == "networkx")
    tails, heads, weights = arcs.tails, arcs.heads.astype(np.intp), arcs.weights
    out = np.bincount(tails, weights=weights, minlength=n)
    stuck = out == 0
    evenly = np.full(n, 1 / n)
    jump = evenly if jump is None else jump
    spread = {"networkx": jump if dangling is None else dangling, "graphalytics": evenly}
    caught = spread.get(variant, np.zeros(n))
    share = weights * (1 / np.where(stuck, 1, out))[tails]

    def step(ranks: Array) -> Array:
        passed = np.bincount(heads, weights=ranks[tails] * share, minlength=n)
        after: Array = alpha * (passed + ranks[stuck].sum() * caught) + (1 - alpha) * jump
        return after

    return step


def _share(g: Any, argument: str, given: Any) -> Array | None:
    """What each vertex gets, by position, all together 1."""
    if given is None:
        return None
    where = f"pagerank(): {argument}"
    if isinstance(given, dict):
        parts = np.zeros(g.num_vertices)
        for vertex, part in given.items():
            parts[positions(g, [vertex], where)] = part
    else:
        if len(given) != g.num_vertices:
            check.refuse("pagerank", argument, given, f"{g.num_vertices} numbers, one a vertex")
        parts = by_position(Claims(where), g, argument, given)
    whole: Array = parts / parts.sum()
    return whole
