"""Fixtures shared by all tests."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

from tests.zoo import ZOO, Animal

settings.register_profile(
    "default", deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile(
    "thorough", deadline=None, max_examples=2000, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


@pytest.fixture(params=ZOO, ids=[animal.name for animal in ZOO])
def animal(request: pytest.FixtureRequest) -> Animal:
    """Each graph of the zoo in turn."""
    return request.param


@pytest.fixture(params=[1, 2, 5])
def threads(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """Each number of threads in turn."""
    monkeypatch.setenv("EDGEWISE_THREADS", str(request.param))
    return request.param


@pytest.fixture(autouse=True)
def _no_width_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever runs the tests may have set a width; the command line would keep to it."""
    monkeypatch.delenv("COLUMNS", raising=False)
