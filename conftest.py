"""Examples in the pages (README.md, docs/) each run in an empty folder of their own."""

from __future__ import annotations

from pathlib import Path

import pytest

collect_ignore = ["docs/fences.py"]  # belongs to the builder of the pages


@pytest.fixture(autouse=True)
def _empty_folder(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if request.node.path.suffix == ".md":
        monkeypatch.chdir(tmp_path)
