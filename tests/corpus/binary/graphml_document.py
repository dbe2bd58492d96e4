"""GraphML documents, put together from pieces."""

from __future__ import annotations

from typing import Any

from tests.corpus.binary.entry import Broken

HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n'
KEY = '<key id="w" for="edge" attr.name="weight" attr.type="{}"/>\n'
BODY = '<node id="0"/>\n<node id="1"/>\n<node id="2"/>\n'
ARCS = '<edge source="0" target="1"/>\n<edge source="1" target="2"/>\n'
EDGES = [(0, 1), (1, 2)]


def document(
    body: str = BODY + ARCS, kind: str = "directed", keys: str = "", head: str = HEAD
) -> str:
    """A document; without keys the body begins at line 4."""
    return f'{head}{keys}<graph edgedefault="{kind}">\n{body}</graph>\n</graphml>\n'


def weighed(*texts: str | None, kind: str = "double", keys: str = "") -> str:
    """Edges from 0 to 1 with these weights, the first on line 7."""
    edges = [
        '<edge source="0" target="1"/>\n'
        if text is None
        else f'<edge source="0" target="1"><data key="w">{text}</data></edge>\n'
        for text in texts
    ]
    return document(BODY[:30] + "".join(edges), keys=keys or KEY.format(kind))


def broken(name: str, why: str, text: str | bytes, *says: str, **more: Any) -> Broken:
    data = text if isinstance(text, bytes) else text.encode()
    return Broken(f"{name}.graphml", why, data, more.pop("error", "FormatError"), says, **more)
