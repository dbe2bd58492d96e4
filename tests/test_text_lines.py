"""Lines of edges become the columns they spell, wherever the text is cut and whoever reads it."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

import edgewise as ew
from edgewise import progress
from edgewise.io import pieces
from edgewise.io.grammar import Grammar
from edgewise.io.lines import Columns, position_of_row, read_columns
from edgewise.io.registry import ReadOptions, by_suffix
from edgewise.io.source import Source
from edgewise.kernels.cpu import line_grammar as codes

PLAIN: Callable[[bytes], bytes] = bytes
KINDS = (PLAIN, gzip.compress, zstandard.ZstdCompressor().compress)
GRAMMAR = Grammar("2 columns", remarks=b"#%", slashes=True)
IDS = st.integers(-20, 20) | st.integers(-(1 << 31), (1 << 31) - 1)
WIDE_IDS = IDS | st.integers(-(1 << 63), (1 << 63) - 1)
FILLERS = st.sampled_from(["", "  ", "\t", "# a remark", "% 1 2 3", "// 1 2", "\r"])


@dataclass(frozen=True)
class Reader:
    """A way to read text: cut so small, by so many threads, compressed like that."""

    piece: int
    batch: int
    threads: int
    compress: Callable[[bytes], bytes]

    def columns(self, text: str | bytes, grammar: Grammar, folder: Path) -> Columns:
        path = folder / "a.txt"
        path.write_bytes(self.compress(text.encode() if isinstance(text, str) else text))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(pieces, "PIECE", self.piece)
            patch.setattr(pieces, "BATCH", self.batch)
            patch.setattr(pieces, "ROUND", 3)
            patch.setenv("EDGEWISE_THREADS", str(self.threads))
            with Source(str(path)) as source:
                return read_columns(source, 0, grammar)


READERS = st.builds(
    Reader, st.integers(1, 40), st.integers(1, 200), st.integers(1, 3), st.sampled_from(KINDS)
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("lines")


def spelled(
    data: st.DataObject, rows: list[tuple[Any, ...]], separator: str = " ", letter: str = ""
) -> str:
    """The rows as lines, with all that may stand between and around them."""
    blank = st.sampled_from([" ", "\t", "   ", " \t "])
    lines = []
    for row in rows:
        lines += data.draw(st.lists(FILLERS, max_size=1))
        between = data.draw(blank) if separator == " " else data.draw(st.just(separator))
        line = between.join(map(str, row))
        lines.append(letter + line + data.draw(st.sampled_from(["", " ", "\t\t", "\r"])))
    return "\n".join(lines) + data.draw(st.sampled_from(["", "\n", "\n\n"]))


@given(data=st.data(), rows=st.lists(st.tuples(WIDE_IDS, WIDE_IDS), max_size=30), reader=READERS)
def test_ids_without_weights(
    folder: Path, data: st.DataObject, rows: list[tuple[int, int]], reader: Reader
) -> None:
    columns = reader.columns(spelled(data, rows), GRAMMAR, folder)
    assert columns.ids.T.tolist() == [list(row) for row in rows]
    assert columns.weights is None
    narrow = all(-(1 << 31) <= end < 1 << 31 for row in rows for end in row)
    assert columns.ids.dtype == (np.int32 if narrow else np.int64)


WHOLE = st.integers(-(1 << 63), (1 << 63) - 1)
REAL = st.floats(allow_nan=False)


@given(
    data=st.data(),
    rows=st.lists(st.tuples(IDS, IDS, WHOLE), max_size=30)
    | st.lists(st.tuples(IDS, IDS, WHOLE | REAL), max_size=30),
    separator=st.sampled_from([" ", ",", ";"]),
    reader=READERS,
)
def test_weights_are_integers_until_one_is_not(
    folder: Path,
    data: st.DataObject,
    rows: list[tuple[int, int, float]],
    separator: str,
    reader: Reader,
) -> None:
    grammar = Grammar(
        "3 columns",
        weight=codes.MIXED,
        separator=codes.NO_BYTE if separator == " " else ord(separator),
        remarks=b"#%",
        slashes=True,
    )
    columns = reader.columns(spelled(data, rows, separator), grammar, folder)
    weights = [row[2] for row in rows]
    expected = np.array(weights, np.float64)
    if all(isinstance(weight, int) for weight in weights):
        expected = np.array(weights, np.int64)
    assert columns.ids.T.tolist() == [list(row[:2]) for row in rows]
    assert columns.weights is not None
    assert columns.weights.dtype == expected.dtype
    assert columns.weights.tobytes() == expected.tobytes()


@given(
    data=st.data(),
    rows=st.lists(st.tuples(st.integers(1, 9), st.integers(1, 9)), max_size=20),
    reader=READERS,
)
def test_letters_and_ids_from_one(
    folder: Path, data: st.DataObject, rows: list[tuple[int, int]], reader: Reader
) -> None:
    grammar = Grammar(
        "a line", letter=ord("a"), remarks=b"#%", slashes=True, base=1, least=1, greatest=9
    )
    columns = reader.columns(spelled(data, rows, letter="a "), grammar, folder)
    assert (columns.ids.T + 1).tolist() == [list(row) for row in rows]


@given(values=st.lists(WIDE_IDS, max_size=20), reader=READERS)
def test_one_column(folder: Path, values: list[int], reader: Reader) -> None:
    text = "".join(f"{value}\n" for value in values)
    columns = reader.columns(text, Grammar("1 column", ids=1), folder)
    assert columns.ids[0].tolist() == values


@given(rows=st.lists(st.tuples(IDS, IDS), max_size=20), reader=READERS)
def test_the_rest_of_a_line_can_be_passed_over(
    folder: Path, rows: list[tuple[int, int]], reader: Reader
) -> None:
    rests = ["", " x", "\t2016-01-01 ,#", " 1e", "  "]
    text = "".join(f"{u} {v}{rests[place % 5]}\n" for place, (u, v) in enumerate(rows))
    columns = reader.columns(text, Grammar("2 columns", weight=codes.REST), folder)
    assert columns.ids.T.tolist() == [list(row) for row in rows]


BAD_LINES = {
    "1 x": "no vertex id",
    "1x 2": "no vertex id",
    "-": "no vertex id",
    "1 2.0": "no vertex id",
    "1 2\0": "no vertex id",
    "\0": "no vertex id",
    "1": "ends too early",
    "1 ": "ends too early",
    "1 2 3": "too long",
    "1 2 ,": "too long",
    "1 9223372036854775808": "64 bits",
    "1 2\r3 4": "too long",
    "/ 1 2": "no vertex id",
}


@given(
    good=st.lists(st.just("1 2") | FILLERS, max_size=12),
    behind=st.lists(st.just("1 2") | FILLERS | st.sampled_from(sorted(BAD_LINES)), max_size=4),
    bad=st.sampled_from(sorted(BAD_LINES)),
    reader=READERS,
)
def test_the_first_bad_line_is_named(
    folder: Path, good: list[str], behind: list[str], bad: str, reader: Reader
) -> None:
    with pytest.raises(ew.FormatError, match=BAD_LINES[bad]) as caught:
        reader.columns("\n".join([*good, bad, *behind]), GRAMMAR, folder)
    assert caught.value.line == len(good) + 1


BAD_WEIGHTS = {
    "x": "no weight",
    "1e": "no weight",
    "nan": "not a number",
    "1e999": "too large",
    "": "too early",
    "1 2": "too long",
    "0x1": "no weight",
    "1.5f": "no weight",
}


@given(
    good=st.lists(st.sampled_from(["1 2 3", "1 2 0.5", "# x"]), max_size=8),
    bad=st.sampled_from(sorted(BAD_WEIGHTS)),
    reader=READERS,
)
def test_the_first_bad_weight_is_named(
    folder: Path, good: list[str], bad: str, reader: Reader
) -> None:
    grammar = Grammar("3 columns", weight=codes.MIXED, remarks=b"#")
    with pytest.raises(ew.FormatError, match=BAD_WEIGHTS[bad]) as caught:
        reader.columns("\n".join([*good, f"1 2 {bad}", "1 2 3"]), grammar, folder)
    assert caught.value.line == len(good) + 1


@given(rows=st.lists(st.booleans(), min_size=1, max_size=20), data=st.data())
def test_a_row_is_found_again(folder: Path, rows: list[bool], data: st.DataObject) -> None:
    """Rows of far ids and remarks: where the row number k begins."""
    lines = ["5000000000 1" if row else "# remark" for row in rows]
    edges = [place for place, row in enumerate(rows) if row]
    path = folder / "rows.txt"
    path.write_text("\n".join(lines))
    with pytest.MonkeyPatch.context() as patch, Source(str(path)) as source:
        patch.setattr(pieces, "PIECE", data.draw(st.integers(1, 30)))
        for row, place in enumerate(edges):
            found = position_of_row(source, 0, GRAMMAR, row)
            assert found == sum(len(line) + 1 for line in lines[:place])
        with pytest.raises(IndexError):
            position_of_row(source, 0, GRAMMAR, len(edges))


def test_many_digits_are_settled_by_python(folder: Path) -> None:
    """Halfway between two floats in 60 digits: the kernel asks, and goes on after the answer."""
    half = "9007199254740993.000000000000000000000000000000000000"
    rows = [(half + tail, float(half + tail)) for tail in ("0", "1")] * 5
    text = "".join(f"{place} 0 {word}\n" for place, (word, _) in enumerate(rows))
    grammar = Grammar("3 columns", weight=codes.REAL)
    columns = Reader(1 << 20, 1 << 20, 1, PLAIN).columns(text, grammar, folder)
    assert columns.weights is not None
    assert columns.weights.tolist() == [value for _, value in rows]
    assert columns.ids[0].tolist() == list(range(10))


def test_a_file_that_changes_meanwhile_is_refused(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lines are counted first and read second: more lines then find no room."""
    path = folder / "growing.txt"
    path.write_text("100 200\n" * 4)
    real = pieces.in_rounds

    def overtaken(work: Any, tasks: Any, told: Any, beside: Any = None) -> None:
        real(work, tasks, told, beside)
        path.write_text("1 2\n" * 8)

    monkeypatch.setattr("edgewise.io.lines.in_rounds", overtaken)
    with Source(str(path)) as source, pytest.raises(ew.FormatError, match="changed"):
        read_columns(source, 0, GRAMMAR)


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        (b"0 0\n" * 2_000_000, 2_000_000),
        (b"5000000000 0\n" + b"0 0\n" * 2_000_000, 2_000_001),
        (b"0 0\n" + b"\n" * 8_000_000, 1),
    ],
)
def test_memory_stays_within_four_times_the_file(text: bytes, rows: int, folder: Path) -> None:
    import tracemalloc

    path = folder / "terse.txt"
    path.write_bytes(text)
    with Source(str(path)) as source:
        read_columns(source, 0, GRAMMAR)  # what is compiled does not count
        tracemalloc.start()
        columns = read_columns(source, 0, GRAMMAR)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert columns.rows == rows
    assert peak < 4 * len(text) + (4 << 20)


@pytest.mark.parametrize("ending", [".el", ".el.gz", ".el.zst", ".graph", ".graph.gz", ".csv"])
def test_progress_is_told_to_the_end(
    ending: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    graph = ew.generate.cycle(2000)
    if ending == ".csv":
        words = [f"v{place}" for place in range(2000)]
        graph = ew.from_edges(words[1:], words[:-1])
    path = folder / f"told{ending}"
    ew.write(graph, path)
    monkeypatch.setattr(pieces, "PIECE", 512)
    monkeypatch.setattr(pieces, "BATCH", 2048)
    monkeypatch.setattr(pieces, "ROUND", 4)
    seen: list[tuple[int, int]] = []
    found = by_suffix(str(path))
    assert found is not None
    heard = progress.listener(lambda stage, done, total: seen.append((done, total)))
    with heard, Source(str(path)) as source:
        found.module.read(source, ReadOptions())
    size = path.stat().st_size
    assert {total for _, total in seen} == {size}
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)
    assert (seen[0][0], seen[-1][0]) == (0, size)
    assert len(seen) > 3
