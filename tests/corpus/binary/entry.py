"""One stored file: its bytes and what reading it must come to."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Broken:
    """A file that must be refused."""

    name: str
    why: str
    data: bytes
    error: str = "FormatError"
    says: tuple[str, ...] = ()
    byte: int | None = None
    line: int | None = None
    read: dict[str, Any] = field(default_factory=dict)
    beside: dict[str, bytes] = field(default_factory=dict)

    def lines(self) -> list[str]:
        places = {"byte": self.byte, "line": self.line}
        optional = {"says": list(self.says), **places, "read": self.read}
        told: dict[str, Any] = {"name": self.name, "why": self.why, "error": self.error}
        told |= {key: value for key, value in optional.items() if value not in (None, [], {})}
        return ["[[file]]", *(f"{key} = {_toml(value)}" for key, value in told.items())]


@dataclass(frozen=True, slots=True)
class Good:
    """An odd file that must be read; `edges` in the caller's ids."""

    name: str
    why: str
    data: bytes
    vertices: int
    edges: list[tuple[Any, ...]]
    directed: bool = True
    weighted: bool = False
    read: dict[str, Any] = field(default_factory=dict)
    beside: dict[str, bytes] = field(default_factory=dict)

    def lines(self) -> list[str]:
        told: dict[str, Any] = {"name": self.name, "why": self.why, "vertices": self.vertices}
        told |= {"edges": len(self.edges), "directed": self.directed, "weighted": self.weighted}
        told["list"] = [list(edge) for edge in self.edges]
        if self.read:
            told["read"] = self.read
        return ["[[good]]", *(f"{key} = {_toml(value)}" for key, value in told.items())]


def store(folder: Path, entries: list[Broken | Good]) -> None:
    """Write all files of a format and the list of them; files no longer listed are removed."""
    folder.mkdir(exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    text = "# Made by tests/corpus/make_binary.py.\n"
    for entry in sorted(entries, key=lambda entry: isinstance(entry, Good)):
        for name, data in {entry.name: entry.data, **entry.beside}.items():
            assert not (folder / name).exists(), name
            (folder / name).write_bytes(data)
        text += "\n" + "\n".join(entry.lines()) + "\n"
    (folder / "expected.toml").write_text(text, encoding="utf-8")


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_toml(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return "inf" if value == float("inf") else json.dumps(value)
