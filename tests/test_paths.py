"""Distances and parents where it is easy to be wrong: limits, what is unreached, ends of types."""

from __future__ import annotations

import numpy as np

import edgewise as ew
from edgewise import verify


def test_what_is_unreached_is_nobodys_parent() -> None:
    """Its mark among integers is -1, from where an arc of weight 1 seems to attain 0."""
    g = ew.from_edges([(2, 1), (0, 1), (2, 0)], weights=[4, 3, 1])
    found = ew.sssp(g, 0)
    assert found.distances.tolist() == [0, 3, -1]
    assert found.parents.tolist() == [0, 0, -1]
    verify.sssp(g, 0, found.distances, found.parents)


def test_what_lies_beyond_the_cutoff_is_nobodys_parent() -> None:
    g = ew.from_edges([(0, 1), (0, 2), (2, 1)], weights=[5, 9, 6])
    found = ew.sssp(g, 0, cutoff=5)
    assert (found.distances.tolist(), found.parents.tolist()) == ([0, 5, -1], [0, 0, -1])


def test_a_cutoff_beyond_the_type_leaves_nothing_out() -> None:
    for kind in (np.int8, np.int64, np.float32, np.float64):
        g = ew.from_edges([(0, 1), (1, 2)], weights=np.array([1, 2], kind))
        for cutoff in (3, 1e18, 1e300, 10**30):
            assert ew.sssp(g, 0, cutoff=cutoff).distances.tolist() == [0, 1, 3]


def test_a_cutoff_is_not_rounded_up() -> None:
    """Of narrow floats, 0.1 is more than 0.1."""
    length = np.float32(0.1)
    g = ew.from_edges([(0, 1)], weights=np.array([length]))
    assert ew.sssp(g, 0, cutoff=0.1).num_reached == 1
    assert ew.sssp(g, 0, cutoff=float(length)).num_reached == 2
    whole = ew.from_edges([(0, 1), (1, 2)], weights=[2, 1])
    assert ew.sssp(whole, 0, cutoff=2.9).distances.tolist() == [0, 2, -1]
