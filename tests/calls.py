"""One good call of every public function, and what its arguments must refuse."""

from __future__ import annotations

import inspect
import math
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import igraph
import numpy as np
import polars

import edgewise as ew
from edgewise import check
from edgewise.program.kinds import NumberType

GRAPH = ew.from_edges([("a", "b"), ("b", "c")])
WEIGHTED = ew.from_edges([0, 1], [1, 2], [1.0, 2.0])
HOPS = ew.VertexProgram("hops", value=np.int32, combine=ew.MIN, message=lambda sent: sent + 1)
CAPPED = ew.VertexProgram(
    "capped", value=np.int32, combine=ew.MIN, message=lambda sent, cap: min(sent + 1, cap)
)
WALKS = ew.SweepProgram(
    "walks", gather=lambda sent: sent, update=lambda total: total, send=lambda value: value
)
FOLDER = Path(tempfile.mkdtemp(prefix="edgewise-calls-"))
TOP = ew.bfs(GRAPH, "a")
TRACE = TOP.trace
TRACE.save(FOLDER / "good.json")

NO_COLUMN: Sequence[Any] = [
    *(0, 1.5, True, math.nan, "text", b"bytes", object(), lambda: 0, type, ...),
    *({"a": 1}, 1j, [[1, 2], [3]], [[1], [2]], [object()], [None], [math.nan], [1, None]),
    *(np.zeros((2, 2)), np.zeros((0, 2)), np.zeros(()), [{"a": 1}], [[0]], [0] * 7),
    *(np.array([1.5, np.nan]), np.array(["NaT"], "M8[s]"), np.ma.masked_array([1, 2], [0, 1])),
]
NO_VERTEX: Sequence[Any] = [
    *("zoe", "A", "a ", "", 0, 1, -1, 1.5, True, False, None, math.nan, math.inf, 1j, b"a"),
    *(object(), lambda: 0, type, ..., (), ("a",), ["a"], [], {}, {"a"}, frozenset("a")),
    *(np.int64(0), np.float64(1), np.str_("z"), np.arange(2), 2**80, -(2**80), "a\0", "ä", "ab"),
    *(range(2), slice(1), Exception("a"), memoryview(b"a"), bytearray(b"a"), np.datetime64("nat")),
]
NO_VERTICES: Sequence[Any] = [[vertex] for vertex in NO_VERTEX] + [["a", "zoe"]]


@dataclass
class Case:
    """One function, a good call, and bad values beyond those of its line in the table."""

    name: str
    function: Callable[..., Any]
    good: dict[str, Any]
    odd: dict[str, Sequence[Any]] = field(default_factory=dict)

    @cached_property
    def table(self) -> dict[str, check.Kind]:
        """What the function's line in the table says of its arguments."""
        inner = getattr(self.function, "__func__", self.function)
        for entry in check.TABLE.values():
            if entry.function is inner:
                return entry.kinds
        return {}

    @property
    def bad(self) -> dict[str, Sequence[Any]]:
        """For every argument, values to refuse."""
        return {**{name: kind.bad() for name, kind in self.table.items()}, **self.odd}

    @property
    def required(self) -> list[str]:
        """The arguments without a default, of functions that are in the table."""
        if not self.table:
            return []
        parameters = inspect.signature(self.function).parameters.values()
        plain = (p for p in parameters if p.kind is not p.VAR_KEYWORD)
        return [p.name for p in plain if p.default is p.empty and p.name != "self"]


def written(suffix: str) -> str:
    """The path of a file of this format that is there."""
    path = FOLDER / f"good{suffix}"
    if not path.exists():
        ew.write(WEIGHTED, path)
    return str(path)


GENERATORS: dict[str, dict[str, Any]] = {
    "complete": {"num_vertices": 4},
    "complete_bipartite": {"first": 2, "second": 3},
    "cycle": {"num_vertices": 4},
    "empty": {"num_vertices": 4},
    "geometric": {"num_vertices": 20, "mean_degree": 3.0},
    "geometric_points": {"num_vertices": 4},
    "gnm": {"num_vertices": 9, "num_edges": 12},
    "gnp": {"num_vertices": 9, "probability": 0.5},
    "grid": {"rows": 3, "columns": 4},
    "kronecker": {"scale": 4},
    "kronecker_edges": {"scale": 4},
    "path": {"num_vertices": 4},
    "preferential": {"num_vertices": 9, "edges_per_vertex": 2},
    "small_world": {"num_vertices": 9, "neighbors": 4, "rewiring": 0.1},
    "star": {"num_vertices": 4},
    "tree": {"branching": 2, "height": 3},
}

