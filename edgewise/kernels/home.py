"""Where compiled kernels are kept."""

from __future__ import annotations

import os
from pathlib import Path


def home() -> Path:
    """EDGEWISE_CACHE_DIR, or the user's cache folder."""
    chosen = os.environ.get("EDGEWISE_CACHE_DIR")
    if chosen:
        return Path(chosen) / "kernels"
    return Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "edgewise/kernels"
