"""Edge lists with words for ids are what Python's own csv module makes of them."""

from __future__ import annotations

import csv
import io
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import edgewise as ew
from edgewise.io import pieces, word_book
from edgewise.io.word_book import WordBook

LETTERS = st.characters(exclude_categories=("Cc", "Cs"), exclude_characters="\ufeff")
WORDS = st.text(LETTERS, min_size=1, max_size=12) | st.text('ab "', min_size=1, max_size=20)


@given(
    rows=st.lists(st.tuples(WORDS, WORDS), min_size=1, max_size=20),
    weights=st.none()
    | st.lists(st.integers(-99, 99), min_size=20, max_size=20)
    | st.lists(st.integers(-99, 99) | st.floats(allow_nan=False), min_size=20, max_size=20),
    order=st.permutations(range(4)),
    separator=st.sampled_from(",;\t"),
    quoting=st.sampled_from([csv.QUOTE_ALL, csv.QUOTE_MINIMAL]),
    end=st.sampled_from(["\n", "\r\n"]),
    piece=st.integers(1, 100),
)
def test_what_csv_writes(
    tmp_path_factory: pytest.TempPathFactory,
    rows: list[tuple[str, str]],
    weights: list[float] | None,
    order: list[int],
    separator: str,
    quoting: Any,
    end: str,
    piece: int,
) -> None:
    """Columns in any order, one of no meaning among them, named by a heading."""
    text = io.StringIO()
    out = csv.writer(text, delimiter=separator, quoting=quoting, lineterminator=end)
    names = ["source", "target", "remark", "weight"]
    used = [place for place in order if weights is not None or place != 3]
    out.writerow([names[place] for place in used])
    for number, (tail, head) in enumerate(rows):
        fields = [tail, head, "x y", 0 if weights is None else weights[number]]
        out.writerow([fields[place] for place in used])
    path = tmp_path_factory.mktemp("csv") / "a.csv"
    path.write_bytes(text.getvalue().encode())
    bare = all(_bare(word) for row in rows for word in row)
    if quoting == csv.QUOTE_MINIMAL and not bare:
        return  # blanks around a bare word are no part of it, and a bare # begins a remark
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pieces, "PIECE", piece)
        patch.setattr(word_book, "FIRST_SLOTS", 4)
        patch.setattr(word_book, "FIRST_BYTES", 8)
        graph = ew.read(path)
    tails, heads, values = graph.to_edges()
    found = Counter(zip(tails.tolist(), heads.tolist(), strict=True))
    integers = all(map(_integer, (rows[0])))
    assert found == Counter((int(u), int(v)) if integers else (u, v) for u, v in rows)
    if weights is None:
        assert values is None
    else:
        assert values is not None
        assert sorted(values.tolist()) == sorted(weights[: len(rows)])


def _bare(word: str) -> bool:
    return word == word.strip(" \t") and word[0] not in '#%/"'


def _integer(word: str) -> bool:
    return word.isascii() and word.removeprefix("-").removeprefix("+").isdecimal()


@given(st.lists(st.binary(min_size=1, max_size=30), max_size=200))
@example([b"x" * 100_000, b"x", b"x" * 100_000, b"y" * 8, b"y" * 16, b"y" * 7])
def test_a_book_numbers_words_as_first_seen(words: list[bytes]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(word_book, "FIRST_SLOTS", 4)
        patch.setattr(word_book, "FIRST_BYTES", 8)
        book = WordBook()
    numbers = [book.enter(word) for word in words]
    different = list(dict.fromkeys(words))
    assert book.words() == different
    assert len(book) == len(different)
    assert numbers == [different.index(word) for word in words]


@pytest.mark.parametrize("piece", [1, 30, 1 << 20])
def test_reals_may_come_late(piece: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pieces, "PIECE", piece)
    path = tmp_path / "a.csv"
    lines = [f"v{place},w,{place}" for place in range(40)]
    path.write_text("\n".join([*lines, 'v40,w,"0.5"', "v41,w,1e3", 'v42,w,"7"']))
    _, _, weights = ew.read(path).to_edges()
    assert weights is not None
    assert sorted(weights.tolist()) == sorted([*range(40), 0.5, 1000.0, 7.0])
    path.write_text("\n".join([*lines, 'v40,w,"7"']))
    assert ew.read(path).weight_dtype == "int64"


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        ("v\u0085,w", "no text"),
        ("v\ufeff,w", "no text"),
        (b"v\xff,w", "UTF-8"),
        ("v", "1 columns"),
        ("v,w,x", "3 columns"),
        (",w", "missing"),
        ('"v,w', "quotes"),
        ("v,w\rx,y", "no text"),
    ],
)
def test_the_first_strange_line_is_named(bad: str | bytes, words: str, tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    line = bad if isinstance(bad, bytes) else bad.encode()
    path.write_bytes(b"a,b\n" * 5 + line + b"\nc,d\n" + line)
    with pytest.raises(ew.FormatError, match=words) as caught:
        ew.read(path)
    assert caught.value.line == 6