NO_ANSWER: Sequence[Any] = [[0, 1], [0, 1, 2, 3], [0.5, 1, 2], [-9, -8, -7], [math.nan] * 3]
"""Answers that are none for `GRAPH`, whatever was asked."""
NO_SOURCE: Sequence[Any] = [
    *(each for each in NO_VERTEX if each is not None and not isinstance(each, list)),
    *([], ["a", []], *NO_VERTICES),
]
NO_NUMBERS: Sequence[Any] = [
    *(
        "x",
        "",
        b"x",
        1j,
        object(),
        lambda: 0,
        type,
        ...,
        [1],
        [1, 2, 3, 4],
        [[1, 2, 3]],
        {"a": "x"},
    ),
    *({"zoe": 1}, {"a": None}, [None] * 3, ["a"] * 3, {1, 2}, np.zeros((3, 3)), [1, [2], 3]),
    *(np.array(["NaT"] * 3, "M8[s]"), {"a": [1, 2]}, {"a": 1j}, range(5), slice(1), math),
]
"""What is no number for every vertex of `GRAPH`."""
NO_WHOLE_NUMBERS: Sequence[Any] = [*NO_NUMBERS, 0.5, math.nan, math.inf, 1 << 40, {"a": 0.5}]
NO_SHARES: Sequence[Any] = [
    *(one for one in NO_NUMBERS if one is not None),
    *(0, 1, {"a": -1}, {"a": 0}, {}, [0, 0, 0], [-1, 1, 1], [math.nan, 1, 1], {"a": math.inf}),
]
"""What says nothing of how ranks are shared out among the vertices of `GRAPH`."""
CHECKERS: dict[str, dict[str, Any]] = {
    "bfs": {"source": "a", "distances": [0, 1, 2]},
    "sssp": {"source": "a", "distances": [0, 1, 2]},
    "bellman_ford": {"source": "a", "distances": [0, 1, 2]},
    "pagerank": {"ranks": [1.0, 0.0, 0.0], "alpha": 0.0, "personalization": {"a": 1}},
    "connected_components": {"labels": [0, 0, 0]},
    "betweenness": {"scores": [0.0, 0.5, 0.0]},
}


NO_CODE = check.Seed().bad()
NO_WORDS: Sequence[Any] = [*check.Text().bad(), *check.Pinned().bad()]
NO_CANDIDATES: Sequence[Any] = [
    *([word] for word in [*check.Pinned().bad()[:6], "graph", "pull,psh", "1", "push\0", "lists"]),
    *(None, 0, 1.5, "push", (), [], [1], [None], ["push"] * 9, {}, set(), {"push"}, object(), 1j),
    *(["nowhere"], ["pull sideways"], ["push", "down"], ["push", ""], ["push", 1]),
    *(
        [0],
        [1.5],
        [b"push"],
        [["push"]],
        [{}],
        [()],
        [object()],
        [True],
        lambda: 0,
        type,
        ...,
        math,
    ),
]
NO_TYPE: Sequence[Any] = [*NumberType().bad(), "i16", "f2", "f16", "?", "V8", "c8", "U", (), {}, []]
NO_COLUMNS: Sequence[Any] = [
    *check.Choice("walked").bad(),
    *("schedule", "why", "edges", "Walked", [], ["ms"], ("ms",), np.arange(2), math, 2**80),
    *("a\0b", b"ms", memoryview(b"a"), slice(1), Exception("x"), np.float32(1), -1, 1, int, {}),
]
NO_PATH: Sequence[Any] = [
    *check.Path().bad(),
    *(one for one in check.Instance("").bad() if not isinstance(one, str)),
]
NO_TRACE: Sequence[Any] = [
    *(*check.Text().bad(), "{}", "[]", "0", "null", "{", '{"trace": []}', '{"rounds": 1}', "a\0b"),
    *(1, -1, math.inf, {}, {"a"}, [], (), np.ones(2), b"", memoryview(b"a"), bytearray(b"a"), int),
    *('"trace"', "1.5", "true", '{"seconds_a_tick": "x", "trace": []}', [1], b"{}", {"trace": []}),
]


def odd_answers(checker: str) -> dict[str, Sequence[Any]]:
    """What a checker must refuse beyond the values of its table."""
    kinds = Case(checker, getattr(ew.verify, checker), {}).table
    sources = {name: NO_SOURCE for name in ("source", "sources") if name in kinds}
    answers = ("distances", "ranks", "labels", "scores", "parents")
    return sources | {name: [*kinds[name].bad(), *NO_ANSWER] for name in answers if name in kinds}


