"""What all text readers settle the same way once the columns are there."""

from __future__ import annotations

from edgewise.adjacency import Array
from edgewise.errors import FormatError, TruncatedError
from edgewise.io.grammar import Grammar
from edgewise.io.heading import Line
from edgewise.io.lines import Columns, position_of_row
from edgewise.io.source import Source
from edgewise.io.spot import spot


def weights_wanted(source: Source, weights: Array | None, wanted: bool | None) -> Array | None:
    """The weights, unless they are not wanted; refused where they are and the file has none."""
    if wanted and weights is None:
        raise FormatError(
            source.path, "the file has no weights; leave out weighted=True to read it without"
        )
    return None if wanted is False else weights


def refuse_promise(line: Line, least: int, promised: int, vertices: int, what: str) -> None:
    """Refuse a header's number of lines, of `least` bytes each, that the file cannot hold."""
    if promised and not vertices:
        line.refuse(f"the header promises {promised} {what} and no vertex")
    source = line.source
    if source.compression is None and promised > source.size // least + 1:
        raise TruncatedError(
            source.path,
            f"the header promises {promised} {what}, more than {source.size} bytes can hold",
            line=line.number,
        )


def check_rows(
    source: Source, begin: int, grammar: Grammar, columns: Columns, promised: int, what: str
) -> None:
    """Refuse more rows than were promised, at the first that is too many; and fewer."""
    if columns.rows > promised:
        position = position_of_row(source, begin, grammar, promised)
        line, word = spot(source, position)
        raise FormatError(
            source.path,
            f"the header promises {promised} {what} and there are {columns.rows}",
            line=line,
            found=word or None,
            expected="the end of the file",
        )
    if columns.rows < promised:
        raise TruncatedError(
            source.path,
            f"the file ends too early: the header promises {promised} {what} and there are "
            f"{columns.rows}",
        )
