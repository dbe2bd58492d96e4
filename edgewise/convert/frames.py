"""Data frames of pandas, polars and Arrow: one row an edge, ids and weight in columns."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Any

from edgewise import build, check
from edgewise.adjacency import Array
from edgewise.convert.arrays import as_ids, as_weights, to_edges
from edgewise.convert.edges import ranked_edges
from edgewise.convert.words import numbered_words
from edgewise.errors import ArgumentError, ArgumentTypeError, GraphError, MissingDependencyError
from edgewise.graph import Graph

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

Name = str | int

_PANDAS = check.Instance("a pandas DataFrame (others: from_polars, from_arrow)", "pandas.DataFrame")
_POLARS = check.Instance(
    "a polars DataFrame (collect() a LazyFrame first; others: from_pandas, from_arrow)",
    "polars.DataFrame",
)
_TABLE = check.Offers(
    "an Arrow table, or what offers one", "__arrow_c_stream__", "__arrow_c_array__"
)

_COLUMNS: dict[str, check.Kind] = {
    "source": check.Name(),
    "target": check.Name(),
    "weight": check.Name(optional=True),
    "directed": check.Flag(),
    "ids": build.IDS,
    "num_vertices": check.Maybe(check.Integer(0, 1 << 40)),
    "duplicates": build.DUPLICATES,
    "self_loops": build.SELF_LOOPS,
    "isolated": build.ISOLATED,
}


@check.accepts(frame=_PANDAS, **_COLUMNS)
def from_pandas(
    frame: pandas.DataFrame,
    source: Name = "source",
    target: Name = "target",
    weight: Name | bool | None = None,
    *,
    directed: bool = True,
    ids: str = "auto",
    num_vertices: int | None = None,
    duplicates: str = "keep",
    self_loops: str = "keep",
    isolated: str = "keep",
) -> Graph:
    """A graph from a pandas data frame with a row for every edge.

    Main arguments: `source` and `target` name the columns of ids. `weight` names the column of
    weights; by default it is the column "weight" where there is one, and with False there is none.
    `directed=False` takes each row as an edge both ways.

    Ids may be of any type, categories included; a missing id or weight is refused with its row.
    The other arguments are those of `ew.from_edges`.

    >>> import edgewise as ew, pandas as pd
    >>> frame = pd.DataFrame({"source": ["ann", "bob"], "target": ["bob", "cat"], "km": [3, 4]})
    >>> ew.from_pandas(frame, weight="km")
    Graph: 3 vertices, 2 edges, directed, int64 weights
    """
    names = list(frame.columns)
    found = [frame[name] for name in _chosen(names, source, target, weight, "pandas")]
    policies = build.Policies(directed, None, duplicates, self_loops, isolated, ids)
    return _graph(found, (source, target, weight), "from_pandas", num_vertices, policies)


@check.accepts(frame=_POLARS, **_COLUMNS)
def from_polars(
    frame: polars.DataFrame,
    source: Name = "source",
    target: Name = "target",
    weight: Name | bool | None = None,
    *,
    directed: bool = True,
    ids: str = "auto",
    num_vertices: int | None = None,
    duplicates: str = "keep",
    self_loops: str = "keep",
    isolated: str = "keep",
) -> Graph:
    """A graph from a polars data frame with a row for every edge; arguments as `from_pandas`.

    >>> import edgewise as ew, polars as pl
    >>> ew.from_polars(pl.DataFrame({"source": [0, 1], "target": [1, 2], "weight": [0.5, 2]}))
    Graph: 3 vertices, 2 edges, directed, float64 weights
    """
    wanted = _chosen(frame.columns, source, target, weight, "polars")
    found = [frame.get_column(name) for name in wanted]
    policies = build.Policies(directed, None, duplicates, self_loops, isolated, ids)
    return _graph(found, (source, target, weight), "from_polars", num_vertices, policies)


@check.accepts(table=_TABLE, **_COLUMNS)
def from_arrow(
    table: Any,
    source: Name = "source",
    target: Name = "target",
    weight: Name | bool | None = None,
    *,
    directed: bool = True,
    ids: str = "auto",
    num_vertices: int | None = None,
    duplicates: str = "keep",
    self_loops: str = "keep",
    isolated: str = "keep",
) -> Graph:
    """A graph from an Arrow table with a row for every edge; arguments as `from_pandas`.

    The table may be of any library that offers the Arrow C stream: a pyarrow table or record
    batch, a DuckDB result, a data frame.

    >>> import edgewise as ew, pyarrow as pa
    >>> ew.from_arrow(pa.table({"source": [0, 1], "target": [1, 2]}), directed=False)
    Graph: 3 vertices, 2 edges, undirected, unweighted
    """
    whole = _arrow(table)
    wanted = _chosen(whole.column_names, source, target, weight, "arrow")
    found = [whole.column(name) for name in wanted]
    policies = build.Policies(directed, None, duplicates, self_loops, isolated, ids)
    return _graph(found, (source, target, weight), "from_arrow", num_vertices, policies)


def _arrow(table: Any) -> Any:
    try:
        import pyarrow
    except ImportError:
        raise MissingDependencyError("pyarrow", "from_arrow()", "arrow") from None
    if isinstance(table, pyarrow.Table):
        return table
    try:
        return pyarrow.table(table)
    except (pyarrow.ArrowException, TypeError, ValueError) as problem:
        raise ArgumentTypeError(f"from_arrow(): table is not an Arrow table: {problem}") from None


# columns to a graph ------------------------------------------------------------------------------


def _chosen(
    names: list[Any], source: Name, target: Name, weight: Name | bool | None, library: str
) -> list[Any]:
    """The columns to read, two or three; a name that is not there, or twice, is refused."""
    chosen: list[Any] = [source, target]
    if weight is not None and weight is not False:
        chosen.append(weight)
    elif weight is None and "weight" in names:
        chosen.append("weight")
    for argument, name in zip(("source", "target", "weight"), chosen, strict=False):
        if (times := names.count(name)) != 1:
            problem = f"there are {times} such columns" if times else _no_column(name, names)
            raise ArgumentError(f"from_{library}(): {argument}={name!r}: {problem}")
    return chosen


def _no_column(name: Any, names: list[Any]) -> str:
    near = difflib.get_close_matches(str(name), [str(known) for known in names], 1)
    shown = ", ".join(repr(known) for known in names[:20]) + ", ..." * (len(names) > 20)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    return f"no such column; there are {shown or 'none'}{hint}"


def _graph(
    columns: list[Any],
    names: tuple[Any, ...],
    where: str,
    num_vertices: int | None,
    policies: build.Policies,
) -> Graph:
    weights = None
    if len(columns) == 3:
        weight = "weight" if names[2] is None else names[2]
        weights = as_weights(columns[2], where, f"column {weight!r}")
    free = num_vertices is None and policies.ids != "range"
    words = numbered_words(*columns[:2]) if free else None
    if words is not None:
        tails, heads, labels = words
        return build.build(tails, heads, weights, labels=labels, policies=policies)
    named = (f"column {names[0]!r}", f"column {names[1]!r}")
    tails, heads = as_ids(columns[0], columns[1], where, named)
    return build.build(tails, heads, weights, num_vertices=num_vertices, policies=policies)


# a graph to columns ------------------------------------------------------------------------------


def to_pandas(graph: Graph) -> pandas.DataFrame:
    """A data frame with the columns source, target and, where there are weights, weight."""
    try:
        import pandas
    except ImportError:
        raise MissingDependencyError("pandas", "to_pandas()") from None
    return pandas.DataFrame(_named(*to_edges(graph)), copy=False)


def to_arrow(graph: Graph) -> pyarrow.Table:
    """An Arrow table with the columns source, target and, where there are weights, weight."""
    try:
        import pyarrow
    except ImportError:
        raise MissingDependencyError("pyarrow", "to_arrow()", "arrow") from None
    tails, heads, weights = ranked_edges(graph)
    labels = graph.vertex_ids.labels
    if labels is None:
        return pyarrow.table(_named(tails, heads, weights))
    try:
        words = pyarrow.array(labels)
    except (pyarrow.ArrowException, TypeError, ValueError) as problem:
        raise GraphError(
            f"to_arrow(): an Arrow column holds ids of one kind, and these are not: {problem}"
        ) from None
    return pyarrow.table(_named(words.take(tails), words.take(heads), weights))


def _named(tails: Any, heads: Any, weights: Array | None) -> dict[str, Any]:
    columns = {"source": tails, "target": heads}
    return columns if weights is None else {**columns, "weight": weights}
