"""Table: from parameters to a graph."""

from __future__ import annotations

from math import isqrt, pi, sqrt
from typing import Any

from bench.contest import Case, Settings

TITLE = "Generate: from parameters to a graph"
ABOUT = (
    "Random families at the size of Kronecker edge factor 16. Every contender builds its own graph "
    "object, unless marked *edges alone*. Random graphs cannot be compared vertex by vertex: their "
    "numbers of edges must agree within a tenth (a contender that keeps repeats has more). Rates "
    "count the edges asked for."
)
MEASURE = "bytes"

FACTOR = 16
SMALL = 10
FAMILIES = {
    "kron": "Kronecker (R-MAT), made simple",
    "kron_kept": "Kronecker (R-MAT), repeats and loops kept",
    "gnm": "uniform G(n, m)",
    "preferential": "preferential attachment, 16 edges a vertex",
    "small_world": "small world, 32 neighbours, a tenth rewired",
    "geometric": "random geometric, mean degree 32",
    "grid": "square grid",
}


def cases(scale: int) -> list[Case]:
    """Every family; and one small enough for NetworkX."""
    full = [_case(family, scale, False) for family in FAMILIES]
    return [*full, _case("gnm", min(scale, 12), True), _case("grid", min(scale, 12), True)]


def _case(family: str, scale: int, tiny: bool) -> Case:
    title = f"scale {scale}: {FAMILIES[family]}, {(FACTOR << scale) / 1e6:.3g} M edges"
    settings, warm = _settings(family, scale, tiny), _settings(family, SMALL, tiny)
    return Case("generate", title + ", small" * tiny, settings, warm, settings["edges"])


def _settings(family: str, scale: int, tiny: bool) -> Settings:
    size, count = 1 << scale, FACTOR << scale
    return {
        "family": family,
        "scale": scale,
        "vertices": size,
        "edges": count,
        "factor": FACTOR,
        "side": isqrt(count // 2),
        "radius": sqrt(2 * FACTOR / (pi * size)),
        "probability": 2 * count / (size * (size - 1)),
        "tiny": tiny,
    }


def inputs(settings: Settings) -> Any:
    """A new seed for every run."""
    settings["run"] = settings.get("run", 0) + 1
    return settings["run"]
