"""Table: from a text file of edges to a graph, or to columns."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bench import inputs as made
from bench.contest import Case, Settings

TITLE = "Parse: from a text file of edges to a graph"
ABOUT = (
    "A SNAP-like file: three comment lines, then tab-separated ids ordered by source. Contenders "
    "marked *columns only* stop at columns of numbers and build no graph; their ratio is to "
    "Edgewise's reader alone. Rates count bytes of text (uncompressed). The file is in the page "
    "cache."
)
MEASURE = "bytes"

SMALL = 2_000


def cases(scale: int) -> list[Case]:
    """Ten million lines at scale 20; fewer for the compressed file and for NetworkX."""
    lines = max(SMALL, int(10e6 * 2.0 ** (scale - 20)))
    fewer, few = max(SMALL, lines // 10), min(lines, 100_000)
    return [
        _case("tab-separated ids", "tsv", lines),
        _case("tab-separated ids and float weights", "tsv", lines, weighted=True),
        _case("MatrixMarket pattern", "mtx", lines),
        _case("MatrixMarket real", "mtx", lines, weighted=True),
        _case("tab-separated ids, gzip", "gz", fewer),
        _case("tab-separated ids, small", "tsv", few, tiny=True),
    ]


def _case(title: str, kind: str, lines: int, weighted: bool = False, tiny: bool = False) -> Case:
    settings = _settings(kind, lines, weighted, tiny)
    text = settings["path"] if kind != "gz" else str(made.text("tsv", lines, weighted))
    size = Path(text).stat().st_size
    told = f"{lines / 1e6:.3g} M lines, {size / 1e6:.3g} MB: {title}"
    return Case("parse", told, settings, _settings(kind, SMALL, weighted, tiny), size, "MB/s")


def _settings(kind: str, lines: int, weighted: bool, tiny: bool) -> Settings:
    return {
        "kind": kind,
        "path": str(made.text(kind, lines, weighted)),
        "bare": str(made.text("bare", lines, weighted)) if kind == "tsv" else "",
        "weighted": weighted,
        "header": 3,
        "tiny": tiny,
    }


def inputs(settings: Settings) -> Any:
    """The path of the file."""
    return settings["path"]
