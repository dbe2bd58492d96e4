"""Nests made for one program: a skeleton file, executed anew with the program's functors in it.

A skeleton is a kernel file with *slots*: functions that stand for what a program decides. Here the
file's text is executed as a module of its own, whose name is a hash of the skeleton, of every file
it imports from, and of what is put into the slots; then the slots are filled. The kernel cache
keeps such modules apart by that name, so a changed functor can never meet old machine code, and a
later process finds what an earlier one compiled.
"""

from __future__ import annotations

import hashlib
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from edgewise.kernels.cpu import jit

HERE = Path(__file__).parent
PREFIX = "edgewise.kernels.cpu.made_"

_made: dict[str, ModuleType] = {}
_making = threading.RLock()


def slot(function: Callable[..., Any]) -> Callable[..., Any]:
    """Mark a function of a skeleton as one that a program brings; it stands where none does."""
    return jit.part(function)


def specialised(stem: str, **slots: Any) -> ModuleType:
    """The skeleton `stem` with its slots filled: functions, constants, parts of other skeletons."""
    name = f"{PREFIX}{stem}_{_key(stem, slots)}"
    with _making:
        if name not in _made:
            _made[name] = _make(stem, name, slots)
        return _made[name]


def _make(stem: str, name: str, slots: dict[str, Any]) -> ModuleType:
    path = HERE / f"{stem}.py"
    module = ModuleType(name)
    module.__file__ = str(path)
    sys.modules[name] = module
    exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), module.__dict__)
    for slot_name, value in slots.items():
        if slot_name not in module.__dict__:
            raise AttributeError(f"{stem} has no slot {slot_name!r}")
        setattr(module, slot_name, value)
    return module


def _key(stem: str, slots: dict[str, Any]) -> str:
    digest = hashlib.sha256(jit.content(HERE / f"{stem}.py").encode())
    for name in sorted(slots):
        digest.update(f"{name}={identity(slots[name])};".encode())
    return digest.hexdigest()[:24]


def identity(value: Any) -> str:
    """What tells one filling of a slot from another."""
    if isinstance(value, (bool, int, float, str, type(None))):
        return f"{type(value).__name__} {value!r}"
    if isinstance(value, tuple):
        return f"({','.join(map(identity, value))})"
    mark = getattr(value, "edgewise_identity", None)
    if mark is not None:
        return str(mark)
    function = getattr(value, "py_func", value)
    home = function.__module__
    if home.startswith(PREFIX):
        return f"{home}.{function.__qualname__}"
    path = Path(function.__code__.co_filename)
    if path.parent == HERE:
        return f"{path.stem}.{function.__qualname__} {jit.content(path)}"
    raise TypeError(f"{value!r} has no identity")
