"""What is known of a graph, as a table that prints on one screen.

>>> import edgewise as ew
>>> print(ew.generate.path(4).info())
Graph: 4 vertices, 3 edges, undirected, unweighted
  ...
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any, final

import numpy as np

from edgewise import figures
from edgewise.adjacency import Array

if TYPE_CHECKING:
    from edgewise.graph import Graph

FACTS = {
    "symmetric": "symmetric",
    "sorted": "sorted rows",
    "self_loops": "self-loops",
    "multi_edges": "parallel edges",
}
"""The facts that are yes, no or unknown, and what people call them."""

BLOCKS = " ▁▂▃▄▅▆▇█"
COARSE = " .:-=+*#@"


@final
@dataclass(frozen=True, slots=True)
class Degrees:
    """How degrees are spread. Bins hold the degrees 0, 1, 2-3, 4-7 and so on."""

    least: int
    mean: float
    most: int
    percentiles: dict[int, int]
    bins: tuple[int, ...]

    def bounds(self) -> list[tuple[int, int]]:
        """The least and the greatest degree of every bin."""
        return [((1 << place) >> 1, (1 << place) - 1) for place in range(len(self.bins))]

    def sparkline(self, blocks: str = BLOCKS) -> str:
        """One character a bin; a bin with any vertex shows at least the lowest mark."""
        top = max(self.bins, default=0)
        steps = len(blocks) - 1
        return "".join(blocks[-(-held * steps // top)] if held else blocks[0] for held in self.bins)

    def as_dict(self) -> dict[str, Any]:
        """Plain values."""
        spans = zip(self.bounds(), self.bins, strict=True)
        return {
            "min": self.least,
            "mean": self.mean,
            "max": self.most,
            "percentiles": {str(share): value for share, value in self.percentiles.items()},
            "histogram": [{"from": low, "to": high, "count": held} for (low, high), held in spans],
        }


@final
@dataclass(frozen=True, slots=True)
class Info:
    """What `g.info()` gives: prints as text, shows as a table in a notebook, `as_dict()` for
    programs."""

    title: str
    vertices: int
    edges: int
    arcs: int
    directed: bool
    vertex_dtype: str
    weight_dtype: str | None
    ids_kind: str
    ids_like: tuple[str, ...]
    renumbered: bool
    nbytes: int
    in_adjacency: str
    facts: dict[str, bool | None]
    out_degrees: Degrees
    in_degrees: Degrees | None
    devices: dict[str, int]

    def rows(self, sketch: bool = True) -> list[tuple[str, str]]:
        """The table: a name and what is known under it; with or without sketches of degrees."""
        lines = [
            ("vertices", f"{figures.count(self.vertices)}, held as {self.vertex_dtype}"),
            ("edges", self._edges()),
            ("ids", self._ids()),
            ("weights", self.weight_dtype or "none"),
            ("memory", figures.size(self.nbytes)),
            *((f"on {name}", figures.size(held)) for name, held in self.devices.items()),
            ("in-edges", self.in_adjacency),
            *((FACTS[name], _word(value)) for name, value in self.facts.items()),
            *_degree_rows("out-degree" if self.directed else "degree", self.out_degrees, sketch),
        ]
        if self.in_degrees is not None:
            lines += _degree_rows("in-degree", self.in_degrees, sketch)
        return lines

    def as_dict(self) -> dict[str, Any]:
        """Plain values, as `edgewise info --json` prints them.

        >>> import edgewise as ew
        >>> ew.generate.path(4).info().as_dict()["edges"]
        3
        """
        return {
            "vertices": self.vertices,
            "edges": self.edges,
            "arcs": self.arcs,
            "directed": self.directed,
            "vertex_dtype": self.vertex_dtype,
            "weight_dtype": self.weight_dtype,
            "ids": {"kind": self.ids_kind, "like": list(self.ids_like)},
            "renumbered": self.renumbered,
            "bytes": self.nbytes,
            "devices": dict(self.devices),
            "in_adjacency": self.in_adjacency,
            "facts": dict(self.facts),
            "out_degrees": self.out_degrees.as_dict(),
            "in_degrees": None if self.in_degrees is None else self.in_degrees.as_dict(),
        }

    def __str__(self) -> str:
        width = max(len(name) for name, _ in self.rows())
        lines = (f"  {name:<{width}}  {value}".rstrip() for name, value in self.rows())
        return "\n".join([self.title, *lines])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        cells = "".join(
            f"<tr><th style='text-align:left'>{escape(name)}</th>"
            f"<td style='text-align:left'>{escape(value)}</td></tr>"
            for name, value in self.rows()
        )
        return f"<table><caption>{escape(self.title)}</caption>{cells}</table>"

    def _edges(self) -> str:
        if self.directed:
            return f"{figures.count(self.edges)}, directed"
        return f"{figures.count(self.edges)}, undirected, stored as {figures.count(self.arcs)} arcs"

    def _ids(self) -> str:
        order = "; renumbered inside by degree" if self.renumbered else ""
        if not self.ids_like:
            return f"none{order}"
        joint = " to " if self.ids_kind == "range" else ", "
        like = "labels like " if self.ids_kind == "labels" else ""
        return f"{like}{joint.join(self.ids_like)}{order}"


def describe(graph: Graph) -> Info:
    """Sizes, types, memory, degrees and the facts known so far; looks no fact up."""
    ids, facts = graph.vertex_ids, graph.facts
    built = graph.is_directed and graph.has_in_edges
    return Info(
        title=repr(graph),
        vertices=graph.num_vertices,
        edges=graph.num_edges,
        arcs=graph.num_arcs,
        directed=graph.is_directed,
        vertex_dtype=str(graph.vertex_dtype),
        weight_dtype=None if graph.weight_dtype is None else str(graph.weight_dtype),
        ids_kind="range" if ids.labels is None else "labels",
        ids_like=_ids_like(graph),
        renumbered=ids.order is not None,
        nbytes=graph.nbytes,
        in_adjacency=_in_adjacency(graph),
        facts={name: getattr(facts, name) for name in FACTS},
        out_degrees=spread(np.diff(graph.out_offsets)),
        in_degrees=spread(np.diff(graph.in_offsets)) if built else None,
        devices=graph.devices,
    )


def spread(degrees: Array) -> Degrees:
    """How these degrees are spread.

    >>> import numpy as np
    >>> spread(np.array([0, 1, 1, 2, 9])).bins
    (1, 2, 1, 0, 1)
    """
    if not len(degrees):
        return Degrees(0, 0.0, 0, {50: 0, 90: 0, 99: 0}, ())
    shares = (50, 90, 99)
    cut = np.percentile(degrees, shares, method="inverted_cdf")
    bins = np.bincount(np.frexp(degrees)[1])
    return Degrees(
        int(degrees.min()),
        float(degrees.mean()),
        int(degrees.max()),
        {share: int(value) for share, value in zip(shares, cut, strict=True)},
        tuple(bins.tolist()),
    )


def _degree_rows(name: str, spread: Degrees, sketch: bool) -> list[tuple[str, str]]:
    rows = [(name, f"{spread.least:,} to {spread.most:,}, mean {spread.mean:,.4g}")]
    if spread.bins:
        shares = (f"{share} % up to {most:,}" for share, most in spread.percentiles.items())
        rows.append(("", ", ".join(shares)))
    if sketch and len(spread.bins) > 2:
        rows.append(("", f"0 |{spread.sparkline()}| {spread.bounds()[-1][1]:,}, doubling"))
    return rows


def _ids_like(graph: Graph) -> tuple[str, ...]:
    labels = graph.vertex_ids.labels
    if labels is not None:
        return tuple(_short(label) for label in labels[:3].tolist())
    last = graph.num_vertices - 1
    return () if last < 0 else ("0",) if last == 0 else ("0", figures.count(last))


def _short(label: object, limit: int = 14) -> str:
    text = repr(label)
    return text if len(text) <= limit else text[: limit - 3] + "..."


def _in_adjacency(graph: Graph) -> str:
    if not graph.is_directed:
        return "the same as the out-edges"
    return "built" if graph.has_in_edges else "not built (built when asked for)"


def _word(value: bool | None) -> str:
    return "unknown" if value is None else "yes" if value else "no"
