"""Faults planted in a sound draft, each saying whether a reader may overlook it.

A fault returns True when no reader may take the file for sound, False when one may (the file may
by luck still mean something), and None when the draft offers no place for it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from tests.fuzz.draft import Draft, Spot

ONE_BASED = ("matrixmarket", "metis", "dimacs")
COUNTED = (*ONE_BASED, "graphalytics")
NO_NUMBER = ("a", "1e", "--1", "+", "-", "0x10", "1_0", "\uff11", "nan", "1" * 3000, "1\x00", "?")
NO_INDEX = (*NO_NUMBER, "1.5", "1e1", str(1 << 63), str((1 << 64) + 1), "-" + "9" * 19, "9" * 30)
NO_WEIGHT = (*NO_NUMBER, "1.5.2", "1,5", "NaN", "1e+", "e5", ".", "1f", "1-2", "0.5\u00a0")
HUGE = (10**18, (1 << 63) - 1, 1 << 63, 1 << 64, 10**30)
Fault = Callable[[random.Random, Draft, str], bool | None]


def _later(format: str, draft: Draft, spots: Sequence[Spot]) -> list[Spot]:
    """Spots that cannot be taken for a heading: in an edge list, not on the first line."""
    first = draft.data[0] if draft.data and format == "edgelist" else -1
    return [spot for spot in spots if spot[0] != first]


def _put(draft: Draft, spot: Spot, token: object) -> None:
    draft.lines[spot[0]][spot[1]] = str(token)


def bad_vertex(rng: random.Random, draft: Draft, format: str) -> bool | None:
    spots = _later(format, draft, draft.vertices)
    if not spots:
        return None
    _put(draft, rng.choice(spots), rng.choice(NO_INDEX))
    return True


def bad_weight(rng: random.Random, draft: Draft, format: str) -> bool | None:
    spots = _later(format, draft, draft.weights)
    if not spots:
        return None
    _put(draft, rng.choice(spots), rng.choice(NO_WEIGHT))
    return True


def outside(rng: random.Random, draft: Draft, format: str) -> bool | None:
    """A vertex that is not there."""
    if not draft.vertices or not draft.meaning:
        return None
    n = draft.meaning.num_vertices or 0
    choices = (0, n + 1, -1, n + (1 << 32), 1 << 31, 1 << 32)
    _put(draft, rng.choice(draft.vertices), rng.choice(choices))
    return format in ONE_BASED


def unknown_vertex(rng: random.Random, draft: Draft, format: str) -> bool | None:
    """An id that no line of vertices names."""
    if not draft.vertices or format != "graphalytics":
        return None
    _put(draft, rng.choice(draft.vertices), rng.randrange(1 << 41, 1 << 42))
    return draft.meaning is not None  # in the list of vertices it is one more isolated one


def bad_count(rng: random.Random, draft: Draft, format: str) -> bool | None:
    if not draft.counts:
        return None
    _put(draft, rng.choice(draft.counts), rng.choice((*NO_INDEX, *HUGE, "-1", "-3")))
    return True


def wrong_edge_count(rng: random.Random, draft: Draft, format: str) -> bool | None:
    if not draft.counts:
        return None
    spot = draft.counts[-1]
    _put(draft, spot, max(0, int(draft.lines[spot[0]][spot[1]]) + rng.choice((1, 2, 100))))
    return format in COUNTED


def not_square(rng: random.Random, draft: Draft, format: str) -> bool | None:
    if format != "matrixmarket":
        return None
    spot = rng.choice(draft.counts[:2])
    _put(draft, spot, int(draft.lines[spot[0]][spot[1]]) + rng.choice((1, 2, 100)))
    return True


def column_lost(rng: random.Random, draft: Draft, format: str) -> bool | None:
    lines = [line for line in draft.data if draft.lines[line]]
    if not lines:
        return None
    draft.lines[rng.choice(lines)].pop()
    return format != "edgelist" or len(lines) > 1


def column_more(rng: random.Random, draft: Draft, format: str) -> bool | None:
    if not draft.data:
        return None
    draft.lines[rng.choice(draft.data)].append(rng.choice(("1", "2", "0")))
    return format in ONE_BASED or len(draft.data) > 1  # else it may be the weight


def line_lost(rng: random.Random, draft: Draft, format: str) -> bool | None:
    if not draft.data:
        return None
    line = rng.choice(draft.data)
    del draft.lines[line]
    return format in ONE_BASED and not (format == "metis" and _ends_blank(draft))


def line_twice(rng: random.Random, draft: Draft, format: str) -> bool | None:
    if not draft.data:
        return None
    line = rng.choice(draft.data)
    draft.lines.insert(line, list(draft.lines[line]))
    return format in ONE_BASED and not (format == "metis" and _ends_blank(draft))


def foreign_line(rng: random.Random, draft: Draft, format: str) -> bool | None:
    """A line that belongs to something else."""
    line = rng.choice(("<html>", "NULL", "p sp 3 2", "1;2", "\x7fELF\x02", "1 2 3 4 5 6 7", "=1+1"))
    place = rng.randint(draft.data[0] + 1 if draft.data else 0, len(draft.lines))
    draft.lines.insert(place, line.split(" "))
    return format in ONE_BASED and format != "metis"


def header_lost(rng: random.Random, draft: Draft, format: str) -> bool | None:
    if draft.header is None:
        return None
    del draft.lines[draft.header]
    return format == "dimacs"


def header_twice(rng: random.Random, draft: Draft, format: str) -> bool | None:
    if draft.header is None:
        return None
    draft.lines.insert(draft.header, list(draft.lines[draft.header]))
    return format in ("dimacs", "matrixmarket")


def header_short(rng: random.Random, draft: Draft, format: str) -> bool | None:
    if draft.header is None:
        return None
    del draft.lines[draft.header][draft.counts[-1][1] :]
    return True


def other_blank(rng: random.Random, draft: Draft, format: str) -> bool | None:
    """Two tokens joined by what only looks like a blank."""
    lines = [line for line in draft.data if len(draft.lines[line]) > 1]
    lines = [line for line in lines if format != "edgelist" or line != draft.data[0]]
    if not lines:
        return None
    tokens = draft.lines[rng.choice(lines)]
    blanks = {"\u00a0", "\u2003", "\x00", ";", "|", "\ufeff"} - set(draft.style.separators)
    tokens[:2] = [rng.choice(sorted(blanks)).join(tokens[:2])]
    return True


def lines_shuffled(rng: random.Random, draft: Draft, format: str) -> bool | None:
    rng.shuffle(draft.lines)
    return False


def _ends_blank(draft: Draft) -> bool:
    """Whether the last line is empty, so that one line more or less may not be told."""
    return not draft.lines or not draft.lines[-1]


FAULTS: tuple[Fault, ...] = (
    *(bad_vertex, bad_vertex, bad_weight, bad_weight, outside, outside, unknown_vertex),
    *(bad_count, wrong_edge_count, not_square, column_lost, column_more, line_lost, line_twice),
    *(foreign_line, header_lost, header_twice, header_short, other_blank, lines_shuffled),
)
