"""Every stored broken file is refused as it should be, and every odd one read.

`corpus/<format>/expected.toml` lists them: `[[file]]` entries with the class of the error, its
line or byte and words of its message; `[[good]]` entries with the graph. What the fuzzer once
found lies in `corpus/found/` and must end as a sound graph or as one of our errors.
"""

from __future__ import annotations

import json
import tomllib
import tracemalloc
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import edgewise as ew
from tests.fuzz.judge import edges_of

CORPUS = Path(__file__).with_name("corpus")
FORMATS = sorted(path.parent.name for path in CORPUS.glob("*/expected.toml"))
TEXT = ("edgelist", "matrixmarket", "metis", "dimacs", "graphalytics")
COMPRESSED = (".gz", ".zst")


def entries(kind: str) -> list[Any]:
    """All entries of a kind, as parameters named by format and file."""
    found = []
    for format in FORMATS:
        listed = tomllib.loads((CORPUS / format / "expected.toml").read_text(encoding="utf-8"))
        for entry in listed.get(kind, []):
            name = f"{format}/{entry['name']}"
            found.append(pytest.param(CORPUS / format, entry, id=name))
    return found


@contextmanager
def bounded(folder: Path, entry: dict[str, Any]) -> Iterator[None]:
    """No more memory than four times what the file holds, and 64 MiB."""
    size = sum(path.stat().st_size for path in folder.glob(stem(entry["name"]) + ".*"))
    held = max(200 * size, 64 << 20) if entry["name"].endswith(COMPRESSED) else size
    tracemalloc.start()
    try:
        yield
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 4 * held + (64 << 20)


def stem(name: str) -> str:
    return name.split(".")[0]


@pytest.mark.parametrize(("folder", "entry"), entries("file"))
def test_a_broken_file_is_refused(folder: Path, entry: dict[str, Any]) -> None:
    expected = getattr(ew, entry["error"])
    with bounded(folder, entry), pytest.raises(ew.EdgewiseError) as caught:
        ew.read(folder / entry["name"], **entry.get("read", {})).out_neighbors  # noqa: B018
    error, message = caught.value, str(caught.value)
    assert isinstance(error, expected), f"{type(error).__name__}: {message}"
    for place in ("line", "byte"):
        if place in entry:
            assert getattr(error, place) == entry[place], message
    for words in entry.get("says", []):
        assert words.lower() in message.lower(), message
    if isinstance(error, ew.FileError):
        assert str(folder) in message
    assert len(message) < 1000, "an error is to be read"
    assert message.isprintable(), "an error goes to a terminal"


@pytest.mark.parametrize(("folder", "entry"), entries("good"))
def test_an_odd_file_is_read(folder: Path, entry: dict[str, Any]) -> None:
    graph = ew.read(folder / entry["name"], **entry.get("read", {}))
    ew.verify.graph(graph)
    assert graph.num_vertices == entry["vertices"]
    assert graph.num_edges == entry["edges"]
    assert graph.is_directed == entry["directed"]
    assert graph.is_weighted == entry["weighted"]
    if "list" in entry:
        expected = Counter((*edge, None)[:3] for edge in entry["list"])
        assert edges_of(graph) == expected


@pytest.mark.parametrize("format", FORMATS)
def test_the_corpus_is_as_large_as_promised(format: str) -> None:
    listed = tomllib.loads((CORPUS / format / "expected.toml").read_text(encoding="utf-8"))
    assert len(listed["file"]) >= (30 if format in TEXT else 20)
    assert len(listed["good"]) >= 8
    assert all(entry["why"] for entry in listed["file"] + listed["good"])


@pytest.mark.parametrize("format", FORMATS)
def test_no_file_is_forgotten(format: str) -> None:
    listed = tomllib.loads((CORPUS / format / "expected.toml").read_text(encoding="utf-8"))
    named = {stem(entry["name"]) for entry in listed["file"] + listed["good"]}
    present = {path.name for path in (CORPUS / format).iterdir()} - {"expected.toml"}
    assert {stem(name) for name in present} <= named


def test_all_text_formats_have_a_corpus() -> None:
    assert set(TEXT) <= set(FORMATS)


@pytest.mark.parametrize(
    "record",
    [pytest.param(path, id=path.parent.name) for path in sorted(CORPUS.glob("found/*/*/*.json"))],
)
def test_what_was_found_once_is_mended(record: Path) -> None:
    facts = json.loads(record.read_text(encoding="utf-8"))
    try:
        graph = ew.read(record.parent / facts["name"], **facts["read"])
        graph.out_offsets, graph.ids  # noqa: B018
    except ew.EdgewiseError as error:
        assert not facts.get("sound"), str(error)
        return
    assert "must_refuse" not in facts
    if not facts.get("forged"):
        ew.verify.graph(graph)
