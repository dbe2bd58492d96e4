"""Parquet and Feather files, written by pyarrow and then damaged."""

from __future__ import annotations

import gzip
import io
import json
import struct
from collections.abc import Callable
from typing import Any

import pyarrow as pa
import pyarrow.ipc
import pyarrow.parquet

from tests.corpus.binary.entry import Broken, Good

EDGES = [(0, 1), (1, 2), (2, 0)]
NAN = float("nan")
Columns = dict[str, Any]
PLAIN: Columns = {"source": [0, 1, 2], "target": [1, 2, 0]}
WORDS: Columns = {"source": ["ann", "bob", "ann"], "target": ["bob", "cid", "cid"]}
WORDY = [("ann", "bob"), ("bob", "cid"), ("ann", "cid")]


def table(columns: Columns, notes: Any = None) -> pa.Table:
    made = pa.table(columns)
    if notes is None:
        return made
    text = notes if isinstance(notes, bytes) else json.dumps(notes).encode()
    return made.replace_schema_metadata({"edgewise": text})


def parquet(columns: Columns | pa.Table, notes: Any = None, **options: Any) -> bytes:
    room = io.BytesIO()
    made = columns if isinstance(columns, pa.Table) else table(columns, notes)
    pyarrow.parquet.write_table(made, room, **options)
    return room.getvalue()


def feather(
    columns: Columns | pa.Table, notes: Any = None, stream: bool = False, **options: Any
) -> bytes:
    room = io.BytesIO()
    made = columns if isinstance(columns, pa.Table) else table(columns, notes)
    new = pyarrow.ipc.new_stream if stream else pyarrow.ipc.new_file
    with new(room, made.schema, options=pyarrow.ipc.IpcWriteOptions(**options)) as writer:
        writer.write_table(made, max_chunksize=2)
    return room.getvalue()


WRITE: dict[str, Callable[..., bytes]] = {"parquet": parquet, "feather": feather}


def column_entries(ending: str) -> list[Broken]:
    def entry(name: str, why: str, columns: Columns, *says: str, **read: Any) -> Broken:
        return Broken(f"{name}.{ending}", why, write(columns), "FormatError", says, read=read)

    write = WRITE[ending]
    ids = [0, 1, 2]
    return [
        entry("no-columns", "no columns", {}, "two columns"),
        entry("one-column", "one column", {"source": ids}, "two columns"),
        entry(
            "null-source",
            "a source that is null",
            {**PLAIN, "source": [0, None, 2]},
            "row 1",
            "'source'",
            "null",
        ),
        entry(
            "null-target",
            "a word that is null",
            {**WORDS, "target": ["a", "b", None]},
            "row 2",
            "'target'",
        ),
        entry(
            "null-weight",
            "a weight that is null",
            {**PLAIN, "weight": [None, 1.0, 2.0]},
            "row 0",
            "'weight'",
        ),
        entry(
            "nan-weight",
            "a weight that is NaN",
            {**PLAIN, "weight": [1.0, 2.0, NAN]},
            "row 2",
            "NaN",
        ),
        entry(
            "word-weight",
            "weights that are words",
            {**PLAIN, "weight": ["a", "b", "c"]},
            "'weight'",
            "numbers",
        ),
        entry(
            "float-ids",
            "sources with a point",
            {**PLAIN, "source": [0.5, 1.5, 2.5]},
            "'source'",
            "double",
        ),
        entry(
            "truth-ids",
            "targets that are true or false",
            {**PLAIN, "target": [True, False, True]},
            "'target'",
            "bool",
        ),
        entry("list-ids", "sources that are lists", {**PLAIN, "source": [[0], [1], [2]]}, "list"),
        entry(
            "byte-ids", "sources that are bytes", {**PLAIN, "source": [b"a", b"b", b"c"]}, "binary"
        ),
        entry(
            "time-ids",
            "sources that are times",
            {**PLAIN, "source": pa.array(ids, pa.timestamp("s"))},
            "timestamp",
        ),
        entry("mixed-ids", "integers to words", {**PLAIN, "target": ["a", "b", "c"]}, "one kind"),
        entry("weights-asked", "weights were asked for", PLAIN, "weight", weighted=True),
        entry(
            "weights-elsewhere",
            "weights were asked for, and have another name",
            {**PLAIN, "length": [1, 2, 3]},
            "'weight'",
            weighted=True,
        ),
    ]


