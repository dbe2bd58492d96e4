"""A place in a text file: which line it is on, and what stands there."""

from __future__ import annotations

from itertools import chain
from typing import NamedTuple, final

import numpy as np

from edgewise.io.source import Source

SHOWN = 60
"""So many bytes of what stands there are told."""
NEWLINE = 10


@final
class Spot(NamedTuple):
    """A line, from 1, and the word in it that a reader stopped at."""

    line: int
    word: str


def spot(source: Source, position: int, separator: int = -1) -> Spot:
    """What is at this byte of the content. Reads the file again up to there."""
    line, seen, passed = 1, b"", 0
    for block in source.blocks(1 << 20):
        before = min(max(position - passed, 0), len(block))
        line += int(np.count_nonzero(block[:before] == NEWLINE))
        seen += block[before : before + SHOWN + 1].tobytes()
        passed += len(block)
        if len(seen) > SHOWN:
            break
    return Spot(line, _word(seen, separator))


def _word(text: bytes, separator: int) -> str:
    ends = (b"\n", b"\r", b"\t", b" ", bytes([separator]) if separator >= 0 else b" ")
    end = min(chain((found for stop in ends if (found := text.find(stop)) >= 0), (len(text),)))
    shown = text[:end].decode("utf-8", "backslashreplace")
    return shown if end <= SHOWN else shown[:SHOWN] + "..."
