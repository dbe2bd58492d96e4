"""The native form: everything comes back, nothing changed is computed on, nothing is half there."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
import tracemalloc
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import edgewise as ew
from edgewise.io import native_container
from tests.corpus.binary.native_file import File
from tests.zoo import WEIGHT_TYPES, Animal, graphs

ROOT = Path(__file__).resolve().parents[1]
TRIANGLE = [("ann", "bob"), ("bob", "cid"), ("cid", "ann")]


def there_and_back(graph: ew.Graph, folder: Path) -> ew.Graph:
    path = folder / "a.ew"
    ew.write(graph, path)
    return ew.read(path)


def assert_same(one: ew.Graph, two: ew.Graph) -> None:
    """Every field of two graphs, types and all."""
    assert one.facts == two.facts
    assert one.num_edges == two.num_edges
    assert one.has_in_edges == two.has_in_edges
    names = ["out_offsets", "out_neighbors", "out_weights", "ids"]
    names += ["in_offsets", "in_neighbors", "in_weights"] if one.has_in_edges else []
    pairs = [(getattr(one, name), getattr(two, name)) for name in names]
    pairs += [(one.vertex_ids.order, two.vertex_ids.order)]
    pairs += [(one.vertex_ids.labels, two.vertex_ids.labels)]
    for mine, theirs in pairs:
        assert (mine is None) == (theirs is None)
        if mine is not None and theirs is not None:
            assert mine.dtype == theirs.dtype
            assert mine.tolist() == theirs.tolist()


def touched(graph: ew.Graph) -> ew.Graph:
    """The graph, with everything looked at."""
    graph.out_offsets, graph.ids  # noqa: B018
    if graph.has_in_edges:
        graph.in_offsets  # noqa: B018
    return graph


def as_safetensors(path: Path) -> dict[str, Any]:
    """The arrays as the format's own rules have them, read without any code of the library."""
    data = path.read_bytes()
    length = int.from_bytes(data[:8], "little")
    entries = json.loads(data[8 : 8 + length])
    words = entries.pop("__metadata__")
    assert all(isinstance(word, str) for word in words.values())
    kinds = {"I64": "<i8", "I32": "<i4", "U32": "<u4", "U8": "u1", "F64": "<f8", "BOOL": "?"}
    arrays, at = {}, 0
    for name, entry in sorted(entries.items(), key=lambda item: item[1]["data_offsets"]):
        begin, end = entry["data_offsets"]
        assert begin == at, "arrays tile the file without a hole"
        at = end
        content = data[8 + length + begin : 8 + length + end]
        arrays[name] = np.frombuffer(content, kinds[entry["dtype"]]).reshape(entry["shape"])
        assert name.startswith("gap.") or (8 + length + begin) % 64 == 0
    assert 8 + length + at == len(data)
    return arrays


# there and back ----------------------------------------------------------------------------


def test_the_zoo_comes_back(animal: Animal, tmp_path: Path) -> None:
    graph = animal.graph()
    if animal.name == "mixed ids":
        graph = ew.from_csr(graph.out_offsets, graph.out_neighbors)  # such ids cannot be written
    assert_same(graph, there_and_back(graph, tmp_path))


@given(graphs(), st.booleans(), st.booleans(), st.booleans())
def test_any_graph_comes_back(
    tmp_path_factory: pytest.TempPathFactory,
    graph: ew.Graph,
    incoming: bool,
    renumbered: bool,
    looked_up: bool,
) -> None:
    if renumbered:
        graph = graph.renumbered()
    if incoming:
        graph.in_offsets  # noqa: B018
    if looked_up:
        graph.is_symmetric, graph.max_out_degree, graph.min_in_degree  # noqa: B018
    assert_same(graph, there_and_back(graph, tmp_path_factory.mktemp("any")))


@given(st.lists(st.tuples(st.text(), st.text()), max_size=12))
def test_any_words_come_back(
    tmp_path_factory: pytest.TempPathFactory, pairs: list[tuple[str, str]]
) -> None:
    graph = ew.from_edges(pairs, ids="labels")
    assert_same(graph, there_and_back(graph, tmp_path_factory.mktemp("words")))