def note_entries(ending: str) -> list[Broken]:
    def entry(name: str, why: str, notes: Any, columns: Columns = PLAIN, *says: str) -> Broken:
        data = WRITE[ending](columns, notes)
        error = "EdgewiseError" if not says else "FormatError"
        return Broken(f"{name}.{ending}", why, data, error, says)

    words = {"directed": True, "labelled": True}
    return [
        entry("notes-text", "notes that are not JSON", b"directed", PLAIN, "JSON"),
        entry("notes-deep", "notes in notes in notes", b"[" * 1100, PLAIN, "JSON"),
        entry("notes-list", "notes that are a list", [1], PLAIN, "notes"),
        entry("notes-more", "a note that there is not", {"colour": 1}, PLAIN, "notes"),
        entry(
            "notes-direction", "a direction that is a word", {"directed": "yes"}, PLAIN, "directed"
        ),
        entry("notes-minus", "fewer than no vertices", {"vertices": -1}, PLAIN, "vertices"),
        entry("notes-huge", "2**60 vertices", {"vertices": 1 << 60}, PLAIN, "proportion"),
        entry("notes-few", "two vertices for the ids 0 to 2", {"vertices": 2}),
        entry("labels-word", "labels that are a word", {**words, "labels": "ann"}, WORDS, "labels"),
        entry(
            "labels-twice", "a label twice", {**words, "labels": ["ann", "ann"]}, WORDS, "different"
        ),
        entry(
            "labels-mixed",
            "labels of two kinds",
            {**words, "labels": ["ann", 1]},
            WORDS,
            "different",
        ),
        entry(
            "labels-few",
            "an id that is no label",
            {**words, "labels": ["ann", "bob"]},
            WORDS,
            "labels",
            "cid",
        ),
        entry(
            "labels-other",
            "an id that is no label, of integers",
            {**words, "labels": [0, 1]},
            PLAIN,
            "labels",
            "2",
        ),
    ]


def damage_entries(ending: str) -> list[Broken]:
    write = WRITE[ending]
    whole, middle = write(PLAIN), len(write(PLAIN)) // 2
    many = pa.table({name: pa.array([0] * 3_000_000, pa.int8()) for name in ("source", "target")})
    zeros: dict[str, Any] = {"compression": "zstd", "max_rows_per_page": 1 << 30}
    bomb = write(many.combine_chunks(), **zeros) if ending == "parquet" else _bomb(many)

    def entry(name: str, why: str, data: bytes, error: str = "FormatError", *says: str) -> Broken:
        return Broken(f"{name}.{ending}", why, data, error, says)

    return [
        entry("empty", "no bytes at all", b"", "FileError"),
        entry("mark-only", "the mark alone", whole[:6]),
        entry("half", "the first half", whole[:middle]),
        entry("cut-last-byte", "the last byte is missing", whole[:-1]),
        entry("cut-footer", "cut in the footer", whole[:-20]),
        entry("second-half", "the mark and the second half", whole[:8] + whole[middle:]),
        entry("zeroed-footer", "zeros where the footer was", whole[:-60] + bytes(52) + whole[-8:]),
        entry("huge-footer", "a footer longer than the file", _with_footer_length(whole, ending)),
        entry("text", "an edge list in disguise", b"0 1\n1 2\n2 0\n"),
        entry("bomb", "3,000,000 rows in a few hundred bytes", bomb, "ExpansionError", "rows"),
        Broken(
            f"cut-inside.{ending}.gz",
            "compressed, and cut",
            gzip.compress(whole, mtime=0)[:-9],
            "TruncatedError",
        ),
    ]


def _bomb(many: pa.Table) -> bytes:
    room = io.BytesIO()
    options = pyarrow.ipc.IpcWriteOptions(compression="zstd")
    with pyarrow.ipc.new_file(room, many.schema, options=options) as writer:
        writer.write_table(many)
    return room.getvalue()


def _with_footer_length(whole: bytes, ending: str) -> bytes:
    mark = 4 if ending == "parquet" else 6
    return whole[: -mark - 4] + struct.pack("<i", 1 << 30) + whole[-mark:]


