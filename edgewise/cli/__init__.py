"""The command line: `edgewise`, or `python -m edgewise`."""

from __future__ import annotations

import sys

__all__ = ["main"]


def main() -> None:
    """What the `edgewise` command runs."""
    try:
        from edgewise.cli.app import app

        for stream in (sys.stdout, sys.stderr):
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
        app(prog_name="edgewise")
    except KeyboardInterrupt:
        sys.exit(130)
