"""Serialized graphs of the GAP benchmark suite: `.sg` without weights, `.wsg` with.

One byte says whether the graph is directed; the numbers of arcs and of vertices follow, the
offsets, and the neighbours, in `.wsg` each with its weight. A directed graph then brings its
in-arcs in the same way. All is little-endian; counts and offsets have 64 bits, vertices and
weights 32. Nothing is aligned behind that first byte, so reading copies.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn, final

import numpy as np

from edgewise.adjacency import Adjacency, Array
from edgewise.errors import FormatError, GraphError, TruncatedError
from edgewise.graph import Facts, Graph
from edgewise.io.registry import COMPRESSED
from edgewise.io.soundness import copied, degree_range, first_fall, first_stranger
from edgewise.places import cpu

if TYPE_CHECKING:
    from edgewise.io.registry import ReadOptions
    from edgewise.io.sink import Sink
    from edgewise.io.source import Source

HEADER = 17
MOST_VERTICES = (1 << 31) - 1
ARCS_AT_ONCE = 1 << 20
INT32 = np.iinfo(np.int32)


def sniff(head: bytes) -> bool:
    """Whether a file can begin so: there is no mark, but the first numbers must make sense."""
    if len(head) < HEADER + 8 or head[0] > 1:
        return False
    arcs, vertices, first = (int(word) for word in np.frombuffer(head[1:25], "<i8"))
    if not 0 < vertices <= MOST_VERTICES or not 0 <= arcs < 1 << 48 or first != 0:
        return vertices == arcs == first == 0 and len(head) == HEADER + 8 * (1 + head[0])
    second = int.from_bytes(head[25:33], "little")
    return len(head) >= 33 and second <= arcs


# reading -----------------------------------------------------------------------------------


def read(source: Source, options: ReadOptions) -> Graph:
    """A graph on the file's rows, every number in it checked."""
    data = source.whole()
    layout = _Layout.of(source.path, data)
    if options.weighted and not layout.weighted:
        raise FormatError(source.path, "the file has no weights", expected="a .wsg file")
    out = layout.rows(data, 0)
    facts = Facts(directed=layout.directed, weighted=layout.weighted)
    prints = _fingerprints(out)
    if layout.directed:
        incoming = layout.rows(data, 1)
        if _fingerprints(incoming)[1] != prints[0]:
            layout.refuse("the in-arcs are not the out-arcs turned round", layout.side)
        graph = Graph(out, facts, incoming=_in_order(incoming))
    else:
        if prints[0] != prints[1]:
            layout.refuse("the file says undirected, and an arc lacks its equal reverse", 0)
        graph = Graph(out, Facts(directed=False, weighted=layout.weighted, symmetric=True))
    return graph.unweighted() if options.weighted is False and layout.weighted else graph


@final
@dataclass(frozen=True, slots=True)
class _Layout:
    """What the first 17 bytes say, and what that makes of the rest."""

    path: str
    directed: bool
    weighted: bool
    arcs: int
    vertices: int

    @classmethod
    def of(cls, path: str, data: Array) -> _Layout:
        if len(data) < HEADER:
            raise TruncatedError(
                path, "the file ends within its header", byte=len(data), expected=f"{HEADER} bytes"
            )
        if data[0] > 1:
            raise FormatError(path, "bad mark", byte=0, found=int(data[0]), expected="0 or 1")
        arcs, vertices = (int(word) for word in data[1:HEADER].view("<i8"))
        if not 0 <= vertices <= MOST_VERTICES:
            expected = f"0 to {MOST_VERTICES:,} vertices"
            raise FormatError(path, "bad count", byte=9, found=vertices, expected=expected)
        if arcs < 0:
            raise FormatError(path, "bad count", byte=1, found=arcs, expected="0 arcs or more")
        kinds = [cls(path, bool(data[0]), weighted, arcs, vertices) for weighted in (False, True)]
        return _fitting(kinds[0], kinds[1], len(data))

    @property
    def side(self) -> int:
        """Bytes of one direction."""
        return 8 * (self.vertices + 1) + (8 if self.weighted else 4) * self.arcs

    @property
    def size(self) -> int:
        """Bytes of the whole file."""
        return HEADER + self.side * (2 if self.directed else 1)

    def rows(self, data: Array, number: int) -> Adjacency:
        """The out-rows (0) or in-rows (1)."""
        begin = HEADER + number * self.side
        middle, end = begin + 8 * (self.vertices + 1), begin + self.side
        offsets = copied(data[begin:middle], "<i8")
        step = 2 if self.weighted else 1
        neighbors = copied(data[middle:end], "<i4", step)
        weights = copied(data[middle:end], "<i4", step, 1) if self.weighted else None
        self._check(offsets, neighbors, begin, middle)
        return Adjacency(offsets, neighbors, weights)

    def _check(self, offsets: Array, neighbors: Array, begin: int, middle: int) -> None:
        for place, due in ((0, 0), (self.vertices, self.arcs)):
            if offsets[place] != due:
                found = int(offsets[place])
                self.refuse("bad offset", begin + 8 * place, found=found, expected=str(due))
        if degree_range(offsets)[0] < 0:
            place = first_fall(offsets)
            found, least = int(offsets[place]), f"{offsets[place - 1]} or more"
            self.refuse("the offsets fall", begin + 8 * place, found=found, expected=least)
        stranger = first_stranger(neighbors, self.vertices)
        if stranger is not None:
            self.refuse(
                f"arc {stranger} ends at no vertex",
                middle + stranger * (8 if self.weighted else 4),
                found=int(neighbors[stranger]),
                expected=f"0 to {self.vertices - 1}" if self.vertices else "no arcs",
            )

    def refuse(self, problem: str, byte: int, **seen: Any) -> NoReturn:
        raise FormatError(self.path, problem, byte=byte, **seen)


