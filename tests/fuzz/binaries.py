"""Sound files of the binary formats and of GraphML, small, to be damaged."""

from __future__ import annotations

import functools
import random
import struct
import tempfile
from collections.abc import Callable
from pathlib import Path

Files = dict[str, bytes]


def native(rng: random.Random) -> Files:
    return {"a.ew": rng.choice(_written("a.ew"))}


def parquet(rng: random.Random) -> Files:
    return {"a.parquet": rng.choice(_written("a.parquet"))}


def feather(rng: random.Random) -> Files:
    return {"a.feather": rng.choice(_written("a.feather"))}


def graphml(rng: random.Random) -> Files:
    return {"a.graphml": rng.choice((*GRAPHML, *_written("a.graphml")))}


@functools.cache
def _written(name: str) -> tuple[bytes, ...]:
    """What our own writer makes of a few graphs."""
    import edgewise as ew

    graphs = [
        ew.from_edges([(0, 1), (1, 2), (2, 0), (2, 2), (0, 1)]),
        ew.from_edges([0, 1, 2], [1, 2, 0], weights=[0.5, 1.5, -2.0], directed=False),
        ew.from_edges([("ann", "bob"), ("bob", "c\u00e9cile"), ("ann", "bob")]),
        ew.from_edges([-5, 7, 1 << 40], [7, 1 << 40, -5], weights=[1, 2, 3]),
        ew.from_edges([0], [0], num_vertices=200),
    ]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        contents = []
        for graph in graphs:
            ew.write(graph, path)
            contents.append(path.read_bytes())
    return tuple(contents)


def gap(rng: random.Random) -> Files:
    """GAP's .sg and .wsg: direction, arcs, vertices, offsets, neighbours (perhaps both ways)."""
    n, weighted, directed = rng.choice((1, 2, 5, 20)), rng.random() < 0.5, rng.random() < 0.5
    arcs = sorted({(rng.randrange(n), rng.randrange(n)) for _ in range(rng.choice((0, 1, 4, 30)))})
    if not directed:
        arcs = sorted({*arcs, *((v, u) for u, v in arcs)})
    ways = [arcs, sorted((v, u) for u, v in arcs)] if directed else [arcs]
    content = struct.pack("<?qq", directed, len(arcs), n)
    for way in ways:
        offsets = [sum(u < row for u, _ in way) for row in range(n + 1)]
        content += struct.pack(f"<{n + 1}q", *offsets)
        for u, v in way:
            content += struct.pack("<ii", v, u + v + 1) if weighted else struct.pack("<i", v)
    return {"a.wsg" if weighted else "a.sg": content}


def graph500(rng: random.Random) -> Files:
    """Pairs of 64-bit ends, or of 48-bit ends in twelve bytes; weights in a file beside."""
    n, packed = rng.choice((1, 2, 8, 1 << 16)), rng.random() < 0.5
    edges = [(rng.randrange(n), rng.randrange(n)) for _ in range(rng.choice((0, 1, 3, 40)))]
    name = "a.packed" if packed else "a.g500"
    form = "<iiI" if packed else "<qq"
    content = b"".join(struct.pack(form, u, v, *[0] * packed) for u, v in edges)
    files = {name: content}
    if rng.random() < 0.4:
        files[name + ".weights"] = struct.pack(f"<{len(edges)}f", *(rng.random() for _ in edges))
    return files


_BEGIN = b'<?xml version="1.0" encoding="UTF-8"?>\n'
_OPEN = b'<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n'
GRAPHML = (
    _BEGIN + _OPEN + b'<graph id="G" edgedefault="undirected">\n<node id="n0"/><node id="n1"/>'
    b'<edge id="e0" source="n0" target="n1"/></graph></graphml>\n',
    _BEGIN + _OPEN + b'<key id="w" for="edge" attr.name="weight" attr.type="double">'
    b'<default>1.5</default></key><graph edgedefault="directed"><node id="0"/><node id="1"/>'
    b'<node id="2"/><edge source="0" target="1"><data key="w">2.5</data></edge>'
    b'<edge source="1" target="2"/></graph></graphml>\n',
    _BEGIN + b'<!DOCTYPE graphml [<!ENTITY a "n0"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">'
    b'<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;">'
    b'<!ENTITY e "&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;"><!ENTITY f "&e;&e;&e;&e;&e;&e;&e;&e;&e;&e;">'
    b'<!ENTITY g "&f;&f;&f;&f;&f;&f;&f;&f;&f;&f;"><!ENTITY h "&g;&g;&g;&g;&g;&g;&g;&g;&g;&g;">]>'
    b'<graphml><graph edgedefault="directed"><node id="&h;"/></graph></graphml>',
    _BEGIN + b'<!DOCTYPE graphml SYSTEM "file:///etc/hostname"><graphml><graph edgedefault='
    b'"directed"><node id="n0"/><edge source="n0" target="n0"/></graph></graphml>',
    b"<graphml>" + b"<graph>" * 300 + b"</graph>" * 300 + b"</graphml>",
)

SEEDS: dict[str, Callable[[random.Random], Files]] = {
    "native": native,
    "gap": gap,
    "graph500": graph500,
    "parquet": parquet,
    "feather": feather,
    "graphml": graphml,
}
