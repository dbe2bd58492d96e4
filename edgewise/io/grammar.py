"""What a line of edges looks like in one format or another, and how to word what is wrong."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

import numpy as np

from edgewise.adjacency import Array
from edgewise.errors import FormatError
from edgewise.io.source import Source
from edgewise.io.spot import spot
from edgewise.kernels.cpu import line_grammar as codes

NARROW, WIDE = (-(1 << 31), (1 << 31) - 1), (-(1 << 63), (1 << 63) - 1)


@final
@dataclass(frozen=True, slots=True)
class Grammar:
    """What a line of edges looks like."""

    columns: str
    """In words, after "expected": "2 columns, source and target"."""
    ids: int = 2
    weight: int = codes.NO_WEIGHT
    separator: int = codes.NO_BYTE
    letter: int = codes.NO_BYTE
    remarks: bytes = b""
    slashes: bool = False
    base: int = 0
    """The id of the first vertex; columns count from 0."""
    least: int = WIDE[0]
    greatest: int = WIDE[1]
    """The ids that are taken."""

    @property
    def fits_narrow(self) -> bool:
        """Whether no id can need more than 32 bits."""
        return self.least >= NARROW[0] and self.greatest <= NARROW[1]

    @property
    def least_bytes(self) -> int:
        """No data line is shorter, its newline included."""
        marks = (self.weight in codes.WITH_WEIGHT) + (self.letter != codes.NO_BYTE)
        return 2 * (self.ids + marks)

    def row(self, wide: bool, weight: int) -> Array:
        """As the kernel has it."""
        row = np.zeros(codes.PLACES, np.int64)
        row[codes.IDS], row[codes.WEIGHT], row[codes.SEPARATOR] = self.ids, weight, self.separator
        row[codes.LETTER], row[codes.SLASHES] = self.letter, self.slashes
        row[[codes.REMARK, codes.OTHER_REMARK]] = [*self.remarks, codes.NO_BYTE, codes.NO_BYTE][:2]
        row[codes.BASE], row[codes.WIDE] = self.base, wide
        row[codes.LOW] = self.least if wide else max(self.least, NARROW[0])
        row[codes.HIGH] = self.greatest if wide else min(self.greatest, NARROW[1])
        return row


def refusal(source: Source, grammar: Grammar, code: int, position: int) -> FormatError:
    """The error for a line that a kernel stopped at."""
    line, word = spot(source, position, grammar.separator)
    problem, expected = _words(grammar, code, word)
    found = word or "the end of the line"
    return FormatError(source.path, problem, line=line, found=found, expected=expected)


def _words(grammar: Grammar, code: int, word: str) -> tuple[str, str]:
    number = "an integer" if grammar.weight == codes.INTEGER else "a number"
    return {
        codes.ID_WRONG: ("this is no vertex id", _ids(grammar)),
        codes.ID_BEYOND: ("the vertex id needs more than 64 bits", _ids(grammar)),
        codes.ID_OUTSIDE: ("there is no such vertex", _ids(grammar)),
        codes.WEIGHT_WRONG: ("this is no weight", number),
        codes.WEIGHT_BEYOND: ("the weight is too large", f"{number} that 64 bits hold"),
        codes.WEIGHT_NAN: ("the weight is not a number", number),
        codes.TOO_FEW: ("the line ends too early", grammar.columns),
        codes.TOO_MANY: ("the line goes on too long", grammar.columns),
        codes.LETTER_WRONG: ("a line of another kind", grammar.columns),
        codes.UNPARTED: ("no separator before this", _separator(grammar)),
        codes.VERTEX_WRONG: ("this is no size or weight of a vertex", "an integer of 0 or more"),
        codes.LINE_TOO_MANY: (
            "more lines than vertices",
            f"{grammar.greatest} lines of neighbours",
        ),
        codes.NO_ROOM: ("the file changed while it was read", "no more lines"),
    }[code]


def _ids(grammar: Grammar) -> str:
    if (grammar.least, grammar.greatest) == WIDE:
        return "an integer"
    if grammar.greatest == WIDE[1]:
        return f"an integer of {grammar.least} or more"
    if grammar.greatest < grammar.least:
        return "none: there are no vertices"
    return f"an integer from {grammar.least} to {grammar.greatest}"


def _separator(grammar: Grammar) -> str:
    return repr(chr(grammar.separator)) if grammar.separator >= 0 else "a blank"
