"""How an edge list begins: its remarks, its heading, what parts the columns and which they are."""

from __future__ import annotations

import csv
import re
from contextlib import suppress
from dataclasses import dataclass
from typing import final

from edgewise.io.edge_notes import Notes
from edgewise.io.heading import LONGEST, Line, first_lines
from edgewise.io.source import Source

REMARKS = (b"#", b"%", b"//")
INTEGER = re.compile(r"[+-]?[0-9]+")
NUMBER = re.compile(
    r"[+-]?(([0-9]+\.?[0-9]*|\.[0-9]+)(e[+-]?[0-9]+)?|inf|infinity|nan)", re.IGNORECASE
)
SOURCES = {
    *("source", "src", "from", "fromnode", "fromnodeid", "fromid", "sourceid", "sourcenode"),
    *("srcid", "u", "tail", "node1", "nodeid1", "id1", "nodea", "start", "v1"),
}
TARGETS = {
    *("target", "dst", "to", "tonode", "tonodeid", "toid", "targetid", "targetnode", "dstid"),
    *("dest", "destination", "v", "head", "node2", "nodeid2", "id2", "nodeb", "end", "v2"),
}
WEIGHTS = {"weight", "w", "value", "cost", "distance", "length", "capacity", "rating"}


@final
@dataclass(frozen=True, slots=True)
class Layout:
    """The columns of a data line."""

    separator: str
    """What parts them; a blank stands for runs of blanks and tabs."""
    width: int
    source: int = 0
    target: int = 1
    weight: int | None = None
    integers: bool = True
    """Whether ids are integers, or words."""
    quoted: bool = False

    @property
    def plain(self) -> bool:
        """Whether the fast reader can take it: integers in front, and a weight behind perhaps."""
        in_front = (self.source, self.target) == (0, 1) and not self.quoted
        weight = self.weight is None or (self.weight, self.width) == (2, 3)
        return self.integers and in_front and weight


@final
@dataclass(frozen=True, slots=True)
class Opening:
    """The beginning of an edge list."""

    notes: Notes
    begin: int
    """Where in the content the first data line begins."""
    layout: Layout | None
    """None where there is no data line."""


def opening(source: Source, weighted: bool | None) -> Opening:
    """Look at the first lines; refuse what is no edge list."""
    notes, first, second = _first_lines(source)
    if first is None:
        return Opening(notes, source.size, None)
    if not (notes.heading if notes.present else _is_heading(first, second)):
        return Opening(notes, first.begin, _layout(first, None, notes, weighted))
    if second is None:
        return Opening(notes, first.end, None)
    return Opening(notes, first.end, _layout(second, first, notes, weighted))


def split(text: str, separator: str) -> list[str]:
    """The fields of a line; ValueError where a quote is not closed."""
    if '"' in text:
        blanks = text.replace("\t", " ").strip(" ") if separator == " " else text
        try:
            return next(
                csv.reader([blanks], delimiter=separator, skipinitialspace=True, strict=True)
            )
        except csv.Error as problem:
            raise ValueError(str(problem).replace("\t", "a tab")) from None
    if separator == " ":
        return [word for word in text.replace("\t", " ").split(" ") if word]
    return [field.strip(" \t") for field in text.split(separator)]


def is_remark(text: bytes) -> bool:
    """Whether a line says nothing of edges."""
    bare = text.lstrip(b" \t")
    return not bare or bare.startswith(REMARKS)


def _first_lines(source: Source) -> tuple[Notes, Line | None, Line | None]:
    """What is noted before the first data line, and the first two of these."""
    notes, first = Notes(), None
    for line in first_lines(source):
        if is_remark(line.text):
            if first is None:
                notes.read(line)
        elif first is None:
            first = line
        else:
            return notes, first, line
    return notes, first, None


def _fields(line: Line, separator: str) -> list[str]:
    if b"\r" in line.text:
        line.refuse("a carriage return within the line", expected="newlines at line ends")
    try:
        return split(line.text.decode("utf-8", "backslashreplace"), separator)
    except ValueError as problem:
        line.refuse(f"the quotes do not match ({problem})", line.text)


def _separator(line: Line) -> str:
    """What makes integers of the first two fields; else what the line has outside its quotes."""
    bare = re.sub(rb'"[^"]*"', b'""', line.text)
    text = line.text.decode("utf-8", "backslashreplace")
    for separator in (",", ";", " "):
        if separator.encode() in bare.strip().replace(b"\t", b" "):
            with suppress(ValueError):
                fields = split(text, separator)
                if len(fields) > 1 and all(map(INTEGER.fullmatch, fields[:2])):
                    return separator
    return next((one for one in (",", ";", "\t") if one.encode() in bare), " ")


def _is_heading(first: Line, second: Line | None) -> bool:
    """Whether the first line names the columns: in known words, or unlike the numbers below."""
    separator = _separator(first)
    names = _fields(first, separator)
    if _place(names, SOURCES) is not None and _place(names, TARGETS) is not None:
        return True
    if second is None or separator == " " or any(map(NUMBER.fullmatch, names)):
        return False
    below = _fields(second, _separator(second))
    return len(below) == len(names) <= 3 and all(map(INTEGER.fullmatch, below[:2]))


def _place(names: list[str], known: set[str]) -> int | None:
    plain = [re.sub("[^a-z0-9]", "", name.lower()) for name in names]
    return next((place for place, name in enumerate(plain) if name in known), None)


def _layout(line: Line, heading: Line | None, notes: Notes, weighted: bool | None) -> Layout:
    """The columns, as the first data line and the heading above it tell."""
    if line.end - line.begin > LONGEST:
        line.refuse("a very long line", line.text[:40], "2 or 3 columns")
    separator = _separator(line)
    if heading is not None and (told := _separator(heading)) != separator:
        separator = separator if (told, separator) == ("\t", " ") else told
    fields = _fields(line, separator)
    if len(fields) < 2:
        line.refuse("this is 1 column", fields[0], "2 columns, source and target, or 3")
    source, target, weight = 0, 1, 2 if len(fields) == 3 else None
    if heading is not None:
        source, target, weight = _named_columns(heading, line, fields)
    elif len(fields) > 3 and weighted is not False:
        expected = "2 or 3; or a heading that names them; or weighted=False, to take the first two"
        line.refuse(f"there are {len(fields)} columns", line.text[:40], expected)
    integers = all(INTEGER.fullmatch(fields[place]) for place in (source, target))
    if notes.ids == "text":
        integers = False
    elif notes.present and not integers:
        line.refuse("this is no vertex id", fields[source], "an integer")
    if weighted is False:
        weight = None
    quoted = b'"' in line.text
    return Layout(separator, len(fields), source, target, weight, integers, quoted)


def _named_columns(heading: Line, line: Line, fields: list[str]) -> tuple[int, int, int | None]:
    """Where source, target and weight stand; a third column is a weight if it holds numbers."""
    names, width = _fields(heading, _separator(heading)), len(fields)
    if len(names) != width:
        line.refuse(
            f"the line has {width} columns", line.text[:40], f"{len(names)}, as the heading"
        )
    source, target = _place(names, SOURCES), _place(names, TARGETS)
    if source is None or target is None:
        source, target = 0, 1
    weight = _place(names, WEIGHTS)
    if weight is None and width == 3 and NUMBER.fullmatch(fields[3 - source - target]):
        weight = 3 - source - target
    return source, target, weight if weight not in (source, target) else None
