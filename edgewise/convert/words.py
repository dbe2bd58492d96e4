"""String ids in data frames, numbered by Arrow in its own memory, without Python strings."""

from __future__ import annotations

from typing import Any

import numpy as np

from edgewise.adjacency import Array, index_type
from edgewise.convert.host import maker


def numbered_words(sources: Any, targets: Any) -> tuple[Array, Array, Array] | None:
    """Positions of both columns and their labels, ascending; None where Arrow cannot tell.

    That is where a column holds other than strings, or a null, or where Arrow is not installed.
    """
    if not (_holds_words(sources) and _holds_words(targets)):
        return None
    try:
        import pyarrow
    except ImportError:
        return None
    columns = [_in_arrow(sources, pyarrow), _in_arrow(targets, pyarrow)]
    if any(column is None or column.null_count for column in columns):
        return None
    chunks = [chunk for column in columns for chunk in column.chunks]
    if not chunks:
        return None
    whole = pyarrow.chunked_array(chunks).unify_dictionaries().combine_chunks()
    places, labels = _ranked(whole)
    return places[: len(sources)], places[len(sources) :], labels


def _holds_words(column: Any) -> bool:
    """Whether the column's type says that it holds strings, categories of them included."""
    root, kind = maker(column), getattr(column, "dtype", None)
    if root == "polars":
        return str(kind).startswith(("String", "Categorical", "Enum"))
    if root == "pandas":
        kind = getattr(kind, "categories", column).dtype
        return str(kind) in ("str", "string") or str(kind).startswith(("string[", "large_string["))
    return root == "pyarrow" and _is_words(column.type)


def _is_words(kind: Any) -> bool:
    return str(getattr(kind, "value_type", kind)) in ("string", "large_string", "string_view")


def _in_arrow(column: Any, pyarrow: Any) -> Any:
    """The column as chunks of codes and words, every word once and none null."""
    if maker(column) == "polars":
        column = column.to_arrow()
    elif maker(column) == "pandas":
        column = pyarrow.array(column)
    if isinstance(column, pyarrow.Array):
        column = pyarrow.chunked_array([column])
    if not _is_words(column.type):
        return None
    wanted = pyarrow.dictionary(pyarrow.int64(), pyarrow.large_string())
    if pyarrow.types.is_dictionary(column.type):
        if all(_is_clean(chunk.dictionary) for chunk in column.chunks):
            return column.cast(wanted)
        column = column.cast(column.type.value_type)
    return column.cast(pyarrow.large_string()).dictionary_encode().cast(wanted)


def _is_clean(words: Any) -> bool:
    return words.null_count == 0 and len(words.unique()) == len(words)


def _ranked(whole: Any) -> tuple[Array, Array]:
    """From codes to positions among the words that occur, in order."""
    codes = whole.indices.to_numpy(zero_copy_only=False)
    words = whole.dictionary.to_numpy(zero_copy_only=False)
    used = np.flatnonzero(np.bincount(codes, minlength=len(words)))
    order = used[np.argsort(words[used])]
    rank = np.empty(len(words), index_type(len(order)))
    rank[order] = np.arange(len(order))
    return rank[codes], words[order]
