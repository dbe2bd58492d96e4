"""Why a file that was asked for is not there, and what may have been meant."""

from __future__ import annotations

import difflib
import os
import re
from itertools import islice
from pathlib import Path

ADDRESS = re.compile(r"([a-z][a-z0-9+.-]+):/", re.IGNORECASE)  # a drive is one letter
MOST_NAMES = 10_000
"""So many names of a folder are looked at for one that is near."""


def why_missing(path: str) -> str:
    """What to say of a path that leads nowhere.

    >>> why_missing("https://example.org/web.txt.gz")
    'this is an address, and files are read and written on disk only: download it first'
    """
    if address := ADDRESS.match(path):
        if address[1].lower() == "file":
            return "there is no such file; give the path alone, without file://"
        return "this is an address, and files are read and written on disk only: download it first"
    if path == "-":
        return "there is no such file, and standard input is not read: put it into a file first"
    folder = Path(path).parent
    if not folder.is_dir():
        return f"there is no such folder as {str(folder)!r}{_home(path)}"
    near = _near(folder, Path(path).name)
    return f"there is no such file{f'; did you mean {near!r}?' if near else ''}"


def _home(path: str) -> str:
    return "; ~ is not expanded: Path(...).expanduser() does it" if path.startswith("~") else ""


def _near(folder: Path, name: str) -> str | None:
    """The name in the folder that is most like this one, if any is like it."""
    try:
        with os.scandir(folder) as entries:
            names = [entry.name for entry in islice(entries, MOST_NAMES)]
    except OSError:
        return None
    return next(iter(difflib.get_close_matches(name, names, 1, 0.7)), None)
