"""Which lines of the kernels never ran, while they were plain Python."""

from __future__ import annotations

import ast
import sys
import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from types import CodeType, FrameType
from typing import Any

from edgewise.kernels.cpu import specialise

LOOPS = (
    *("balance_edge", "balance_group", "balance_local", "balance_vertex", "bins", "bits"),
    *("brandes", "components", "forms", "ordered", "parents", "pull_edge", "pull_group"),
    *("pull_vertex", "queue", "relax", "sampling", "shares", "swap", "sweep", "team", "traverse"),
    "uniform",
)
"""The kernel files that runs of programs and algorithms are made of."""


def of(stem: str) -> dict[int, str]:
    """Every line of a kernel file that can run, with its function; but those of empty slots."""
    text = (specialise.HERE / f"{stem}.py").read_text(encoding="utf-8")
    lines: dict[int, str] = {}
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef) and not any(
            isinstance(mark, ast.Name) and mark.id in ("slot", "intrinsic")
            for mark in node.decorator_list
        ):
            inner = [each for each in ast.walk(node) if isinstance(each, ast.stmt)]
            body = inner[1:] if ast.get_docstring(node) is None else inner[2:]
            lines |= {each.lineno: node.name for each in body}
    return lines


@contextmanager
def noted() -> Iterator[dict[str, set[int]]]:
    """The lines of each kernel file that run meanwhile, on any thread."""
    seen: dict[str, set[int]] = defaultdict(set)
    watched = {str(specialise.HERE / f"{stem}.py"): stem for stem in LOOPS}
    open_lines: dict[CodeType, set[int]] = {}

    def follow(frame: FrameType, event: str, _: Any) -> Any:
        code = frame.f_code
        if code.co_filename not in watched:
            return None
        if code not in open_lines:
            every = {line for *_, line in code.co_lines() if line is not None}
            open_lines[code] = every - {code.co_firstlineno}
        left = open_lines[code]
        if not left:
            return None

        def note(inner: FrameType, event: str, _: Any) -> Any:
            seen[watched[code.co_filename]].add(inner.f_lineno)
            left.discard(inner.f_lineno)
            return note if left else None

        return note

    threading.settrace(follow)
    sys.settrace(follow)
    try:
        yield seen
    finally:
        sys.settrace(None)
        threading.settrace(None)  # type: ignore[arg-type]


def missed(seen: dict[str, set[int]]) -> list[str]:
    """What never ran, as `file:line function`."""
    return [
        f"{stem}:{line} {function}"
        for stem in LOOPS
        for line, function in sorted(of(stem).items())
        if line not in seen[stem]
    ]


def untouched(seen: dict[str, set[int]]) -> list[str]:
    """Functions of which no line ran."""
    return sorted(
        f"{stem}: {function}"
        for stem in LOOPS
        for function in set(of(stem).values())
        if not seen[stem] & {line for line, name in of(stem).items() if name == function}
    )
