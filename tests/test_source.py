"""Files opened and written: whatever they hold, however they are compressed, whatever fails."""

from __future__ import annotations

import gzip
import os
import stat
import sys
import zlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

import edgewise as ew
from edgewise.io import compression, decompression
from edgewise.io.sink import Sink
from edgewise.io.source import Source

SKIPPED = b"\x50\x2a\x4d\x18\x03\0\0\0abc"
TEXT = b"".join(b"%d %d\n" % (n, n * n % 91) for n in range(30_000))


def zst(data: bytes, **how: bool) -> bytes:
    return zstandard.ZstdCompressor(**how).compress(data)


COMPRESS: dict[str, Callable[[bytes], bytes]] = {"gzip": gzip.compress, "zstd": zst}


def content(path: Path, size: int = 1 << 12, max_expansion: int = 200) -> bytes:
    with Source(str(path), max_expansion) as source:
        return b"".join(block.tobytes() for block in source.blocks(size))


@pytest.mark.parametrize("size", [1, 7, 4096, 1 << 17, 1 << 20])
@pytest.mark.parametrize("kind", [None, "gzip", "zstd"])
def test_the_content_comes_in_pieces_of_any_size(
    kind: str | None, size: int, tmp_path: Path
) -> None:
    path, text = tmp_path / "a", TEXT if size > 7 else TEXT[:50]
    path.write_bytes(text if kind is None else COMPRESS[kind](text))
    with Source(str(path)) as source:
        assert (source.path, source.compression) == (str(path), kind)
        assert source.size == path.stat().st_size
        assert b"".join(block.tobytes() for block in source.blocks(size)) == text
        assert source.whole().tobytes() == text
        assert source.head(size) == text[:size]
        assert source.head(len(text) + 5) == text
        assert not source.whole().flags.writeable


@pytest.mark.parametrize("kind", [None, "gzip", "zstd"])
def test_nothing_is_nothing(kind: str | None, tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"" if kind is None else COMPRESS[kind](b""))
    with Source(str(path)) as source:
        assert source.head() == b""
        assert list(source.blocks(10)) == []
        assert source.whole().tobytes() == b""


def test_compression_goes_by_content(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(gzip.compress(b"0 1\n"))
    (tmp_path / "b.gz").write_bytes(b"0 1\n")
    assert content(tmp_path / "a.txt") == content(tmp_path / "b.gz") == b"0 1\n"


@given(st.lists(st.binary(max_size=300), max_size=5), st.integers(0, 5))
def test_members_and_frames_are_one_content(
    tmp_path_factory: pytest.TempPathFactory, parts: list[bytes], padding: int
) -> None:
    path = tmp_path_factory.mktemp("many") / "a"
    members = b"".join(gzip.compress(part) + b"\0" * padding for part in [b"x", *parts])
    path.write_bytes(members)
    assert content(path, 100) == b"x" + b"".join(parts)
    frames = (zst(part, write_checksum=True, write_content_size=bool(padding)) for part in parts)
    path.write_bytes(zst(b"x") + b"".join(frame + SKIPPED * (padding % 2) for frame in frames))
    assert content(path, 100) == b"x" + b"".join(parts)


@pytest.mark.parametrize("kind", ["gzip", "zstd"])
def test_every_cut_is_noticed(kind: str, tmp_path: Path) -> None:
    data = COMPRESS[kind](TEXT[:800])
    data += SKIPPED * (kind == "zstd")
    whole = len(data) - len(SKIPPED) * (kind == "zstd")
    for cut in range(4, len(data)):
        (tmp_path / "a").write_bytes(data[:cut])
        if cut == whole:
            assert content(tmp_path / "a") == TEXT[:800]
            continue
        with pytest.raises(ew.TruncatedError) as caught:
            content(tmp_path / "a")
        assert caught.value.byte == cut


@pytest.mark.parametrize("kind", ["gzip", "zstd"])
def test_every_changed_byte_is_noticed_or_changes_nothing(kind: str, tmp_path: Path) -> None:
    data = gzip.compress(TEXT[:500]) if kind == "gzip" else zst(TEXT[:500], write_checksum=True)
    for place in range(4, len(data)):
        changed = bytearray(data)
        changed[place] ^= 0x55
        (tmp_path / "a").write_bytes(changed)
        with suppress(ew.FormatError):
            assert content(tmp_path / "a") == TEXT[:500]


@pytest.mark.parametrize("kind", ["gzip", "zstd"])
def test_a_bomb_is_refused_with_the_way_out(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("edgewise.io.source.FREE_EXPANSION", 1 << 16)
    (tmp_path / "a").write_bytes(COMPRESS[kind](bytes(1 << 20)))
    with pytest.raises(ew.ExpansionError, match="max_expansion="):
        content(tmp_path / "a", max_expansion=10)
    assert len(content(tmp_path / "a", max_expansion=1 << 20)) == 1 << 20
    (tmp_path / "a").write_bytes(COMPRESS[kind](bytes(1 << 10)))
    assert len(content(tmp_path / "a", max_expansion=1)) == 1 << 10


def test_a_wide_zstd_block_cannot_fill_memory_at_once(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(zst(bytes(20 << 20)))
    with Source(str(tmp_path / "a"), 1 << 20) as source:
        assert max(len(block) for block in source.blocks(1 << 16)) <= decompression.ZSTD_BLOCK


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    for name, error in {
        "none": ew.FileMissingError,
        "pipe": ew.FileAccessError,
        "loop": ew.FileAccessError,
        ".": ew.FileAccessError,
        "none/none": ew.FileMissingError,
    }.items():
        with pytest.raises(error) as caught:
            Source(str(tmp_path / name))
        assert str(tmp_path / name).rstrip("/.") in str(caught.value)


def test_a_file_that_shrinks_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(TEXT)
    with Source(str(path)) as source:
        path.write_bytes(TEXT[:100])
        with pytest.raises(ew.TruncatedError):
            b"".join(block.tobytes() for block in source.blocks(4096))


# writing ---------------------------------------------------------------------------------------


def test_what_is_written_appears_at_the_end(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"old")
    path.chmod(0o640)
    with Sink(str(path)) as sink:
        sink.write(b"new ")
        sink.write(np.frombuffer(b"text", np.uint8))
        sink.write(memoryview(b""))
        assert path.read_bytes() == b"old"
        assert sink.written == 8
        (part,) = set(tmp_path.iterdir()) - {path}
        assert part.name.endswith(".part")
    assert path.read_bytes() == b"new text"
    assert list(tmp_path.iterdir()) == [path]
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_failure_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"old")
    with pytest.raises(KeyboardInterrupt), Sink(str(path)) as sink:
        sink.write(b"new")
        raise KeyboardInterrupt
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "there" / "a")
    with Sink(str(tmp_path / "link")) as sink:
        sink.write(b"text")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "there" / "a").read_bytes() == b"text"


