"""PageRank where it is easy to be wrong: weights at the ends of their types."""

from __future__ import annotations

import numpy as np
import pytest

import edgewise as ew
from edgewise import verify

ARCS = [(0, 1), (0, 2), (1, 0), (2, 1)]


@pytest.mark.parametrize("method", ["sync", "delta"])
@pytest.mark.parametrize("scale", [1e-25, 1e25])
def test_the_scale_of_weights_does_not_matter(scale: float, method: str) -> None:
    plain = ew.from_edges(ARCS, weights=np.array([3.0, 1, 2, 5]))
    scaled = ew.from_edges(ARCS, weights=np.array([3.0, 1, 2, 5]) * scale)
    for dtype in ("float32", "float64"):
        ranks = ew.pagerank(scaled, dtype=dtype, method=method).ranks
        assert np.allclose(ranks, ew.pagerank(plain).ranks, rtol=0, atol=1e-5)
        verify.pagerank(scaled, ranks)


def test_weights_that_would_be_lost_are_refused() -> None:
    """Shares of them would be 0, as if there was no way on, or without end."""
    for weight, dtype in ((1e-35, "float32"), (1e35, "float32"), (1e305, "float64")):
        g = ew.from_edges(ARCS, weights=np.array([1, weight, weight, weight]))
        with pytest.raises(ew.GraphError, match=f"for ranks of {dtype}: scale them"):
            ew.pagerank(g, dtype=dtype)
    verify.pagerank(g, ew.pagerank(g, variant="gap").ranks, variant="gap")


def test_ranks_sum_to_one_wherever_lost_ones_go() -> None:
    """By residuals a little is always owed; what was lost goes where `dangling` says."""
    g = ew.from_edges([(0, 1), (1, 2), (3, 0), (3, 4)])
    for aims in ({}, {"dangling": {0: 1}}, {"dangling": {4: 2}, "personalization": {1: 1, 3: 1}}):
        ranks = ew.pagerank(g, method="delta", **aims).ranks
        verify.pagerank(g, ranks, **aims)
