"""Files that hold no graph, or hold one in a way that others read: the way out of each."""

from __future__ import annotations

from edgewise.errors import FormatError

PACKED = "decompress it first; .gz and .zst are read as they are"
MARKS: tuple[tuple[bytes, str], ...] = (
    (
        b"version https://git-lfs",
        "this only stands for a file in Git LFS: `git lfs pull` fetches it",
    ),
    (b"PK\x03\x04", "this is a zip archive: unpack it, or open an .npz by scipy.sparse.load_npz"),
    (b"\xfd7zXZ\x00", f"this is packed with xz: {PACKED}"),
    (b"BZh", f"this is packed with bzip2: {PACKED}"),
    (b"7z\xbc\xaf", "this is a 7z archive: unpack it first"),
    (b"\x93NUMPY", "this is a NumPy array: ew.from_edges(numpy.load(path)) takes pairs"),
    (b"\x89HDF\r\n", "this is an HDF5 file: read its columns by h5py, and use ew.from_edges"),
    (b"\x80\x04", "this is a pickle, and those are never opened: they can run any program"),
    (b"\x80\x05", "this is a pickle, and those are never opened: they can run any program"),
)
PAGES = (b"<!doctype", b"<html", b"<?xml")
"""How a web page begins, where a download went wrong, and other XML."""
TAR_MARK, TAR_PLACE = b"ustar", 257
READERS = {
    ".gml": "read_gml",
    ".gexf": "read_gexf",
    ".net": "read_pajek",
    ".g6": "read_graph6",
    ".s6": "read_sparse6",
    ".json": "node_link_graph",
    ".dot": "nx_pydot.read_dot",
    ".adjlist": "read_adjlist",
}
"""Endings of formats that NetworkX reads, and by what."""


def way_out(head: bytes, suffix: str) -> str | None:
    """What a file is that none of our formats fits, and what can be done; None where unknown.

    >>> way_out(b"graph [ directed 1", ".gml")
    'Edgewise does not read .gml files: ew.from_networkx(networkx.read_gml(...)) does'
    """
    for mark, said in MARKS:
        if head.startswith(mark):
            return said
    if head[TAR_PLACE:].startswith(TAR_MARK):
        return "this is a tar archive: unpack it first"
    if suffix in READERS:
        way = f"ew.from_networkx(networkx.{READERS[suffix]}(...))"
        return f"Edgewise does not read {suffix} files: {way} does"
    return None


def refuse_no_edges(path: str, head: bytes) -> None:
    """Refuse what is called an edge list, and whose words could pass for ids, but is none."""
    said = way_out(head, "")
    if said is None and head.lstrip(b"\xef\xbb\xbf \t\r\n").lower().startswith(PAGES):
        said = "this is a web page or another XML document, and no edge list"
    if said is not None:
        raise FormatError(path, said, line=1, found=head[:40])
