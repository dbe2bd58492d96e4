"""Table: what the default runs, beside every other way to run it."""

from __future__ import annotations

from bench import graphs
from bench.algorithms import PATIENCE, ROUNDS, WARM, inputs
from bench.contest import Case, Settings

TITLE = "Schedules: the default beside every fixed path and the other controllers"
ABOUT = (
    "Edgewise against itself, each answer compared as above. *Auto* is what runs when nobody says; "
    "for sssp that is bins by priority. The fixed paths are SEP-Graph's eight: push or pull, "
    "synchronous or not, data- or topology-driven (*all*). The four balances are told for bfs. "
    "components: label propagation, the vertex program. pagerank: by residuals until the ranks are "
    "settled to 10^-8. A path that the laws of a program do not allow is not there."
)
MEASURE = ""
FIXED = tuple(
    f"{direction} {frontier} {synchrony}"
    for direction, data in (("push", "list"), ("pull", "bitmap"))
    for frontier in (data, "all")
    for synchrony in ("sync", "async")
)
BALANCED = tuple(
    f"{words} {balance}"
    for words, balances in (
        ("push list sync", ("vertex", "local", "edge")),
        ("pull bitmap sync", ("vertex", "edge")),
    )
    for balance in balances
)
ALGORITHMS = "bfs", "sssp", "components", "pagerank"

__all__ = ["ABOUT", "MEASURE", "TITLE", "cases", "inputs"]


def cases(scale: int) -> list[Case]:
    """Four programs on a Kronecker graph, a uniform one and a grid, of a size for the slowest."""
    small, side = max(4, scale - 3), round(500 * 2 ** ((scale - 20) / 2))
    names = [f"kron{small}", f"uniform{small}", f"grid{side}"]
    return [_case(algorithm, name) for algorithm in ALGORITHMS for name in names]


def _case(algorithm: str, name: str) -> Case:
    rows = graphs.rows(name)
    settings: Settings = {"algorithm": algorithm, "graph": name, "tiny": False}
    return Case(
        "schedules",
        f"{algorithm}, {name}: {rows.size:,} vertices, {rows.arcs:,} arcs",
        settings,
        settings | {"graph": WARM},
        rounds=ROUNDS.get(algorithm, 1),
        patience=PATIENCE,
        group=algorithm,
        firsts=False,
    )
