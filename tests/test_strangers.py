"""Files that are not there, no graphs, or not what they are called: each has its way out."""

from __future__ import annotations

import bz2
import lzma
import os
import pickle
import warnings
from pathlib import Path

import numpy as np
import pytest
import scipy.sparse

import edgewise as ew

PATH = ew.generate.path(3)


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("https://example.org/web.txt.gz", "this is an address.*download it first"),
        ("s3://bucket/web.parquet", "this is an address"),
        ("https:/example.org/web.mtx", "this is an address"),
        ("file:///tmp/web.txt", "without file://"),
        ("-", "standard input is not read"),
        ("~/nowhere/web.txt", r"no such folder as '~/nowhere'; ~ is not expanded"),
        ("nowhere/web.txt", "no such folder as 'nowhere'"),
        ("web.mtx", "did you mean 'web.mtx.gz'"),
        ("quite_another.txt", "there is no such file$"),
    ],
)
def test_what_is_not_there(path: str, says: str, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("web.mtx.gz").touch()
    with pytest.raises(ew.FileMissingError, match=says):
        ew.read(path)


def test_addresses_and_missing_folders_are_not_written(tmp_path: Path) -> None:
    with pytest.raises(ew.FileMissingError, match="this is an address"):
        ew.write(PATH, "https://example.org/web.ew")
    with pytest.raises(ew.FileMissingError, match="no such folder as"):
        ew.write(PATH, tmp_path / "nowhere" / "web.ew")
    with pytest.raises(ew.ArgumentError, match=r"such as \.ew, \.el, \.mtx"):
        ew.write(PATH, tmp_path / "web")


def test_folders_and_pipes_are_no_files(tmp_path: Path) -> None:
    with pytest.raises(ew.FileAccessError, match="a directory; name a file in it"):
        ew.read(tmp_path)
    os.mkfifo(tmp_path / "pipe.txt")
    with pytest.raises(ew.FileAccessError, match="put what it gives into a file first"):
        ew.read(tmp_path / "pipe.txt")


TAR = b"web.txt".ljust(257, b"\0") + b"ustar" + bytes(200)
STRANGERS = [
    ("web.xz", lzma.compress(b"0 1\n"), "packed with xz: decompress it first"),
    ("web.bz2", bz2.compress(b"0 1\n"), "packed with bzip2"),
    ("web.zip", b"PK\x03\x04" + bytes(60), "a zip archive"),
    ("web.tar", TAR, "a tar archive"),
    ("web.pkl", pickle.dumps([(0, 1)]), "a pickle, and those are never opened"),
    ("web.npy", b"\x93NUMPY\x01\0", "a NumPy array"),
    ("web.gml", b"graph [ node [ id 0 ] ]", r"from_networkx\(networkx.read_gml"),
    ("web.gexf", b"<gexf/>", "networkx.read_gexf"),
    ("web", b"version https://git-lfs.github.com/spec/v1\noid sha256:0\n", "git lfs pull"),
    ("web", b"0 1\n", "not recognised by name or content.*name it with format="),
]


@pytest.mark.parametrize(("name", "content", "says"), STRANGERS)
def test_other_files_are_known_for_what_they_are(name, content, says, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(ew.UnknownFormatError, match=says):
        ew.read(tmp_path / name)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"<!DOCTYPE html>\n<html> <body>404</body>", "a web page"),
        (b"\xef\xbb\xbf\n<?xml version='1.0'?> <gexf/>", "another XML document"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 12\n", "Git LFS"),
        (lzma.compress(b"0 1\n"), "packed with xz"),
    ],
)
def test_words_of_other_files_do_not_pass_for_ids(content, says, tmp_path: Path) -> None:
    for ending in (".txt", ".csv"):
        path = tmp_path / f"web{ending}"
        path.write_bytes(content)
        with pytest.raises(ew.FormatError, match=says):
            ew.read(path)


@pytest.mark.parametrize("ending", [".ew", ".mtx", ".parquet", ".arrow", ".graphml", ".mtx.gz"])
def test_a_mark_tells_better_than_the_name_of_an_edge_list(ending: str, tmp_path: Path) -> None:
    path, text = tmp_path / f"web{ending}", tmp_path / "web.txt"
    ew.write(PATH, path)
    path.rename(text)
    ew.verify.same_graph(ew.read(text), PATH)


def test_matrixmarket_values_are_not_read_as_edges(tmp_path: Path) -> None:
    path = tmp_path / "web.txt"
    path.write_text("%%MatrixMarket matrix coordinate real general\n3 3 2\n1 2 0.5\n2 3 0.25\n")
    assert ew.read(path).to_edges()[2].tolist() == [0.5, 0.25]


def test_an_edge_list_of_addresses_is_one(tmp_path: Path) -> None:
    path = tmp_path / "web.txt"
    path.write_text("<http://a> <http://b>\n<http://b> <http://c>\n")
    assert ew.read(path).num_edges == 2


def test_something_after_gzip_data_is_not_a_cut(tmp_path: Path) -> None:
    path = tmp_path / "web.txt.gz"
    ew.write(PATH, path)
    whole = path.read_bytes()
    path.write_bytes(whole + whole)
    assert ew.read(path, format="edgelist").num_edges == 4
    for junk in (b"junk", b"\x1fj", b"\0\0junk"):
        path.write_bytes(whole + junk)
        with pytest.raises(ew.FormatError, match="something else follows the gzip data"):
            ew.read(path)


def test_names_as_long_as_the_system_takes(tmp_path: Path) -> None:
    for name in ("x" * 251 + ".ew", "é" * 125 + ".ew"):
        ew.write(PATH, tmp_path / name)
        assert ew.read(tmp_path / name).num_edges == 2
    with pytest.raises(ew.FileAccessError, match="too long"):
        ew.write(PATH, tmp_path / ("é" * 200 + ".ew"))
    assert len(list(tmp_path.iterdir())) == 2


def test_what_a_format_does_not_keep_is_never_silent(tmp_path: Path) -> None:
    words = ew.from_edges([("ann", "bob")], directed=False)
    for ending in (".mtx", ".graph", ".gr"):
        with pytest.warns(ew.LossWarning, match="does not keep vertex ids") as told:
            ew.write(words, tmp_path / f"words{ending}")
        assert told[0].filename == __file__
    with pytest.warns(ew.LossWarning, match="vertices after the last edge: 2 are left out"):
        ew.write(ew.generate.empty(2), tmp_path / "empty.g500")
    odd = ew.from_edges([(1, 3)], directed=False, ids="labels")
    with pytest.warns(ew.LossWarning, match="which numbers are ids: read it with ids='labels'"):
        ew.write(odd, tmp_path / "odd.g500")
    ew.verify.same_graph(ew.read(tmp_path / "odd.g500", ids="labels"), odd)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ew.write(ew.from_edges([(7, 1 << 40)], directed=False), tmp_path / "far.g500")
        for ending in (".ew", ".csv", ".graphml", ".parquet", ".feather"):
            ew.write(words, tmp_path / f"words{ending}")


def test_a_matrix_whose_offsets_were_cut_is_no_smaller_matrix() -> None:
    matrix = scipy.sparse.csr_array(np.eye(3))
    matrix.indptr = matrix.indptr[:-1]
    with pytest.raises(ew.GraphError, match="3 rows and 3 offsets in indptr: expected 4"):
        ew.from_scipy(matrix)
