"""Who is who: from ids to the numbers 0..n-1, by a table of flags or by hashing.

A hash table here has a power of two of slots and is probed one slot after another. A value that
is known to be present marks the empty slots, so no value is lost as a marker. Values are looked
up a batch at a time, all first slots before any answer is judged: the memory then answers many
questions at once, which is worth a factor of two once a table outgrows the cache.
"""

from __future__ import annotations

import numpy as np

from edgewise.kernels.cpu.jit import device, kernel

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
PRIME = np.uint64(0x100000001B3)
SMALLEST = 10  # bits of the first table
BATCH = 256


@device
def _slot(value, bits):
    """Where to look first for a value, in a table of 2**bits slots."""
    word = np.uint64(value)
    word = (word ^ (word >> np.uint64(32))) * GOLDEN
    return np.int64(word >> np.uint64(64 - bits))


# a table of flags, for ids that lie close together --------------------------------------------


@kernel
def mark(values, begin, end, low, flags):
    """Set the flag of every value; threads may set one flag at once, all to 1."""
    for i in range(begin, end):
        flags[values[i] - low] = 1


@kernel
def number(flags, low, ranks, labels):
    """Number the flags that are set, in order, and write down the value of each."""
    count = 0
    for place in range(flags.size):
        if flags[place]:
            ranks[place] = count
            labels[count] = labels.dtype.type(place) + low
            count += 1


@kernel
def look_up_near(values, begin, end, low, ranks, answer):
    """The rank of every value, from the table that `number` filled."""
    for i in range(begin, end):
        answer[i] = ranks[values[i] - low]


# hashing, for any integers --------------------------------------------------------------------


@device
def _grown(keys, numbers, bits):
    """The same table in 2**bits slots."""
    empty = keys[-1]
    wider = np.full((1 << bits) + 1, empty, keys.dtype)
    moved = np.zeros(1 << bits, numbers.dtype)
    mask = moved.size - 1
    for i in range(numbers.size):
        if keys[i] != empty:
            at = _slot(keys[i], bits)
            while wider[at] != empty:
                at = (at + 1) & mask
            wider[at], moved[at] = keys[i], numbers[i]
    return wider, moved


@device
def _number_batch(values, begin, end, keys, numbers, bits, count, answer, slots, seen, got):
    """Number a batch of values, new ones from `count` on; returns the new count."""
    empty, mask = keys[-1], numbers.size - 1
    for i in range(begin, end):
        slots[i - begin] = _slot(values[i], bits)
    for k in range(end - begin):
        seen[k] = keys[slots[k]]
    for k in range(end - begin):
        got[k] = numbers[slots[k]]
    for k in range(end - begin):
        value = values[begin + k]
        if value == empty:
            answer[begin + k] = 0
        elif seen[k] == value:
            answer[begin + k] = got[k]
        else:
            at = slots[k]
            while keys[at] != value and keys[at] != empty:
                at = (at + 1) & mask
            if keys[at] == empty:
                keys[at], numbers[at] = value, count
                count += 1
            answer[begin + k] = numbers[at]
    return count


@kernel
def number_values(sources, targets, begin, end, tails, heads):
    """Number the values of one piece of two columns as first seen; returns the values in order.

    The numbers go to `tails` and `heads`.
    """
    if begin == end:
        return sources[:0].copy()
    bits, count, empty = SMALLEST, 1, sources[begin]
    keys = np.full((1 << bits) + 1, empty, sources.dtype)  # the last one only says what is empty
    numbers = np.zeros(1 << bits, tails.dtype)
    slots, seen = np.empty(BATCH, np.int64), np.empty(BATCH, sources.dtype)
    got = np.empty(BATCH, tails.dtype)
    for turn in range(2):
        values, answer = (sources, tails) if turn == 0 else (targets, heads)
        for start in range(begin, end, BATCH):
            if (count + BATCH) * 3 > numbers.size * 2:
                bits += 2 if bits < 20 else 1
                keys, numbers = _grown(keys, numbers, bits)
            stop = min(start + BATCH, end)
            count = _number_batch(
                values, start, stop, keys, numbers, bits, count, answer, slots, seen, got
            )
    found = np.empty(count, sources.dtype)
    found[0] = empty
    for i in range(numbers.size):
        if keys[i] != empty:
            found[numbers[i]] = keys[i]
    return found


@kernel
def enter(labels, part, part_bits, bits, keys, ranks):
    """Enter the labels that hash into one part of a table, each with its rank.

    The table is cut into 2**part_bits parts; probing stays within a part, so that threads can
    fill one each. `labels[0]` marks the empty slots and is not entered.
    """
    inside = (keys.size >> part_bits) - 1
    empty = labels[0]
    for rank in range(1, labels.size):
        at = _slot(labels[rank], bits)
        if at >> (bits - part_bits) == part:
            while keys[at] != empty:
                at = (at & ~inside) | ((at + 1) & inside)
            keys[at], ranks[at] = labels[rank], rank


@kernel
def look_up(values, part_bits, bits, keys, ranks, empty):
    """The rank of every value, from the table that `enter` filled."""
    inside = (keys.size >> part_bits) - 1
    answer = np.zeros(values.size, ranks.dtype)
    for i in range(values.size):
        value = values[i]
        if value != empty:
            at = _slot(value, bits)
            while keys[at] != value:
                at = (at & ~inside) | ((at + 1) & inside)
            answer[i] = ranks[at]
    return answer


@kernel
def renumber(begin, end, ranks, tails, heads):
    """From the numbers of one piece to ranks among all labels."""
    for i in range(begin, end):
        tails[i] = ranks[tails[i]]
    for i in range(begin, end):
        heads[i] = ranks[heads[i]]


# words of fixed width -------------------------------------------------------------------------


@device
def _word_hash(words, row):
    """One number for a word."""
    word = np.uint64(0xCBF29CE484222325)
    for k in range(words.shape[1]):
        word = (word ^ np.uint64(words[row, k])) * PRIME
    return word


@device
def _same(words, one, other):
    for k in range(words.shape[1]):
        if words[one, k] != words[other, k]:
            return False
    return True


@kernel
def number_words(words, firsts, places):
    """Number the different rows of `words` as first seen; their first rows go to `firsts`.

    Returns how many there are.
    """
    bits, count = SMALLEST, 0
    table = np.full(1 << bits, -1, np.int64)  # the number of the word in each slot
    mask = table.size - 1
    for row in range(words.shape[0]):
        at = _slot(_word_hash(words, row), bits)
        while table[at] >= 0 and not _same(words, firsts[table[at]], row):
            at = (at + 1) & mask
        if table[at] < 0:
            table[at], firsts[count] = count, row
            count += 1
        places[row] = table[at]
        if count * 3 > table.size * 2:
            bits += 2 if bits < 20 else 1
            table = np.full(1 << bits, -1, np.int64)
            mask = table.size - 1
            for known in range(count):
                at = _slot(_word_hash(words, firsts[known]), bits)
                while table[at] >= 0:
                    at = (at + 1) & mask
                table[at] = known
    return count
