"""The text of C++ nests: a skeleton file with all that it includes, as one text.

What is compiled is the very text that the cache's key was made of, so no file can change between.
"""

from __future__ import annotations

import re
from pathlib import Path

HERE = Path(__file__).parent
INCLUDED = re.compile(r'^#include "(\w+\.cuh)"\n', re.MULTILINE)


def expanded(name: str, seen: set[str] | None = None) -> str:
    """The file with each of its includes in place, once, line numbers kept for the compiler."""
    seen = set() if seen is None else seen
    seen.add(name)
    text = (HERE / name).read_text(encoding="utf-8")

    def put(match: re.Match[str]) -> str:
        line = text.count("\n", 0, match.end()) + 1
        inner = "" if match[1] in seen else expanded(match[1], seen)
        return f'{inner}#line {line} "{name}"\n'

    return f'#line 1 "{name}"\n' + INCLUDED.sub(put, text)
