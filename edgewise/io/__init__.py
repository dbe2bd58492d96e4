"""Files in and out. `read` finds the format; `write` goes by the name, or by `format=`."""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING

from edgewise import check
from edgewise.io.registry import TABLE, ReadOptions, by_name, by_suffix, formats, recognise

if TYPE_CHECKING:
    from edgewise.build import Policies
    from edgewise.graph import Graph
    from edgewise.io.table import EdgeTable

__all__ = ["formats", "read", "write"]

_FORMAT = check.Maybe(check.Choice(*(known.name for known in TABLE)))


@check.accepts(
    path=check.Path(),
    format=_FORMAT,
    directed=check.Maybe(check.Flag()),
    weighted=check.Maybe(check.Flag()),
    ids=check.Choice("auto", "range", "labels"),
    num_vertices=check.Maybe(check.Integer(0)),
    duplicates=check.Choice("keep", "first", "sum", "min", "max", "refuse"),
    self_loops=check.Choice("keep", "drop", "refuse"),
    isolated=check.Choice("keep", "drop"),
    verify=check.Flag(),
    max_expansion=check.Integer(1),
)
def read(
    path: str | PathLike[str],
    *,
    format: str | None = None,
    directed: bool | None = None,
    weighted: bool | None = None,
    ids: str = "auto",
    num_vertices: int | None = None,
    duplicates: str = "keep",
    self_loops: str = "keep",
    isolated: str = "keep",
    verify: bool = True,
    max_expansion: int = 200,
) -> Graph:
    """Read a graph from a file of any format in `ew.formats()`, plain, .gz or .zst.

    What the file says stands where an argument is None. `directed=False` makes every edge go both
    ways; `weighted=False` leaves weights out, `weighted=True` refuses a file without them.

    >>> import edgewise as ew, tempfile, pathlib
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "toy.txt"
    >>> _ = path.write_text("# from to\\n0 1\\n1 2\\n")
    >>> ew.read(path)
    Graph: 3 vertices, 2 edges, directed, unweighted
    """
    from edgewise.build import Policies
    from edgewise.io.proportion import refuse_far_ids
    from edgewise.io.source import Source
    from edgewise.io.table import EdgeTable

    with Source(str(path), max_expansion) as source:
        found = by_name(format) if format else recognise(source)
        content = found.module.read(source, ReadOptions(weighted, verify, max_expansion))
    _refuse_other_vertices(content, ids, num_vertices)
    if isinstance(content, EdgeTable):
        if ids == "range" and num_vertices is None:
            refuse_far_ids(str(path), content)
        policies = Policies(True, None, duplicates, self_loops, isolated, ids)
        return _built(content, directed, num_vertices, policies)
    return _adapted(content, directed, duplicates, self_loops, isolated)


def _refuse_other_vertices(content: EdgeTable | Graph, ids: str, num_vertices: int | None) -> None:
    """A file that names its vertices leaves nothing to `ids` and `num_vertices`."""
    from edgewise.io.table import EdgeTable

    if ids == "auto" and num_vertices is None:
        return  # and a native file's ids stay unread until they are asked for
    labels = content.labels if isinstance(content, EdgeTable) else content.vertex_ids.labels
    if isinstance(content, EdgeTable) and labels is None:
        return
    own = content.num_vertices if labels is None else len(labels)
    if num_vertices not in (None, own):
        check.refuse("read", "num_vertices", num_vertices, f"{own}, the vertices in the file")
    fitting = "range" if labels is None else "labels"
    if ids not in ("auto", fitting):
        check.refuse("read", "ids", ids, f"'auto' or {fitting!r}: the file names its own vertices")


def _built(
    table: EdgeTable, directed: bool | None, num_vertices: int | None, policies: Policies
) -> Graph:
    from dataclasses import replace

    from edgewise.build import build

    told = table.directed is not False
    directed = told if directed is None else directed
    mirror = not table.both_ways and not (told and directed)
    return build(
        table.sources,
        table.targets,
        table.weights,
        num_vertices=table.num_vertices if num_vertices is None else num_vertices,
        labels=table.labels,
        policies=replace(policies, directed=directed, symmetrize=mirror),
    )


def _adapted(
    graph: Graph, directed: bool | None, duplicates: str, self_loops: str, isolated: str
) -> Graph:
    directed = graph.is_directed if directed is None else directed
    as_is = duplicates == self_loops == isolated == "keep" and directed == graph.is_directed
    if as_is:
        return graph
    from edgewise.build import rebuilt

    return rebuilt(graph, directed, duplicates=duplicates, self_loops=self_loops, isolated=isolated)


@check.accepts(graph=check.GRAPH, path=check.Path(), format=_FORMAT)
def write(graph: Graph, path: str | PathLike[str], *, format: str | None = None) -> None:
    """Write a graph; the format goes by the path's ending, `.gz` and `.zst` compress.

    The file appears whole or not at all: it is written beside its place and renamed. What the
    format cannot hold is refused; ids that it numbers anew are told by a `LossWarning`.

    >>> import edgewise as ew, tempfile, pathlib
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "toy.ew"
    >>> ew.write(ew.generate.path(3), path)
    >>> ew.read(path)
    Graph: 3 vertices, 2 edges, undirected, unweighted
    """
    import warnings

    from edgewise.errors import ArgumentError, LossWarning
    from edgewise.io.losses import losses
    from edgewise.io.sink import Sink

    found = by_name(format) if format else by_suffix(str(path))
    if found is None or not found.writable:
        endings = ", ".join(known.suffixes[0] for known in TABLE if known.writable)
        raise ArgumentError(
            f"write(): path={str(path)!r}: its ending names no format that can be "
            f"written, such as {endings}; add one, or name the format with format="
        )
    with Sink(str(path)) as sink:
        found.module.write(graph, sink)
    for loss in losses(graph, found):
        warnings.warn(f"{path}: {found.name} does not keep {loss}", LossWarning, stacklevel=3)
