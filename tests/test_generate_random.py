"""The random numbers beneath the generators: their definition, and whether they look random."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest
from scipy import stats

from edgewise.generate import alias, keys
from edgewise.generate.pairs import gap_tables
from edgewise.generate.recursive import quarter_table
from edgewise.kernels.cpu import generate_pairs, random

LIKELY = 1e-6
"""Tests are of fixed seeds: they fail for good or never; a fair source fails one in a million."""


def drawn(key: int, count: int, begin: int = 0) -> np.ndarray:
    out = np.empty(begin + count, np.uint64)
    random.values(begin, begin + count, np.uint64(key), out)
    return out[begin:]


def bits(words: np.ndarray) -> np.ndarray:
    return np.unpackbits(np.ascontiguousarray(words).view(np.uint8)).reshape(len(words), 64)


def fair(observed: np.ndarray, expected: np.ndarray | float) -> bool:
    """Whether a chi-square test has nothing against the counts."""
    expected = np.broadcast_to(expected, observed.shape)
    statistic = ((observed - expected) ** 2 / expected).sum()
    return bool(LIKELY < stats.chi2.sf(statistic, observed.size - 1) < 1 - LIKELY)


# what a number is ----------------------------------------------------------------------------


def test_key_0_gives_the_published_outputs_of_splitmix64():
    assert [f"{word:016x}" for word in drawn(0, 5)] == [
        "e220a8397b1dcdaf",
        "6e789e6aa1b965f4",
        "06c45d188009454f",
        "f88bb8a8724c81ec",
        "1b39896a51a8749b",
    ]


@pytest.mark.parametrize(
    ("key", "counter", "word"),
    [
        (1, 0, 0x25DA77A8F5F3F654),
        (1, 1, 0x2A1B43E5511E62F6),
        ((1 << 64) - 1, 0, 0x2FE32B168D1198E0),
        (0x0123456789ABCDEF, (1 << 64) - 1, 0x49BB14B2C8014BDD),
    ],
)
def test_known_answers(key: int, counter: int, word: int):
    assert keys.value(key, counter) == word


def test_the_kernel_and_the_host_draw_the_same():
    for key in (0, 1, 12345, (1 << 64) - 1, int(keys.key(5, "any"))):
        for begin in (0, 1 << 20, 77):
            counters = range(begin, begin + 50)
            expected = [keys.value(key, counter) for counter in counters]
            assert drawn(key, 50, begin).tolist() == expected


def test_keys_differ_by_seed_and_by_name():
    names = ["a", "b", "ab", "kronecker edges", "kronecker labels", "gnm pairs", "12345678", ""]
    seeds = [0, 1, 2, 1 << 32, (1 << 64) - 1]
    assert len({int(keys.key(seed, name)) for seed in seeds for name in names}) == 40


# whether numbers look random ------------------------------------------------------------------

SEQUENCES = {
    "one stream": lambda n: drawn(int(keys.key(1, "x")), n),
    "side by side": lambda n: np.stack(
        [drawn(int(keys.key(1, f"stream {s}")), n // 64) for s in range(64)], 1
    ).ravel(),
    "first of many seeds": lambda n: np.array(
        [keys.value(int(keys.key(seed, "x")), 0) for seed in range(n)], np.uint64
    ),
    "every 64th": lambda n: drawn(int(keys.key(2, "x")), n * 64)[::64],
}


@pytest.fixture(scope="module", params=SEQUENCES)
def words(request: pytest.FixtureRequest) -> np.ndarray:
    return SEQUENCES[request.param](1 << 15)


def test_every_bit_is_set_half_of_the_time(words):
    ones = bits(words).sum(0)
    deviation = (ones - len(words) / 2) / np.sqrt(len(words) / 4)
    assert np.abs(deviation).max() < 5


def test_no_two_bits_of_a_word_go_together(words):
    signs = bits(words) * 2.0 - 1
    together = (signs.T @ signs) / np.sqrt(len(words))
    assert np.abs(together[~np.eye(64, dtype=bool)]).max() < 6


@pytest.mark.parametrize("lag", [1, 2, 7, 64])
def test_a_word_tells_nothing_of_a_later_one(words, lag):
    signs = bits(words) * 2.0 - 1
    together = (signs[:-lag].T @ signs[lag:]) / np.sqrt(len(words) - lag)
    assert np.abs(together).max() < 6


@pytest.mark.parametrize("shift", [0, 24, 52])
def test_pairs_of_digits_are_equally_frequent(words, shift):
    digits = (words >> np.uint64(shift) & np.uint64(31)).astype(np.int64)
    assert fair(np.bincount(digits[::2] * 32 + digits[1::2], minlength=1024), len(words) / 2048)


def test_gaps_between_sorted_words_are_exponential(words):
    gaps = np.diff(np.sort(words)).astype(np.float64) / 2.0**64 * (len(words) + 1)
    assert stats.kstest(gaps, "expon").pvalue > LIKELY


@pytest.mark.parametrize("of", ["key", "counter"])
def test_one_bit_changed_changes_every_bit_half_of_the_time(of):
    changed = np.zeros((64, 64))
    tries = 256
    for sample in range(tries):
        key, counter = keys.value(3, sample), keys.value(4, sample)
        word = keys.value(key, counter)
        for place in range(64):
            other = key ^ (of == "key") << place, counter ^ (of == "counter") << place
            changed[place] += bits(np.array([word ^ keys.value(*other)], np.uint64))[0]
    deviation = (changed - tries / 2) / np.sqrt(tries / 4)
    assert np.abs(deviation).max() < 6


def test_whole_numbers_below_a_bound_are_equally_frequent():
    for bound in (1, 2, 3, 10, 100, 1000):
        found = below(drawn(9, 1 << 16), bound)
        counts = np.bincount(found, minlength=bound)
        assert len(counts) == bound
        assert bound == 1 or fair(counts, len(found) / bound)


def test_below_is_the_upper_half_of_the_product():
    for word in (0, 1, (1 << 64) - 1, 1 << 63, 0xFFFFFFFF, 0x123456789ABCDEF0):
        for bound in (1, 2, 3, (1 << 31) - 1, 1 << 32, (1 << 63) + 12345, (1 << 64) - 1):
            assert int(random.below(np.uint64(word), np.uint64(bound))) == word * bound >> 64


def below(words: np.ndarray, bound: int) -> np.ndarray:
    return np.array([random.below(word, np.uint64(bound)) for word in words], np.int64)


# permutations ----------------------------------------------------------------------------------


def image(seed: int, size_bits: int) -> np.ndarray:
    out = np.empty(1 << size_bits, np.uint64)
    rounds = keys.permutation(seed, "test", size_bits)
    random.permuted(0, len(out), np.uint64(size_bits), rounds, out)
    return out


@pytest.mark.parametrize("size_bits", range(15))
def test_a_permutation_meets_every_number_once(size_bits):
    for seed in range(4):
        assert np.array_equal(np.sort(image(seed, size_bits)), np.arange(1 << size_bits))


def test_permutations_of_wide_numbers_stay_inside_and_apart():
    for size_bits in (31, 39, 62):
        out = np.empty(1 << 16, np.uint64)
        random.permuted(0, len(out), np.uint64(size_bits), keys.permutation(1, "w", size_bits), out)
        assert len(np.unique(out)) == len(out)
        assert int(out.max()) < 1 << size_bits
        assert stats.kstest(out / 2.0**size_bits, "uniform").pvalue > LIKELY


@pytest.mark.parametrize("size_bits", [1, 2, 3, 6])
def test_each_number_goes_everywhere_equally_often(size_bits):
    images = np.array([image(seed, size_bits) for seed in range(2000)]).astype(np.int64)
    for start in range(1 << size_bits):
        assert fair(np.bincount(images[:, start], minlength=1 << size_bits), 2000 >> size_bits)


@pytest.mark.parametrize(("pairs", "edges"), [(6, 3), (10, 3), (15, 4)])
def test_every_set_of_edges_is_equally_likely(pairs, edges):
    size_bits, seeds = (pairs - 1).bit_length(), 12000
    vertices = next(n for n in range(9) if comb(n, 2) == pairs)
    place = {chosen: at for at, chosen in enumerate(combinations(range(pairs), edges))}
    numbered = {joined(pair, vertices): pair for pair in range(pairs)}
    counts, ends = np.zeros(len(place)), (np.empty(edges, np.int32), np.empty(edges, np.int32))
    args = vertices, np.uint64(pairs), np.uint64(size_bits)
    for seed in range(seeds):
        rounds = keys.permutation(seed, "gnm pairs", size_bits)
        generate_pairs.permuted_pairs(0, edges, *args, rounds, *ends)
        chosen = sorted(numbered[min(e), max(e)] for e in np.stack(ends, 1).tolist())
        counts[place[tuple(chosen)]] += 1
    assert fair(counts, seeds / len(place))


def joined(pair: int, vertices: int) -> tuple[int, int]:
    tail, head = generate_pairs.joined(np.uint64(pair), np.uint64(vertices))
    return int(min(tail, head)), int(max(tail, head))


@pytest.mark.parametrize("vertices", range(2, 12))
def test_pair_numbers_meet_every_pair_once(vertices):
    unordered, ordered = comb(vertices, 2), vertices * (vertices - 1)
    assert len({joined(pair, vertices) for pair in range(unordered)}) == unordered
    ends = [generate_pairs.joined(np.uint64(pair), np.uint64(vertices)) for pair in range(ordered)]
    assert len({(int(a), int(b)) for a, b in ends}) == ordered
    assert all(a != b for a, b in ends)


# alias tables ----------------------------------------------------------------------------------


def shares(table: np.ndarray) -> list[Fraction]:
    """The probability of every outcome of a table, exactly."""
    found = [0] * alias.CELLS
    for cell, entry in enumerate(table.tolist()):
        kept = entry >> 10
        found[cell] += kept
        found[entry & 1023] += alias.CELL_SIZE - kept
    return [Fraction(share, alias.WHOLE) for share in found]


@pytest.mark.parametrize(
    "quarters", [[0.57, 0.19, 0.19, 0.05], [0.25] * 4, [1.0, 0, 0, 0], [0.1, 0.2, 0.3, 0.4]]
)
def test_five_levels_at_once_have_the_probabilities_of_one_by_one(quarters):
    exact = [Fraction(quarter) for quarter in quarters]
    for outcome, share in enumerate(shares(quarter_table(quarters))):
        expected = Fraction(1)
        for level in range(5):
            expected *= exact[2 * (outcome >> (5 + level) & 1) + (outcome >> level & 1)]
        assert abs(share - expected / sum(exact) ** 5) < Fraction(1, 1 << 43)


def test_a_table_of_one_outcome_gives_nothing_else():
    table = alias.alias_table([0, 0, 7] + [0] * 1021)
    assert all(random.pick(word, table, np.uint64(0)) == 2 for word in drawn(1, 2000))


def test_outcomes_are_as_frequent_as_their_weights():
    weights = [1 + outcome % 7 for outcome in range(alias.CELLS)]
    table = alias.alias_table(weights)
    found = [int(random.pick(word, table, np.uint64(0))) for word in drawn(2, 1 << 16)]
    expected = np.array(weights) / sum(weights) * len(found)
    assert fair(np.bincount(found, minlength=alias.CELLS), expected)


# gaps of G(n, p) -------------------------------------------------------------------------------


@pytest.mark.parametrize("probability", [0.9, 0.3, 0.02, 1e-3, 1e-5, 1e-9, 1e-17])
def test_gaps_are_geometric(probability):
    tables, key = gap_tables(probability), keys.key(1, f"gaps {probability}")
    digits = len(tables) // alias.CELLS
    found = np.array(
        [generate_pairs.gap(key, np.uint64(edge), digits, tables) for edge in range(20000)],
        np.float64,
    )
    cells = np.unique(np.floor(np.log1p(-np.arange(50) / 50) / np.log1p(-probability)))
    edges = np.append(cells, np.inf)
    survival = np.append(np.exp(cells * np.log1p(-probability)), 0)
    observed = np.histogram(found, edges)[0]
    expected = -np.diff(survival) * len(found)
    assert len(observed) == 1 or fair(observed, expected)


def test_certain_and_hopeless_gaps():
    assert len(gap_tables(1.0)) == 0
    assert len(gap_tables(5e-324)) == 7 * alias.CELLS
    tables = gap_tables(5e-324)
    gaps = {int(generate_pairs.gap(np.uint64(1), np.uint64(e), 7, tables)) for e in range(100)}
    assert gaps == {1 << 62}