def _fitting(plain: _Layout, weighted: _Layout, size: int) -> _Layout:
    """The kind that the name tells of, or else the size; refused when the size is another."""
    named = _kind_of_name(plain.path)
    fits = [layout for layout in (plain, weighted) if layout.size == size]
    if fits and (named is None or any(layout.weighted == named for layout in fits)):
        return weighted if named else fits[0]
    wanted = weighted if named else plain
    counts = f"{wanted.vertices:,} vertices and {wanted.arcs:,} arcs"
    if fits:
        kind, ending = ("with", ".wsg") if fits[0].weighted else ("without", ".sg")
        raise FormatError(
            wanted.path,
            f"the size fits {counts} {kind} weights: name such a file {ending}",
            found=size,
            expected=f"{wanted.size:,} bytes",
        )
    error = TruncatedError if size < wanted.size else FormatError
    raise error(
        wanted.path,
        f"the size does not fit the counts of its header, {counts}",
        byte=min(size, wanted.size),
        found=size,
        expected=f"{wanted.size:,} bytes",
    )


def _kind_of_name(path: str) -> bool | None:
    """Whether the name promises weights; None where it says nothing."""
    plain = path.lower()
    for ending in COMPRESSED:
        plain = plain.removesuffix(ending)
    return True if plain.endswith(".wsg") else False if plain.endswith(".sg") else None


def _fingerprints(rows: Adjacency) -> tuple[int, int]:
    from edgewise.kernels.cpu.fingerprint import fingerprint_rows

    weights = np.empty(0, np.int32) if rows.weights is None else rows.weights
    pieces = cpu.spans(rows.num_rows, 1 << 12, per_thread=8)
    tasks = [(rows.offsets, rows.neighbors, weights, *piece) for piece in pieces]
    found = cpu.each(fingerprint_rows, tasks)
    forward, backward = (sum(int(part) for part in side) for side in zip(*found, strict=True))
    return forward % (1 << 64), backward % (1 << 64)


def _in_order(rows: Adjacency) -> Adjacency | None:
    """The rows when every one ascends strictly, as the library's own in-rows do; else none."""
    from edgewise.kernels.cpu.survey import survey_rows

    pieces = cpu.spans(rows.num_rows, 1 << 12, per_thread=8)
    found = cpu.each(survey_rows, [(rows.offsets, rows.neighbors, *piece) for piece in pieces])
    return None if any(falls or repeats for _, falls, repeats in found) else rows


# writing -----------------------------------------------------------------------------------


def write(graph: Graph, sink: Sink) -> None:
    """Write the rows in the caller's order; a directed graph's in-arcs too."""
    from edgewise.convert.edges import ranked_rows

    _refuse_unfit(graph, sink.path)
    out = ranked_rows(graph)
    weights = None if out.weights is None else _as_int32(out.weights)
    sides = [Adjacency(out.offsets, out.neighbors, weights)]
    if graph.is_directed:
        from edgewise.csr import transpose

        sides.append(transpose(sides[0]))
    sink.write(bytes([graph.is_directed]))
    sink.write(np.array([out.num_arcs, out.num_rows], "<i8").data)
    for rows in sides:
        sink.write(rows.offsets.astype("<i8", copy=False).data)
        for begin in range(0, rows.num_arcs, ARCS_AT_ONCE):
            sink.write(_records(rows, begin, begin + ARCS_AT_ONCE).data)


def _records(rows: Adjacency, begin: int, end: int) -> Array:
    neighbors = rows.neighbors[begin:end].astype("<i4", copy=False)
    if rows.weights is None:
        return neighbors
    return np.stack((neighbors, rows.weights[begin:end].astype("<i4", copy=False)), axis=1)


def _refuse_unfit(graph: Graph, path: str) -> None:
    named = _kind_of_name(path)
    if named is not None and named != graph.is_weighted:
        right = ".wsg" if graph.is_weighted else ".sg"
        way = ", or write graph.unweighted()" if graph.is_weighted else ""
        has = "has weights" if graph.is_weighted else "has no weights"
        raise GraphError(f"{path}: the graph {has}: give the file the ending {right}{way}")
    if graph.vertex_ids.labels is not None:
        raise GraphError(
            f"{path}: a GAP file holds no vertex ids but 0..n-1: write a .ew or .graphml file, or "
            "number the vertices by ew.from_csr(g.out_offsets, g.out_neighbors, g.out_weights)"
        )
    if graph.num_vertices > MOST_VERTICES:
        raise GraphError(f"{path}: a GAP file holds at most {MOST_VERTICES:,} vertices: write .ew")


def _as_int32(weights: Array) -> Array:
    if weights.dtype.kind not in "iub":
        raise GraphError(
            f"a GAP file holds int32 weights, and the graph's are {weights.dtype}: build it with "
            "whole numbers, write graph.unweighted(), or write a .ew file"
        )
    if len(weights) and not INT32.min <= int(weights.min()) <= int(weights.max()) <= INT32.max:
        raise GraphError(
            f"a GAP file holds int32 weights, and the graph's run from {weights.min()} to "
            f"{weights.max()}: write a .ew file"
        )
    return weights.astype(np.int32, copy=False)
