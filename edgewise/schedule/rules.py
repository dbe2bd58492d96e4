"""The rules controllers decide by: functors of the facts of a round and of a memory.

`memory[0]` takes the number of the reason, one of REASONS, which the trace spells out.
"""

from __future__ import annotations

ROUND, ACTIVE, OUT, IN, UNTOUCHED, VERTICES, ARCS, OPTION, TICKS, WALKED, BEFORE, OPTIONS = range(
    12
)
"""Where each fact of a round stands."""

REASONS = {
    1: "the schedule is fixed",
    2: "the frontier has few arcs",
    3: "the frontier's arcs are many of those untouched",
    4: "the frontier is still large",
    5: "the frontier has become small",
    6: "only one direction is legal",
    7: "chosen at random",
    8: "each candidate is tried once",
    9: "predicted to be the fastest",
    10: "the graph is sparse",
    11: "the nearest bin comes first",
    12: "the window of bins moved",
    13: "every vertex takes part in every round",
    14: "the frontier has most of all arcs",
}
PUSH, PULL = 0, 1


def fixed(facts, memory):  # type: ignore[no-untyped-def]
    """The only option."""
    memory[0] = 1
    return 0


def direction(facts, memory):  # type: ignore[no-untyped-def]
    """Pull while the frontier has many of the arcs that are left, push again when it is small."""
    if facts[OPTIONS] < 2:
        memory[0] = 6
        return 0
    if facts[OPTION] == PUSH:
        if facts[OUT] > facts[UNTOUCHED] / memory[1]:
            memory[0] = 3
            return PULL
        memory[0] = 2
        return PUSH
    if facts[ACTIVE] < facts[VERTICES] / memory[2] and facts[ACTIVE] < facts[BEFORE]:
        memory[0] = 5
        return PUSH
    memory[0] = 4
    return PULL


def auto(facts, memory):  # type: ignore[no-untyped-def]
    """As `direction`, but never pull for so few arcs that looking at every vertex costs more.

    memory[3] tells how many arcs a pull is likely to look at for each one left, memory[4] what
    looking at a vertex costs, in arcs.
    """
    if facts[OPTIONS] < 2:
        memory[0] = 6
        return 0
    look = facts[VERTICES] * memory[4]
    if facts[OUT] > facts[UNTOUCHED] / memory[1] and facts[OUT] > look:
        memory[0] = 3 if facts[OPTION] == PUSH else 4
        return PULL
    if facts[OPTION] == PULL and facts[ACTIVE] >= facts[VERTICES] / memory[2]:
        memory[0] = 4
        return PULL
    memory[0] = 2 if facts[OPTION] == PUSH else 5
    return PUSH


def heavy(facts, memory):  # type: ignore[no-untyped-def]
    """For programs whose pulls read every arc: the other option only while most arcs are walked."""
    if facts[OPTIONS] < 2:
        memory[0] = 6
        return 0
    if facts[OUT] > facts[ARCS] * memory[1]:
        memory[0] = 14
        return 1
    memory[0] = 2
    return 0


def at_random(facts, memory):  # type: ignore[no-untyped-def]
    """Any option: the next number of a small generator (Lehmer's), which doubles hold exactly."""
    memory[0] = 7
    memory[1] = (memory[1] * 16807) % 2147483647
    return int(memory[1]) % int(facts[OPTIONS])


def traversal(facts, memory):  # type: ignore[no-untyped-def]
    """SEP-Graph's Algorithm 2; memory[5] is E', the arcs not touched yet."""
    if facts[OPTIONS] < 2:
        memory[0] = 6
        return 0
    if facts[ROUND] == 0:
        memory[5] = facts[ARCS] * memory[3]
    if facts[ARCS] < memory[4] * facts[VERTICES]:
        memory[0] = 10
        return PUSH
    if facts[OPTION] == PUSH:
        memory[5] -= facts[OUT]
        if facts[OUT] > memory[5] / memory[1]:
            memory[0] = 3
            return PULL
        memory[0] = 2
        return PUSH
    if facts[ACTIVE] < facts[VERTICES] / memory[2]:
        memory[0] = 5
        return PUSH
    memory[0] = 4
    return PULL


def iterative(facts, memory):  # type: ignore[no-untyped-def]
    """SEP-Graph's Algorithm 1: try each once, then take what promises to be the fastest.

    memory[1] counts the tried ones, memory[2] holds the arcs of the last round's frontier; from
    memory[8] on stands each option's time (for one arc, if it goes by what is active), from
    memory[16] on whether it goes by what is active.
    """
    options, tried = int(facts[OPTIONS]), int(memory[1])
    if tried > 0:
        last = int(facts[OPTION])
        by = max(memory[2], 1.0) if memory[16 + last] > 0 else 1.0
        memory[8 + last] = facts[TICKS] / by
    memory[2] = facts[OUT]
    if tried < options:
        memory[0], memory[1] = 8, tried + 1
        return tried
    best, least = 0, -1.0
    for option in range(options):
        by = max(facts[OUT], 1.0) if memory[16 + option] > 0 else 1.0
        time = memory[8 + option] * by
        if least < 0 or time < least:
            best, least = option, time
    memory[0] = 9
    return best