def feather_only() -> list[Broken]:
    ends = struct.pack("<3i", 0, 3, 6)
    words = feather(WORDS)
    coded = feather({name: pa.array(ids).dictionary_encode() for name, ids in WORDS.items()})
    codes = struct.pack("<2i", 0, 1)
    holey = pa.DictionaryArray.from_arrays(pa.array([0, 1, 0]), pa.array(["ann", None]))
    return [
        Broken(
            "old.feather",
            "Feather version 1",
            b"FEA1" + bytes(100) + b"FEA1",
            "FormatError",
            ("version 1",),
        ),
        Broken(
            "null-word.feather",
            "a null among the words of a dictionary",
            feather({**WORDS, "source": holey}),
            "FormatError",
            ("row 1", "null"),
        ),
        Broken(
            "word-ends.feather",
            "words that end beyond their text",
            words.replace(ends, struct.pack("<3i", 0, 3, 1 << 20)),
            "FormatError",
        ),
        Broken(
            "word-falls.feather",
            "words that end before they begin",
            words.replace(ends, struct.pack("<3i", 0, 3, -5)),
            "FormatError",
        ),
        Broken(
            "no-utf8.feather",
            "words that are not UTF-8",
            words.replace(b"annbob", b"ann\xff\xfeb"),
            "FormatError",
            ("UTF8",),
        ),
        Broken(
            "codes-beyond.feather",
            "a code that no word has",
            coded.replace(codes, struct.pack("<2i", 0, 77)),
            "FormatError",
        ),
        Broken(
            "codes-below.feather",
            "a code below 0",
            coded.replace(codes, struct.pack("<2i", 0, -9)),
            "FormatError",
        ),
        Broken(
            "name-twice.feather",
            "two columns of one name",
            feather(pa.Table.from_arrays([pa.array([0])] * 3, ["source", "target", "target"])),
            "FormatError",
            ("same name",),
        ),
        Broken(
            "cut-stream.arrow",
            "a stream, cut in a batch",
            feather(PLAIN, stream=True)[:-150],
            "FormatError",
        ),
    ]


def good_entries(ending: str) -> list[Good]:
    def entry(
        name: str, why: str, data: bytes, edges: Any = EDGES, vertices: int = 3, **more: Any
    ) -> Good:
        return Good(f"{name}.{ending}", why, data, vertices, edges, **more)

    write = WRITE[ending]
    weights = [0.5, 1.5, -2.0]
    told = [(*edge, weight) for edge, weight in zip(EDGES, weights, strict=True)]
    coded = {name: pa.array(ids).dictionary_encode() for name, ids in WORDS.items()}
    labels = {"directed": False, "labelled": True, "labels": ["dan", "cid", "ann", "bob"]}
    narrow = {name: pa.array(ids, pa.uint8()) for name, ids in PLAIN.items()}
    none = {name: pa.array([], pa.int64()) for name in PLAIN}
    return [
        entry("plain", "source and target", write(PLAIN)),
        entry(
            "synonyms",
            "dst before src, and another column first",
            write({"date": ["a", "b", "c"], "DST": [1, 2, 0], "SRC": [0, 1, 2]}),
        ),
        entry(
            "first-two",
            "no name that is known",
            write({"a": [0, 1, 2], "b": [1, 2, 0], "c": weights}),
        ),
        entry(
            "weights",
            "weights of 64 bits",
            write({**PLAIN, "Weight": weights}),
            told,
            weighted=True,
        ),
        entry(
            "dropped",
            "weights left out",
            write({**PLAIN, "weight": weights}),
            read={"weighted": False},
        ),
        entry("narrow", "ids of 8 bits without a sign", write(narrow)),
        entry("words", "words for ids", write(WORDS), WORDY),
        entry("coded", "words in a dictionary", write(coded), WORDY),
        entry("nothing", "no rows", write(none), [], 0),
        entry(
            "lonely",
            "five vertices noted, two of them alone",
            write(PLAIN, {"directed": False, "vertices": 5}),
            [(0, 1), (1, 2), (0, 2)],
            5,
            directed=False,
        ),
        entry(
            "listed",
            "labels noted, one of them alone",
            write(WORDS, labels),
            WORDY,
            4,
            directed=False,
        ),
        entry(
            "far",
            "ids far apart, which become labels",
            write({"u": [0, 1 << 40], "v": [1 << 40, -7]}),
            [(0, 1 << 40), (1 << 40, -7)],
        ),
        Good(
            f"compressed.{ending}.gz", "compressed", gzip.compress(write(PLAIN), mtime=0), 3, EDGES
        ),
    ]


def parquet_good() -> list[Good]:
    return [
        Good("groups.parquet", "a row group a row", parquet(WORDS, row_group_size=1), 3, WORDY),
        Good(
            "brotli.parquet", "squeezed by brotli", parquet(PLAIN, compression="brotli"), 3, EDGES
        ),
    ]


def feather_good() -> list[Good]:
    views = {name: pa.array(ids, pa.string_view()) for name, ids in WORDS.items()}
    return [
        Good("stream.arrow", "a stream", feather(PLAIN, stream=True), 3, EDGES),
        Good("views.ipc", "words as views", feather(views), 3, WORDY),
        Good("zstd.feather", "batches squeezed", feather(PLAIN, compression="zstd"), 3, EDGES),
    ]


def entries(ending: str) -> list[Broken | Good]:
    """All of a format."""
    own = feather_only() if ending == "feather" else []
    good = feather_good() if ending == "feather" else parquet_good()
    broken = [*damage_entries(ending), *column_entries(ending), *note_entries(ending), *own]
    return [*broken, *good_entries(ending), *good]
