"""Edgewise's vertex programs, by every controller and on every fixed path."""

from __future__ import annotations

from typing import Any, ClassVar

from bench.contest import Settings
from bench.inputs import Array
from bench.peers.edgewise_algorithms import _Edgewise
from bench.schedules import BALANCED, FIXED

TOLERANCE = 1e-8
CONTROLLERS = "Direction", "SepTraversal", "SepIterative"


class _Way(_Edgewise):
    table: ClassVar[str] = "schedules"
    words: ClassVar[str | None] = None
    controller: ClassVar[str | None] = None

    @property
    def options(self) -> dict[str, Any]:  # type: ignore[override]
        import edgewise as ew

        told = {} if self.words is None else {"schedule": self.words}
        return told if self.controller is None else {"controller": getattr(ew, self.controller)()}

    def enters(self, settings: Settings) -> bool:
        """Balances are told for one algorithm; a residual must not be pulled in haste."""
        words, algorithm = self.words or "", settings["algorithm"]
        if words in BALANCED:
            return bool(algorithm == "bfs")
        return not (algorithm == "pagerank" and words.startswith("pull") and "async" in words)

    def components(self, sources: Array) -> Array:
        import edgewise as ew

        found = ew.connected_components(self._graph, method="label-propagation", **self.options)
        return found.labels

    def pagerank(self, sources: Array) -> Array:
        import edgewise as ew

        n = self._graph.num_vertices
        found = ew.pagerank(
            self._graph, method="delta", tol=TOLERANCE / n, max_iter=10**6, **self.options
        )
        return found.ranks

    def variant(self, algorithm: str) -> int:
        return 1


def _way(name: str, **told: str) -> type[_Way]:
    """A contender of this name, at home in this module."""
    return type(name.title(), (_Way,), {"name": name, "__module__": __name__, **told})


WAYS = [
    _way("Edgewise, Auto"),
    *(_way(f"ew.{name}", controller=name) for name in CONTROLLERS),
    *(_way(words, words=words) for words in (*FIXED, *BALANCED)),
]
globals().update({one.__name__: one for one in WAYS})
