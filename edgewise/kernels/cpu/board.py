"""The board of a loop: where its threads keep counts, and where its history is written.

`state` is shared; `stats` has a row a thread, so that counting needs no atomics; `facts` is what a
controller is told; `trace` gets a row a round. One place for the numbers of their columns.
"""

from __future__ import annotations

NEXT = 0
"""state: members of the next frontier so far; alone on its cache line."""
ACTIVE, FORM, TURN, ROUND, OUT, IN, UNTOUCHED, OPTION, CODE, DONE, ALONE, ROWS, SINCE, BASE = range(
    8, 22
)
STATE_WORDS = 32

HELD, FOUND, FOUND_OUT, FOUND_IN, WALKED, LEFT = range(6)
STATS_WORDS = 16

(
    F_ROUND,
    F_ACTIVE,
    F_OUT,
    F_IN,
    F_UNTOUCHED,
    F_VERTICES,
    F_ARCS,
    F_OPTION,
    F_TICKS,
    F_WALKED,
    F_BEFORE,
    F_OPTIONS,
    F_LEAST,
) = range(13)
FACTS_WORDS = 16
SAMPLES = 1000
"""Room behind the facts, for a sample of how urgent the active vertices are."""

T_CODE, T_ACTIVE, T_OUT, T_IN, T_WALKED, T_TICKS, T_WHY, T_FOUND = range(8)
TRACE_WORDS = 8

PULL, FORMS, ASYNC, BALANCES = 1, 6, 8, 48
"""Bits of a schedule's code: direction, form, synchrony, balance."""