def test_what_cannot_be_written_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for name in ("pipe", ".", "none/a"):
        with pytest.raises(ew.FileError):
            Sink(str(tmp_path / name))
    assert [path.name for path in tmp_path.iterdir()] == ["pipe"]


@pytest.mark.parametrize("ending", [".gz", ".zst"])
@given(st.lists(st.binary(max_size=400), max_size=6))
def test_compressed_text_is_what_others_read(
    ending: str, tmp_path_factory: pytest.TempPathFactory, parts: list[bytes]
) -> None:
    path = tmp_path_factory.mktemp("squeezed") / f"a.txt{ending}"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compression, "BLOCK", 100)
        with Sink(str(path)) as sink:
            for part in parts:
                sink.write(part)
    data = path.read_bytes()
    if ending == ".gz":
        whole = zlib.decompressobj(31)
        assert whole.decompress(data) == b"".join(parts)
        assert whole.eof
        assert whole.unused_data == b""
    else:
        read = zstandard.ZstdDecompressor().stream_reader(data)
        assert read.read() == b"".join(parts)
    assert content(path) == b"".join(parts)


def test_sister_files_appear_together(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no"), Sink(str(tmp_path / "a.e.gz")) as sink:
        sink.beside(".v").write(b"0\n")
        raise ValueError("no")
    assert list(tmp_path.iterdir()) == []
    with Sink(str(tmp_path / "a.e.gz")) as sink:
        sink.beside(".v").write(b"0\n")
        assert sink.beside(".e") is sink
        assert sink.beside(".v") is sink.beside(".v")
        sink.write(b"0 0\n")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.e.gz", "a.v.gz"]
    assert content(tmp_path / "a.v.gz") == b"0\n"


def test_without_isal_zlib_does_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "isal", None)
    monkeypatch.setitem(sys.modules, "isal.isal_zlib", None)
    path = tmp_path / "a.txt"
    whole = gzip.compress(TEXT[:500]) + gzip.compress(TEXT[500:])
    path.write_bytes(whole)
    with Source(str(path), 200) as source:
        assert b"".join(block.tobytes() for block in source.blocks(64)) == TEXT
    path.write_bytes(whole[:-20] + bytes(20))
    with pytest.raises(ew.FormatError, match="gzip"), Source(str(path), 200) as source:
        list(source.blocks(64))
