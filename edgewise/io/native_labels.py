"""The caller's ids in native files: numbers as an array, text as UTF-8 with offsets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from edgewise.adjacency import Array
from edgewise.errors import GraphError
from edgewise.io.native_header import KINDS, WORDS, is_number

if TYPE_CHECKING:
    from edgewise.io.native_container import Container

NUMBERS, OBJECTS = "numbers", "objects"
VALUES, TEXT, OFFSETS = "labels.values", "labels.text", "labels.offsets"
MOST_PADDING = 4
"""How many times the text itself a fixed-width array of it may take in memory."""


def encoded(labels: Array) -> tuple[str, dict[str, Array]]:
    """The kind of the labels, and the arrays that hold them."""
    if labels.dtype.newbyteorder("<") in WORDS:
        return NUMBERS, {VALUES: labels}
    words = labels.tolist()
    strange = next((word for word in words if type(word) is not str), None)
    if strange is not None or labels.dtype.kind not in "UO":
        shown = "" if strange is None else f" such as {strange!r:.40} ({type(strange).__name__})"
        raise GraphError(
            f"vertex ids{shown} cannot be written: a native file holds integers, or text; give "
            "the vertices such ids, by str(id) for one"
        )
    kind = OBJECTS if labels.dtype.kind == "O" else f"text {labels.dtype.itemsize // 4}"
    parts = [word.encode("utf-8", "surrogatepass") for word in words]
    offsets = np.zeros(len(parts) + 1, np.int64)
    np.cumsum([len(part) for part in parts], out=offsets[1:])
    return kind, {OFFSETS: offsets, TEXT: np.frombuffer(b"".join(parts), np.uint8)}


def names(file: Container, kind: str) -> list[str]:
    """The arrays that labels of this kind lie in."""
    if kind == NUMBERS:
        return [VALUES]
    if kind != OBJECTS and not (kind.startswith("text ") and is_number(kind[5:])):
        file.refuse("the kind of the labels is unknown", found=kind)
    return [OFFSETS, TEXT]


def refuse_misfit(file: Container, kind: str, num_vertices: int) -> None:
    """See that there is one label a vertex, without looking at them."""
    if kind == NUMBERS:
        found = len(file.array(VALUES))
    else:
        found = len(file.array(OFFSETS)) - 1
        types = file.array(OFFSETS).dtype, file.array(TEXT).dtype
        if types != (KINDS["I64"], KINDS["U8"]):
            file.refuse(f"text labels must be I64 offsets and U8 text, not {types}")
    if found != num_vertices:
        file.refuse(f"{found} labels for {num_vertices} vertices", expected="one each")


def decoded(file: Container, kind: str) -> Array:
    """The labels, every one of them different."""
    labels = file.array(VALUES) if kind == NUMBERS else _text(file, kind)
    same = len(labels) - (len(set(labels)) if labels.dtype.kind == "O" else len(np.unique(labels)))
    if same:
        file.refuse(f"{same} vertices have the label of another one")
    return labels


def _text(file: Container, kind: str) -> Array:
    offsets, text = file.array(OFFSETS), file.array(TEXT).tobytes()
    if offsets[0] != 0 or offsets[-1] != len(text) or np.any(offsets[1:] < offsets[:-1]):
        file.refuse("the offsets of the labels do not fit their text", byte=file.begin(OFFSETS))
    words = _words(file, offsets.tolist(), text)
    if kind != OBJECTS and _fits(file, words, int(kind[5:]), len(text)):
        return np.array(words, f"U{max(1, int(kind[5:]))}")
    labels = np.empty(len(words), object)
    labels[:] = words
    return labels


def _words(file: Container, ends: list[int], text: bytes) -> list[str]:
    words = []
    begin = 0
    try:
        for end in ends[1:]:
            words.append(text[begin:end].decode("utf-8", "surrogatepass"))
            begin = end
    except UnicodeDecodeError as problem:
        file.refuse(
            f"label {len(words)} is not UTF-8: {problem.reason}", byte=file.begin(TEXT) + begin
        )
    return words


def _fits(file: Container, words: list[str], width: int, size: int) -> bool:
    """Whether text of this width holds every label; too sparse a one stays a list of objects."""
    longest = max(map(len, words), default=0)
    if longest > width:
        file.refuse(f"a label has {longest} letters", expected=f"{width} at most")
    return 4 * width * len(words) <= MOST_PADDING * size + (1 << 20)