@pytest.mark.parametrize("dtype", WEIGHT_TYPES)
def test_weights_keep_their_type_and_bits(dtype: Any, tmp_path: Path) -> None:
    weights = np.array([0, 1, 1], dtype)
    if weights.dtype.kind == "f":
        weights[1:] = np.finfo(dtype).max, -np.inf
    graph = ew.from_edges([0, 1, 2], [1, 2, 0], weights)
    again = there_and_back(graph, tmp_path)
    assert again.weight_dtype == dtype
    assert again.out_weights is not None
    assert graph.out_weights is not None
    assert again.out_weights.tobytes() == graph.out_weights.tobytes()


@pytest.mark.parametrize("labels", [[3, 1 << 40], [-5, 7], ["a", "b"], ["", "\U0001f600"]])
@pytest.mark.parametrize("column", ["as given", "fixed width"])
def test_labels_keep_their_type(labels: list[Any], column: str, tmp_path: Path) -> None:
    ends = np.array(labels) if column == "fixed width" else labels
    graph = ew.from_edges(ends[:1], ends[1:], ids="labels")
    assert_same(graph, there_and_back(graph, tmp_path))


def test_compressed_too(tmp_path: Path) -> None:
    graph = ew.from_edges(TRIANGLE, weights=[1, 2, 3])
    for ending in ("gz", "zst"):
        ew.write(graph, tmp_path / f"a.ew.{ending}")
        assert_same(graph, ew.read(tmp_path / f"a.ew.{ending}"))


def test_a_graph_read_can_be_written_over_its_own_file(tmp_path: Path) -> None:
    graph = there_and_back(ew.from_edges(TRIANGLE), tmp_path)
    ew.write(graph, tmp_path / "a.ew")
    assert_same(graph, ew.read(tmp_path / "a.ew"))


def test_weights_are_left_out_or_asked_for(tmp_path: Path) -> None:
    ew.write(ew.from_edges(TRIANGLE, weights=[1, 2, 3]), tmp_path / "a.ew")
    assert not ew.read(tmp_path / "a.ew", weighted=False).is_weighted
    assert ew.read(tmp_path / "a.ew", weighted=True).is_weighted


# the container -----------------------------------------------------------------------------


def test_any_safetensors_reader_opens_it(animal: Animal, tmp_path: Path) -> None:
    graph = animal.graph()
    if animal.name == "mixed ids":
        graph = ew.from_csr(graph.out_offsets, graph.out_neighbors)  # such ids cannot be written
    ew.write(graph, tmp_path / "a.ew")
    arrays = as_safetensors(tmp_path / "a.ew")
    assert arrays["out.offsets"].tolist() == graph.out_offsets.tolist()
    assert arrays["out.neighbors"].tolist() == graph.out_neighbors.tolist()
    if graph.out_weights is not None:
        assert arrays["out.weights"].tolist() == graph.out_weights.tolist()
    assert not any(arrays[name].any() for name in arrays if name.startswith("gap."))


def test_the_arrays_are_the_file_itself(tmp_path: Path) -> None:
    graph = there_and_back(ew.from_edges(TRIANGLE, weights=[1.0, 2.0, 3.0]), tmp_path)
    for array in (graph.out_offsets, graph.out_neighbors, graph.out_weights):
        assert array is not None
        assert type(array) is np.ndarray
        assert not array.flags.writeable
        assert not array.flags.owndata
        assert array.ctypes.data % 64 == 0


