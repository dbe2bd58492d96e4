"""The first lines of a text file, looked at one by one, before the engine takes the rest."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NoReturn, final

from edgewise.errors import FormatError
from edgewise.io.source import Source

LONGEST = 1 << 16
"""So many bytes of a line are looked at here."""
LOOK = 1 << 16
MOST_REMARKS = 1 << 18
"""So many lines of remarks, and empty ones, may stand before the data."""
MARK = b"\xef\xbb\xbf"
MOST_DIGITS = 18
PER_VERTEX, FREE_VERTICES = 2, 1 << 21
"""A file may name a vertex for so many of its bytes, and so many besides, that no edge touches."""


@final
@dataclass(frozen=True, slots=True)
class Line:
    """One line, without its end: its number from 1, and where in the content it begins and ends."""

    source: Source
    number: int
    begin: int
    end: int
    text: bytes

    @property
    def words(self) -> list[str]:
        """What stands between blanks and tabs."""
        if b"\r" in self.text:
            self.refuse("a carriage return within the line", expected="newlines at line ends")
        parts = self.text.replace(b"\t", b" ").split(b" ")
        return [part.decode("utf-8", "backslashreplace") for part in parts if part]

    def refuse(self, problem: str, found: object = None, expected: str | None = None) -> NoReturn:
        """This line is not what it should be."""
        raise FormatError(
            self.source.path, problem, line=self.number, found=found, expected=expected
        )

    def count(self, word: str, what: str) -> int:
        """A number from 0 up, as headers promise them."""
        if not (word.isascii() and word.isdecimal()) or len(word.lstrip("0")) > MOST_DIGITS + 1:
            self.refuse(f"this is no number of {what}", word, "an integer of 0 or more")
        number = int(word)
        if number >> 63:
            self.refuse(f"the number of {what} needs more than 64 bits", word)
        return number

    def vertices(self, word: str) -> int:
        """A number of vertices, within what a file of this size can sensibly speak of."""
        number = self.count(word, "vertices")
        expansion = 1 if self.source.compression is None else self.source.max_expansion
        if number > most_vertices(self.source.size * expansion):
            self.refuse(
                f"the header promises {number} vertices to a file of {self.source.size} bytes, "
                "nearly all without an edge; an edge list without a header may have any ids"
            )
        return number


def most_vertices(size: int) -> int:
    """How many vertices a text of so many bytes is believed to have."""
    return FREE_VERTICES + size // PER_VERTEX


def first_lines(source: Source) -> Iterator[Line]:
    """The lines from the first on, as long as data may be expected to come."""
    for line in lines(source):
        if line.number > MOST_REMARKS:
            line.refuse(f"no data in {MOST_REMARKS} lines", line.text[:40])
        yield line


def lines(source: Source) -> Iterator[Line]:
    """The lines from the first on, long ones cut; a byte order mark in front is passed over."""
    number, begin, passed, kept = 1, 0, 0, b""
    for block in source.blocks(LOOK):
        fresh, place = block.tobytes(), 0
        while (end := fresh.find(b"\n", place)) >= 0:
            yield _line(source, number, begin, passed + end + 1, kept + fresh[place:end])
            number, begin, place, kept = number + 1, passed + end + 1, end + 1, b""
        if len(kept) < LONGEST:
            kept += fresh[place : place + LONGEST]
        passed += len(fresh)
    if begin < passed:
        yield _line(source, number, begin, passed, kept)


def _line(source: Source, number: int, begin: int, end: int, text: bytes) -> Line:
    text = text[:LONGEST].removesuffix(b"\r")
    if number == 1 and text.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise FormatError(source.path, "this is UTF-16 text", line=1, expected="UTF-8 or ASCII")
    if number == 1 and text.startswith(MARK):
        text, begin = text.removeprefix(MARK), begin + len(MARK)
    return Line(source, number, begin, end, text)


def starts_of(head: bytes) -> list[bytes]:
    """The lines that a file begins with, for sniffing: the last may be cut."""
    return [line.strip() for line in head.removeprefix(MARK).split(b"\n")]