ALGORITHMS = [
    *(
        Case(name, getattr(ew, name), {"graph": GRAPH, "source": "a"}, {"source": NO_VERTICES})
        for name in ("bfs", "sssp", "bellman_ford")
    ),
    Case(
        "pagerank",
        ew.pagerank,
        {"graph": GRAPH},
        dict.fromkeys(("personalization", "dangling", "start"), NO_SHARES),
    ),
    Case("connected_components", ew.connected_components, {"graph": GRAPH}),
    Case(
        "betweenness",
        ew.betweenness,
        {"graph": GRAPH},
        {"sources": [*check.Several("").bad()[1:], *NO_VERTICES]},
    ),
]
RESULTS = [
    Case("Result.top", TOP.top, {}, {"count": [*check.Integer().bad(), *range(-15, 0)]}),
    Case("Result.save", TOP.save, {"path": str(FOLDER / "hops.csv")}, {"path": NO_PATH}),
]
PROGRAMS = [
    Case(
        "run",
        ew.run,
        {"program": HOPS, "graph": GRAPH, "start": {"a": 0}},
        {"start": NO_WHOLE_NUMBERS, "initial": NO_WHOLE_NUMBERS},
    ),
    Case(
        "VertexProgram.run",
        CAPPED.run,
        {"graph": GRAPH, "start": {"a": 0}, "cap": 9},
        {
            "cap": [
                "x",
                None,
                b"x",
                1j,
                object(),
                [None],
                ["a"],
                np.float16(1),
                {1: 2},
                [[1], [2, 3]],
            ]
        },
    ),
    Case(
        "sweep",
        ew.sweep,
        {"program": WALKS, "graph": GRAPH, "rounds": 1},
        {"start": NO_NUMBERS},
    ),
    Case("SweepProgram.run", WALKS.run, {"graph": GRAPH, "rounds": 1}, {"start": NO_NUMBERS}),
    Case(
        "VertexProgram",
        ew.VertexProgram,
        {"name": "hops", "value": np.int32, "combine": ew.MIN, "message": lambda sent: sent},
    ),
    Case(
        "SweepProgram",
        ew.SweepProgram,
        {
            "name": "walks",
            "gather": lambda sent: sent,
            "update": lambda total: total,
            "send": lambda value: value,
        },
    ),
    Case("Monoid", ew.Monoid, {"name": "sum", "combine": lambda a, b: a + b, "identity": 0}),
    Case("Monoid.identity", ew.MIN.identity, {"dtype": int}, {"dtype": NO_TYPE}),
]
SCHEDULES = [
    Case("Plan", ew.Plan, {}),
    Case("legal", ew.legal, {"program": HOPS}),
    Case("Schedule", ew.Schedule, {}),
    Case("Schedule.parse", ew.Schedule.parse, {"words": "pull"}, {"words": NO_WORDS}),
    Case(
        "Schedule.of_code", ew.Schedule.of_code, {"code": 1}, {"code": [*NO_CODE, *range(64, 72)]}
    ),
    Case("Trace.total", TRACE.total, {"column": "walked"}, {"column": NO_COLUMNS}),
    Case("Trace.table", TRACE.table, {}, {"most": [*check.Integer(2).bad(), *range(-15, 2)]}),
    Case("Trace.from_json", ew.Trace.from_json, {"text": TRACE.to_json()}, {"text": NO_TRACE}),
    Case("Trace.save", TRACE.save, {"path": str(FOLDER / "trace.json")}, {"path": NO_PATH}),
    Case("Trace.load", ew.Trace.load, {"path": str(FOLDER / "good.json")}, {"path": NO_PATH}),
    Case("Trace.plot", TRACE.plot, {}, {"path": [one for one in NO_PATH if one is not None]}),
    Case("Fixed", ew.Fixed, {}),
    Case("Direction", ew.Direction, {}),
    Case("Auto", ew.Auto, {}),
    Case("Random", ew.Random, {}, {"seed": [*NO_CODE, *range(-9, -1)]}),
    Case("SepTraversal", ew.SepTraversal, {}),
    Case("SepIterative", ew.SepIterative, {}, {"candidates": NO_CANDIDATES}),
]
CASES = [
    Case(
        "from_edges",
        ew.from_edges,
        {"sources": [0, 1], "targets": [1, 2]},
        {"sources": NO_COLUMN, "targets": NO_COLUMN[:-3], "weights": [*NO_COLUMN, ["a", "b"]]},
    ),
    Case(
        "from_csr",
        ew.from_csr,
        {"offsets": [0, 1, 1], "neighbors": [1]},
        {"offsets": [*NO_COLUMN, [0.0, 1, 1]], "neighbors": [*NO_COLUMN, [2], [-1], [0.5]]},
    ),
    Case("from_scipy", ew.from_scipy, {"matrix": WEIGHTED.to_scipy()}),
    Case(
        "from_pandas",
        ew.from_pandas,
        {"frame": WEIGHTED.to_pandas()},
        {"source": [*check.Name().bad(), "sources", "", 0], "weight": ["weigth", 7, True]},
    ),
    Case(
        "from_polars",
        ew.from_polars,
        {"frame": polars.from_arrow(WEIGHTED.to_arrow())},
        {"target": [*check.Name().bad(), "Target", "", -1]},
    ),
    Case(
        "from_arrow",
        ew.from_arrow,
        {"table": WEIGHTED.to_arrow()},
        {"target": [*check.Name().bad(), "target ", "", 2**70]},
    ),
    Case(
        "from_networkx",
        ew.from_networkx,
        {"graph": WEIGHTED.to_networkx()},
        {"weight": ["length", 7, True, 1.5, ["weight"]]},
    ),
    Case(
        "from_igraph",
        ew.from_igraph,
        {"graph": igraph.Graph([(0, 1)], edge_attrs={"weight": [2]})},
        {"weight": ["length", 7, True, []], "name": ["name", 7, True, []]},
    ),
    Case("read", ew.read, {"path": written(".ew")}),
    Case("write", ew.write, {"graph": WEIGHTED, "path": str(FOLDER / "new.ew")}),
    *(
        Case(
            f"Graph.{name}", getattr(GRAPH, name), {}, {at: [*check.Choice(word).bad(), *range(20)]}
        )
        for name, at, word in (
            ("renumbered", "by", "degree"),
            ("symmetrized", "duplicates", "keep"),
        )
    ),
    Case("Graph.simplified", GRAPH.simplified, {}),
    Case("Graph.to_device", GRAPH.to_device, {"device": "cpu"}),
    Case("Graph.position", GRAPH.position, {"vertex": "a"}, {"vertex": NO_VERTEX}),
    Case("Graph.neighbors", GRAPH.neighbors, {"vertex": "a"}, {"vertex": NO_VERTEX}),
    Case("Graph.predecessors", GRAPH.predecessors, {"vertex": "a"}, {"vertex": NO_VERTEX}),
    *(
        Case(f"{kind.__name__}.{name}", getattr(kind, name), {"graph": GRAPH})
        for kind in (ew.VertexFrontier, ew.EdgeFrontier)
        for name in ("all", "none")
    ),
    *(
        Case(
            f"{kind.__name__}.from_bitmap",
            kind.from_bitmap,
            {"graph": GRAPH, "words": np.array([3], np.uint64)},
            {"words": [[3], [0.5], np.zeros(2, np.uint64), np.array([1 << 9], np.uint64), []]},
        )
        for kind in (ew.VertexFrontier, ew.EdgeFrontier)
    ),
    Case(
        "VertexFrontier.of",
        ew.VertexFrontier.of,
        {"graph": GRAPH, "vertices": ["a", "c"]},
        {"vertices": [*check.Several("").bad(), *NO_VERTICES]},
    ),
    Case(
        "EdgeFrontier.of",
        ew.EdgeFrontier.of,
        {"graph": GRAPH, "arcs": [1, 0]},
        {"arcs": [*check.Several("").bad(), [2], [-1], [0.5], ["a"], [[0]], [None], [True]]},
    ),
    *(
        Case(f"verify.{name}", getattr(ew.verify, name), dict.fromkeys(arguments, GRAPH))
        for name, arguments in (("graph", ["g"]), ("same_graph", ["a", "b"]))
    ),
    *(
        Case(
            f"verify.{name}", getattr(ew.verify, name), {"graph": GRAPH, **good}, odd_answers(name)
        )
        for name, good in CHECKERS.items()
    ),
    Case("verify.monoid", ew.verify.monoid, {"monoid": ew.SUM, "dtype": "int64"}),
    *(
        Case(f"generate.{name}", getattr(ew.generate, name), good)
        for name, good in GENERATORS.items()
    ),
    *ALGORITHMS,
    *RESULTS,
    *PROGRAMS,
    *SCHEDULES,
]