def sparse_file(path: Path, arcs: int) -> None:
    """A file of `arcs` arcs that takes no room on disk: its content is a hole."""
    small = File({"out.offsets": ("I64", [0, arcs]), "out.neighbors": ("I32", [])})
    piece = 1 << 32
    small.piece = piece
    words = {**small.told(edges=str(arcs), piece=str(piece)).words}
    end = 64 + 4 * arcs
    sums = np.zeros(2 + 1 + -(-4 * arcs // piece), "<u4")
    entries: dict[str, Any] = {"__metadata__": words}
    layout = [("out.offsets", "I64", 2, 0, 16), ("gap.out.offsets", "U8", 48, 16, 64)]
    layout += [("out.neighbors", "I32", arcs, 64, end)]
    layout += [("checksums", "U32", len(sums), end, end + 4 * len(sums))]
    for name, kind, length, begin, stop in layout:
        entries[name] = {"dtype": kind, "shape": [length], "data_offsets": [begin, stop]}
    header = json.dumps(entries).encode()
    header += b" " * (-(len(header) + 8) % 64)
    header = len(header).to_bytes(8, "little") + header
    sums[0] = native_container.zlib.crc32(header)
    sums[-1] = native_container.zlib.crc32(sums[:-1].tobytes())
    with path.open("wb") as file:
        file.write(header + np.array([0, arcs], "<i8").tobytes())
        file.seek(len(header) + end)
        file.write(sums.tobytes())


def test_a_file_of_16_gib_opens_without_being_read(tmp_path: Path) -> None:
    path = tmp_path / "large.ew"
    try:
        sparse_file(path, 1 << 32)
    except OSError:
        pytest.skip("no sparse files here")
    tracemalloc.start()
    graph = ew.read(path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert graph.num_arcs == 1 << 32
    assert path.stat().st_blocks * 512 < 1 << 20
    assert peak < 1 << 20
    assert repr(graph) == "Graph: 1 vertex, 4,294,967,296 edges, directed, unweighted"


def test_opening_and_checking_import_no_compiler(tmp_path: Path) -> None:
    ew.write(ew.from_edges(TRIANGLE, weights=[1, 2, 3]), tmp_path / "a.ew")
    code = (
        f"import sys, edgewise as ew; g = ew.read({str(tmp_path / 'a.ew')!r});"
        "g.out_offsets; g.ids; heavy = {'numba', 'llvmlite', 'zstandard', 'pyarrow', 'scipy'};"
        "print(sorted(heavy & set(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, cwd=ROOT, check=True)
    assert run.stdout.decode().strip() == "[]"


def test_writing_copies_little(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native_container, "PIECE", 1 << 18)
    ends = np.arange(1 << 20, dtype=np.int32)
    graph = ew.from_csr(np.arange((1 << 20) + 1), ends, ends.astype(float))
    graph.num_edges  # noqa: B018
    tracemalloc.start()
    ew.write(graph, tmp_path / "a.ew")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert graph.nbytes > 16 << 20
    assert peak < 4 << 20


# changed, cut, forged ----------------------------------------------------------------------


@pytest.fixture
def whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file with something in every array, in pieces of 64 bytes."""
    monkeypatch.setattr(native_container, "PIECE", 64)
    graph = ew.from_edges(TRIANGLE * 9, weights=[*range(27)]).renumbered()
    graph.in_offsets, graph.max_out_degree  # noqa: B018
    ew.write(graph, tmp_path / "whole.ew")
    return tmp_path / "whole.ew"


def test_every_changed_byte_is_noticed(whole: Path, tmp_path: Path) -> None:
    data, path = whole.read_bytes(), tmp_path / "changed.ew"
    for at in range(len(data)):
        path.unlink(missing_ok=True)
        path.write_bytes(data[:at] + bytes([data[at] ^ (1 << at % 8)]) + data[at + 1 :])
        with pytest.raises(ew.FormatError):
            touched(ew.read(path))


def test_every_cut_is_noticed(whole: Path, tmp_path: Path) -> None:
    data, path = whole.read_bytes(), tmp_path / "cut.ew"
    for size in range(0, len(data), 3):
        path.unlink(missing_ok=True)
        path.write_bytes(data[:size])
        with pytest.raises(ew.EdgewiseError):
            touched(ew.read(path, format="native"))


def place_of(path: Path, name: str) -> tuple[int, int]:
    """The bytes of the file at which an array begins and ends."""
    data = path.read_bytes()
    base = 8 + int.from_bytes(data[:8], "little")
    begin, end = json.loads(data[8:base])[name]["data_offsets"]
    return base + begin, base + end


def change(path: Path, at: int) -> None:
    data = bytearray(path.read_bytes())
    data[at] ^= 4
    path.unlink()
    path.write_bytes(data)


def test_a_change_is_told_when_it_is_touched_and_each_time(whole: Path) -> None:
    begin, _ = place_of(whole, "out.neighbors")
    change(whole, begin + 70)
    graph = ew.read(whole)
    assert graph.num_edges == 27
    assert graph.ids.tolist() == ["ann", "bob", "cid"]
    assert len(graph.in_neighbors) == 27
    for _ in range(2):
        with pytest.raises(ew.ChecksumError) as caught:
            graph.out_degrees  # noqa: B018
        assert caught.value.byte == begin + 64
        assert f"bytes {begin + 64} to {begin + 128} were changed" in str(caught.value)


def test_a_change_of_the_ids_is_told_when_they_are_asked_for(whole: Path) -> None:
    change(whole, place_of(whole, "labels.text")[0])
    graph = ew.read(whole)
    assert len(graph.out_neighbors) == 27
    for ask in (lambda: graph.ids, lambda: graph.neighbors("ann"), lambda: graph.to_edges()):
        with pytest.raises(ew.ChecksumError):
            ask()


def test_without_verify_sums_are_not_compared_and_bounds_are(whole: Path) -> None:
    change(whole, place_of(whole, "out.weights")[0])
    assert touched(ew.read(whole, verify=False)).num_edges == 27
    change(whole, place_of(whole, "out.neighbors")[0] + 3)
    with pytest.raises(ew.FormatError, match="no vertex"):
        ew.read(whole, verify=False).out_neighbors  # noqa: B018


def test_many_threads_may_touch_it_first(whole: Path) -> None:
    graph = ew.read(whole)
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: graph.out_neighbors.sum() + len(graph.ids), range(32)))
    assert len(set(found)) == 1


@pytest.mark.parametrize(
    ("arrays", "words", "says"),
    [
        ({"order": ("I32", [0, 0, 1])}, {}, "order"),
        ({"order": ("I32", [0, 1, 3])}, {}, "order"),
        ({"order": ("I32", [-1, 0, 1])}, {}, "order"),
        ({"order": ("F32", [0, 1, 2])}, {}, "order"),
        ({"labels.values": ("I64", [4, 4, 5])}, {"labels": "numbers"}, "1 vertices have the label"),
        (("annannbob", [0, 3, 6, 9]), {"labels": "objects"}, "label of another"),
        (("annbob", [0, 3, 6, 9]), {"labels": "objects"}, "offsets of the labels"),
        (("annbob", [0, 6, 3, 6]), {"labels": "objects"}, "offsets of the labels"),
        (("annbob", [1, 2, 3, 6]), {"labels": "objects"}, "offsets of the labels"),
        (("ann\xff", [0, 1, 2, 4]), {"labels": "objects"}, "label 2 is not UTF-8"),
        (("annbob", [0, 1, 2, 6]), {"labels": "text 3"}, "4 letters"),
    ],
)
def test_forged_ids_are_refused(
    arrays: Any, words: dict[str, str], says: str, tmp_path: Path
) -> None:
    if isinstance(arrays, tuple):
        text, offsets = arrays
        arrays = {"labels.offsets": ("I64", offsets), "labels.text": ("U8", text.encode("latin-1"))}
    rows: Any = {"out.offsets": ("I64", [0, 0, 0, 0]), "out.neighbors": ("I32", [])}
    file = File({**rows, **arrays}).told(**{"edges": "0", **words})
    (tmp_path / "a.ew").write_bytes(file.bytes())
    graph = ew.read(tmp_path / "a.ew")
    assert graph.num_vertices == 3
    with pytest.raises(ew.FormatError, match=says):
        graph.ids  # noqa: B018


def test_sparse_words_do_not_fill_the_memory(tmp_path: Path) -> None:
    words = ["x" * 5000, *map(str, range(5000))]
    graph = ew.from_edges(np.array(words[:-1]), np.array(words[1:]))
    path = tmp_path / "a.ew"
    ew.write(graph, path)
    tracemalloc.start()
    again = ew.read(path).ids
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert again.tolist() == graph.ids.tolist()
    assert peak < 16 * path.stat().st_size + (8 << 20)


def test_a_compressed_file_that_grows_too_far_is_refused(whole: Path) -> None:
    path = whole.with_name("bomb.ew.gz")
    path.write_bytes(gzip.compress(whole.read_bytes() + bytes(70 << 20)))
    with pytest.raises(ew.ExpansionError, match="max_expansion"):
        ew.read(path)
    with pytest.raises(ew.FormatError, match="follow the last array"):
        ew.read(path, max_expansion=5000)
